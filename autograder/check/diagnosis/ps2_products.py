"""Mistakes in products of vectors, matrices and batches, of problem set 2."""

from collections.abc import Callable

import numpy as np

from .mistakes import Clue, mistake


def _outputs(piece: str, others: dict[str, Callable]) -> None:
    """What forward may compute instead, where shapes allow it."""
    for says, function in others.items():

        @mistake("out", says, piece)
        def computes(clue: Clue, function=function):
            return _tried(function, *clue.inputs.values())


def _gradients(piece: str, operand: str, others: dict[str, Callable]) -> None:
    """What backward may return for an operand, of grad and both operands."""
    for says, function in others.items():

        @mistake("gradient", says, piece)
        def returns(clue: Clue, function=function):
            if clue.what.removeprefix("gradient of ") != operand:
                return None
            return _tried(function, clue.upstream, *clue.operands)


def _tried(function: Callable, *args) -> np.ndarray | None:
    """None where shapes do not fit, so that it would have raised an error."""
    try:
        return np.asarray(function(*args))
    except ValueError:
        return None


# -- Dot --------------------------------------------------------------------------

_outputs(
    "Dot",
    {
        "The products are not summed up: the output is a * b.": lambda a, b: a * b,
        "The output is the outer product: every entry times every other.": np.outer,
        "The output is a @ a: b is not used.": lambda a, b: a @ a,
        "The products are averaged, not summed.": lambda a, b: (
            (a * b).sum() / max(a.size, 1)
        ),
    },
)
for _x, _other in (("a", "b"), ("b", "a")):
    _gradients(
        "Dot",
        _x,
        {
            "The operands are swapped: the gradient of {x} is grad times the operand "
            "itself. The slope for one operand is the other one.": (
                lambda grad, a, b, x=_x: grad * (a if x == "a" else b)
            ),
            "A factor is missing: what backward returns for {x} is the upstream "
            "gradient alone, spread over its entries. Multiply it by the other "
            "operand.": lambda grad, a, b: grad * np.ones_like(a),
            "What backward returns for {x} is one number, as if all its entries were "
            "one. Each entry is multiplied by its own partner.": (
                lambda grad, a, b, x=_x: grad * (b if x == "a" else a).sum() + 0 * a
            ),
            "The gradient of {x} is grad times out. The slope is the other operand.": (
                lambda grad, a, b: grad * (a @ b) + 0 * a
            ),
            "The gradient of {x} is grad * (a + b), both terms at once. Each operand "
            "gets the one term that is its own.": lambda grad, a, b: grad * (a + b),
        },
    )

# -- Mv ---------------------------------------------------------------------------

_outputs(
    "Mv",
    {
        "The matrix is transposed: the output is a.T @ b.": lambda a, b: a.T @ b,
        "The products are not summed up: the output is a * b.": lambda a, b: a * b,
    },
)
_gradients(
    "Mv",
    "a",
    {
        "The gradient of {x} is grad * b, entry by entry. Every entry of grad meets "
        "every entry of b: an outer product.": lambda grad, a, b: grad * b,
        "The outer product is the wrong way round, b by grad: the gradient of {x} is "
        "transposed.": lambda grad, a, b: np.outer(b, grad),
        "Each row of the gradient of {x} is b: the upstream gradient is missing.": (
            lambda grad, a, b: b + 0 * a
        ),
        "Each column of the gradient of {x} is grad: the factor b is missing.": (
            lambda grad, a, b: grad.reshape(-1, 1) + 0 * a
        ),
        "The gradient of {x} is a times grad. It is grad times b: the slope of a "
        "product is the other factor.": lambda grad, a, b: grad.reshape(-1, 1) * a,
    },
)
_gradients(
    "Mv",
    "b",
    {
        "The matrix is not transposed: the gradient of {x} is a @ grad. It is "
        "a.T @ grad.": lambda grad, a, b: a @ grad,
        "The gradient of {x} is the sum of a over its rows, without grad: the upstream "
        "gradient is missing.": lambda grad, a, b: a.sum(axis=0),
        "The gradient of {x} is grad times the sum of all of a. Entry j of b meets "
        "column j of a.": lambda grad, a, b: grad.sum() * a.sum() + 0 * b,
        "The gradient of {x} is the sum of grad times the sum over each column of a. "
        "Entry i of grad belongs to row i of a.": lambda grad, a, b: (
            grad.sum() * a.sum(axis=0)
        ),
        "The gradient of {x} has b itself as a factor. It is a.T @ grad.": (
            lambda grad, a, b: (a.T @ grad) * b
        ),
    },
)

