"""Tensors in another shape or size: flattened, padded, cut into windows, upsampled."""

from typing import Any

from ...tensor import Tensor
from .. import functional as F
from .settings import Settings, layer
from .utils import ntuple


@layer
class Flatten(Settings):
    """The axes from `start_dim` to `end_dim` as one; by default all but the batch"""

    start_dim: int = 1
    end_dim: int = -1

    def forward(self, input: Tensor) -> Tensor:
        return input.flatten(self.start_dim, self.end_dim)


@layer
class Unflatten(Settings):
    """The axis `dim` as several, of the sizes `unflattened_size`"""

    dim: int
    unflattened_size: Any

    def forward(self, input: Tensor) -> Tensor:
        return input.unflatten(self.dim, self.unflattened_size)


@layer
class ZeroPad2d(Settings):
    """(N, C, H, W) to (N, C, H', W'), zeros around it

    `padding` is one number for all sides, or (left, right, top, bottom).
    """

    padding: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        self.padding = ntuple(self.padding, 4)

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ReflectionPad2d(ZeroPad2d):
    """(N, C, H, W) to (N, C, H', W'), mirrored at its border; see ZeroPad2d"""

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, "reflect")


@layer
class PixelShuffle(Settings):
    """(…, C r², H, W) to (…, C, H r, W r)"""

    upscale_factor: int

    def forward(self, input: Tensor) -> Tensor:
        return F.pixel_shuffle(input, self.upscale_factor)


@layer
class Unfold(Settings):
    """(N, C, H, W) to (N, C kh kw, windows): the windows as columns"""

    kernel_size: Any
    dilation: Any = 1
    padding: Any = 0
    stride: Any = 1

    def forward(self, input: Tensor) -> Tensor:
        windows = self.kernel_size, self.dilation, self.padding, self.stride
        return F.unfold(input, *windows)


@layer
class Fold(Settings):
    """(N, C kh kw, windows) to (N, C, *output_size): columns as windows, added up"""

    output_size: Any
    kernel_size: Any
    dilation: Any = 1
    padding: Any = 0
    stride: Any = 1

    def forward(self, input: Tensor) -> Tensor:
        windows = self.kernel_size, self.dilation, self.padding, self.stride
        return F.fold(input, self.output_size, *windows)


@layer
class Upsample(Settings):
    """(N, C, …) in another size; see `functional.interpolate`"""

    size: Any = None
    scale_factor: Any = None
    mode: str = "nearest"
    align_corners: bool | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.scale_factor, tuple):
            self.scale_factor = tuple(float(factor) for factor in self.scale_factor)
        elif self.scale_factor:
            self.scale_factor = float(self.scale_factor)

    def forward(self, input: Tensor) -> Tensor:
        size = self.size, self.scale_factor
        return F.interpolate(input, *size, self.mode, self.align_corners)

    def extra_repr(self) -> str:
        by = "size" if self.scale_factor is None else "scale_factor"
        return f"{by}={getattr(self, by)!r}, mode={self.mode!r}"
