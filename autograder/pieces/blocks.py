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
        self, name: str, set: str, owner: ModuleType, attribute: str, given: Callable
    ) -> None:
        super().__init__(name, set, owner, attribute)
        self.given = given

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
