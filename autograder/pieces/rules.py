"""The rules that what a student returns must keep, whatever its numbers are.

Read: `Violation` (a rule is broken), and `plain_array`, the rule for arrays.
"""

import inspect
import re
from collections.abc import Callable

import numpy as np

from minigrad import Tensor

DTYPE_LOST = "The dtype is lost:"

IN_PLACE = re.compile(r"return (\S+\.(?:at|sort|append|extend|put|fill|copyto)\(.*)")


class Violation(Exception):
    """A student's function broke a rule.

    For a gradient of the wrong shape, `call` and `operand` say which, and `got` is it.
    """

    def __init__(
        self,
        reason: str,
        call: object = None,
        operand: int | None = None,
        got: np.ndarray | None = None,
    ) -> None:
        super().__init__(reason)
        self.call, self.operand, self.got = call, operand, got


def missing_return(own: Callable) -> str:
    """What to ask about a function that returned None."""
    try:
        lines = inspect.getsource(own).splitlines()
    except (OSError, TypeError):
        lines = []
    last = [each for line in lines if (each := IN_PLACE.search(line))]
    if not last:
        return "Is there a return?"
    return (
        f"`{last[-1][1]}` works in place, and gives None. Return the array itself, on "
        "a line of its own."
    )


def plain_array(value: object, place: str) -> np.ndarray:
    """`value`, if it is an array or one of NumPy's numbers."""
    if value is None:
        raise Violation(f"{place} None. Is there a return?")
    if isinstance(value, Tensor):
        raise Violation(
            f"{place} a Tensor. An Op computes with NumPy arrays: arrays in, "
            "arrays out."
        )
    if not isinstance(value, np.ndarray | np.generic):
        raise Violation(
            f"{place} an object of type {type(value).__name__}: return a NumPy array."
        )
    if isinstance(value, np.ndarray) and type(value) is not np.ndarray:
        raise Violation(
            f"{place} a {type(value).__name__}: return a plain NumPy array. (This "
            "kind of array means something else by *, or by its shape.)"
        )
    if value.dtype.kind not in "fiub":
        raise Violation(
            f"{place} an array of dtype {value.dtype}: return numbers of the "
            "dtype of the operands."
        )
    return np.asarray(value)
