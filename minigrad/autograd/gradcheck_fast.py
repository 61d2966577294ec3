"""gradcheck's fast mode: one number of each Jacobian instead of all its entries.

For random vectors u and v, the number v^T J u comes once from finite differences along
u, and once from sending v backwards. A wrong entry of J shows in it almost surely.

Read: `compare_projections`, then where its two numbers come from.
"""

from collections.abc import Callable

import numpy as np
from numpy import ndarray

from ..ops.generator import Generator
from ..tensor import Tensor
from . import engine
from .gradcheck_options import (
    Case,
    GradcheckError,
    Outputs,
    check_repeatable,
    mismatch,
    not_constant,
)


def compare_projections(
    case: Case, whole: Callable[[int, int], tuple[ndarray, ndarray]]
) -> None:
    """GradcheckError if a number v^T J u comes out in two ways.

    The message shows the `whole(i, j)` Jacobians, numerical and analytic, of output i
    and input j.
    """
    generator = Generator()  # its own: the user's random numbers stay what they were
    us = [_direction(input, generator) for input in case.checked]
    vs = [_direction(output, generator) for output in case.recorded]
    moved = [_along(case, *pair) for pair in zip(case.checked, us, strict=True)]
    if not vs:
        _check_constant(moved, case.nondet_tol)
    sent = [_sent_back(case, *pair) for pair in zip(case.recorded, vs, strict=True)]
    for j, u in enumerate(us):
        for i, v in enumerate(vs):
            numerical = np.asarray((v * moved[j][i]).sum())
            analytic = np.asarray((sent[i][j] * u).sum())
            # What an error of atol in each entry of J makes of v^T J u.
            if not case.agree(analytic, numerical, float(u.sum()) * float(v.sum())):
                text = mismatch(i, j, numerical, analytic)
                raise GradcheckError(text + _in_slow_mode(case, *whole(i, j)))


def _direction(tensor: Tensor, generator: Generator) -> ndarray:
    """A random vector of length 1, with an entry for each of the tensor's."""
    numbers = generator.uniform(tensor._data.size, np.dtype(np.float32))
    vector = numbers.astype(tensor._data.dtype)
    return vector / np.linalg.norm(vector) if vector.size else vector


def _along(case: Case, input: Tensor, u: ndarray) -> list[ndarray]:
    """J u for each output, by one central difference along u."""
    array, func = input._data, Outputs(case)
    if not func.places:
        return []
    kept = array.copy()
    step = u.reshape(array.shape) * case.eps
    try:
        array[...] = kept - step
        below = func()
        array[...] = kept + step
        above = func()
    finally:
        array[...] = kept
    return case.split((above - below) / (2 * case.eps))


def _check_constant(moved: list[list[ndarray]], tolerance: float) -> None:
    """GradcheckError if an output without history depends on an input."""
    for derivatives in moved:
        for derivative in derivatives:
            if derivative.size and np.abs(derivative).max() > tolerance:
                raise not_constant()


def _sent_back(case: Case, output: Tensor, v: ndarray) -> list[ndarray]:
    """v^T J for each input, by two backward passes that must agree."""
    upstream = Tensor(v.reshape(output._data.shape))
    first, second = (
        engine.grad(
            output,
            case.checked,
            upstream,
            retain_graph=True,
            materialize_grads=True,
        )
        for _ in range(2)
    )
    first, second = (
        [grad._data.reshape(-1) for grad in each] for each in (first, second)
    )
    check_repeatable(first, second, case.nondet_tol)
    return first


def _in_slow_mode(case: Case, numerical: ndarray, analytic: ndarray) -> str:
    """The whole Jacobians, and how far they are apart."""
    difference = Tensor(np.asarray(np.abs(numerical - analytic).max()))
    text = (
        "\nThe above quantities relating the numerical and analytical jacobians are "
        "computed \nin fast mode: they are v^T J u for random vectors u and v. Below, "
        "we recompute numerical and analytical jacobians in slow mode:\n\n"
        f"Numerical:\n {Tensor(numerical)}\nAnalytical:\n{Tensor(analytic)}\n\n"
        f"The max per-element difference (slow mode) is: {difference}.\n"
    )
    if case.agree(analytic, numerical):
        text += (
            "Fast gradcheck failed but element-wise differences are small. This means "
            "that the\ntest might've passed in slow_mode! Pass fast_mode=False."
        )
    return text
