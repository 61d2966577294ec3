"""Pooling by a power mean, undoing max pooling, normalising over near channels."""

import math

import numpy as np

from ...functions.pad import pad
from ...tensor import Tensor
from .activation import relu
from .checks import tuple_of
from .pool import avg_pool1d, avg_pool2d


def lp_pool1d(
    input: Tensor, norm_type: float, kernel_size, stride=None, ceil_mode: bool = False
) -> Tensor:
    """(Σ x^p)^(1/p) of each window of the last axis."""
    (size,) = tuple_of(kernel_size, 1)
    means = avg_pool1d(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    return _root(means, size, norm_type)


def lp_pool2d(
    input: Tensor, norm_type: float, kernel_size, stride=None, ceil_mode: bool = False
) -> Tensor:
    """(Σ x^p)^(1/p) of each window of the last two axes."""
    size = math.prod(tuple_of(kernel_size, 2))
    means = avg_pool2d(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    return _root(means, size, norm_type)


def _root(means: Tensor, size: int, p: float) -> Tensor:
    return (means.sign() * relu(means.abs())).mul(size).pow(1.0 / p)


def local_response_norm(
    input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
) -> Tensor:
    """x / (k + alpha · mean of x² over `size` channels around)^beta"""
    if input.dim() < 3:
        raise ValueError(
            f"Expected 3D or higher dimensionality input (got {input.dim()} dimensions)"
        )
    squares = (input * input).movedim(1, -1)
    around = pad(squares, (size // 2, (size - 1) // 2)).unfold(-1, size, 1)
    return input / (around.mean(-1).movedim(-1, 1) * alpha + k).pow(beta)


# -- undoing max pooling ----------------------------------------------------------


def max_unpool1d(
    input: Tensor,
    indices: Tensor,
    kernel_size,
    stride=None,
    padding=0,
    output_size=None,
) -> Tensor:
    """Zeros, with the entries at the places in the last axis where they came from."""
    return _unpooled(1, input, indices, kernel_size, stride, padding, output_size)


def max_unpool2d(
    input: Tensor,
    indices: Tensor,
    kernel_size,
    stride=None,
    padding=0,
    output_size=None,
) -> Tensor:
    """Zeros, with the entries at the places in H x W where they came from."""
    return _unpooled(2, input, indices, kernel_size, stride, padding, output_size)


def _unpooled(
    axes: int, input: Tensor, indices: Tensor, kernel_size, stride, padding, output_size
) -> Tensor:
    if input.shape != indices.shape:
        raise RuntimeError(
            "Expected shape of indices to be same as that of the input tensor ("
            f"{list(input.shape)}) but got indices tensor with shape: "
            f"{list(indices.shape)}"
        )
    kernel = tuple_of(kernel_size, axes)
    stride = kernel if stride is None else tuple_of(stride, axes)
    padding = tuple_of(padding, axes)
    usual = [
        (size - 1) * s + k - 2 * p
        for size, k, s, p in zip(
            input.shape[-axes:], kernel, stride, padding, strict=True
        )
    ]
    sizes = usual if output_size is None else _given(output_size, usual, stride)
    places, lines = indices._data, math.prod(sizes)
    if places.size and not (0 <= places.min() and places.max() < lines):
        wrong = places[(places < 0) | (places >= lines)].flat[0]
        raise RuntimeError(
            f"Found an invalid max index: {wrong} (output volumes are of size "
            f"{'x'.join(map(str, sizes))})"
        )
    *batch, _ = input.flatten(-axes).shape
    zeros = Tensor(np.zeros((*batch, lines), input._data.dtype))
    out = zeros.scatter(-1, indices.flatten(-axes), input.flatten(-axes))
    return out.reshape(*batch, *sizes)


def _given(output_size, usual: list[int], stride: tuple[int, ...]) -> list[int]:
    """The last sizes of `output_size`, checked to be about the usual ones."""
    sizes = list(output_size)[-len(usual) :]
    for axis, (size, n, s) in enumerate(zip(sizes, usual, stride, strict=True)):
        if not n - s < size < n + s:
            raise ValueError(
                f'invalid output_size "{tuple(sizes)}" (dim {axis} must be between '
                f"{n - s} and {n + s})"
            )
    return sizes
