"""Attention: each query takes a mean of the values, weighted by how keys fit it.

Source: A. Vaswani et al., "Attention is all you need" (2017).
"""

import math
import warnings
from typing import Any

from ...creation import empty, zeros
from ...dtypes import bool_, dtype
from ...tensor import Tensor
from .. import functional as F
from .. import init
from ..functional import attention as own
from ..parameter import Parameter
from .linear import Linear
from .module import Module


class NonDynamicallyQuantizableLinear(Linear):
    """A Linear; PyTorch's name for it shows in the printed form."""


class MultiheadAttention(Module):
    """Queries (L, N, embed_dim), keys and values (S, N, embed_dim) to (L, N, embed_dim)

    With `batch_first` (N, L, …); without N one example. The weights are returned too,
    (N, L, S), unless `need_weights` is False. The vectors are cut into `num_heads`
    parts, each with an attention of its own.
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        *,
        batch_first: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                "embed_dim and num_heads must be greater than 0, got "
                f"embed_dim={embed_dim} and num_heads={num_heads} instead"
            )
        if embed_dim % num_heads:
            raise AssertionError("embed_dim must be divisible by num_heads")
        made = {"device": device, "dtype": dtype}
        self.embed_dim = embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        self.in_proj_weight = Parameter(empty(3 * embed_dim, embed_dim, **made))
        in_proj_bias = Parameter(empty(3 * embed_dim, **made)) if bias else None
        self.register_parameter("in_proj_bias", in_proj_bias)
        self.out_proj = NonDynamicallyQuantizableLinear(
            embed_dim, embed_dim, bias=bias, **made
        )
        init.xavier_uniform_(self.in_proj_weight)
        if bias:
            init.zeros_(self.in_proj_bias)
            init.zeros_(self.out_proj.bias)

    def forward(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        """The outputs, and the weights (of all heads unless averaged) or None.

        `attn_mask` (L, S) or (N · heads, L, S) and `key_padding_mask` (N, S) are added
        to the scores; where a bool mask is True nothing is attended to. `is_causal` is
        a hint that `attn_mask` hides what comes after each query.
        """
        self._check(query, key, attn_mask, key_padding_mask)
        if is_causal and attn_mask is None:
            raise RuntimeError(
                "Need attn_mask if specifying the is_causal hint. You may use the "
                "Transformer module method `generate_square_subsequent_mask` to create "
                "this mask."
            )
        mask = self._combined(attn_mask, key_padding_mask, query.dtype)
        if mask is None:  # then attention may be a student's
            attend = getattr(F.scaled_dot_product_attention, "__wrapped__", None)
            usual = attend is own.scaled_dot_product_attention
        else:  # a constant of the same dtype, or promotion has work
            usual = mask.dtype is query.dtype and not mask.requires_grad
        in_steps = need_weights or (self.dropout and self.training)
        if query is key is value and usual and not in_steps:
            together = F.linear(query, self.in_proj_weight, self.in_proj_bias)
            scale = math.sqrt(1.0 / self.head_dim)
            given = self._batch_first(together), self.num_heads, mask, scale
            out, weights = own.SelfAttention.apply(*given)[0], None
        else:
            heads = self._heads(query, key, value)
            out, weights = self._attend(*heads, mask, need_weights)
            out = out.transpose(1, 2).flatten(2)
        if query.ndim == 3 and not self.batch_first:
            out = out.transpose(0, 1).contiguous()
        out = self.out_proj(out)
        if weights is not None and average_attn_weights:
            weights = weights.mean(dim=1)
        if query.ndim == 3:
            return out, weights
        return out.squeeze(0), None if weights is None else weights.squeeze(0)

    # -- attention ----------------------------------------------------------------

    def _batch_first(self, tensor: Tensor) -> Tensor:
        """(N, L, …), also of one example or with the length first."""
        if tensor.ndim == 2:
            return tensor.unsqueeze(0)
        return tensor if self.batch_first else tensor.transpose(0, 1)

    def _heads(self, query: Tensor, key: Tensor, value: Tensor) -> list[Tensor]:
        """Queries, keys and values of every head: (N, heads, …, head_dim)."""
        weight, bias = self.in_proj_weight, self.in_proj_bias
        if query is key is value:
            projected = F.linear(query, weight, bias).chunk(3, -1)
        else:
            biases = (None,) * 3 if bias is None else bias.chunk(3)
            given = zip((query, key, value), weight.chunk(3), biases, strict=True)
            projected = [F.linear(*each) for each in given]
        sizes = self.num_heads, self.head_dim
        return [
            self._batch_first(each).unflatten(-1, sizes).transpose(1, 2)
            for each in projected
        ]

    def _attend(
        self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, need_weights: bool
    ) -> tuple[Tensor, Tensor | None]:
        """The outputs of every head, and the weights or None."""
        dropout = self.dropout if self.training else 0.0
        if not need_weights:
            return F.scaled_dot_product_attention(q, k, v, mask, dropout), None
        scores = (q * math.sqrt(1.0 / self.head_dim)) @ k.transpose(-2, -1)
        weights = F.softmax(scores if mask is None else scores + mask, dim=-1)
        weights = F.dropout(weights, dropout)
        return weights @ v, weights

    # -- masks and checks ---------------------------------------------------------

    def _combined(
        self, mask: Tensor | None, padding: Tensor | None, dtype: dtype
    ) -> Tensor | None:
        """Both masks as numbers to add: (1 or N, 1 or heads, 1 or L, S); or None."""
        if mask is not None and padding is not None and mask.dtype is not padding.dtype:
            warnings.warn(
                "Support for mismatched key_padding_mask and attn_mask is "
                "deprecated. Use same type for both instead.",
                stacklevel=4,
            )
        added = []
        if padding is not None:
            padding = _as_added(padding, "key_padding_mask", dtype)
            added.append(padding.reshape(-1, 1, 1, padding.shape[-1]))
        if mask is not None:
            mask = _as_added(mask, "attn_mask", dtype)
            heads = self.num_heads if mask.ndim == 3 else 1
            added.append(mask.reshape(-1, heads, *mask.shape[-2:]))
        return sum(added[1:], added[0]) if added else None

    def _check(
        self, query: Tensor, key: Tensor, mask: Tensor | None, padding: Tensor | None
    ) -> None:
        """Errors for what does not fit."""
        if query.shape[-1] != self.embed_dim:
            raise AssertionError(
                f"was expecting embedding dimension of {self.embed_dim}, but got "
                f"{query.shape[-1]}"
            )
        along = 1 if self.batch_first and query.ndim == 3 else 0
        length, source = query.shape[along], key.shape[along]
        batch = 1 if query.ndim == 2 else query.shape[1 - along]
        if mask is not None:
            heads = () if mask.ndim == 2 else (batch * self.num_heads,)
            if mask.shape != (expected := (*heads, length, source)):
                raise RuntimeError(
                    f"The shape of the {mask.ndim}D attn_mask is {mask.shape}, but "
                    f"should be {expected}."
                )
        if padding is not None:
            expected = (batch, source) if query.ndim == 3 else (source,)
            if padding.shape != expected:
                raise AssertionError(
                    f"Expected key_padding_mask of shape {expected}, but got "
                    f"{tuple(padding.shape)}"
                )


def _as_added(mask: Tensor, name: str, dtype: dtype) -> Tensor:
    """A mask as numbers to add to the scores: −∞ where a bool one is True."""
    if mask.is_floating_point():
        return mask
    if mask.dtype is not bool_:
        raise AssertionError(f"only bool and floating types of {name} are supported")
    return zeros(mask.shape, dtype=dtype).masked_fill(mask, -math.inf)
