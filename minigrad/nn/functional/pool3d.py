"""Pooling of three axes: of the last two, then of the one before them.

The mean of means and the largest of largest entries are those of the whole window.
"""

from collections.abc import Callable

from ...tensor import Tensor
from .checks import tuple_of
from .pool import adaptive_avg_pool2d, adaptive_max_pool2d, avg_pool2d, max_pool2d


def max_pool3d(
    input: Tensor,
    kernel_size,
    stride=None,
    padding=0,
    dilation=1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Tensor:
    """The largest entry of each window of the last three axes."""
    if return_indices:
        raise NotImplementedError("minigrad has no max_pool3d with return_indices=True")
    settings = _settings("max_pool3d", input, kernel_size, stride, padding)
    settings.append(tuple_of(dilation, 3))
    return _pooled(max_pool2d, input, settings, (1, 1, 0, 1), ceil_mode)


def avg_pool3d(
    input: Tensor,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """The mean of each window of the last three axes, or its sum / divisor_override."""
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    settings = _settings("avg_pool3d", input, kernel_size, stride, padding)
    options = ceil_mode, count_include_pad
    if divisor_override is None:
        return _pooled(avg_pool2d, input, settings, (1, 1, 0), *options)
    sums = _pooled(avg_pool2d, input, settings, (1, 1, 0), *options, 1)
    return sums / divisor_override


def _settings(name: str, input: Tensor, kernel_size, stride, padding) -> list:
    """Kernel, stride and padding of the three axes."""
    if input.dim() not in (4, 5):
        raise RuntimeError("non-empty 4D or 5D (batch mode) tensor expected for input")
    kernel = tuple_of(kernel_size, 3)
    stride = kernel if stride in (None, ()) else tuple_of(stride, 3)
    settings = [kernel, stride, tuple_of(padding, 3)]
    for argument, values in zip(
        ("kernel_size", "stride", "padding"), settings, strict=True
    ):
        if len(values) != 3:
            raise RuntimeError(
                f"{name}: {argument} must be a single int, or a tuple of three ints"
            )
    return settings


def _pooled(
    pool: Callable[..., Tensor], input: Tensor, settings: list, whole: tuple, *options
) -> Tensor:
    """`whole` are the settings for an axis that stays as it is."""
    *batch, depth, height, width = input.shape
    planes = input.reshape(-1, depth, height, width)
    planes = pool(planes, *(each[1:] for each in settings), *options)
    *_, height, width = planes.shape
    pairs = [(each[0], none) for each, none in zip(settings, whole, strict=True)]
    out = pool(planes.reshape(-1, depth, height * width), *pairs, *options)
    return out.reshape(*batch, -1, height, width)


def adaptive_avg_pool3d(input: Tensor, output_size) -> Tensor:
    """The mean of each of output_size windows that cover the last three axes."""
    return _adaptive("adaptive_avg_pool3d", adaptive_avg_pool2d, input, output_size)


def adaptive_max_pool3d(
    input: Tensor, output_size, return_indices: bool = False
) -> Tensor:
    """The largest entry of each of output_size windows of the last three axes."""
    if return_indices:
        raise NotImplementedError(
            "minigrad has no adaptive_max_pool3d with return_indices=True"
        )
    return _adaptive("adaptive_max_pool3d", adaptive_max_pool2d, input, output_size)


def _adaptive(
    name: str, pool: Callable[..., Tensor], input: Tensor, output_size
) -> Tensor:
    if input.dim() not in (4, 5):
        raise RuntimeError(
            f"{name}(): Expected 4D or 5D tensor, but got {list(input.shape)}"
        )
    if output_size is None or isinstance(output_size, int):
        output_size = (output_size,) * 3
    first, *rest = output_size
    *batch, depth, height, width = input.shape
    planes = pool(input.reshape(-1, depth, height, width), tuple(rest))
    *_, height, width = planes.shape
    lines = planes.reshape(-1, depth, height * width)
    out = pool(lines, (depth if first is None else first, None))
    return out.reshape(*batch, -1, height, width)
