"""The transformer: an encoder, a decoder that attends to what it made, and both.

Source: A. Vaswani et al., "Attention is all you need" (2017).
"""

import copy
import math
from collections.abc import Callable
from typing import Any

from ...creation import full
from ...ops.diagonal import triu
from ...tensor import Tensor
from .. import functional as F
from .. import init
from .attention import MultiheadAttention
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .module import Module
from .normalization import LayerNorm


class _Layer(Module):
    """Attentions, then a feed-forward part of two Linear layers; x ← norm(x + part(x))

    With `norm_first` x ← x + part(norm(x)).
    """

    attentions: tuple[str, ...]  # the names of the submodules

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        made = {"bias": bias, "device": device, "dtype": dtype}
        for name in self.attentions:
            attention = MultiheadAttention(
                d_model, nhead, dropout, batch_first=batch_first, **made
            )
            setattr(self, name, attention)
        self.linear1 = Linear(d_model, dim_feedforward, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **made)
        self.norm_first = norm_first
        numbers = range(1, len(self.attentions) + 2)
        for number in numbers:
            setattr(self, f"norm{number}", LayerNorm(d_model, layer_norm_eps, **made))
        for number in numbers:
            setattr(self, f"dropout{number}", Dropout(dropout))
        if isinstance(activation, str):
            if activation not in ("relu", "gelu"):
                raise RuntimeError(f"activation should be relu/gelu, not {activation}")
            activation = getattr(F, activation)
        self.activation = activation

    def _add(self, number: int, x: Tensor, part: Callable[[Tensor], Tensor]) -> Tensor:
        """x and what its part of that number makes of it, normalised."""
        norm = getattr(self, f"norm{number}")
        dropout = getattr(self, f"dropout{number}")
        if self.norm_first:
            return x + dropout(part(norm(x)))
        return norm(x + dropout(part(x)))

    def _feed_forward(self, x: Tensor) -> Tensor:
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


class TransformerEncoderLayer(_Layer):
    """Attention of `src` to itself, then two Linear layers

    Each part is added to its input and normalised; with `norm_first` its input is
    normalised instead.
    """

    attentions = ("self_attn",)

    def forward(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool = False,
    ) -> Tensor:
        def own(x: Tensor) -> Tensor:
            given = x, x, x, src_key_padding_mask, False, src_mask
            return self.self_attn(*given, is_causal=is_causal)[0]

        return self._add(2, self._add(1, src, own), self._feed_forward)


class TransformerDecoderLayer(_Layer):
    """Attention of `tgt` to itself, then to `memory`, then two Linear layers

    Each part is added to its input and normalised; with `norm_first` its input is
    normalised instead.
    """

    attentions = ("self_attn", "multihead_attn")

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool = False,
    ) -> Tensor:
        def own(x: Tensor) -> Tensor:
            given = x, x, x, tgt_key_padding_mask, False, tgt_mask
            return self.self_attn(*given, is_causal=tgt_is_causal)[0]

        def other(x: Tensor) -> Tensor:
            given = x, memory, memory, memory_key_padding_mask, False, memory_mask
            return self.multihead_attn(*given)[0]

        x = self._add(2, self._add(1, tgt, own), other)
        return self._add(3, x, self._feed_forward)


class _Stack(Module):
    """`num_layers` copies of a layer, one after the other, and a last `norm`"""

    def __init__(self, layer: Module, num_layers: int, norm: Module | None) -> None:
        super().__init__()
        self.layers = ModuleList(copy.deepcopy(layer) for _ in range(num_layers))
        self.num_layers = num_layers
        self.norm = norm

    def _run(self, x: Tensor, *given: Any) -> Tensor:
        for layer in self.layers:
            x = layer(x, *given)
        return x if self.norm is None else self.norm(x)


class TransformerEncoder(_Stack):
    """`num_layers` copies of a layer, one after the other, and a last `norm`"""

    def __init__(
        self,
        encoder_layer: TransformerEncoderLayer,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__(encoder_layer, num_layers, norm)

    def forward(
        self,
        src: Tensor,
        mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool | None = None,
    ) -> Tensor:
        return self._run(src, mask, src_key_padding_mask, bool(is_causal))


class TransformerDecoder(_Stack):
    """`num_layers` copies of a layer, one after the other, and a last `norm`"""

    def __init__(
        self,
        decoder_layer: TransformerDecoderLayer,
        num_layers: int,
        norm: Module | None = None,
    ) -> None:
        super().__init__(decoder_layer, num_layers, norm)

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool | None = None,
    ) -> Tensor:
        masks = tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
        return self._run(tgt, memory, *masks, bool(tgt_is_causal))


class Transformer(Module):
    """An encoder of `src` and a decoder of `tgt` that attends to what that made

    (S, N, d_model) and (T, N, d_model) to (T, N, d_model); with `batch_first` N comes
    first.
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = F.relu,
        *,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        made = {"bias": bias, "device": device, "dtype": dtype}
        settings = d_model, nhead, dim_feedforward, dropout, activation
        settings += layer_norm_eps, batch_first, norm_first
        layer = TransformerEncoderLayer(*settings, **made)
        norm = LayerNorm(d_model, layer_norm_eps, **made)
        self.encoder = TransformerEncoder(layer, num_encoder_layers, norm)
        layer = TransformerDecoderLayer(*settings, **made)
        norm = LayerNorm(d_model, layer_norm_eps, **made)
        self.decoder = TransformerDecoder(layer, num_decoder_layers, norm)
        for param in self.parameters():
            if param.dim() > 1:
                init.xavier_uniform_(param)
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def forward(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
    ) -> Tensor:
        axis = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(axis) != tgt.size(axis):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError(
                "the feature number of src and tgt must be equal to d_model"
            )
        memory = self.encoder(src, src_mask, src_key_padding_mask, src_is_causal)
        masks = tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
        return self.decoder(tgt, memory, *masks, tgt_is_causal)

    @staticmethod
    def generate_square_subsequent_mask(
        sz: int, device: Any = None, dtype: Any = None
    ) -> Tensor:
        """A mask (sz, sz) that hides what comes later: −∞ above the diagonal."""
        return triu(full((sz, sz), -math.inf, device=device, dtype=dtype), 1)
