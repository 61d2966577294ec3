"""relu, abs, sign, the larger and the smaller of two, and clamp.

`maximum` and its kin take tensors only, as in PyTorch: `clamp` is for numbers.
"""

from collections.abc import Callable

import numpy as np

from ..ops import extremes
from ..tensor import Tensor
from .checks import joined, number
from .elementwise import operand


def _of_tensors(name: str, apply: Callable) -> Callable:
    def function(input: Tensor, other: Tensor) -> Tensor:
        if not isinstance(other, Tensor):
            raise TypeError(
                f"{name}(): argument 'other' (position 2) must be Tensor, not "
                f"{type(other).__name__}"
            )
        return apply(input, other)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = apply.__doc__
    return function


def clamp(input: Tensor, min=None, max=None) -> Tensor:
    """`input`, but at least `min` and at most `max`: numbers, tensors, or None."""
    if min is None and max is None:
        raise RuntimeError(
            "torch.clamp: At least one of 'min' or 'max' must not be None"
        )
    min, max = number(min), number(max)
    bounds = [bound for bound in (min, max) if bound is not None]
    tensors = [isinstance(bound, Tensor) for bound in bounds]
    if any(tensors) != all(tensors) or not isinstance(bounds[0], Tensor | int | float):
        raise TypeError(
            "clamp() received an invalid combination of arguments: `min` and `max` "
            "must be numbers, or tensors"
        )
    if not any(tensors):
        return extremes.Clamp.apply(joined(input, *bounds), min, max)
    dtype = input._data.dtype
    low, high = (-np.inf, np.inf)
    if dtype.kind != "f":
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    low, high = low if min is None else min, high if max is None else max
    return extremes.ClampTensor.apply(input, low, high, max is None)


def clamp_min(input: Tensor, min) -> Tensor:
    """`input`, but at least `min`, a number or a tensor."""
    if isinstance(min, Tensor):
        return extremes.AtLeast.apply(input, min)
    return extremes.ClampMin.apply(joined(input, min), min, None)


def clamp_max(input: Tensor, max) -> Tensor:
    """`input`, but at most `max`, a number or a tensor."""
    if isinstance(max, Tensor):
        return extremes.AtMost.apply(input, max)
    return extremes.ClampMax.apply(joined(input, max), None, max)


# -- the tables -------------------------------------------------------------------

relu, abs, sign, sgn = (
    op.apply for op in (extremes.ReLU, extremes.Abs, extremes.Sign, extremes.Sgn)
)
absolute, clip = abs, clamp
maximum, minimum, fmax, fmin = (
    _of_tensors(op.__name__.lower(), op.apply)
    for op in (extremes.Maximum, extremes.Minimum, extremes.Fmax, extremes.Fmin)
)

CHANGES = "relu abs absolute sign sgn clamp clip clamp_min clamp_max".split()
METHODS = FUNCTIONS = [*CHANGES, "maximum", "minimum", "fmax", "fmin"]
IN_PLACE = {name: globals()[name] for name in CHANGES}
NUMPY = {
    np.absolute: abs,
    np.sign: sign,
    np.maximum: lambda a, b: extremes.Maximum.apply(operand(a), operand(b)),
    np.minimum: lambda a, b: extremes.Minimum.apply(operand(a), operand(b)),
}
