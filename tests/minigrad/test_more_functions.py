"""Functions beside the grid of operations: errors, whole numbers, counts, ties."""

import numpy as np
import pytest
from oracle import same, same_error

import minigrad
from minigrad.autograd import gradcheck, gradgradcheck

X = np.random.default_rng(0).standard_normal((3, 4))

ERRORS = {
    "x.quantile(1.5)": "q must be in the range [0, 1] but got 1.5",
    "x.quantile(lib.tensor(1.5, dtype=x.dtype))": "q values must be in the range",
    "x.long().quantile(0.5)": "input tensor must be either float or double",
    "x.quantile(lib.tensor(0.5, dtype=lib.float32))": "must be same dtype",
    "x.quantile(0.5, interpolation='foo')": "interpolation must be one of linear",
    "x[:0].quantile(0.5)": "input tensor must be non-empty",
    "x.quantile(lib.zeros(2, 2).double())": "q must be a scalar or 1D tensor",
    "x.histc(0)": "bins must be > 0, but got 0",
    "x.detach().histc(3, 2, 1)": "max must be larger than min",
    "lib.tensor([1, 2]).histc(2)": "not implemented for 'Long'",
    "x[:0].mode(0)": "Expected reduction dim 0 to have non-zero size",
    "x.scatter_reduce(0, i, x, 'max')": "Expected 'reduce' to be one of",
    "x.scatter_reduce(0, i, x.float(), 'sum')": "Expected self.dtype to be equal",
    "x.scatter_reduce(0, i + 9, x, 'sum')": "is out of bounds",
    "x.put(lib.tensor([0.0]), x[0, :1])": "Expected a long tensor for index",
    "x.put(lib.tensor([0]), x[0, :2])": "same number of elements",
    "x.put(lib.tensor([12]), x[0, :1])": "tried to access index 12",
    "x.put(lib.tensor([1]), x[0, :1].float())": "expected to have the same dtype",
    "x.index_put((lib.tensor([0, 9]),), x[0])": "index 9 is out of bounds",
    "x.index_put((lib.tensor([0, 1]),), x[0, :3])": "shape mismatch: value tensor",
    "x.index_put((lib.tensor([0, 1]),), x[0, :3], True)": "shape mismatch: value",
    "x.index_put((lib.tensor([0]),), x[0].float())": "dtypes match, got Double",
    "x.index_put((lib.tensor([0]),), x[0].float(), True)": "dtypes match, got Double",
    "x.select_scatter(x[:, 0], 0, 1)": "expected src to have a size equal",
    "x.slice_scatter(x[:2], 0, 0, 1)": "expected src to have a size equal",
    "x.diagonal_scatter(x[0])": "expected src to have a size equal",
    "lib.trapezoid(x, x[0, :2])": "There must be one `x` value for each sample",
    "lib.gradient(x[:1])": "each dimension size to be at least edge_order+1",
    "lib.gradient(x, edge_order=3)": "only supports edge_order=1 and edge_order=2",
    "lib.cdist(x, x.mT)": "same number of columns",
    "lib.cdist(x[0], x)": "cdist only supports at least 2D tensors, X1 got: 1D",
    "lib.cdist(x, x, p=-1)": "only supports non-negative p values",
    "lib.cdist(x.long(), x.long())": "floating-point dtypes, X1 got: Long",
    "lib.pdist(x[0])": "pdist only supports 2D tensors, got: 1D",
    "x.renorm(2, 0, -1)": "expected maxnorm to be >= 0 but got -1",
    "x.renorm(0, 0, 1.0)": "non-positive-norm not supported",
    "x[0].renorm(1, 0, 1.0)": "input needs at least 2 dimensions, got 1",
    "lib.corrcoef(x[None])": "expected input to have two or fewer dimensions",
    "lib.gcd(x, x)": "not implemented for 'Double'",
    "lib.is_nonzero(x)": "Boolean value of Tensor with more than one value",
    "lib.is_nonzero(x[:0])": "Boolean value of Tensor with no values",
    "lib.combinations(x)": "Expect a 1D vector, but got shape [3, 4]",
    "lib.vander(x)": "x must be a one-dimensional tensor",
    "lib.linalg.matrix_exp(x)": "must be batches of square matrices",
    "lib.linalg.tensorsolve(x, x)": "prod(self.shape[other.ndim:])",
    "lib.linalg.tensorinv(x, 1)": "prod(self.shape[ind:])",
    "lib.linalg.tensorinv(x, 0)": "strictly positive integer for 'ind', but got 0",
    "lib.linalg.vander(x, N=1)": "N must be greater than 1",
    "lib.cholesky_solve(x[0], x)": "b should have at least 2 dimensions",
    "x.sum_to_size(2, 2)": "is not expandable to size",
    "x[0].detach().fill_diagonal_(1)": "dimensions must larger than 1",
    "lib.ones(2, 3, 4).fill_diagonal_(1)": "must be of equal length",
    "x.unsqueeze_(0)": "a leaf Variable that requires grad is being used",
    "x.squeeze_()": "a leaf Variable that requires grad is being used",
    "x.view(-1).detach_()": "Can't detach views in-place",
    "lib.relu_(x)": "a leaf Variable that requires grad is being used",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_argument_is_pytorchs_error(call: str):
    def program(lib, x):
        names = {"lib": lib, "x": x, "i": lib.zeros(1, 4).long()}
        return eval(call, names)

    same_error(program, X, says=ERRORS[call])


PLAIN = {
    "histc": lambda lib, x: (x.histc(5), lib.histc(x, bins=4, min=-1, max=1)),
    "histc of equal ones": lambda lib, x: lib.histc(x * 0 + 2, 4),
    "histogram": lambda lib, x: tuple(lib.histogram(x, 4)),
    "histogram by edges": lambda lib, x: tuple(
        lib.histogram(x, lib.tensor([-1.0, 0, 2], dtype=x.dtype), density=True)
    ),
    "histogram of weights": lambda lib, x: tuple(
        lib.histogram(x, 4, range=(-1.0, 1.0), weight=x.abs())
    ),
    "unique_consecutive": lambda lib, x: lib.unique_consecutive(
        lib.tensor([1, 1, 2, 2, 3, 1, 1]), return_inverse=True, return_counts=True
    ),
    "unique_consecutive rows": lambda lib, x: lib.tensor(
        [[1, 1], [1, 1], [2, 3]]
    ).unique_consecutive(dim=0, return_counts=True),
    "unique_consecutive of one": lambda lib, x: lib.tensor([7]).unique_consecutive(),
    "gcd": lambda lib, x: lib.gcd(lib.tensor([4, 6, 0]), lib.tensor([6])),
    "lcm": lambda lib, x: lib.tensor([4, 6, 0], dtype=lib.int32).lcm(lib.tensor([6])),
    "is_nonzero": lambda lib, x: (
        lib.is_nonzero(x[0, 0]),
        lib.is_nonzero(lib.tensor([0])),
    ),
    "unravel_index": lambda lib, x: lib.unravel_index(
        lib.tensor([[5, 11], [0, 3]]), (3, 4)
    ),
    "vander": lambda lib, x: (
        lib.vander(x[0]),
        lib.vander(x[0], 3, increasing=True),
        lib.vander(lib.tensor([1, 2, 3])),
        lib.vander(x[0], 1),
    ),
    "combinations of none": lambda lib, x: (
        lib.combinations(x[0], 0),
        lib.combinations(x[0], 9),
    ),
    "ldexp of whole numbers": lambda lib, x: lib.ldexp(
        lib.tensor([1, 2]), lib.tensor([3, -1])
    ),
    "cond of a singular matrix": lambda lib, x: lib.linalg.cond(x[:, :3] * 0, 1),
    "cond of other orders": lambda lib, x: (
        lib.linalg.cond(x[:, :3], 1),
        lib.linalg.cond(x[None, :, :3], "fro"),
    ),
    "scatter_reduce of whole numbers": lambda lib, x: [
        lib.tensor([5, 6, 7]).scatter_reduce(
            0,
            lib.tensor([0, 0, 1]),
            lib.tensor([1, 2, -9]),
            reduction,
            include_self=own,
        )
        for reduction in ("sum", "prod", "mean", "amax", "amin")
        for own in (True, False)
    ],
    "kinds of tensors": lambda lib, x: (
        x.is_sparse,
        x.is_quantized,
        x.is_meta,
        x.is_nested,
        x.is_mps,
    ),
    "detach_": lambda lib, x: (
        (x * 1).requires_grad_().detach_().requires_grad,
        lib.detach_(x).requires_grad,
    ),
    "reversed": lambda lib, x: reversed(lib.arange(3)),
}


@pytest.mark.parametrize("name", PLAIN)
def test_what_has_no_gradient_is_pytorchs(name: str):
    same(lambda lib, x: PLAIN[name](lib, x.detach().clone()), X, text=False)


def test_equal_extremes_share_the_gradient():
    def program(lib, x, y):
        i = lib.tensor([[0, 0, 3, 2]])
        return (
            (x * 0).scatter_reduce(1, i, y[:1] * 0, "amax"),
            (x * 0 - 1).scatter_reduce(1, i, y[:1] * 0, "amin", include_self=False),
        )

    same(program, X, X + 1, graph=False, text=False, signs=False)


def test_distances_and_powers_have_the_derivatives_that_pytorch_lacks():
    rng = np.random.default_rng(1)
    x, y = (minigrad.tensor(rng.random((3, 2)), requires_grad=True) for _ in range(2))
    assert gradgradcheck(minigrad.cdist, (x, y))
    assert gradgradcheck(lambda x: minigrad.pdist(x, 3), x)
    assert gradcheck(lambda x: minigrad.vander(x[:, 0]), x)
    square = minigrad.tensor(rng.random((3, 3)), requires_grad=True)
    assert gradcheck(lambda x: minigrad.linalg.cond(x, 1), square)


def test_a_changed_shape_keeps_to_memory_and_versions():
    def program(lib, x):
        y = x * 2
        view = y[0]
        view.unsqueeze_(0)
        view.mul_(3)
        first = y.detach().clone(), view.shape, y._version
        z = x.exp()
        z.unsqueeze_(0)  # exp saved it
        z.sum().backward()
        return first

    same(program, X)


def test_detach_in_place_cuts_the_graph():
    def program(lib, x):
        state = x * 1
        for _ in range(3):
            state = state * x
            state.detach_()
        return state * x

    same(program, X)
