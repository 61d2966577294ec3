"""Functions of the student's that functions of `torch.nn.functional` apply.

An exercise leaves out some cases, which minigrad's own function goes on serving.

Read: `AppliedPiece`; below it, which arguments a student's Function gets.
"""

from collections.abc import Callable
from functools import wraps
from types import ModuleType

from minigrad.ops.public import public

from .kinds import Parts
from .layers import LinearPiece


class AppliedPiece(LinearPiece):
    """A Function that `attribute` of `owner` applies to what `given(*args)` answers.

    Where that is None, the case is one that the exercise leaves out.
    """

    def __init__(
        self,
        name: str,
        set: str,
        owner: ModuleType,
        attribute: str,
        given: Callable,
        saves: bool = True,
    ) -> None:
        super().__init__(name, set, owner, attribute)
        self.given, self.saves = given, saves

    def parts(self, own: type) -> Parts:
        """What is called as PyTorch's function is, and applies the student's."""
        applied = self.applied(own)

        @wraps(self.given)
        def function(*args, **options):
            chosen = self.given(*args, **options)
            if chosen is None:
                return self._reference[self.attribute](*args, **options)
            return applied(*chosen)

        return {self.attribute: public(function)}


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Of a batch, with numbers of padding, without dilation and groups."""
    if not (_is_batch(input) and weight.dim() == 4 and input.size(1) == weight.size(1)):
        return None
    settings = _pair(stride), _pair(padding)
    if None in settings or _pair(dilation) != (1, 1) or groups != 1:
        return None
    return input, weight, bias, *settings


def max_pool2d(
    input,
    kernel_size,
    stride=None,
    padding=0,
    dilation=1,
    ceil_mode=False,
    return_indices=False,
):
    """Of a batch, without dilation, ceil_mode and indices."""
    if not _is_batch(input) or ceil_mode or return_indices:
        return None
    given = kernel_size, kernel_size if stride is None else stride, padding
    settings = tuple([_pair(each) for each in given])
    if None in settings or _pair(dilation) != (1, 1):
        return None
    return input, *settings


def _is_batch(images) -> bool:
    return images.dim() == 4 and images.numel() > 0


def _pair(setting) -> tuple[int, int] | None:
    """A setting for both axes; None for one that is no number and no pair."""
    if isinstance(setting, int):
        return setting, setting
    pair = tuple(setting)
    return pair if len(pair) == 2 and all(isinstance(n, int) for n in pair) else None


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """Over the last dimension alone."""
    is_last = tuple(normalized_shape) == tuple(input.shape[-1:])
    return (input, weight, bias, eps) if is_last else None


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None
):
    """Without a mask of the caller's, dropout, another scale, or broadcasting."""
    usual = attn_mask is None and not dropout_p and scale is None
    alike = query.shape[:-2] == key.shape[:-2] == value.shape[:-2]
    return (query, key, value, is_causal) if usual and alike else None


def embedding(input, weight, padding_idx=None):
    """Without a row that is padding."""
    return (input, weight) if padding_idx is None else None
