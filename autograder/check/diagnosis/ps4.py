"""Usual mistakes in the two Jacobians of problem set 4."""

from collections.abc import Callable

import numpy as np

import minigrad as torch
from minigrad import Tensor

from .versions import wrong_version

# -- by differences ---------------------------------------------------------------


def _rows(array: np.ndarray, row: Callable) -> np.ndarray:
    """The matrix of `row(index)` for each entry, put back afterwards."""
    found = []
    for index in np.ndindex(array.shape):
        kept = array[index]
        try:
            found.append(np.asarray(row(index)).reshape(-1))
        finally:
            array[index] = kept
    return np.array(found)


def _at(func: Callable, array: np.ndarray, index: tuple, step: float) -> np.ndarray:
    """What func gives with one entry moved by `step`."""
    kept = array[index]
    array[index] = kept + step
    try:
        return func()
    finally:
        array[index] = kept


def quotient(name: str, says: str) -> Callable:
    """A wrong version of numerical_jacobian, given by its difference quotient."""

    def add(row: Callable) -> Callable:
        def numerical_jacobian(func, array, eps):
            def at(index, step):
                return _at(func, array, index, step)

            return _rows(array, lambda index: row(at, index, array[index], eps))

        numerical_jacobian.__name__ = name
        return wrong_version("numerical_jacobian", says)(numerical_jacobian)

    return add


@quotient(
    "forward",
    "The difference is one-sided: f(x + eps) - f(x). Its error shrinks with eps, that "
    "of f(x + eps) - f(x - eps) with eps².",
)
def _(at, index, entry, eps):
    return (at(index, eps) - at(index, 0.0)) / eps


@quotient(
    "backward",
    "The difference is one-sided: f(x) - f(x - eps). Its error shrinks with eps, that "
    "of f(x + eps) - f(x - eps) with eps².",
)
def _(at, index, entry, eps):
    return (at(index, 0.0) - at(index, -eps)) / eps


@quotient(
    "no_two",
    "The factor 2 is missing: the two points are 2 eps apart, and the difference is "
    "divided by eps.",
)
def _(at, index, entry, eps):
    return (at(index, eps) - at(index, -eps)) / eps


@quotient("no_division", "The difference is not divided by 2 eps.")
def _(at, index, entry, eps):
    return at(index, eps) - at(index, -eps)


@quotient(
    "one_sided_over_two",
    "One of the two points is x itself. Then they are eps apart, and the difference is "
    "divided by 2 eps.",
)
def _(at, index, entry, eps):
    return (at(index, eps) - at(index, 0.0)) / (2 * eps)


@quotient("half_steps", "The steps are eps / 2: go eps to each side.")
def _(at, index, entry, eps):
    return (at(index, eps / 2) - at(index, -eps / 2)) / eps


@quotient("the_wrong_way_round", "The sign is wrong: f(x - eps) - f(x + eps).")
def _(at, index, entry, eps):
    return (at(index, -eps) - at(index, eps)) / (2 * eps)


@quotient(
    "times_eps", "The difference is multiplied by eps / 2. It is divided by 2 eps."
)
def _(at, index, entry, eps):
    return (at(index, eps) - at(index, -eps)) / 2 * eps


@quotient(
    "own_eps",
    "The step does not depend on eps: a step of 1e-6 is taken, whatever eps is.",
)
def _(at, index, entry, eps):
    return (at(index, 1e-6) - at(index, -1e-6)) / 2e-6


@quotient(
    "relative_step",
    "The step is eps * x. It must be eps, for large entries and for small ones.",
)
def _(at, index, entry, eps):
    step = eps * entry
    return (at(index, step) - at(index, -step)) / (2 * step)


@quotient(
    "single",
    "Digits are lost: somewhere float32 is computed with. A difference of two nearly "
    "equal numbers needs all the digits there are.",
)
def _(at, index, entry, eps):
    above, below = (at(index, step).astype("float32") for step in (eps, -eps))
    return ((above - below) / np.float32(2 * eps)).astype(entry.dtype)


@wrong_version(
    "numerical_jacobian",
    "The matrix is transposed. There is a row for each entry of the array, and a "
    "column for each entry of the output.",
)
def numerical_transposed(func, array, eps):
    return _rows(array, lambda i: _central(func, array, i, eps)).T


def _central(func, array, index, eps):
    above, below = _at(func, array, index, eps), _at(func, array, index, -eps)
    return (above - below) / (2 * eps)


@wrong_version(
    "numerical_jacobian",
    "The rows are in the wrong order: the entries are gone through column by column. "
    "They count row by row.",
)
def by_columns(func, array, eps):
    return _rows(array.T, lambda i: _central(func, array, i[::-1], eps))


@wrong_version(
    "numerical_jacobian",
    "Only the diagonal is there. Each entry of the input may change every entry of the "
    "output.",
)
def diagonal(func, array, eps):
    whole = _rows(array, lambda i: _central(func, array, i, eps))
    return np.where(np.eye(*whole.shape, dtype=bool), whole, 0.0)


@wrong_version(
    "numerical_jacobian",
    "All entries are moved at once. Move one at a time: else the effects add up.",
)
def all_at_once(func, array, eps):
    kept = array.copy()
    try:
        array[...] = kept + eps
        above = func()
        array[...] = kept - eps
        below = func()
    finally:
        array[...] = kept
    row = ((above - below) / (2 * eps)).reshape(-1)
    return np.array([row] * array.size)


