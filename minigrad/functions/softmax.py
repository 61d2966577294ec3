"""Softmax and its logarithm, as functions of torch and methods of Tensor."""

import operator

from .. import dtypes
from ..ops.reduce import axes_of
from ..ops.softmax import LogSoftmax, Softmax
from ..tensor import Tensor
from .convert import to

_MISSING = object()  # no `dim` was given; None is another error in PyTorch


def softmax(input: Tensor, dim=_MISSING, dtype=None) -> Tensor:
    """exp(input) / Σ exp(input) over the axis `dim`, computed in `dtype`."""
    return _applied("softmax", Softmax, input, dim, dtype)


def log_softmax(input: Tensor, dim=_MISSING, dtype=None) -> Tensor:
    """input - log Σ exp(input) over the axis `dim`, computed in `dtype`."""
    return _applied("log_softmax", LogSoftmax, input, dim, dtype)


def _applied(name: str, op: type, input: Tensor, dim, dtype) -> Tensor:
    if dim is _MISSING:
        raise TypeError(f'{name}() missing 1 required positional arguments: "dim"')
    try:
        dim = operator.index(dim)
    except TypeError:
        raise TypeError(
            f"{name}(): argument 'dim' (position 1) must be int, not "
            f"{type(dim).__name__}"
        ) from None
    if dtype is not None:
        input = to(input, dtype)
    (axis,) = axes_of(dim, input._data.ndim) or (0,)
    if input._data.dtype.kind != "f":
        last = "_lastdim" if axis == input._data.ndim - 1 else ""
        kind = dtypes.kind(input.dtype)
        raise NotImplementedError(
            f"\"{name}{last}_kernel_impl\" not implemented for '{kind}'"
        )
    return op.apply(input, axis)


METHODS = FUNCTIONS = ["softmax", "log_softmax"]
NUMPY = {}
