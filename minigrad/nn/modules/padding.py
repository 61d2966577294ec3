"""Entries put around an input: zeros, a constant, its mirror image, its border.

`padding` is one number for all sides, or two for each axis, the last axis first.
"""

from typing import Any

from ...functions.pad import pad
from ...tensor import Tensor
from .module import Module
from .new import ntuple


class _Pad(Module):
    """`axes` is how many axes are padded, `mode` how."""

    axes: int
    mode = "constant"

    def __init__(self, padding: Any) -> None:
        super().__init__()
        self.padding = ntuple(padding, 2 * self.axes)

    def forward(self, input: Tensor) -> Tensor:
        return pad(input, self.padding, self.mode)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class _ConstantPad(_Pad):
    def __init__(self, padding: Any, value: float) -> None:
        super().__init__(padding)
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        return pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPad):
    """(N, C, L) to (N, C, L'), `value` around it"""

    axes = 1


class ConstantPad2d(_ConstantPad):
    """(N, C, H, W) to (N, C, H', W'), `value` around it"""

    axes = 2


class ConstantPad3d(_ConstantPad):
    """(N, C, D, H, W) to (N, C, D', H', W'), `value` around it"""

    axes = 3


class _ZeroPad(_ConstantPad):
    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad1d(_ZeroPad):
    """(N, C, L) to (N, C, L'), zeros around it"""

    axes = 1


class ZeroPad2d(_ZeroPad):
    """(N, C, H, W) to (N, C, H', W'), zeros around it"""

    axes = 2


class ZeroPad3d(_ZeroPad):
    """(N, C, D, H, W) to (N, C, D', H', W'), zeros around it"""

    axes = 3


class ReflectionPad1d(_Pad):
    """(N, C, L) to (N, C, L'), mirrored at its border"""

    axes, mode = 1, "reflect"


class ReflectionPad2d(_Pad):
    """(N, C, H, W) to (N, C, H', W'), mirrored at its border"""

    axes, mode = 2, "reflect"


class ReflectionPad3d(_Pad):
    """(N, C, D, H, W) to (N, C, D', H', W'), mirrored at its border"""

    axes, mode = 3, "reflect"


class ReplicationPad1d(_Pad):
    """(N, C, L) to (N, C, L'), its border repeated"""

    axes, mode = 1, "replicate"


class ReplicationPad2d(_Pad):
    """(N, C, H, W) to (N, C, H', W'), its border repeated"""

    axes, mode = 2, "replicate"


class ReplicationPad3d(_Pad):
    """(N, C, D, H, W) to (N, C, D', H', W'), its border repeated"""

    axes, mode = 3, "replicate"


class _CircularPad(_Pad):
    mode = "circular"

    def forward(self, input: Tensor) -> Tensor:
        if input.ndim not in (self.axes + 1, self.axes + 2):
            raise ValueError(
                f"expected {self.axes + 1}D or {self.axes + 2}D input (got "
                f"{input.ndim}D input)"
            )
        return super().forward(input)


class CircularPad1d(_CircularPad):
    """(N, C, L) to (N, C, L'), the other end around it"""

    axes = 1


class CircularPad2d(_CircularPad):
    """(N, C, H, W) to (N, C, H', W'), the other sides around it"""

    axes = 2


class CircularPad3d(_CircularPad):
    """(N, C, D, H, W) to (N, C, D', H', W'), the other sides around it"""

    axes = 3
