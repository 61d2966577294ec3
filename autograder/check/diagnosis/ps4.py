"""Usual mistakes in the two Jacobians of problem set 4.

A wrong version is put together of parts, of which one is wrong, or two: how the array
is moved and what is divided by what, for `numerical_jacobian`; which upstream gradients
are sent, for `analytic_jacobian`; for both, what becomes of the Jacobian in the end.

Read: `MATRICES`, `QUOTIENTS` with `numerical`, `UNITS` with `analytic`.
"""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

import minigrad as torch
from minigrad import Tensor

from .meanings import Meaning, add_meanings
from .mistakes import cause, names_in, stored_in
from .versions import family, wrong_version

Table = dict[str, Callable]
NUMERICAL, ANALYTIC = "numerical_jacobian", "analytic_jacobian"

# -- what becomes of the Jacobian: of its rows, in the shape of the output ------------


def flat(rows: np.ndarray, array: np.ndarray) -> np.ndarray:
    """The right thing: a row for each entry of the array, flattened."""
    return rows.reshape(len(rows), -1)


def _reshaped(rows, array):
    return flat(rows, array).T.reshape(len(rows), -1)


def _by_columns(rows, array):
    whole = flat(rows, array)
    shaped = whole.reshape(*array.shape, -1)
    axes = reversed(range(array.ndim))
    return shaped.transpose(*axes, array.ndim).reshape(whole.shape)


def _in_memory(rows, array):
    places = sorted(np.ndindex(array.shape), key=lambda at: np.dot(at, array.strides))
    numbers = np.arange(array.size).reshape(array.shape)
    return flat(rows, array)[[numbers[at] for at in places]]


def _out_by_columns(rows, array):
    return rows.transpose(0, *reversed(range(1, rows.ndim))).reshape(len(rows), -1)


def _diagonal(rows, array):
    whole = flat(rows, array)
    return np.where(np.eye(*whole.shape, dtype=bool), whole, 0)


def _rounded(digits: int) -> Callable:
    return lambda m, a: flat(m, a).round(digits)


MATRICES: Table = {
    "The matrix is transposed. There is a row for each entry of the input, and a "
    "column for each entry of the output.": lambda m, a: flat(m, a).T,
    "Rows and columns are not swapped: reshape keeps the order of the numbers, and "
    "changes the lengths of the rows alone. Use .T, or stack along axis 1.": _reshaped,
    "There is a single row: the function returns inside of the loop, after the first "
    "entry of the input.": lambda m, a: flat(m, a)[:1],
    "The matrices have one column: the function returns inside of the loop, after the "
    "first entry of the output.": lambda m, a: flat(m, a)[:, :1],
    "The rows are in the wrong order: the entries are gone through column by column. "
    "They count row by row, as np.ndindex(array.shape) does.": _by_columns,
    "The columns are in the wrong order: the entries of the output are gone through "
    "column by column. They count row by row.": _out_by_columns,
    "Only the diagonal is there. Each entry of the input may change every entry of the "
    "output.": _diagonal,
    "The rows have the shape of the output. Flatten each: the Jacobian is a matrix.": (
        lambda m, a: m
    ),
    "The gradients keep the shape of the input. Flatten each: a Jacobian is a "
    "matrix.": lambda m, a: flat(m, a).reshape(*a.shape, -1),
    "All is joined to a single row. np.array, or torch.stack, makes a matrix of a list "
    "of rows.": lambda m, a: flat(m, a).reshape(-1),
    "The columns are joined to a single one. torch.stack(columns, 1) puts them side by "
    "side.": lambda m, a: flat(m, a).T.reshape(-1),
    "The sign is wrong everywhere: f(x - eps) - f(x + eps), or -1 for 1.": (
        lambda rows, array: -flat(rows, array)
    ),
} | {
    f"The numbers are rounded to {digits} digits. Return them as they are.": (
        _rounded(digits)
    )
    for digits in range(8)
}
NUMERICAL_ONES = MATRICES | {
    "The outputs are summed up. Keep a column for each entry of the output.": (
        lambda m, a: flat(m, a).sum(1, keepdims=True)
    ),
    "The rows are in the order in which the entries lie in memory, which np.nditer and "
    'order "K" follow. They count row by row, as np.ndindex(array.shape) does.': (
        _in_memory
    ),
}

# -- by differences: at(step) is func() with one entry, x, moved by a step ------------

