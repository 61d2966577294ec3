"""Reductions, orders and running sums: ties, nan, zeros, empty axes, errors."""

import math

import numpy as np
import pytest
import torch
from oracle import constant, same, same_error

import minigrad

INF, NAN = math.inf, math.nan
TIED = np.array([[2.0, 1.0, 2.0, 2.0], [0.0, 3.0, 0.0, 0.0]])
HOLES = np.array([[2.0, NAN, 5.0, 1.0], [0.0, 3.0, -1.0, 2.0], [NAN, NAN, NAN, NAN]])

REDUCTIONS = {
    "max": lambda lib, x: x.max(),
    "min": lambda lib, x: x.min(),
    "max of dim": lambda lib, x: tuple(x.max(1)),
    "min of dim": lambda lib, x: tuple(x.min(-1, keepdim=True)),
    "amax": lambda lib, x: x.amax(1),
    "amin": lambda lib, x: x.amin((0, 1)),
    "argmax": lambda lib, x: [x.argmax(), x.argmax(1), x.argmin(0, keepdim=True)],
    "argmin": lambda lib, x: [x.argmin(), lib.argmin(x, -1), x.argmax(keepdim=True)],
    "any": lambda lib, x: [x.any(), x.any(1), lib.any(x, (0, 1), keepdim=True)],
    "all": lambda lib, x: [x.all(), x.all(0, keepdim=True), lib.all(x, dim=1)],
    "median": lambda lib, x: x.median(),
    "sort": lambda lib, x: tuple(x.sort(stable=True)),
    "sort down": lambda lib, x: tuple(x.sort(descending=True, stable=True)),
    "argsort": lambda lib, x: lib.argsort(x, dim=0, descending=True, stable=True),
    "logsumexp": lambda lib, x: x.logsumexp(1),
    "norm inf": lambda lib, x: x.norm(INF, 1),
    "norm -inf": lambda lib, x: x.norm(-INF, 1),
    "unique": lambda lib, x: x.detach().unique(return_counts=True),
}


@pytest.mark.parametrize("name", REDUCTIONS)
def test_equal_entries(name: str):
    same(REDUCTIONS[name], TIED, order=1)


@pytest.mark.parametrize("name", [name for name in REDUCTIONS if "norm" not in name])
def test_nan_among_the_entries(name: str):
    same(REDUCTIONS[name], HOLES, order=1)


@pytest.mark.parametrize("dim", [0, 1])
def test_medians_of_nan_along_an_axis(dim: int):
    x = HOLES[:, [0, 2, 3]]
    same(lambda lib, x: tuple(x.median(dim)), x, order=1)


@pytest.mark.parametrize("p", [0.5, 1, 1.5, 2, 2.5, 3, INF, -INF, -1, -2.5])
def test_a_norm_of_every_order_and_its_derivatives(p: float):
    x = np.array([[0.3, -1.2, 2.0], [0.7, 4.0, -0.1]])
    same(lambda lib, x: x.norm(p), x)
    same(lambda lib, x: lib.norm(x, p, dim=1, keepdim=True), x)
    same(lambda lib, x: lib.linalg.vector_norm(x, p, dim=(0, 1)), x)


@pytest.mark.parametrize("p", [0.5, 1, 1.5, 2, 2.5, 3, INF, -INF])
def test_the_gradient_of_a_norm_where_entries_or_all_are_0(p: float):
    x = np.array([[0.0, -1.2, 2.0], [0.0, 0.0, 0.0]])
    same(lambda lib, x: x.norm(p, dim=1), x, order=1)


@pytest.mark.parametrize("order", [None, "fro", "nuc", 1, -1, 2, -2, INF, -INF])
def test_the_norm_of_a_matrix(order):
    x = np.array([[0.3, -1.2, 2.0], [0.7, 4.0, -0.1]])
    # Singular values have first derivatives only.
    last = 1 if order in ("nuc", 2, -2) else 2
    same(lambda lib, x: lib.linalg.norm(x, order), x, order=last)
    if order is not None:
        same(
            lambda lib, x: lib.linalg.matrix_norm(x, order, keepdim=True),
            x,
            order=last,
            graph=order in ("fro", 1, -1, INF, -INF),
        )
        same(lambda lib, x: lib.linalg.norm(x, order, dim=(1, 0)), x, order=last)
    if not isinstance(order, str):
        same(lambda lib, x: lib.linalg.norm(x[0], order), x)
        same(lambda lib, x: lib.linalg.norm(x, order, dim=1), x)


