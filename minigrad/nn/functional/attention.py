"""Attention in one node: softmax(scale q kᵀ + mask) v, without copies in between.

With e = exp(scale q kᵀ + mask), up to a factor for each row, and its sums s over the
keys, out = e v / s. Both e and s are outputs, so that a second derivative finds its
way through them; the factor of a row has no effect on any derivative of `out`.

`Attention` has queries, keys and values as operands, `SelfAttention` one tensor with
the three side by side.
"""

import math

import numpy as np
from numpy import ndarray

from ... import dtypes
from ...core.op import Op
from ...ops.join import Stack
from ...ops.matmul import matmul
from ...ops.reduce import Sum
from ...ops.softmax import SafeSoftmax, Softmax, exponentials
from ...ops.transpose import Transpose
from ...tensor import Tensor
from .dropout import dropout

NAME = "ScaledDotProductFlashAttentionForCpuBackward0"


class Attention(Op, operands=3, tensors=True, name=NAME):
    """out = e v / s for stacks of matrices, with e = exp(scale q kᵀ + mask), s = Σ e

    A bool mask hides the keys where it is False. A mask has no gradient.
    """

    @staticmethod
    def forward(ctx, q, k, v, mask, scale):
        ctx.scale = scale
        e, s = scores(q, k, mask, scale)
        out = np.matmul(e, v)
        out /= s
        ctx.save_for_backward(q, k, v, out, e, s)
        return out, e, s

    @staticmethod
    def backward(ctx, grad, grad_e, grad_s):
        q, k, v, out, e, s = ctx.saved_tensors
        grad = np.zeros_like(out) if grad is None else grad / s
        change = scores_grad(grad, v, out, e, grad_e, grad_s)
        grad_q = product(change, k * ctx.scale)
        return grad_q, product(change.mT, q * ctx.scale), product(e.mT, grad)


class SelfAttention(Op, tensors=True, name=NAME):
    """`Attention` of the heads in x, (N, L, 3 heads E) with q, k, v side by side

    The output is (N, L, heads E).
    """

    @staticmethod
    def forward(ctx, x, heads, mask, scale):
        ctx.heads, ctx.scale = heads, scale
        q, k, v = (part(x, heads, i, 3) for i in range(3))
        e, s = scores(q, k, mask, scale)
        out = product(e, v).swapaxes(1, 2)
        out /= s.swapaxes(1, 2)
        out = out.reshape((*x.shape[:2], x.shape[2] // 3))
        ctx.save_for_backward(x, out, e, s)
        return out, e, s

    @staticmethod
    def backward(ctx, grad, grad_e, grad_s):
        x, out, e, s = ctx.saved_tensors
        q, k, v = (part(x, ctx.heads, i, 3) for i in range(3))
        grad = np.zeros_like(out) if grad is None else grad
        grad, out = divided(part(grad, ctx.heads), s), part(out, ctx.heads)
        change = scores_grad(grad, v, out, e, grad_e, grad_s)
        factors = (change, k * ctx.scale), (change.mT, q * ctx.scale), (e.mT, grad)
        return side_by_side(grad, factors).reshape(x.shape)


def part(x, heads: int, i: int = 0, parts: int = 1):
    """Of (N, L, parts heads E) one part, as (N, heads, L, E) over the same memory."""
    shape = (*x.shape[:2], parts, heads, x.shape[2] // (parts * heads))
    return Transpose.call(x.reshape(shape)[:, :, i], 1, 2)


def divided(a, s):
    """a / s for parts of (N, L, heads E): NumPy is faster in the order of memory."""
    if isinstance(a, np.ndarray):
        return (a.swapaxes(1, 2) / s.swapaxes(1, 2)).swapaxes(1, 2)
    return a / s


def scores(q: ndarray, k: ndarray, mask: ndarray | None, scale: float) -> tuple:
    """The exponentials e of the scores and their sums s; s = 1 where e is all 0."""
    products = np.matmul(q * scale, k.mT)
    if mask is not None and mask.dtype != np.bool_:
        products += mask
        mask = None
    e = np.empty_like(products)
    s = exponentials(products, e.ndim - 1, e, mask)
    return e, np.where(s == 0, s.dtype.type(1), s)


def scores_grad(a, v, out, e, grad_e, grad_s):
    """The gradient of the scores; `a` is that of the output, divided by the sums."""
    if isinstance(a, np.ndarray) and grad_e is None and grad_s is None:
        change = np.matmul(a, v.mT)
        change -= np.vecdot(a, out)[..., None]
        change *= e
        return change
    change = a @ v.mT - Sum.call(a * out, out.ndim - 1, True)
    for more in (grad_e, grad_s):
        change = change if more is None else change + more
    return e * change


def product(a, b):
    """a @ b; four axes (N, heads, L, E) lie in memory as (N, L, heads, E).

    So joining the heads copies nothing.
    """
    if isinstance(a, np.ndarray) and a.ndim == 4:
        batch, heads, length, _ = a.shape
        memory = np.empty((batch, length, heads, b.shape[-1]), a.dtype)
        return np.matmul(a, b, out=memory.swapaxes(1, 2))
    return a @ b


def side_by_side(a, factors: tuple):
    """The products of pairs of factors, as (N, L, number of pairs, heads, E)."""
    if isinstance(a, np.ndarray):
        batch, heads, length, size = a.shape
        out = np.empty((batch, length, len(factors), heads, size), a.dtype)
        for i, pair in enumerate(factors):
            np.matmul(*pair, out=out[:, :, i].swapaxes(1, 2))
        return out
    return Stack.call(*[Transpose.call(b @ c, 1, 2) for b, c in factors], 2)


# -- the function -----------------------------------------------------------------


# piece: Attention
def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
) -> Tensor:
    """softmax(scale query keyᵀ + mask) value; queries (..., L, E), keys (..., S, E).

    A bool mask says which keys take part, a float mask is added. `is_causal` lets query
    i see the keys up to i. The scale is 1 / √E if it is not given. Note that dropout_p
    always applies.
    """
    _check(query, key, value, attn_mask, is_causal)
    scale = 1 / math.sqrt(query.size(-1)) if scale is None else scale
    if is_causal:
        attn_mask = Tensor(np.tri(query.size(-2), key.size(-2), dtype=bool))
    if not dropout_p > 0 and _at_once(query, key, value, attn_mask):
        return Attention.apply(query, key, value, attn_mask, scale)[0]
    scores = matmul(query * scale, key.transpose(-2, -1))
    softmax = Softmax if attn_mask is None or is_causal else SafeSoftmax
    if attn_mask is not None and attn_mask.dtype is dtypes.bool_:
        scores = scores.masked_fill(~attn_mask, -math.inf)
    elif attn_mask is not None:
        scores = scores + attn_mask
    weights = dropout(softmax.apply(scores, scores.dim() - 1), dropout_p)
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
    kinds = [dtypes.C_NAMES[each.dtype] for each in (query, key, value)]
    if len(set(kinds)) > 1:
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got "
            f"query.dtype: {kinds[0]} key.dtype: {kinds[1]} and value.dtype: "
            f"{kinds[2]} instead."
        )
    if attn_mask is None:
        return
    if attn_mask.dtype not in (dtypes.bool_, dtypes.float32, query.dtype):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but "
            f"got attn_mask.dtype: {dtypes.C_NAMES[attn_mask.dtype]} and  query.dtype: "
            f"{kinds[0]} instead."
        )
    if is_causal:
        raise RuntimeError(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
            "is_causal=True"
        )
