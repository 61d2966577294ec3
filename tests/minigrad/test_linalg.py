"""Linear algebra: PyTorch's errors, singular matrices, and what has no derivative."""

import numpy as np
import pytest
from oracle import constant, same, same_error

import minigrad
from minigrad.autograd import gradcheck

RNG = np.random.default_rng(9)
X, B, V, A = (RNG.standard_normal(n) for n in ((2, 3), (4, 2, 3), (3,), (3, 3)))

ERRORS = {
    "L.inv(x)": "must be batches of square matrices, but they are 2 by 3",
    "L.inv(v)": "must have at least 2 dimensions",
    "L.inv(i)": "Expected a floating point or complex tensor as input",
    "L.inv(z)": "The diagonal element 2 is zero",
    "L.inv(lib.stack([a, z]))": "(Batch element 1): The diagonal element 2 is zero",
    "L.solve(z, z)": "The solver failed because the input matrix is singular",
    "L.solve(a, v[:2])": "Incompatible shapes of A and B for the equation AX = B",
    "L.solve(a, x)": "(3x3 and 2x3)",
    "L.solve(a, v.float())": "Expected A and B to have the same dtype",
    "L.solve(a, v[0])": "The input tensor B must have at least 2 dimensions",
    "L.solve(x, x)": "must be batches of square matrices",
    "L.det(x)": "must be batches of square matrices",
    "L.det(v)": "must have at least 2 dimensions",
    "L.cholesky(x)": "must be batches of square matrices",
    "L.cholesky(lib.diag(v * 0 - 1))": "the leading minor of order 1",
    "L.cholesky(z + lib.eye(3)[:, [1, 0, 2]])": "is not positive-definite",
    "L.cholesky(lib.stack([a @ a.T, z - a @ a.T]))": "(Batch element 1)",
    "L.svd(v)": "must have at least 2 dimensions",
    "L.svd(x * float('nan'))": "failed to converge because the input matrix",
    "L.svdvals(i)": "Expected a floating point or complex tensor",
    "L.eigh(x)": "must be batches of square matrices",
    "L.eigh(a, 'X')": "Expected UPLO argument to be 'L' or 'U'",
    "L.matrix_norm(v, 2)": "must have at least 2 dimensions",
    "L.matrix_norm(x, 3)": "Order 3 not supported",
    "L.matrix_norm(x, 'foo')": "Order foo not supported",
    "L.cross(x, v)": "must have the same number of dimensions",
    "L.cross(x.T, x.T)": "dimension -1 must have length 3",
    "L.cross(x, x.float())": "expected scalar type Double but found Float",
    "lib.cross(b[0, :, :2], b[0, :, :2])": "no dimension of size 3 in input",
    "lib.trace(v)": "expected a matrix, but got tensor with dim 1",
    "lib.outer(x, v)": "Expected 1-D argument self, but got 2-D",
    "lib.outer(v, x)": "Expected 1-D argument vec2, but got 2-D",
    "lib.tensordot(x, x, 1)": "contracted dimensions need to match",
    "lib.tensordot(x, x, ([0], [1, 0]))": "both dimension lists should have same",
    "lib.tensordot(x, x, -1)": "tensordot expects dims >= 0",
    "lib.tensordot(x, x, 3)": "tensordot expects dims < ndim_a or ndim_b",
    "lib.tensordot(b, x, ([5], [0]))": "Dimension out of range",
    "lib.tensordot(b, b, ([1, 1], [1, 1]))": "dim 1 appears multiple times",
    "lib.addmm(x, x, x)": "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)",
    "lib.addmm(v[:2], x, a)": "The expanded size of the tensor (3) must match",
    "lib.addmm(x.float(), x, a)": "self and mat2 must have the same dtype",
    "lib.addmm(x, x.float(), a)": "mat1 and mat2 must have the same dtype",
    "lib.addmm(x, v, a)": "mat1 must be a matrix, got 1-D tensor",
    "lib.addmm(x, x, v)": "mat2 must be a matrix, got 1-D tensor",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_argument_is_pytorchs_error(call: str):
    def program(lib, x, b, v, a):
        zero = lib.diag(lib.tensor([2.0, 0.0, 1.0], dtype=lib.float64))
        names = {"lib": lib, "L": lib.linalg, "x": x, "b": b, "v": v, "a": a}
        return eval(call, names | {"z": zero, "i": lib.ones(2, 2).long()})

    same_error(program, X, B, V, A, says=ERRORS[call])


def test_the_error_of_a_singular_matrix_can_be_caught_by_name():
    with pytest.raises(minigrad.linalg.LinAlgError, match="singular"):
        minigrad.linalg.inv(minigrad.zeros(2, 2))


def test_a_singular_matrix_has_a_determinant_with_a_gradient():
    # PyTorch multiplies by the determinant, so that its gradient is 0 here.
    singular = np.array([[1.0, 2, 0], [2, 4, 0], [1, 0, 3]])
    for a in (singular, np.stack([singular, A]), np.zeros((2, 2))):
        input = minigrad.tensor(a, requires_grad=True)
        assert gradcheck(minigrad.det, input)
    (grad,) = minigrad.autograd.grad(minigrad.det(input), input)
    assert grad.tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize("name", ["det", "inv", "svdvals", "eigvalsh"])
@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (0, 2, 2)])
def test_matrices_of_no_or_one_entry(name: str, shape: tuple):
    a = np.full(shape, 1.5)

    def program(lib, a):
        out = getattr(lib.linalg, name)(a)
        return [each.abs() for each in out] if isinstance(out, tuple) else out

    same(program, a, order=1, graph=False)


def test_factors_without_a_gradient_are_those_of_pytorch():
    def program(lib, a):
        a = a.detach()
        u, s, vt = lib.linalg.svd(a)
        return [u.shape, vt.shape, s, lib.linalg.svdvals(a)]

    same(program, np.vstack([X, X + X[::-1] ** 2]), text=False)


def test_results_have_pytorchs_names_and_print_under_them():
    def program(lib, a):
        a = (a @ a.T).detach()
        return [
            lib.linalg.eigh(a).eigenvalues,
            lib.linalg.svd(a).S,
            repr(lib.linalg.eigh(lib.eye(2)))[:35],
        ]

    same(program, A, text=False)


def test_a_single_eigenvector_has_a_second_derivative():
    def gradient(a):
        out = (minigrad.linalg.eigh(a + a.mT)[1][:, 0] ** 4).sum()
        return minigrad.autograd.grad(out, a, create_graph=True)[0]

    start = A @ A.T + np.diag([1.0, 2, 4])
    assert gradcheck(gradient, minigrad.tensor(start, requires_grad=True))


def test_the_factor_that_needs_no_gradient_is_not_kept():
    # So a weight may be changed after a product with constants, as in PyTorch.
    def program(lib, x, w, b):
        y = lib.addmm(b, x, w.t())
        with lib.no_grad():
            w -= 1
        return lib.autograd.grad(y.sum(), [w, b])

    same(program, constant(X), A, V)


def test_products_of_integers_and_beta_of_zero():
    def program(lib, i, nan):
        return [
            lib.addmm(i, i, i, beta=2, alpha=3),
            lib.outer(i[0], i[1]),
            lib.trace(i),
            lib.einsum("ij,jk->ki", i, i),
            lib.addmm(nan, nan * 0 + 1, nan * 0 + 1, beta=0).isnan(),
            lib.addmm(lib.full((2, 2), float("nan")), lib.eye(2), lib.eye(2), beta=0),
        ]

    same(program, np.arange(4).reshape(2, 2), constant(np.full((2, 2), np.inf)))