@wrong_version(
    "numerical_jacobian",
    "func never sees the entry that is moved. array.reshape(-1) and array.ravel() may "
    "be copies: change array itself, by array[index] = …",
)
def moves_a_copy(func, array, eps):
    flat = array.reshape(-1)
    rows = []
    for j in range(flat.size):
        kept = flat[j]
        flat[j] = kept + eps
        above = func()
        flat[j] = kept - eps
        below = func()
        flat[j] = kept
        rows.append((above - below).reshape(-1) / (2 * eps))
    return np.array(rows)


@wrong_version(
    "numerical_jacobian",
    "The outputs are summed up. Keep a column for each entry of the output.",
)
def summed(func, array, eps):
    whole = _rows(array, lambda i: _central(func, array, i, eps))
    return whole.sum(1, keepdims=True)


@wrong_version(
    "numerical_jacobian",
    "The rows have the shape of the output. Flatten each: the Jacobian is a matrix.",
)
def not_flattened(func, array, eps):
    rows = [_central(func, array, index, eps) for index in np.ndindex(array.shape)]
    return np.array(rows)


# -- by backward ------------------------------------------------------------------


def _columns(output: Tensor, inputs: list, upstream: Callable, **options) -> list:
    """For each input the gradients under `upstream(index)`, flattened."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        grads = torch.autograd.grad(
            output, inputs, upstream(index), retain_graph=True, **options
        )
        for column, grad in zip(columns, grads, strict=True):
            column.append(grad.reshape(-1))
    return columns


def _unit(output: Tensor) -> Callable:
    def unit(index: tuple) -> Tensor:
        found = torch.zeros_like(output)
        found[index] = 1
        return found

    return unit


def _right(output: Tensor, inputs: list) -> list[Tensor]:
    columns = _columns(output, inputs, _unit(output), materialize_grads=True)
    return [torch.stack(column, 1) for column in columns]


@wrong_version(
    "analytic_jacobian",
    "The matrices are transposed. There is a row for each entry of the input, and a "
    "column for each entry of the output.",
)
def analytic_transposed(output, inputs):
    return [each.T for each in _right(output, inputs)]


@wrong_version(
    "analytic_jacobian",
    "The upstream gradient is ones. That adds up all entries of the output: take one "
    "at a time, by a gradient that is 1 there and 0 elsewhere.",
)
def ones(output, inputs):
    columns = _columns(
        output, inputs, lambda _: torch.ones_like(output), materialize_grads=True
    )
    return [torch.stack(column, 1) for column in columns]


@wrong_version(
    "analytic_jacobian",
    "The units pile up: the 1 of an earlier entry is still there at the next. Start "
    "each from zeros.",
)
def piling_up(output, inputs):
    unit = torch.zeros_like(output)

    def upstream(index):
        unit[index] = 1
        return unit

    columns = _columns(output, inputs, upstream, materialize_grads=True)
    return [torch.stack(column, 1) for column in columns]


@wrong_version(
    "analytic_jacobian",
    "The graph is freed after the first entry: pass retain_graph=True to every pass.",
)
def frees(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        grads = torch.autograd.grad(
            output, inputs, _unit(output)(index), materialize_grads=True
        )
        for column, grad in zip(columns, grads, strict=True):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


@wrong_version(
    "analytic_jacobian",
    "The graph is freed by the last pass: keep it for whoever comes next, by "
    "retain_graph=True in every pass.",
)
def frees_at_the_end(output, inputs):
    found = _right(output, inputs)
    torch.autograd.grad(output.sum(), inputs, allow_unused=True)
    return found


@wrong_version(
    "analytic_jacobian",
    "An input that takes no part is an error. Its Jacobian is zeros: "
    "materialize_grads=True.",
)
def refuses_unused(output, inputs):
    columns = _columns(output, inputs, _unit(output))
    return [torch.stack(column, 1) for column in columns]


@wrong_version(
    "analytic_jacobian",
    "It runs backward() and reads .grad, where other gradients are added up already. "
    "torch.autograd.grad returns the gradients and touches no .grad.",
)
def by_grad_attribute(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        for x in inputs:
            x.grad = None
        output.backward(_unit(output)(index), retain_graph=True)
        for column, x in zip(columns, inputs, strict=True):
            grad = torch.zeros_like(x) if x.grad is None else x.grad
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


@wrong_version(
    "analytic_jacobian",
    "It runs backward() and reads .grad, which adds up: each column holds those before "
    "it as well. torch.autograd.grad returns the gradient alone.",
)
def adding_up(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        output.backward(_unit(output)(index), retain_graph=True)
        for column, x in zip(columns, inputs, strict=True):
            grad = torch.zeros_like(x) if x.grad is None else x.grad.clone()
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


@wrong_version(
    "analytic_jacobian",
    "Only the first input has a matrix of its own. Return one for each of inputs.",
)
def the_first_for_all(output, inputs):
    found = _right(output, inputs)
    return [found[0]] * len(inputs)


@wrong_version(
    "analytic_jacobian",
    "The matrices are in the wrong order. They come in the order of inputs.",
)
def reversed_inputs(output, inputs):
    return _right(output, inputs)[::-1]


@wrong_version(
    "analytic_jacobian",
    "The gradients keep the shape of the input. Flatten each: a Jacobian is a matrix.",
)
def analytic_not_flattened(output, inputs):
    found = _right(output, inputs)
    return [each.reshape(*x.shape, -1) for each, x in zip(found, inputs, strict=True)]


@wrong_version(
    "analytic_jacobian",
    "The dtype is lost: the matrix is float64 where the input is float32.",
)
def doubled(output, inputs):
    return [each.numpy().astype("float64") for each in _right(output, inputs)]


@wrong_version(
    "analytic_jacobian",
    "The entries of the output are gone through column by column. They count row by "
    "row.",
)
def columns_first(output, inputs):
    turned = output.permute(*reversed(range(output.dim())))
    return _right(turned, inputs)
