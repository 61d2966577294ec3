"""Attention: each query takes a mean of the values, weighted by how keys fit it.

Source: A. Vaswani et al., "Attention is all you need" (2017).
"""

import math
import warnings
from typing import Any

from ...creation import zeros
from ...dtypes import bool_
from ...functions.join import cat
from ...tensor import Tensor
from .. import functional as F
from .. import init
from ..functional.attention import SelfAttention
from .attention_inputs import as_added, check_inputs, combined
from .linear import Linear
from .module import Module
from .new import parameter


class NonDynamicallyQuantizableLinear(Linear):
    """A Linear; PyTorch's name for it shows in the printed form."""


class MultiheadAttention(Module):
    """Queries (L, N, embed_dim), keys and values (S, N, …) to (L, N, embed_dim)

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
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
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
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        self.add_zero_attn = add_zero_attn
        self._add_projections(made)
        self.register_parameter(
            "in_proj_bias", parameter(3 * embed_dim, **made) if bias else None
        )
        self.out_proj = NonDynamicallyQuantizableLinear(
            embed_dim, embed_dim, bias=bias, **made
        )
        for name in ("bias_k", "bias_v"):
            if add_bias_kv:
                setattr(self, name, parameter(1, 1, embed_dim, **made))
            else:
                setattr(self, name, None)
        self._reset_parameters()

    def _add_projections(self, made: dict) -> None:
        widths = {"q": self.embed_dim, "k": self.kdim, "v": self.vdim}
        together = None
        if self._qkv_same_embed_dim:
            together = parameter(3 * self.embed_dim, self.embed_dim, **made)
        else:
            for name, width in widths.items():
                weight = parameter(self.embed_dim, width, **made)
                setattr(self, f"{name}_proj_weight", weight)
        self.register_parameter("in_proj_weight", together)
        if together is not None:
            for name in widths:
                self.register_parameter(f"{name}_proj_weight", None)

    def _reset_parameters(self) -> None:
        for name in ("in_proj", "q_proj", "k_proj", "v_proj"):
            weight = getattr(self, f"{name}_weight")
            if weight is not None:
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.zeros_(self.in_proj_bias)
            init.zeros_(self.out_proj.bias)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                init.xavier_normal_(bias)

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
        batched = check_inputs(self, query, key, value, key_padding_mask, attn_mask)
        if is_causal and attn_mask is None:
            raise RuntimeError(
                "Need attn_mask if specifying the is_causal hint. You may use the "
                "Transformer module method `generate_square_subsequent_mask` to create "
                "this mask."
            )
        masks = attn_mask, key_padding_mask
        if query is key is value and not need_weights and self._is_plain(query, masks):
            out, weights = self._self_attention(query, *masks, batched), None
        else:
            tensors = query, key, value
            out, weights = self._any_attention(tensors, *masks, batched, need_weights)
        if batched and not self.batch_first:
            out = out.transpose(0, 1).contiguous()
        out = self.out_proj(out)
        if weights is not None and average_attn_weights:
            weights = weights.mean(dim=1)
        if not batched:
            return out.squeeze(0), weights if weights is None else weights.squeeze(0)
        return out, weights

    def _is_plain(self, query: Tensor, masks: tuple) -> bool:
        """True if there are no keys of the module's own, no dropout, and masks are
        constant."""
        if self.dropout > 0 and self.training or self.add_zero_attn:
            return False
        if self.bias_k is not None or not self._qkv_same_embed_dim:
            return False
        given = [mask for mask in masks if mask is not None]
        kinds = bool_, query.dtype
        return all(mask.dtype in kinds and not mask.requires_grad for mask in given)

    def _self_attention(self, x: Tensor, attn_mask, padding, batched: bool) -> Tensor:
        """Each of x, (N, L, embed_dim), attends to all of x, in one node."""
        together = F.linear(x, self.in_proj_weight, self.in_proj_bias)
        together = self._batch_first(together, batched)
        mask = combined(*self._masks(attn_mask, padding, together, batched))
        scale = math.sqrt(1.0 / self.head_dim)
        return SelfAttention.apply(together, self.num_heads, mask, scale)[0]

    def _any_attention(
        self, tensors: tuple, attn_mask, padding, batched: bool, need_weights: bool
    ) -> tuple[Tensor, Tensor | None]:
        """The outputs of all heads, (N, L, embed_dim), and the weights or None."""
        q, k, v = self._projected(*tensors)
        q, k, v = (self._batch_first(each, batched) for each in (q, k, v))
        mask, padding = self._masks(attn_mask, padding, q, batched)
        k, v, mask, padding = self._extended(k, v, mask, padding)
        heads = (self._heads(each) for each in (q, k, v))
        out, weights = self._attend(*heads, combined(mask, padding), need_weights)
        return out.transpose(1, 2).reshape(q.shape), weights

    def _attend(
        self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, need_weights: bool
    ) -> tuple[Tensor, Tensor | None]:
        """Attention of (N, heads, …, head_dim)."""
        dropout = self.dropout if self.training else 0.0
        if not need_weights:
            return F.scaled_dot_product_attention(q, k, v, mask, dropout), None
        scores = (q * math.sqrt(1.0 / self.head_dim)) @ k.transpose(-2, -1)
        weights = F.softmax(scores if mask is None else scores + mask, dim=-1)
        if dropout > 0:
            weights = F.dropout(weights, dropout)
        return weights @ v, weights

    def _projected(
        self, query: Tensor, key: Tensor, value: Tensor
    ) -> tuple[Tensor, ...]:
        """Queries, keys and values in the space of the heads."""
        if query is key is value and self._qkv_same_embed_dim:
            together = F.linear(query, self.in_proj_weight, self.in_proj_bias)
            return tuple(together.chunk(3, -1))
        biases = (None,) * 3
        if self.in_proj_bias is not None:
            biases = self.in_proj_bias.chunk(3)
        if self._qkv_same_embed_dim:
            weights = self.in_proj_weight.chunk(3)
        else:
            weights = (self.q_proj_weight, self.k_proj_weight, self.v_proj_weight)
        given = zip((query, key, value), weights, biases, strict=True)
        return tuple(F.linear(*each) for each in given)

    def _batch_first(self, tensor: Tensor, batched: bool) -> Tensor:
        if not batched:
            return tensor.unsqueeze(0)
        return tensor if self.batch_first else tensor.transpose(0, 1)

    def _heads(self, tensor: Tensor) -> Tensor:
        """(N, L, embed_dim) as (N, heads, L, head_dim)"""
        batch, length, _ = tensor.shape
        split = tensor.reshape(batch, length, self.num_heads, self.head_dim)
        return split.transpose(1, 2)

    def _masks(
        self,
        attn_mask: Tensor | None,
        padding: Tensor | None,
        query: Tensor,
        batched: bool,
    ) -> tuple[Tensor | None, Tensor | None]:
        """Both masks as numbers to add: (1 or N, 1 or heads, L, S), and (N, S)."""
        if padding is not None and attn_mask is not None:
            if padding.dtype is not attn_mask.dtype:
                warnings.warn(
                    "Support for mismatched key_padding_mask and attn_mask is "
                    "deprecated. Use same type for both instead.",
                    stacklevel=4,
                )
        padding = as_added(padding, "key_padding_mask", query.dtype)
        mask = as_added(attn_mask, "attn_mask", query.dtype)
        if mask is not None and mask.ndim == 3:
            mask = mask.reshape(len(query), self.num_heads, *mask.shape[1:])
        elif mask is not None:
            mask = mask.unsqueeze(0).unsqueeze(0)
        if padding is not None and not batched:
            padding = padding.unsqueeze(0)
        return mask, padding

    def _extended(self, k: Tensor, v: Tensor, *masks: Tensor | None) -> tuple:
        """Keys and values with those that the module itself adds, and the masks."""
        batch = len(k)
        added = []
        if self.bias_k is not None:
            added.append([each.expand(batch, 1, -1) for each in self._biases()])
        if self.add_zero_attn:
            added.append([zeros(batch, 1, self.embed_dim, dtype=k.dtype)] * 2)
        for more_k, more_v in added:
            k, v = cat([k, more_k], 1), cat([v, more_v], 1)
            masks = tuple(
                mask if mask is None else F.pad(mask, (0, 1)) for mask in masks
            )
        return k, v, *masks

    def _biases(self) -> tuple[Tensor, Tensor]:
        return self.bias_k, self.bias_v