_ONE_SIDED = (
    "The difference is one-sided: {}. Its error shrinks with eps, that of f(x + eps) - "
    "f(x - eps) with eps²."
)
_RELATIVE = "The step is eps * x. It must be eps, for large entries and for small ones."
_UNSEEN = "func sees no change, so that every difference is 0. {why}"
QUOTIENTS: Table = {
    _ONE_SIDED.format("f(x + eps) - f(x)"): lambda at, x, e: (at(e) - at(0.0)) / e,
    _ONE_SIDED.format("f(x) - f(x - eps)"): lambda at, x, e: (at(0.0) - at(-e)) / e,
    "The factor 2 is missing: the two points are 2 eps apart, and the difference is "
    "divided by eps.": lambda at, x, e: (at(e) - at(-e)) / e,
    "The difference is not divided by 2 eps.": lambda at, x, e: at(e) - at(-e),
    "The difference is multiplied by eps / 2. It is divided by 2 eps: mind the "
    "brackets.": lambda at, x, e: (at(e) - at(-e)) / 2 * e,
    "One of the two points is x itself. Then they are eps apart, and the difference is "
    "divided by 2 eps.": lambda at, x, e: (at(e) - at(0.0)) / (2 * e),
    _RELATIVE: lambda at, x, e: (at(e * x) - at(-e * x)) / (2 * e * x),
    f"{_RELATIVE} And it is divided by 2 eps, which is not how far apart the two "
    "points are.": lambda at, x, e: (at(e * x) - at(-e * x)) / (2 * e),
    _UNSEEN: lambda at, x, e: at(0.0) * 0,
} | {
    f"The step does not depend on eps: a step of {own:g} is taken, whatever eps is.": (
        lambda at, x, e, own=own: (at(own) - at(-own)) / (2 * own)
    )
    for own in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
}


def _central(at: Callable, x, eps: float) -> np.ndarray:
    return (at(eps) - at(-eps)) / (2 * eps)


def numerical(row: Callable = _central, matrix: Callable = flat) -> Callable:
    """A numerical_jacobian of these parts."""

    def numerical_jacobian(func, array, eps):
        rows = []
        for index in np.ndindex(array.shape):
            kept = array[index]

            def at(step, index=index, kept=kept):
                array[index] = kept + step
                return func()

            try:
                rows.append(row(at, kept, eps))
            finally:
                array[index] = kept
        return matrix(np.array(rows), array).astype(array.dtype)

    return numerical_jacobian


def _put_back_at_the_end(last: int) -> None:
    @wrong_version(
        NUMERICAL,
        "An entry is put back too late: while the next one is moved, it still stands "
        "beside its place. Put each back before you move another.",
    )
    def numerical_jacobian(func, array, eps):
        before = array.copy()

        def at(index, step):
            array[index] = before[index] + step
            return func()

        rows = []
        for index in np.ndindex(array.shape):
            first, second = at(index, -last * eps), at(index, last * eps)
            rows.append((second - first).reshape(-1) * last / (2 * eps))
        array[...] = before
        return np.array(rows)


_put_back_at_the_end(1)
_put_back_at_the_end(-1)


@wrong_version(
    NUMERICAL,
    "All entries are moved at once. Move one at a time: else the effects add up.",
)
def all_at_once(func, array, eps):
    kept = array.copy()
    array[...] = kept + eps
    above = func()
    array[...] = kept - eps
    row = (above - func()).reshape(-1) / (2 * eps)
    array[...] = kept
    return np.array([row] * array.size)


@wrong_version(
    NUMERICAL,
    "func never sees the entry that is moved. array.reshape(-1) and array.ravel() may "
    "be copies: change array itself, by array[index] = …",
)
def moves_a_copy(func, array, eps):
    flat_array = array.reshape(-1)
    rows = numerical(matrix=lambda rows, _: rows)(func, flat_array, eps)
    return rows.reshape(array.size, -1)


@wrong_version(NUMERICAL, _UNSEEN)
def changes_the_name_of_an_entry(func, array, eps):
    rows = []
    for x in array:
        x += eps
        above = func()
        x -= 2 * eps
        rows.append((above - func()).reshape(-1) / (2 * eps))
        x += eps
    return np.array(rows)


def _along_the_first_axis(kept_as: Callable, row_as: Callable) -> None:
    @wrong_version(
        NUMERICAL,
        "The index goes along the first axis alone: array[i] of a matrix is a whole "
        "row. np.ndindex(array.shape) goes through all entries.",
    )
    def numerical_jacobian(func, array, eps):
        rows = []
        for i in range(len(array)):
            kept = kept_as(array[i])
            array[i] = kept + eps
            above = func()
            array[i] = kept - eps
            below = func()
            array[i] = kept
            rows.append(row_as((above - below) / (2 * eps)))
        return np.array(rows)


for _parts in product((np.copy, lambda x: x), (np.ravel, lambda row: row)):
    _along_the_first_axis(*_parts)


@cause(NUMERICAL)
def unseen(own: Callable) -> str:
    """Why func sees no change, as far as the code tells."""
    write = "func looks at `array` itself: write array[index] = …"
    if {"copy", "deepcopy"} & names_in(own):
        return f"A copy is changed. {write}"
    if "array" in stored_in(own):
        return f"`array = …` makes the name stand for another array. {write}"
    return (
        "In a loop over the entries, `x += …` changes what the name x stands for. "
        f"{write}"
    )


# -- by backward ----------------------------------------------------------------------


