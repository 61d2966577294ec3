"""Slips of the pen in problem set 4: names, copies, loops that end too early.

The mistakes in the mathematics are in the other files of the set.
"""

import numpy as np

import minigrad as torch

from .ps4 import _central, _columns, _right, _rows, _unit
from .ps4_check import wrong_rule, wrong_walk
from .versions import wrong_version

# -- numerical_jacobian -----------------------------------------------------------


@wrong_version(
    "numerical_jacobian",
    "func sees no change, so that every difference is 0. `array = …` and, in a loop "
    "over its entries, `x += …` change a name alone: write array[index] = …",
)
def changes_a_name(func, array, eps):
    return _rows(array, lambda index: np.zeros_like(func()))


@wrong_version(
    "numerical_jacobian",
    "func sees no change, so that every difference is 0. `array = …` and, in a loop "
    "over its entries, `x += …` change a name alone: write array[index] = …",
)
def changes_the_name_of_an_entry(func, array, eps):
    rows = []
    for x in array:
        x += eps
        above = func()
        x -= 2 * eps
        below = func()
        x += eps
        rows.append((above - below).reshape(-1) / (2 * eps))
    return np.array(rows)


def _along_the_first_axis(flat: bool) -> None:
    @wrong_version(
        "numerical_jacobian",
        "The index goes along the first axis alone: array[i] of a matrix is a whole "
        "row. np.ndindex(array.shape) goes through all entries.",
    )
    def numerical_jacobian(func, array, eps):
        rows = []
        for i in range(len(array)):
            kept = array[i]
            array[i] = kept + eps
            above = func()
            array[i] = kept - eps
            below = func()
            array[i] = kept
            row = (above - below) / (2 * eps)
            rows.append(row.reshape(-1) if flat else row)
        return np.array(rows)


_along_the_first_axis(flat=True)
_along_the_first_axis(flat=False)


@wrong_version(
    "numerical_jacobian",
    "The rows are joined to a single one. np.array makes a matrix of a list of rows.",
)
def one_long_row(func, array, eps):
    return _rows(array, lambda i: _central(func, array, i, eps)).reshape(-1)


# -- analytic_jacobian ------------------------------------------------------------


@wrong_version(
    "analytic_jacobian",
    "All inputs share one list of columns: [[]] * n is n times the same list. Make "
    "one for each: [[] for _ in inputs].",
)
def one_list_for_all(output, inputs):
    every = [
        column
        for place in zip(
            *_columns(output, inputs, _unit(output), materialize_grads=True),
            strict=True,
        )
        for column in place
    ]
    return [torch.stack(every, 1) for _ in inputs]


@wrong_version(
    "analytic_jacobian",
    "The unit goes along the first axis alone, and is 1 in a whole row of the output. "
    "np.ndindex(*output.shape) goes through all entries.",
)
def rows_for_units(output, inputs):
    columns = [[] for _ in inputs]
    for i in range(len(output)):
        unit = _unit(output)((i,))
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for column, grad in zip(columns, grads, strict=True):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


@wrong_version(
    "analytic_jacobian",
    "The columns are joined to a single one. torch.stack(columns, 1) puts them side by "
    "side.",
)
def one_long_column(output, inputs):
    columns = _columns(output, inputs, _unit(output), materialize_grads=True)
    return [torch.cat(column) for column in columns]


@wrong_version(
    "analytic_jacobian",
    "The matrices have one column: the function returns inside of the loop, after the "
    "first entry of the output.",
)
def returns_too_early(output, inputs):
    return [each[:, :1] for each in _right(output, inputs)]


# -- gradcheck --------------------------------------------------------------------


@wrong_rule(
    "The numerical Jacobian comes out as 0: values() gives the same at each call, or "
    "the array that is moved is a copy. values() must call func anew, and "
    "inputs[j].detach().numpy() shares the memory."
)
def compared_with_zero(found, numerical, atol, rtol):
    return (abs(found) <= atol).all()


@wrong_rule(
    "The tolerance is (atol + rtol) |numerical|. Only rtol is multiplied by it."
)
def both_relative(found, numerical, atol, rtol):
    return (abs(found - numerical) <= (atol + rtol) * abs(numerical)).all()


@wrong_walk(
    "Only the first pair is looked at: return True stands inside of the loop. It "
    "belongs after both."
)
def the_first_pair(every):
    return every[:1]
