"""Linear maps: `linear` and `bilinear`."""

import math

from ...functions.matmul import matmul
from ...functions.shape import reshape
from ...ops.linalg import AddmmOfT
from ...ops.shape import View
from ...ops.transpose import T
from ...tensor import Tensor
from .checks import check_tensor


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """input @ weightᵀ + bias; the weight is (out, in), the input (..., in)."""
    try:
        x, w, b = input._data, weight._data, bias._data
    except AttributeError:
        check_tensor("linear", input)
        check_tensor("linear", weight, "weight", 2)
        if bias is not None:
            check_tensor("linear", bias, "bias", 3)
        x, w, b = input._data, weight._data, None
    if 0 in (x.ndim, w.ndim):
        raise RuntimeError(
            "both arguments to linear need to be at least 1D, but they are "
            f"{x.ndim}D and {w.ndim}D"
        )
    if b is None:
        return matmul(input, weight.t())
    if (
        b.ndim == 1
        and (b.size, x.shape[-1]) == w.shape
        and x.dtype is w.dtype is b.dtype
    ):
        if x.ndim == 2:  # the usual case, without more checks
            return AddmmOfT.apply(bias, input, T.apply(weight))
        if x.ndim > 2 and x.flags.c_contiguous:
            rows = View.apply(input, (math.prod(x.shape[:-1]), x.shape[-1]))
            out = AddmmOfT.apply(bias, rows, T.apply(weight))
            return View.apply(out, (*x.shape[:-1], len(w)))
    if x.ndim == 2:
        return bias.addmm(input, weight.t())
    if x.flags.c_contiguous:
        rows = reshape(input, math.prod(x.shape[:-1]), x.shape[-1])
        return bias.addmm(rows, weight.t()).view(*x.shape[:-1], w.shape[0])
    return matmul(input, weight.t()) + bias


def bilinear(
    input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None
) -> Tensor:
    """out[..., o] = Σ_ij input1[..., i] weight[o, i, j] input2[..., j] + bias[o]"""
    for position, tensor in enumerate((input1, input2), 1):
        size, expected = tensor._data.shape[-1], weight._data.shape[position]
        if size != expected:
            raise RuntimeError(
                f"bilinear(): input{position} size does not match weight size: got "
                f"{size} but expected {expected}"
            )
    _check_batch(input1._data.shape, input2._data.shape)
    out, first, second = weight._data.shape
    rows1, rows2 = input1.reshape(-1, first), input2.reshape(-1, second)
    products = matmul(rows1, weight.permute(1, 0, 2).reshape(first, out * second))
    products = products.reshape(-1, out, second) * rows2.unsqueeze(1)
    result = products.sum(2).reshape(*input1._data.shape[:-1], out)
    return result if bias is None else result + bias


def _check_batch(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    if len(a) != len(b):
        raise RuntimeError(
            f"bilinear(): input dimensions do not match: got {len(a)} and {len(b)}"
        )
    for i, (one, other) in enumerate(zip(a[:-1], b[:-1], strict=True)):
        if one != other:
            raise RuntimeError(
                f"bilinear(): input batch dimensions do not match at dim {i}: got "
                f"{one} and {other}"
            )
