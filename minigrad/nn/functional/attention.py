"""Attention: each query takes the values whose keys it is alike to."""

import math

import numpy as np

from ... import dtypes
from ...functions.matmul import matmul
from ...ops.attention import Attention
from ...ops.softmax import SafeSoftmax, Softmax
from ...tensor import Tensor
from .dropout import dropout


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """softmax(scale query keyᵀ + mask) value; queries (..., L, E), keys (..., S, E).

    A bool mask says which keys take part, a float mask is added. `is_causal` lets query
    i see the keys up to i. The scale is 1 / √E if it is not given. `enable_gqa` repeats
    keys and values for groups of query heads. Note that dropout_p always applies.
    """
    _check(query, key, value, attn_mask, is_causal)
    if enable_gqa:
        times = query.size(-3) // key.size(-3)
        key, value = (each.repeat_interleave(times, -3) for each in (key, value))
    if scale is None:
        scale = 1 / math.sqrt(query.size(-1))
    if is_causal:
        allowed = np.tri(query.size(-2), key.size(-2), dtype=bool)
        attn_mask = Tensor(allowed)
    if not dropout_p > 0 and _at_once(query, key, value, attn_mask):
        return Attention.apply(query, key, value, attn_mask, scale)[0]
    scores = matmul(query * scale, key.transpose(-2, -1))
    softmax = Softmax if attn_mask is None or is_causal else SafeSoftmax
    if attn_mask is not None and attn_mask.dtype is dtypes.bool_:
        scores = scores.masked_fill(~attn_mask, -math.inf)
    elif attn_mask is not None:
        scores = scores + attn_mask
    weights = softmax.apply(scores, scores.dim() - 1)
    if dropout_p > 0:
        weights = dropout(weights, dropout_p)
    return matmul(weights, value)


def _at_once(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> bool:
    """True if nothing is to be broadcast but the mask, which needs no gradient."""
    q, k, v = query._data.shape, key._data.shape, value._data.shape
    if not q[:-2] == k[:-2] == v[:-2] or q[-1] != k[-1] or k[-2] != v[-2]:
        return False
    if mask is None:
        return True
    if mask.requires_grad or mask.dtype not in (dtypes.bool_, query.dtype):
        return False
    scores, sizes = (*q[:-1], k[-2]), mask._data.shape
    return len(sizes) <= len(scores) and all(
        size in (1, whole)
        for size, whole in zip(sizes[::-1], scores[::-1], strict=False)
    )


def _check(query, key, value, attn_mask: Tensor | None, is_causal: bool) -> None:
    tensors = query, key, value
    names = [dtypes.C_NAMES[each.dtype] for each in tensors]
    if len(set(names)) > 1:
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got "
            f"query.dtype: {names[0]} key.dtype: {names[1]} and value.dtype: "
            f"{names[2]} "
            "instead."
        )
    ranks = [each.dim() for each in tensors]
    if min(ranks) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got "
            f"query.dim: {ranks[0]} key.dim: {ranks[1]} and value.dim: {ranks[2]} "
            "instead."
        )
    if attn_mask is None:
        return
    if attn_mask.dtype not in (dtypes.bool_, dtypes.float32, query.dtype):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but "
            f"got attn_mask.dtype: {dtypes.C_NAMES[attn_mask.dtype]} and  query.dtype: "
            f"{names[0]} instead."
        )
    if is_causal:
        raise RuntimeError(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
            "is_causal=True"
        )
