"""What gradcheck checks besides the Jacobians.

Read: `checked_inputs`, then `check_upstream` and `check_undefined`: a backward must
multiply by the gradient it gets, and get along without one. A `Case` is what is
checked, and `Outputs` the function as finite differences see it.
"""

import warnings
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..tensor import Size, Tensor
from . import engine
from .function import Function


class GradcheckError(RuntimeError):
    """A derivative is wrong; the message says which, and shows both Jacobians."""


def as_tuple(value: object) -> tuple:
    """The inputs or outputs of a function, of which a single one may be bare."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def checked_inputs(inputs: tuple) -> list[Tensor]:
    """The inputs whose gradients are checked. ValueError if there are none."""
    checked = []
    for i, input in enumerate(inputs):
        if is_checked(input):
            _check_input(i, input._data)
            checked.append(input)
    if not checked:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but "
            "none of them have requires_grad=True."
        )
    return checked


def is_checked(input: object) -> bool:
    return isinstance(input, Tensor) and input.requires_grad


def _check_input(i: int, array: ndarray) -> None:
    """Warn of low precision; RuntimeError if one entry of memory is several here."""
    if array.dtype != np.float64:
        warnings.warn(
            f"Input #{i} requires gradient and is not a double precision floating "
            "point or complex. This check will likely fail if all the inputs are not "
            "of double precision floating point or complex. ",
            stacklevel=5,
        )
    steps = zip(array.strides, array.shape, strict=True)
    if array.size and any(stride == 0 and size > 1 for stride, size in steps):
        raise RuntimeError(
            f"The {i}th input has a dimension with stride 0. gradcheck only supports "
            "inputs that are non-overlapping to be able to compute the numerical "
            "gradients correctly. You should call .contiguous on the input before "
            "passing it to gradcheck."
        )


class Case(NamedTuple):
    """One call of gradcheck: the function, where it is checked, and how closely."""

    func: Callable
    inputs: tuple
    checked: list[Tensor]  # those of the inputs whose gradients are checked
    outputs: tuple  # at the inputs
    eps: float
    atol: float
    rtol: float
    nondet_tol: float

    @property
    def recorded(self) -> list[Tensor]:
        """The outputs that have a history."""
        return [out for out in self.outputs if out.requires_grad]

    @property
    def compared(self) -> list[int]:
        """The places of these; if there are none, of all that should be constant."""
        places = [i for i, out in enumerate(self.outputs) if out.requires_grad]
        return places or [
            i for i, out in enumerate(self.outputs) if out._data.dtype.kind == "f"
        ]

    def split(self, derivatives: ndarray) -> list[ndarray]:
        """Derivatives of the vector of compared outputs, taken apart by output."""
        arrays = [self.outputs[i]._data for i in self.compared]
        ends = np.cumsum([array.size for array in arrays])[:-1]
        parts = np.split(derivatives, ends, axis=-1)
        return [
            part.astype(array.dtype) for part, array in zip(parts, arrays, strict=True)
        ]

    def agree(self, analytic: ndarray, numerical: ndarray, factor: float = 1) -> bool:
        """True if the two are equal within the tolerances; `factor` is for atol."""
        limit = self.atol * factor + self.rtol * np.abs(numerical)
        close = bool((np.abs(analytic - numerical) <= limit).all())
        return close or np.allclose(analytic, numerical, self.rtol, self.atol * factor)


class Outputs:
    """The compared outputs of a function as one vector, evaluated anew at each call.

    It is called in pairs, below and above, for each entry of the `input` that is moved
    (once for all its entries if `input` is None).
    """

    def __init__(self, case: Case, input: Tensor | None = None) -> None:
        self.case, self.input = case, input
        self.places = case.compared
        self.calls = 0
        self.previous = []

    def __call__(self) -> ndarray:
        outputs = self.case.func(*self.case.inputs)
        arrays = [out._data for out in as_tuple(outputs)]
        forms = [(array.shape, array.dtype) for array in arrays]
        if self.calls % 2 and forms != self.previous:
            self._refuse(forms)
        self.calls += 1
        self.previous = forms
        if len(self.places) == 1:
            return arrays[self.places[0]].flatten()
        return np.concatenate([arrays[i].reshape(-1) for i in self.places])

    def _refuse(self, forms: list[tuple]) -> None:
        """AssertionError: an output has another form above than below."""
        where = ""
        if self.input is not None:
            index = np.unravel_index(self.calls // 2, self.input._data.shape)
            where = f"on index {tuple(map(int, index))} "
        pairs = zip(self.previous, forms, strict=False)
        below, above = next(pair for pair in pairs if pair[0] != pair[1])
        what, texts = "dtype", [dtypes.of(below[1]), dtypes.of(above[1])]
        if below[0] != above[0]:
            what, texts = "shape", [Size(below[0]), Size(above[0])]
        raise AssertionError(
            f"Expected `func` to return outputs with the same {what} when inputs are "
            f"perturbed {where}by {self.case.eps}, but got: {what}s {texts[0]} and "
            f"{texts[1]}."
        )


def mismatch(i: int, j: int, numerical: ndarray, analytic: ndarray) -> str:
    """What is wrong with the derivative of output `i` by input `j`."""
    return (
        f"Jacobian mismatch for output {i} with respect to input {j},\n"
        f"numerical:{Tensor(numerical)}\nanalytical:{Tensor(analytic)}\n"
    )


def not_constant() -> GradcheckError:
    return GradcheckError("Numerical gradient for function expected to be zero")


def check_repeatable(
    first: list[ndarray], second: list[ndarray], tolerance: float
) -> None:
    """GradcheckError if two backward passes gave different gradients."""
    for a, b in zip(first, second, strict=True):
        if a.size and np.abs(a - b).max() > tolerance:
            raise GradcheckError(
                "Backward is not reentrant, i.e., running backward with same input "
                "and grad_output multiple times gives different values, although "
                "analytical gradient matches numerical gradient."
                f"The tolerance for nondeterminism was {tolerance}.\n\nIf the "
                "difference is as it should be, pass its size as nondet_tol."
            )


def check_upstream(case: Case) -> None:
    """An upstream gradient of zeros must give zeros: backward multiplies by it."""
    zeros = _zeros(case.recorded)
    for grad in engine.grad(case.recorded, case.checked, zeros, allow_unused=True):
        if grad is not None and grad._data.any():
            raise GradcheckError("backward not multiplied by grad_output")


class _Undefined(Function):
    """Its input, handed on; backwards no gradient at all, not even zeros."""

    @staticmethod
    def forward(ctx, input):
        return Tensor(input._data.copy())

    @staticmethod
    def backward(ctx, grad):
        return None


def check_undefined(case: Case) -> None:
    """Without an upstream gradient, a backward must give none or zeros.

    First no output has one, then each in turn has none and the others have zeros.
    """
    count = len(case.recorded)

    def outputs(undefined: range) -> list[Tensor]:
        found = as_tuple(case.func(*case.inputs))
        found = [out for out in found if out.requires_grad]
        return [
            _Undefined.apply(out) if i in undefined else out
            for i, out in enumerate(found)
        ]

    rounds = [outputs(range(count))]
    if count > 1:
        rounds += [outputs(range(i, i + 1)) for i in range(count)]
    for each in rounds:
        _check_undefined(each, case.checked)


def _check_undefined(outputs: list[Tensor], inputs: Sequence[Tensor]) -> None:
    try:
        grads = engine.grad(outputs, inputs, _zeros(outputs), allow_unused=True)
    except RuntimeError as error:
        text = "Expected backward function to handle undefined output grads."
        raise _of_undefined(text) from error
    for grad in grads:
        if grad is not None and not (grad._data == 0).all():
            raise _of_undefined(
                "Expected all input grads to be undefined or zero when all output "
                "grads are undefined or zero."
            )


def _of_undefined(text: str) -> GradcheckError:
    """The error for a backward that needs a gradient. It warns, as PyTorch does."""
    warnings.warn(
        "Backwards compatibility: New undefined gradient support checking feature is "
        "enabled by default, but it may break existing callers of this function. If "
        "this is true for you, you can call this function with "
        '"check_undefined_grad=False" to disable the feature',
        stacklevel=6,
    )
    return GradcheckError(
        f"{text} An output that was not used has no gradient: return None, or zeros, "
        "in its place."
    )


def _zeros(outputs: Sequence[Tensor]) -> list[Tensor]:
    return [Tensor(np.zeros(out._data.shape, out._data.dtype)) for out in outputs]
