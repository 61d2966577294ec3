"""Functions of two or three operands in one step: lerp, addcmul, hypot, xlogy …"""

from collections.abc import Callable

from .. import dtypes
from ..errors import type_name
from ..ops import compound, exponential, trigonometric
from ..tensor import Tensor
from .checks import check_kind, joined
from .convert import to
from .public import public


def lerp(input: Tensor, end: Tensor, weight: "Tensor | float") -> Tensor:
    """input + weight (end - input)"""
    if not isinstance(end, Tensor):
        raise TypeError(f"lerp(): argument 'end' must be Tensor, not {type_name(end)}")
    check_kind("lerp_kernel_scalar", input, "f")
    if isinstance(weight, Tensor) and weight._data.ndim == 0:
        weight = to(weight, input.dtype)
    for name, other in (("end", end), ("weight", weight)):
        if isinstance(other, Tensor) and other.dtype != input.dtype:
            expected, got = (
                dtypes.C_NAMES[each.dtype].replace("long int", "int64_t")
                for each in (input, other)
            )
            raise RuntimeError(
                f"expected dtype {expected} for `{name}` but got dtype {got}"
            )
    if isinstance(weight, Tensor):
        return compound.LerpTensor.apply(input, end, weight)
    return compound.Lerp.apply(input, end, weight)


def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value=1) -> Tensor:
    """input + value tensor1 tensor2"""
    if not (input.is_floating_point() or tensor1.is_floating_point()):
        value = value if tensor2.is_floating_point() else int(value)
    return compound.Addcmul.apply(input, tensor1, tensor2, value)


def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value=1) -> Tensor:
    """input + value tensor1 / tensor2"""
    if not tensor1.is_floating_point() and not tensor2.is_floating_point():
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  "
            "release addcdiv will perform a true division of tensor1 and tensor2. "
            "Divide them with div first, rounded or not."
        )
    return compound.Addcdiv.apply(input, tensor1, tensor2, value)


def xlogy(input: "Tensor | float", other: "Tensor | float") -> Tensor:
    """input log(other), and 0 where `input` is 0."""
    if not isinstance(input, Tensor):
        other = joined(other, input)
        return exponential.XlogyOfScalar.apply(other, input)
    if not isinstance(other, Tensor):
        input = joined(input, other)
        return exponential.XlogyScalar.apply(input, other)
    return exponential.Xlogy.apply(input, other)


# -- the tables -------------------------------------------------------------------


def _of_floats(op: type) -> Callable:
    name = op.__name__.lower()
    checked = public(name, op.apply)

    def function(input: Tensor, other: Tensor) -> Tensor:
        if not (input.is_floating_point() or other.is_floating_point()):
            check_kind(f"{name}_cpu", input, "f")
        return checked(input, other)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = op.__doc__
    return function


atan2 = public("atan2", trigonometric.Atan2.apply)
hypot, logaddexp, logaddexp2 = (
    _of_floats(op)
    for op in (compound.Hypot, exponential.Logaddexp, exponential.Logaddexp2)
)
arctan2 = atan2

CHANGES = "lerp addcmul addcdiv xlogy atan2 arctan2 hypot".split()
METHODS = FUNCTIONS = [*CHANGES, "logaddexp", "logaddexp2"]
IN_PLACE = {name: globals()[name] for name in CHANGES}
NUMPY: dict = {}
