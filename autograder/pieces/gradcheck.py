"""Pieces of gradcheck, and what each must return.

Read: `NumericalPiece`, `AnalyticPiece`, `GradcheckPiece`. As in `engine`, a
student's function is plugged behind a guard.
"""

import re
from collections.abc import Callable

import numpy as np

from minigrad import Tensor
from minigrad.autograd import jacobians
from minigrad.autograd.gradcheck_options import (
    Case,
    GradcheckError,
    Outputs,
    as_tuple,
    check_repeatable,
)

from .engine import GuardedPiece
from .rules import Violation, plain_array

MISMATCH = re.compile(
    r"Jacobian mismatch for output (\d+) with respect to input (\d+),"
    r"(?:\s*numerical:(.*?)analytical:(.*))?",
    re.DOTALL,
)
DTYPE = re.compile(r"dtype=[\w.]+")
NUMBER = re.compile(r"-?(?:nan|inf|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)")


class NumericalPiece(GuardedPiece):
    """`numerical_jacobian(func, array, eps)`: the array must be as it was."""

    def call(self, own: Callable, func: Callable, array: np.ndarray, eps: float):
        if not array.size:  # a list of no rows does not say how long they are
            return np.zeros((0, func().size), array.dtype)
        before = array.copy()
        # A copy: the output may be a view of `array`, which the next move changes.
        found = own(lambda: func().copy(), array, eps)
        moved = np.argwhere(~((array == before) | np.isnan(before)))
        if len(moved):
            told = self._told(array, before, tuple(map(int, moved[0])))
            array[...] = before
            raise Violation(told)
        found = plain_array(found, f"{self.name} returned")
        wider = found.dtype.kind == "f" and np.can_cast(array.dtype, found.dtype)
        return found.astype(array.dtype) if wider else found

    def _told(self, array: np.ndarray, before: np.ndarray, index: tuple) -> str:
        place = f"array{list(index)}" if index else "array"
        text = f"{self.name} left {place} at {array[index]!s}. It was {before[index]!s}"
        if np.isclose(array[index], before[index], rtol=1e-9, atol=1e-12):
            return (
                f"{text}: adding and subtracting eps does not come back to the last "
                "bit. Keep the entry, and put it back."
            )
        return f"{text}: put each entry back before you move the next."


class AnalyticPiece(GuardedPiece):
    """`analytic_jacobian(output, inputs)`: a matrix for each input."""

    def call(self, own: Callable, output: Tensor, inputs: list[Tensor]):
        if not output.numel():  # no unit to send, and no columns to stack
            return [np.zeros((each.numel(), 0), each._data.dtype) for each in inputs]
        before = [_grad_of(each) for each in inputs]
        found = own(output, list(inputs))
        if not all(map(_same, before, map(_grad_of, inputs))):
            raise Violation(
                f"{self.name} changed the .grad of an input. backward() leaves the "
                "gradients there, on top of what is there already. "
                "torch.autograd.grad returns them, and touches no .grad."
            )
        self.must_be(found, list | tuple, "a list, with a matrix for each input")
        if len(found) != len(inputs):
            raise self.returned(
                f"{len(found)} matrices for {len(inputs)} inputs: return one for "
                "each input."
            )
        return [self._matrix(each) for each in found]

    def _matrix(self, value: object) -> np.ndarray:
        if isinstance(value, Tensor):
            value = value.detach().numpy()
        return plain_array(value, f"In its list {self.name} returned")


def _grad_of(tensor: Tensor) -> np.ndarray | None:
    grad = tensor.grad if tensor.is_leaf else None
    return None if grad is None else np.array(grad.detach().numpy())


def _same(one: np.ndarray | None, other: np.ndarray | None) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other, equal_nan=True)


class GradcheckPiece(GuardedPiece):
    """`gradcheck(func, inputs, eps, atol, rtol)`: True, or a GradcheckError.

    It gets the inputs that are checked, and a function of these that returns a tuple of
    those outputs that have a history.
    """

    def call(self, own: Callable, case: Case) -> None:
        checked, tolerances = tuple(case.checked), (case.atol, case.rtol)
        try:
            found = own(_bound(case), checked, case.eps, *tolerances)
        except GradcheckError as error:
            told = MISMATCH.match(str(error))
            wrong = _shown_wrongly(told, case) if told and self.is_judged else ""
            if wrong:  # a function that drifts would have other matrices now
                raise Violation(f"{self.name} shows {wrong}") from error
            if not told:
                raise Violation(
                    f"{self.name} raised a GradcheckError with other words than "
                    f"PyTorch's: {str(error)[:60]!r}. Use MISMATCH."
                ) from error
            raise
        if found is not True:
            raise self.returned(
                f"{found!r}. Where all agree return True; where a Jacobian is "
                "wrong raise GradcheckError."
            )
        for output in case.recorded:
            first, second = (
                jacobians.analytic_jacobian(output, case.checked) for _ in range(2)
            )
            check_repeatable(first, second, case.nondet_tol)


def _shown_wrongly(told: re.Match, case: Case) -> str:
    """What is wrong with the two Jacobians that a message shows; "" if nothing is."""
    i, j = int(told[1]), int(told[2])
    texts = [DTYPE.sub("", told[k] or "...") for k in (3, 4)]
    if i >= len(case.recorded) or j >= len(case.checked) or "..." in "".join(texts):
        return ""  # it shows none, or they are too long for that
    numerical, analytic = (np.array(NUMBER.findall(text), float) for text in texts)
    right = jacobians.analytic_jacobian(case.recorded[i], case.checked)[j]
    if _printed(numerical, right) and not _printed(analytic, right):
        return (
            "the two Jacobians in each other's place: in MISMATCH the numerical one "
            "comes first."
        )
    first, found = _first_wrong(case)
    shown = {"numerical": numerical, "analytic": analytic}
    for name in found if first == (i, j) else ():  # else the pair is what is wrong
        if not _printed(shown[name], found[name]):
            return (
                f"a wrong {name} Jacobian of output {i} by input {j}. Is it the matrix "
                "that was compared, and unchanged?"
            )
    return ""


def _printed(shown: np.ndarray, right: np.ndarray) -> bool:
    """True if these are the numbers of a matrix, up to the digits that are printed."""
    same = shown.size == np.size(right)
    return same and np.allclose(shown, np.ravel(right), 1e-3, 1e-4, equal_nan=True)


def _first_wrong(case: Case) -> tuple[tuple[int, int] | None, dict]:
    """Which output and input come first whose Jacobians differ, and these two."""
    for i, output in enumerate(case.recorded):
        for j, analytic in enumerate(jacobians.analytic_jacobian(output, case.checked)):
            x = case.checked[j]
            rows = jacobians.numerical_jacobian(Outputs(case, x), x._data, case.eps)
            numerical = case.split(rows)[i]
            if not case.agree(analytic, numerical):
                return (i, j), {"numerical": numerical, "analytic": analytic}
    return None, {}


def _bound(case: Case) -> Callable:
    """The function of the checked inputs alone, with a tuple of tensors for outputs."""

    def func(*checked: Tensor) -> tuple[Tensor, ...]:
        given = iter(checked)
        known = {id(each) for each in case.checked}
        inputs = [next(given) if id(each) in known else each for each in case.inputs]
        outputs = as_tuple(case.func(*inputs))
        return tuple(outputs[i] for i in case.compared)

    return func
