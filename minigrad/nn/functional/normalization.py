"""Normalization over layers, batches, groups and single images.

The ops stand in standardize.py.
"""

import math

import numpy as np

from ...autograd.inplace import store
from ...ops.arguments import check_kind
from ...tensor import Tensor
from .standardize import Axes, BatchNorm, GroupNorm, LayerNorm, Standardize


# piece: LayerNorm
def layer_norm(
    input: Tensor,
    normalized_shape: tuple[int, ...],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Mean 0 and variance 1 over the last axes, of sizes `normalized_shape`.

    Then times the weight, plus the bias, which have that shape.
    """
    shape = _normalized("layer_norm", input, normalized_shape, weight, bias)
    check_kind("LayerNormKernelImpl", input, "f")
    _check_dtypes(input, weight, bias)
    rows = math.prod(input.shape[: input.dim() - len(shape)]), math.prod(shape)
    axes = Axes(rows, (1,), (1, rows[1]), shape)
    return LayerNorm.apply(input, weight, bias, axes, eps)


def rms_norm(
    input: Tensor,
    normalized_shape: tuple[int, ...],
    weight: Tensor | None = None,
    eps: float | None = None,
) -> Tensor:
    """input / √(the mean of its squares + eps) over the last axes, times the weight."""
    shape = _normalized("rms_norm", input, normalized_shape, weight)
    own = input._data.dtype
    eps = float(np.finfo(own).eps) if eps is None else eps
    # The squares of float16 are soon infinite: in between it is float32.
    wide = input.float() if own == np.float16 else input
    means = (wide**2).mean(tuple(range(-len(shape), 0)), keepdim=True)
    out = wide * (means + eps).rsqrt()
    return (out if weight is None else out * weight).to(input.dtype)


def _normalized(name: str, input: Tensor, shape, *parameters: Tensor | None) -> tuple:
    """`normalized_shape` as a tuple; errors if it or the parameters do not fit."""
    shape = tuple(shape)
    for which, parameter in zip(("weight", "bias"), parameters, strict=False):
        if parameter is not None and tuple(parameter.shape) != shape:
            raise RuntimeError(
                f"Expected {which} to be of same shape as normalized_shape, but got "
                f"{which} of shape {list(parameter.shape)} and normalized_shape = "
                f"{list(shape)}"
            )
    if not shape or tuple(input.shape[-len(shape) :]) != shape:
        start = "[*, " if name == "layer_norm" else "[*"
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape {start}"
            f"{', '.join(map(str, shape))}], but got input of size{list(input.shape)}"
        )
    return shape


def _check_dtypes(input: Tensor, *others: Tensor | None) -> None:
    """RuntimeError for parameters or statistics of another dtype than the input."""
    for other in others:
        if other is not None and other._data.dtype != input._data.dtype:
            raise RuntimeError(
                "mixed dtype (CPU): all inputs must share same datatype."
                if other._data.dtype == np.float32
                else "mixed dtype (CPU): expect parameter to have scalar type of Float"
            )


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
    rows = *input.shape[:2], math.prod(input.shape[2:])
    count = rows[0] * rows[-1]
    if training and count == 1:
        raise ValueError(
            "Expected more than 1 value per channel when training, got input size "
            f"{input.shape}"
        )
    check_kind("batch_norm", input, "f")
    given = running_mean, running_var, weight, bias
    for name, tensor in zip(
        ("running_mean", "running_var", "weight", "bias"), given, strict=True
    ):
        if tensor is not None and tensor.numel() != rows[1]:
            raise RuntimeError(
                f"{name} should contain {rows[1]} elements not {tensor.numel()}"
            )
        if tensor is None and not training and name.startswith("running"):
            raise RuntimeError(f"{name} must be defined in evaluation mode")
    _check_dtypes(input, *given)
    if not training:
        return Standardize.apply(input, weight, bias, running_mean, running_var, eps)
    axes = Axes(rows, (0, 2), (1, rows[1], 1), rows[1:2])
    out, mean, var = BatchNorm.apply(input, weight, bias, axes, eps)
    if count:  # something was seen
        _move(running_mean, mean._data, momentum)
        _move(running_var, var._data * (count / max(count - 1, 1)), momentum)
    return out


def _move(running: Tensor | None, value: np.ndarray, momentum: float) -> None:
    """running ← (1 - momentum) running + momentum value, in place"""
    if running is not None:
        before = running._data
        value = value.reshape(before.shape) * momentum + before * (1 - momentum)
        store(running, value.astype(before.dtype, copy=False))


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
    channels, size = shape[1], math.prod(shape[2:])
    if channels % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but "
            f"got input of shape {shape} and num_groups={num_groups}"
        )
    each = channels // num_groups
    _check_dtypes(input, weight, bias)
    rows = shape[0], num_groups, each, size
    axes = Axes(rows, (2, 3), (1, num_groups, each, 1), (channels,))
    return GroupNorm.apply(input, weight, bias, axes, eps)