# -- Mm, Bmm ----------------------------------------------------------------------


def _of_matrices(piece: str) -> None:
    _outputs(
        piece,
        {
            "forward multiplies entry by entry: * is not the matrix product, @ is.": (
                lambda a, b: a * b
            ),
            "forward multiplies in the wrong order: the output is b @ a.": (
                lambda a, b: b @ a
            ),
            "forward transposes its second factor.": lambda a, b: a @ b.mT,
            "forward transposes its first factor.": lambda a, b: a.mT @ b,
            "forward transposes what it returns.": lambda a, b: (a @ b).mT,
        },
    )
    _gradients(
        piece,
        "a",
        {
            "The second factor is not transposed: the gradient of {x} is grad @ b. It "
            "is grad times b transposed.": lambda grad, a, b: grad @ b,
            "The order is wrong: for {x}, b transposed stands before grad. It is grad "
            "times b transposed.": lambda grad, a, b: b.mT @ grad,
            "The order is wrong, and b is not transposed: the gradient of {x} is "
            "b @ grad. It is grad times b transposed.": lambda grad, a, b: b @ grad,
            "It is grad that is transposed for {x}, not b. It is grad times b "
            "transposed.": lambda grad, a, b: grad.mT @ b,
            "Both factors are transposed for {x}. It is grad times b transposed.": (
                lambda grad, a, b: grad.mT @ b.mT
            ),
            "The gradient of {x} is transposed, in every matrix.": (
                lambda grad, a, b: b @ grad.mT
            ),
            "The upstream gradient is missing: the gradient of {x} is the sum of each "
            "row of b.": lambda grad, a, b: np.ones_like(grad) @ b.mT,
            "The gradient of {x} is made with a itself. It is grad times b "
            "transposed.": lambda grad, a, b: grad @ a.mT,
            "For {x} entries are multiplied one by one: * is not the matrix product, "
            "@ is.": lambda grad, a, b: grad * b,
        },
    )
    _gradients(
        piece,
        "b",
        {
            "The first factor is not transposed: the gradient of {x} is a @ grad. It "
            "is a transposed times grad.": lambda grad, a, b: a @ grad,
            "The order is wrong: for {x}, grad stands before a transposed. It is a "
            "transposed times grad.": lambda grad, a, b: grad @ a.mT,
            "The order is wrong, and a is not transposed: the gradient of {x} is "
            "grad @ a. It is a transposed times grad.": lambda grad, a, b: grad @ a,
            "It is grad that is transposed for {x}, not a. It is a transposed times "
            "grad.": lambda grad, a, b: a @ grad.mT,
            "Both factors are transposed for {x}. It is a transposed times grad.": (
                lambda grad, a, b: a.mT @ grad.mT
            ),
            "The gradient of {x} is transposed, in every matrix.": (
                lambda grad, a, b: grad.mT @ a
            ),
            "The upstream gradient is missing: the gradient of {x} is the sum of each "
            "column of a.": lambda grad, a, b: a.mT @ np.ones_like(grad),
            "The gradient of {x} is made with b itself. It is a transposed times "
            "grad.": lambda grad, a, b: b.mT @ grad,
            "For {x} entries are multiplied one by one: * is not the matrix product, "
            "@ is.": lambda grad, a, b: grad * a,
        },
    )


_of_matrices("Mm")
_of_matrices("Bmm")


@mistake(
    "gradient",
    "All axes of {x} are turned round, the batch too: .T reverses every axis. "
    "Transpose the last two alone, by .mT.",
    "Bmm",
)
def batch_axis_turned(clue: Clue):
    a, b = clue.operands
    grad = clue.upstream
    product = (grad, b.T) if clue.what.endswith(" a") else (a.T, grad)
    return _tried(np.matmul, *product)


@mistake(
    "gradient",
    "The gradient of {x} is summed over the batch: every matrix gets what all of them "
    "get together. Each has its own.",
    "Bmm",
)
def summed_over_the_batch(clue: Clue):
    if clue.expected.ndim < 3 or clue.got.shape != clue.expected.shape:
        return None
    return np.broadcast_to(clue.expected.sum(axis=0), clue.expected.shape)
