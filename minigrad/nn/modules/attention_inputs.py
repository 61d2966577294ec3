"""What MultiheadAttention is called with: checks with PyTorch's errors, and masks."""

import math

from ...creation import zeros
from ...dtypes import bool_, dtype
from ...tensor import Tensor


def check_inputs(
    module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    padding: Tensor | None,
    attn_mask: Tensor | None,
) -> bool:
    """Errors for what does not fit. True if there is a batch axis."""
    if query.ndim not in (2, 3):
        raise AssertionError(
            "query should be unbatched 2D or batched 3D tensor but received "
            f"{query.ndim}-D query tensor"
        )
    for name, tensor in (("key", key), ("value", value)):
        if tensor.ndim != query.ndim:
            raise AssertionError(
                f"For {'' if query.ndim == 3 else 'un'}batched ({query.ndim}-D) "
                f"`query`, expected `key` and `value` to be {query.ndim}-D but "
                f"found `{name}` of {tensor.ndim}-D"
            )
    if query.shape[-1] != module.embed_dim:
        raise AssertionError(
            f"was expecting embedding dimension of {module.embed_dim}, but got "
            f"{query.shape[-1]}"
        )
    if module._qkv_same_embed_dim and key.shape != value.shape:
        raise AssertionError(
            f"key shape {key.shape} does not match value shape {value.shape}"
        )
    _check_masks(module, query, key, padding, attn_mask)
    return query.ndim == 3


def _check_masks(
    module,
    query: Tensor,
    key: Tensor,
    padding: Tensor | None,
    attn_mask: Tensor | None,
) -> None:
    along = 1 if module.batch_first and query.ndim == 3 else 0
    length, source = query.shape[along], key.shape[along]
    batch = 1 if query.ndim == 2 else query.shape[1 - along]
    expected = {2: (length, source), 3: (batch * module.num_heads, length, source)}
    if attn_mask is not None:
        if attn_mask.ndim not in expected:
            raise RuntimeError(
                f"attn_mask's dimension {attn_mask.ndim} is not supported"
            )
        if attn_mask.shape != expected[attn_mask.ndim]:
            raise RuntimeError(
                f"The shape of the {attn_mask.ndim}D attn_mask is "
                f"{attn_mask.shape}, but should be {expected[attn_mask.ndim]}."
            )
    if padding is not None:
        sizes = (batch, source) if query.ndim == 3 else (source,)
        for axis, size in enumerate(sizes):
            if padding.ndim != len(sizes) or padding.shape[axis] != size:
                raise AssertionError(
                    f"Expected key_padding_mask of shape {sizes}, but got "
                    f"{tuple(padding.shape)}"
                )


def combined(mask: Tensor | None, padding: Tensor | None) -> Tensor | None:
    """A mask (1 or N, 1 or heads, L, S) plus one of the keys, (N, S)."""
    if padding is None:
        return mask
    padding = padding.unsqueeze(1).unsqueeze(1)
    return padding if mask is None else mask + padding


def as_added(mask: Tensor | None, name: str, dtype: dtype) -> Tensor | None:
    """A mask as numbers to add to the scores: −∞ where a bool one is True."""
    if mask is None or mask.is_floating_point():
        return mask
    if mask.dtype is not bool_:
        raise AssertionError(f"only bool and floating types of {name} are supported")
    return zeros(mask.shape, dtype=dtype).masked_fill(mask, -math.inf)