def _each(output: Tensor) -> Iterator[Tensor]:
    """The right ones: 1 at an entry and 0 elsewhere."""
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        yield unit


def _piling_up(output: Tensor) -> Iterator[Tensor]:
    unit = torch.zeros_like(output)
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        yield unit


def _whole_rows(output: Tensor) -> Iterator[Tensor]:
    for i in range(len(output)):
        unit = torch.zeros_like(output)
        unit[i] = 1
        yield unit


UNITS: Table = {
    "The upstream gradient is ones. That adds up all entries of the output: take one "
    "at a time, by a gradient that is 1 there and 0 elsewhere.": (
        lambda output: [torch.ones_like(output) for _ in _each(output)]
    ),
    "The upstream gradient is ones, in a single pass. That adds up all entries of the "
    "output: take one at a time, by a gradient that is 1 there and 0 elsewhere.": (
        lambda output: [torch.ones_like(output)]
    ),
    "The units pile up: the 1 of an earlier entry is still there at the next. Start "
    "each from zeros.": _piling_up,
    "The unit holds the value of the output, where there should be a 1: each column "
    "is multiplied by it.": (
        lambda output: [unit * output.detach() for unit in _each(output)]
    ),
    "The unit goes along the first axis alone, and is 1 in a whole row of the output. "
    "np.ndindex(*output.shape) goes through all entries.": _whole_rows,
}


def analytic(units: Callable = _each, matrix: Callable = flat, **options) -> Callable:
    """An analytic_jacobian of these parts."""
    options = options or {"retain_graph": True, "materialize_grads": True}

    def analytic_jacobian(output, inputs):
        found = []
        every = [
            torch.autograd.grad(output, inputs, unit, **options)
            for unit in units(output)
        ]
        for grads in zip(*every, strict=True):
            array = grads[0].numpy()
            rows = np.stack([grad.numpy().reshape(-1) for grad in grads], 1)
            if len(grads) == output.numel():
                rows = rows.reshape(-1, *output.shape)
            found.append(matrix(rows, array))
        return found

    return analytic_jacobian


_FREED = (
    "The graph is freed by the {} pass: pass retain_graph=True to every pass, for the "
    "next one and for whoever comes after you."
)


@wrong_version(ANALYTIC, _FREED.format("last"))
def frees_at_the_end(output, inputs):
    found = analytic()(output, inputs)
    torch.autograd.grad(output.sum(), inputs, allow_unused=True)
    return found


@wrong_version(
    ANALYTIC,
    "Only the first input has a matrix of its own. Return one for each of inputs.",
)
def the_first_for_all(output, inputs):
    return [analytic()(output, inputs)[0]] * len(inputs)


@wrong_version(
    ANALYTIC, "The matrices are in the wrong order. They come in the order of inputs."
)
def reversed_inputs(output, inputs):
    return analytic()(output, inputs)[::-1]


@wrong_version(
    ANALYTIC,
    "All inputs share one list of columns: [[]] * n is n times the same list. Make "
    "one for each: [[] for _ in inputs].",
)
def one_list_for_all(output, inputs):
    columns = zip(*(each.T for each in analytic()(output, inputs)), strict=True)
    every = [torch.from_numpy(column) for place in columns for column in place]
    return [torch.stack(every, 1) for _ in inputs]


for _says, _options in {
    _FREED.format("first"): {"materialize_grads": True},
    "An input that takes no part is an error. Its Jacobian is zeros: "
    "materialize_grads=True.": {"retain_graph": True},
}.items():
    wrong_version(ANALYTIC, _says)(analytic(**_options))
family(NUMERICAL, numerical, row=QUOTIENTS, matrix=NUMERICAL_ONES)
family(ANALYTIC, analytic, units=UNITS, matrix=MATRICES)

add_meanings(
    Meaning(
        "values to unpack",
        "array.shape has a number for each axis, and arrays with any number of axes "
        "come in. np.ndindex(array.shape) goes through the entries of each.",
        line=r"\.shape",
        pieces=(NUMERICAL,),
    ),
    Meaning(
        r"could not broadcast input array|The expanded size of the tensor",
        "What is put into the matrix has another length. The matrix has a row for each "
        "entry of the input, and a column for each entry of the output: func().size, "
        "or output.numel().",
        pieces=(NUMERICAL, ANALYTIC),
    ),
    Meaning(
        "out of bounds|too many indices",
        "An index has a number for each axis, and here it has one that counts all "
        "entries. np.ndindex(array.shape), or np.ndindex(*output.shape), gives the "
        "places of the entries.",
        pieces=(NUMERICAL, ANALYTIC),
    ),
    Meaning(
        "implicitly created only for scalar",
        "grad got no upstream gradient: hand it the unit, as its third argument.",
        pieces=(ANALYTIC,),
    ),
    Meaning(
        r"Mismatch in shape: grad_output",
        "The unit must have the shape of the output: torch.zeros_like(output). Its "
        "entries are those of the output.",
        pieces=(ANALYTIC,),
    ),
)
