"""einsum: PyTorch's errors, and a plan of matrix products instead of large sums."""

import numpy as np
import pytest
from oracle import constant, same, same_error

import minigrad
from minigrad.ops import linalg

X, A = (np.random.default_rng(10).standard_normal(n) for n in ((2, 3), (3, 3)))

ERRORS = {
    "einsum('ij,jk->ik', x)": "fewer operands were provided",
    "einsum('ij->ij', x, x)": "more operands were provided",
    "einsum('ij->ij', x[0])": "does not match the number of dimensions (1)",
    "einsum('ij,jk->ik', x, x)": "subscript j has size 2 for operand 1",
    "einsum('ij->k', x)": "output subscript k does not appear",
    "einsum('ij->ii', x)": "output subscript i appears more than once",
    "einsum('i1', x)": "invalid subscript given at index 1",
    "einsum('ii->i', x)": "subscript i is repeated for operand 0",
    "einsum('ij..->ij', x)": "found '.' for operand 0",
    "einsum('ij')": "must specify the equation string and at least one operand",
    "einsum('ij,jk->ik', x, a.float())": "expected scalar type Double but found Float",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_equation_is_pytorchs_error(call: str):
    def program(lib, x, a):
        return eval(call, {"einsum": lib.einsum, "x": x, "a": a})

    same_error(program, X, A, says=ERRORS[call])


def test_an_operand_that_comes_back_is_a_view_of_it():
    def program(lib, x):
        y = lib.einsum("ij", x)
        return y is x, y, lib.einsum("ij->ji", x)

    same(program, X)


@pytest.mark.parametrize(
    ("equation", "shapes", "products"),
    [
        ("ij,jk->ik", [(2, 3), (3, 4)], ["Mm"]),
        ("bij,bkj->bik", [(5, 2, 3), (5, 4, 3)], ["Bmm"]),
        ("bqhd,bkhd->bhqk", [(2, 3, 4, 2), (2, 5, 4, 2)], ["Bmm"]),
        ("ijk,jkl->il", [(2, 3, 4), (3, 4, 5)], ["Mm"]),
        ("ij,jk,kl->il", [(2, 9), (9, 9), (9, 2)], ["Mm", "Mm"]),
        ("ij,ij->ij", [(2, 3), (2, 3)], []),
    ],
)
def test_a_sum_of_products_is_a_matrix_product(equation, shapes, products, monkeypatch):
    done = []
    for name in ("Mm", "Bmm"):
        op = getattr(linalg, name)

        def noted(ctx, a, b, name=name, forward=op.forward):
            done.append(name)
            return forward(ctx, a, b)

        monkeypatch.setattr(op, "forward", staticmethod(noted))
    minigrad.einsum(equation, *(minigrad.ones(*shape) for shape in shapes))
    assert done == products


def test_the_cheapest_product_of_several_comes_first(monkeypatch):
    sizes = []
    forward = linalg.Mm.forward

    def noted(ctx, a, b):
        sizes.append(a.shape[0] * a.shape[1] * b.shape[1])
        return forward(ctx, a, b)

    monkeypatch.setattr(linalg.Mm, "forward", staticmethod(noted))
    a, b, c = (minigrad.ones(*n) for n in ((30, 30), (30, 30), (30, 1)))
    minigrad.einsum("ij,jk,kl->il", a, b, c)
    assert sizes == [900, 900]


def test_constants_among_the_operands_get_no_gradient():
    same(
        lambda lib, a, b, c: lib.einsum("ij,jk,k->i", a, b, c),
        X,
        constant(A),
        A[0],
        graph=False,
    )
