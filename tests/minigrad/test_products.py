"""Matrix products: gradients asked for one by one, memory layouts, PyTorch's errors.

The ranks and shapes themselves are in programs/matmul.py.
"""

import numpy as np
import pytest
from oracle import constant, same, same_error
from programs.matmul import PRODUCTS

import minigrad
from minigrad.ops import linalg


def normal(*shape: int) -> np.ndarray:
    return np.random.default_rng(shape).standard_normal(shape)


@pytest.mark.parametrize("name", PRODUCTS)
def test_a_constant_factor_on_either_side(name: str):
    a, b = (normal(*shape) for shape in PRODUCTS[name])
    same(lambda lib, x, y: x @ y, constant(a), b)
    same(lambda lib, x, y: x @ y, a, constant(b))


@pytest.mark.parametrize("name", ["matrix vector", "matrices", "stacks"])
def test_a_gradient_that_is_not_needed_is_not_computed(name: str, monkeypatch):
    skipped = []

    def noted(backward):
        def method(ctx, grad):
            grads = backward(ctx, grad)
            skipped.append([each is None for each in grads])
            return grads

        return staticmethod(method)

    for op in (linalg.Mv, linalg.Mm, linalg.Bmm):
        monkeypatch.setattr(op, "backward", noted(op.backward))
    a, b = (minigrad.tensor(normal(*shape)) for shape in PRODUCTS[name])
    (a.requires_grad_() @ b).sum().backward()
    (a.detach() @ b.requires_grad_()).sum().backward()
    assert skipped == [[False, True], [True, False]]


@pytest.mark.parametrize("name", ["mm", "mv", "dot", "bmm", "matmul"])
@pytest.mark.parametrize("ranks", [(1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (3, 3)])
def test_products_by_name_take_only_their_own_ranks(name: str, ranks: tuple):
    a, b = (normal(*(3,) * rank) for rank in ranks)
    same(lambda lib, x, y: getattr(lib, name)(x, y), a, b)


def test_factors_that_are_transposed_sliced_or_shared():
    same(lambda lib, a: a @ a, normal(3, 3))
    same(lambda lib, a: a @ a.T, normal(2, 3))
    same(lambda lib, a: a.T @ a[:, :1], normal(2, 3))
    same(lambda lib, a, b: a.transpose(1, 2) @ b, normal(4, 3, 2), normal(3, 2))
    same(lambda lib, a, b: a.mT @ b, normal(4, 3, 2), normal(4, 3, 2))
    same(lambda lib, a, b: a[:, ::2] @ b, normal(4, 4, 3), constant(normal(3)))


def test_layers_with_a_bias_and_a_broadcast_batch():
    same(lambda lib, w, x, b: w @ x + b, normal(2, 3), normal(3), normal(2))
    same(lambda lib, w, x, b: x @ w.T + b, normal(2, 3), normal(5, 3), normal(2))
    same(lambda lib, w, x: (x @ w).tanh().norm(), normal(3, 2), normal(4, 5, 3))


@pytest.mark.parametrize(
    ("shapes", "says"),
    [
        (((), (3,)), "both arguments to matmul need to be at least 1D"),
        (((3,), (2,)), "inconsistent tensor size"),
        (((2,), (3, 2)), "mat1 and mat2 shapes cannot be multiplied (1x2 and 3x2)"),
        (((2, 3), (2,)), "size mismatch, got input (2), mat (2x3), vec (2)"),
        (((2, 3), (2, 3)), "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)"),
        (((4, 2, 3), (2,)), "size mismatch, got input (8), mat (8x3), vec (2)"),
        (((4, 2, 3), (2, 2)), "cannot be multiplied (8x3 and 2x2)"),
        (((4, 2, 3), (4, 2, 2)), "Expected size for first two dimensions of batch2"),
        (((4, 2, 3), (3, 3, 2)), "The size of tensor a (4) must match"),
        (((2, 2, 3, 2), (3, 2, 2)), "The size of tensor a (2) must match"),
    ],
)
def test_factors_that_do_not_fit_are_errors(shapes: tuple, says: str):
    same_error(lambda lib, x, y: x @ y, *map(np.ones, shapes), says=says)


@pytest.mark.parametrize("dtypes", ["df", "fd", "dl", "li", "ed", "hd", "bd", "?d"])
@pytest.mark.parametrize(
    "shapes", [((3,), (3,)), ((2, 3), (3,)), ((2, 3), (3, 2)), ((2, 2, 3), (3, 2))]
)
def test_factors_of_two_dtypes_are_errors(dtypes: str, shapes: tuple):
    a, b = (np.ones(shape, d) for shape, d in zip(shapes, dtypes, strict=True))
    same_error(lambda lib, x, y: x @ y, a, b, dtype=None, says="dtype")


def test_stacks_of_two_dtypes_are_errors():
    a, b = np.ones((2, 2, 3)), np.ones((2, 3, 2), np.float32)
    same_error(lambda lib, x, y: x @ y, a, b, dtype=None, says="expected scalar type")


def test_the_other_factor_must_be_a_tensor():
    for other in (2.0, None, [1.0, 2.0, 3.0]):
        same_error(lambda lib, x, o=other: x @ o, np.ones(3), says="for @")
        same_error(lambda lib, x, o=other: o @ x, np.ones(3), says="for @")
        same_error(lambda lib, x, o=other: lib.mv(x, o), np.ones(3), says="'vec'")
        same_error(lambda lib, x, o=other: lib.matmul(x, o), np.ones(3), says="other")


def test_integers_multiply_too():
    a = np.arange(6).reshape(2, 3)
    same(lambda lib, x: [x @ x.T, x @ x[0], x[0] @ x[1]], a)
