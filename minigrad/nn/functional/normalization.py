"""Normalization over layers, batches, groups and single images."""

import math

import numpy as np

from ... import dtypes
from ...inplace import store
from ...ops.normalization import Axes, BatchNorm, GroupNorm, LayerNorm, Standardize
from ...tensor import Tensor
from .checks import check_floats


def layer_norm(
    input: Tensor,
    normalized_shape,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Mean 0 and variance 1 over the last axes, of sizes `normalized_shape`.

    Then times the weight, plus the bias, which have that shape.
    """
    shape = _normalized("layer_norm", input, normalized_shape, "[*, ", weight, bias)
    if _mixed(input, weight, bias):
        return layer_norm(input.float(), shape, weight, bias, eps).to(input.dtype)
    check_floats("LayerNormKernelImpl", input)
    size = math.prod(shape)
    rows = math.prod(input.shape[: input.dim() - len(shape)])
    axes = Axes((rows, size), (1,), (1, size), shape)
    return LayerNorm.apply(input, weight, bias, axes, eps)


def _mixed(input: Tensor, weight: Tensor | None, bias: Tensor | None) -> bool:
    """True for float16 with parameters in float32; errors for other mixed dtypes."""
    own = input._data.dtype
    given = [each._data.dtype for each in (weight, bias) if each is not None]
    if given.count(own) == len(given):
        return False
    if given.count(np.float32) < len(given):
        raise RuntimeError(
            "mixed dtype (CPU): expect parameter to have scalar type of Float"
        )
    if own != np.float16:
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")
    return True


def rms_norm(
    input: Tensor,
    normalized_shape,
    weight: Tensor | None = None,
    eps: float | None = None,
) -> Tensor:
    """input / √(the mean of its squares + eps) over the last axes, times the weight."""
    shape = _normalized("rms_norm", input, normalized_shape, "[*", weight, None)
    if eps is None:
        eps = float(np.finfo(input._data.dtype).eps)
    axes = tuple(range(-len(shape), 0))
    # The squares of float16 are soon infinite: in between it is float32.
    wide = input.float() if input.dtype is dtypes.float16 else input
    out = wide * ((wide**2).mean(axes, keepdim=True) + eps).rsqrt()
    return (out if weight is None else out * weight).to(input.dtype)


def _normalized(name: str, input: Tensor, shape, start: str, weight, bias) -> tuple:
    """`normalized_shape` as a tuple; errors if it or the parameters do not fit."""
    if isinstance(shape, int):
        raise TypeError(
            f"{name}(): argument 'normalized_shape' (position 2) must be tuple of "
            "ints, "
            "not int"
        )
    shape = tuple(shape)
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing "
            "at "
            "least one element, but got normalized_shape = []"
        )
    for which, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and tuple(parameter.shape) != shape:
            raise RuntimeError(
                f"Expected {which} to be of same shape as normalized_shape, but got "
                f"{which} of shape {list(parameter.shape)} and normalized_shape = "
                f"{list(shape)}"
            )
    if tuple(input.shape[-len(shape) :]) != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape {start}"
            f"{', '.join(map(str, shape))}], but got input of size{list(input.shape)}"
        )
    return shape


# -- batches ----------------------------------------------------------------------


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """Mean 0 and variance 1 for each channel (axis 1), then times weight plus bias.

    In training the statistics are those of the input, and the running ones are moved
    towards them by `momentum`, in place; else the running ones are used.
    """
    if training:
        _check_count(input)
    check_floats("batch_norm", input)
    _check_channels(input, running_mean, running_var, weight, bias, training)
    if not training:
        statistics = running_mean, running_var
        return Standardize.apply(input, weight, bias, *statistics, eps)
    channels, rest = input.shape[1], math.prod(input.shape[2:])
    rows = input.shape[0], channels, rest
    axes = Axes(rows, (0, 2), (1, channels, 1), (channels,))
    out, mean, var = BatchNorm.apply(input, weight, bias, axes, eps)
    count = input.shape[0] * rest
    if not count:  # nothing was seen
        return out
    _move(running_mean, mean._data, momentum)
    _move(running_var, var._data * (count / max(count - 1, 1)), momentum)
    return out


def _move(running: Tensor | None, value: np.ndarray, momentum: float) -> None:
    """running ← (1 - momentum) running + momentum value, in place"""
    if running is not None:
        before = running._data
        value = value.reshape(before.shape) * momentum + before * (1 - momentum)
        store(running, value.astype(before.dtype, copy=False))


def _check_count(input: Tensor) -> None:
    shape = input.shape
    if shape[0] * math.prod(shape[2:]) == 1:
        raise ValueError(
            "Expected more than 1 value per channel when training, got input size "
            f"{shape}"
        )


def _check_channels(input, running_mean, running_var, weight, bias, training) -> None:
    channels = input.shape[1] if input.dim() > 1 else 0
    given = {
        "running_mean": running_mean,
        "running_var": running_var,
        "weight": weight,
        "bias": bias,
    }
    for name, tensor in given.items():
        if tensor is not None and tensor.numel() != channels:
            raise RuntimeError(
                f"{name} should contain {channels} elements not {tensor.numel()}"
            )
        if tensor is None and not training and name.startswith("running"):
            raise RuntimeError(f"{name} must be defined in evaluation mode")
        if tensor is not None and tensor.dtype != input.dtype:
            if input.dtype is not dtypes.float16:
                raise RuntimeError(
                    "mixed dtype (CPU): all inputs must share same datatype."
                    if tensor.dtype is dtypes.float32
                    else "mixed dtype (CPU): expect parameter to have scalar type of "
                    "Float"
                )


def instance_norm(
    input: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """`batch_norm` with the statistics of each image of the batch by itself."""
    if use_input_stats and math.prod(input.shape[2:]) == 1:
        raise ValueError(
            "Expected more than 1 spatial element when training, got input size "
            f"{input.shape}"
        )
    batch, channels, *sizes = input.shape
    repeated = [
        None if tensor is None else tensor.repeat(batch)
        for tensor in (running_mean, running_var, weight, bias)
    ]
    images = input.contiguous().view(1, batch * channels, *sizes)
    out = batch_norm(images, *repeated, use_input_stats, momentum, eps)
    for running, each in zip((running_mean, running_var), repeated, strict=False):
        if running is not None:
            store(running, each._data.reshape(batch, channels).mean(0))
    return out.view(batch, channels, *sizes)


def group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Mean 0, variance 1 over each group of channels, then times weight plus bias."""
    shape = list(input.shape)
    if len(shape) < 2:
        raise RuntimeError(
            f"Expected at least 2 dimensions for input tensor but received {len(shape)}"
        )
    batch, channels, *sizes = shape
    if batch * channels // num_groups * math.prod(sizes) == 1:
        raise ValueError(
            "Expected more than 1 value per channel when training, got input size "
            f"{shape}"
        )
    if channels % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but "
            "got "
            f"input of shape {shape} and num_groups={num_groups}"
        )
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and tuple(parameter.shape) != (channels,):
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of "
                "channels "
                f"in input, but got {name} of shape {list(parameter.shape)} and input "
                "of "
                f"shape {shape}"
            )
    if _mixed(input, weight, bias):
        wide = group_norm(input.float(), num_groups, weight, bias, eps)
        return wide.to(input.dtype)
    each = channels // num_groups
    rows = batch, num_groups, each, math.prod(sizes)
    axes = Axes(rows, (2, 3), (1, num_groups, each, 1), (channels,))
    return GroupNorm.apply(input, weight, bias, axes, eps)