# -- products with zeros ----------------------------------------------------------


@pytest.mark.parametrize("zeros", [(), (1,), (0, 2), (0, 1, 2, 3)])
def test_running_and_whole_products_with_zeros(zeros: tuple):
    x = np.array([[0.5, -1.5, 2.0, 3.0], [1.5, 0.7, -2.0, 1.1]])
    x[0, list(zeros)] = 0
    same(lambda lib, x: x.cumprod(1), x)
    same(lambda lib, x: x.prod(1), x)
    same(lambda lib, x: x.prod(), x)
    same(lambda lib, x: x.cumprod(0), x)
    for program in (
        lambda x: x.prod(1),
        lambda x: x.prod(),
        lambda x: x.cumprod(1),
    ):
        tensor = minigrad.from_numpy(x).requires_grad_()
        assert minigrad.autograd.gradcheck(program, tensor)
        assert minigrad.autograd.gradgradcheck(program, tensor)


def test_logsumexp_does_not_overflow():
    same(lambda lib, x: x.logsumexp(0), np.array([1000.0, 1000.0, -1000.0]))
    same(lambda lib, x: x.logsumexp(0), np.array([-INF, 1.0, 2.0]), order=1)


# -- empty axes -------------------------------------------------------------------

EMPTY = {
    "prod": lambda lib, x: [x.prod(), x.prod(0), x.prod(1)],
    "any": lambda lib, x: [x.any(), x.all(1), x.any(0)],
    "logsumexp": lambda lib, x: x.logsumexp(1),
    "max of the other axis": lambda lib, x: tuple(x.max(0)),
    "argmax": lambda lib, x: x.argmax(0),
    "sort": lambda lib, x: [*x.sort(), *x.sort(0)],
    "norm": lambda lib, x: [x.norm(), x.norm(1), x.norm(3)],
    "median": lambda lib, x: x.detach().median(),
    "amax": lambda lib, x: x.amax(0),
    "topk": lambda lib, x: tuple(x.topk(0)),
    "unique": lambda lib, x: x.detach().unique(),
}


@pytest.mark.parametrize("name", EMPTY)
def test_a_reduction_of_nothing(name: str):
    same(EMPTY[name], np.zeros((2, 0)), order=1)


def test_too_few_degrees_of_freedom_are_a_warning():
    same(lambda lib, x: x.var(1), np.array([[1.0], [2.0]]), order=0)
    same(lambda lib, x: lib.std(x, correction=3), np.array([1.0, 2.0]), order=0)


# -- dtypes and signatures --------------------------------------------------------

WHOLE = {
    "prod": lambda lib, x: [x.prod(), x.prod(0), x.cumprod(0), x.cumsum(0)],
    "sort": lambda lib, x: [*x.sort(), *x.sort(descending=True, stable=True)],
    "unique": lambda lib, x: x.unique(return_inverse=True, return_counts=True),
    "logsumexp": lambda lib, x: x.logsumexp(0),
}


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("dtype", ["int64", "uint8", "bool", "int32"])
def test_a_reduction_of_whole_numbers_and_bools(name: str, dtype: str):
    same(WHOLE[name], np.array([3, 0, 2, 3, 1]).astype(dtype), order=0)


@pytest.mark.parametrize("dtype", ["int64", "uint8", "int8"])
def test_orders_of_whole_numbers(dtype: str):
    x = np.array([3, 0, 100, 5, 1]).astype(dtype)
    same(lambda lib, x: [*x.topk(2), x.median(), *x.median(0)], x)
    same(lambda lib, x: [x.argmax(), x.argmin(), x.argsort(descending=True)], x)
    same(lambda lib, x: [x.bincount(), lib.bincount(x, minlength=200)], abs(x))


def test_bincount_with_weights():
    x, y = np.array([1, 2, 1]), np.array([0.5, 2.0, 4.0])
    same(lambda lib, x, y: x.bincount(y.detach()), x, y)
    same(lambda lib, x, y: x.bincount(y.detach(), 5), x, y, dtype=np.float32)
    same(lambda lib, x: lib.bincount(x, x), x)


