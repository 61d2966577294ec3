"""Sequences of different lengths as one tensor, and back."""

from collections.abc import Sequence

import numpy as np

from ...functions.join import stack
from ...tensor import Tensor
from .. import functional as F


def pad_sequence(
    sequences: "Sequence[Tensor] | Tensor",
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Tensor:
    """Tensors (L, *) of several lengths as one (longest, N, *), filled up.

    With `batch_first` (N, longest, *). The padding is behind each ("right") or before.
    """
    if isinstance(sequences, Tensor):
        sequences = sequences.unbind(0)
    if padding_side not in ("left", "right"):
        raise RuntimeError(
            f"Expected padding_side to be one of left or right, but got {padding_side}"
        )
    sequences = list(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    longest = max(len(each) for each in sequences)
    filled = []
    for each in sequences:
        more = longest - len(each)
        ends = (0, more) if padding_side == "right" else (more, 0)
        pads = (0, 0) * (each.ndim - 1) + ends
        filled.append(F.pad(each, pads, value=padding_value))
    return stack(filled, 0 if batch_first else 1)


def unpad_sequence(
    padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False
) -> list[Tensor]:
    """The sequences that `pad_sequence` made one tensor of, cut to their lengths."""
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    each = np.asarray(lengths).tolist()
    return [row[:length] for row, length in zip(padded_sequences, each, strict=True)]