def test_the_ways_to_say_the_divisor_of_a_variance():
    def program(lib, x):
        return [
            x.var(unbiased=False),
            x.var(1, False),
            x.std(1, True, True),
            x.var(dim=1, correction=0.5),
            lib.std(x, [0, 1], correction=0),
        ]

    same(program, np.random.default_rng(3).standard_normal((3, 4)))


def test_unique_along_an_axis():
    x = np.array([[2, 1, 2], [3, 0, 3], [2, 1, 2]])
    for dim in (0, 1):
        same(
            lambda lib, x, dim=dim: lib.unique(
                x, dim=dim, return_inverse=True, return_counts=True
            ),
            x,
        )
    same(lambda lib, x: x.unique(return_inverse=True), x)


@pytest.mark.parametrize(
    "program",
    [
        lambda lib, x: x.max(0),
        lambda lib, x: x.min(1, keepdim=True),
        lambda lib, x: x.median(0),
        lambda lib, x: x.sort(),
        lambda lib, x: lib.topk(x, 1),
    ],
)
def test_values_and_indices_are_a_named_tuple_that_prints_as_pytorchs(program):
    def printed(lib, x):
        out = program(lib, x.detach())
        return repr(out), out[0], out[1], isinstance(out, tuple)

    same(printed, np.array([[1.5, -2.0], [0.25, 3.0]]))


def test_a_change_of_the_indices_is_noticed():
    def program(lib, x):
        out = x.max(0)
        out.indices.zero_()
        out.values.sum().backward()

    for lib in (torch, minigrad):
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            program(lib, lib.tensor([[1.0, 2.0], [3.0, 0.0]], requires_grad=True))


def test_the_largest_of_a_constant_has_no_graph():
    def program(lib, x):
        return [*x.max(0), *x.sort(), x.amax(), x.var(), x.cumsum(0)]

    same(program, constant(np.array([1.0, 3.0, 2.0])))


# -- errors -----------------------------------------------------------------------

ERRORS = {
    "max(): Expected reduction dim to be": lambda lib, x: x[:0].max(),
    "max(): Expected reduction dim 1": lambda lib, x: x[:, :0].max(1),
    "amin(): Expected reduction dim to be": lambda lib, x: x[:0].amin(),
    "amax(): Expected reduction dim 0": lambda lib, x: x[:0].amax(0),
    "argmax(): Expected reduction dim to be": lambda lib, x: x[:0].argmax(),
    "argmin(): Expected reduction dim 0": lambda lib, x: x[:0].argmin(0),
    "argmax(): does not support bool": lambda lib, x: (x > 0).argmax(),
    "median(): Expected reduction dim 0": lambda lib, x: x[:0].median(0),
    "selected index k out of range": lambda lib, x: x.topk(4),
    '"median_cpu" not implemented': lambda lib, x: (x > 0).median(),
    "std and var only support": lambda lib, x: lib.tensor([1, 2]).var(),
    "dim 0 appears multiple times": lambda lib, x: x.amax((0, 0)),
    "(expected to be in range of [-2, 1], but got 2)": lambda lib, x: x.max(2),
    "(expected to be in range of [-2, 1], but got -3)": lambda lib, x: x.cumsum(-3),
    "(expected to be in range of [-2, 1], but got 5)": lambda lib, x: x.prod(5),
    "cannot compute the inf norm": lambda lib, x: x[:0].norm(INF),
    "cannot compute the -1 norm": lambda lib, x: x[:0].norm(-1),
    "Order abc not supported": lambda lib, x: x.norm("abc"),
    "Order 5 not supported": lambda lib, x: lib.linalg.norm(x, 5),
    "at least 2 dimensions": lambda lib, x: lib.linalg.norm(x[0], "fro"),
    "must be 1D or 2D": lambda lib, x: lib.linalg.norm(x[None], 2),
    "bincount only supports 1-d": lambda lib, x: lib.bincount(lib.tensor([-1])),
    '"bincount_cpu" not implemented': lambda lib, x: x.detach().bincount(),
}


@pytest.mark.parametrize("says", ERRORS)
def test_an_error_is_pytorchs(says: str):
    same_error(ERRORS[says], np.array([[1.0, -2.0, 0.5], [3.0, 0.0, 1.0]]), says=says)
