"""Sequences of different lengths as one tensor, and back.

Read: `pad_sequence`, then for the recurrent layers `PackedSequence`,
`pack_padded_sequence`, `pad_packed_sequence`, and `Layout`, which knows where each
entry is in both forms.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...creation import full
from ...ops.join import cat, stack
from ...tensor import Tensor
from .. import functional as F


def pad_sequence(
    sequences: Sequence[Tensor],
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Tensor:
    """Tensors (L, *) of several lengths as one (longest, N, *), filled up.

    With `batch_first` (N, longest, *). The padding is behind each ("right") or before.
    """
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


# -- packed -----------------------------------------------------------------------


class PackedSequence(NamedTuple):
    """N sequences, the longest first, step by step: all first entries, all second …

    `data` has one row per entry; `batch_sizes` says how many sequences reach each step.
    `sorted_indices` brings the sequences as they were given into this order,
    `unsorted_indices` back; None where they were in order.
    """

    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None = None
    unsorted_indices: Tensor | None = None


def pack_padded_sequence(
    input: Tensor,
    lengths: Tensor | Sequence[int],
    batch_first: bool = False,
    enforce_sorted: bool = True,
) -> PackedSequence:
    """(L, N, *) without what is behind the length of each sequence.

    With `batch_first` (N, L, *). The longest must come first, and so on, unless
    `enforce_sorted` is False: then they are sorted here.
    """
    if batch_first:
        input = input.transpose(0, 1)
    sizes = np.array(lengths, np.int64)
    order = back = None
    if not enforce_sorted:
        by_length = np.argsort(-sizes, kind="stable").astype(np.int64)
        order, back = Tensor(by_length), Tensor(np.argsort(by_length).astype(np.int64))
        sizes, input = sizes[by_length], input.index_select(1, order)
    _check_lengths(sizes, input.shape[1])
    batch_sizes = (np.arange(sizes[0])[:, None] < sizes).sum(1, np.int64)
    data = Layout(batch_sizes).packed(input)
    return PackedSequence(data, Tensor(batch_sizes), order, back)


def _check_lengths(lengths: np.ndarray, batch: int) -> None:
    if len(lengths) != batch:
        raise RuntimeError(
            "Expected `len(lengths)` to be equal to batch_size, but got "
            f"{len(lengths)} (batch_size={batch})"
        )
    if (np.diff(lengths) > 0).any():
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` "
            "is True. You can pass `enforce_sorted=False`"
        )
    if lengths[-1] <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in "
            "'lengths' that is <= 0"
        )


def pad_packed_sequence(
    sequence: PackedSequence,
    batch_first: bool = False,
    padding_value: float = 0.0,
    total_length: int | None = None,
) -> tuple[Tensor, Tensor]:
    """The sequences as one tensor (L, N, *) in the order given, and their lengths.

    L is the longest length or `total_length`. With `batch_first` (N, L, *).
    """
    layout, longest = Layout(sequence.batch_sizes._data), len(sequence.batch_sizes)
    if total_length is not None and total_length < longest:
        raise ValueError(
            "Expected total_length to be at least the length of the longest sequence "
            f"in input, but got total_length={total_length} and max sequence length "
            f"being {longest}"
        )
    out = layout.padded(sequence.data, padding_value, total_length or longest)
    lengths = Tensor(layout.lengths)
    if sequence.unsorted_indices is not None:
        out = out.index_select(1, sequence.unsorted_indices)
        lengths = lengths[sequence.unsorted_indices]
    return (out.transpose(0, 1) if batch_first else out), lengths


def pack_sequence(
    sequences: Sequence[Tensor], enforce_sorted: bool = True
) -> PackedSequence:
    """Tensors (L, *) of several lengths, packed."""
    lengths = [len(each) for each in sequences]
    padded = pad_sequence(sequences)
    return pack_padded_sequence(padded, lengths, enforce_sorted=enforce_sorted)


class Layout:
    """Where the entries of sequences are when packed, and when padded."""

    def __init__(self, batch_sizes: np.ndarray) -> None:
        inside = np.arange(batch_sizes[0]) < batch_sizes[:, None]  # (L, N)
        self.lengths = inside.sum(0)
        self.places = inside.nonzero()  # of the packed entries among the padded
        numbers = np.cumsum(inside).reshape(inside.shape) - 1
        self.numbers = np.where(inside, numbers, inside.sum())  # one more: padding
        steps = np.arange(len(inside))[:, None]
        self.turned = np.where(inside, self.lengths - 1 - steps, steps)
        self.columns = Tensor(np.arange(len(self.lengths)))

    def packed(self, padded: Tensor) -> Tensor:
        """The entries (L, N, *) that are no padding, step by step."""
        steps, columns = self.places
        return padded[Tensor(steps), Tensor(columns)]

    def padded(self, data: Tensor, value: float = 0.0, length: int = 0) -> Tensor:
        """The inverse; `length` steps, if these are more."""
        more = max(length - len(self.numbers), 0)
        numbers = np.pad(self.numbers, ((0, more), (0, 0)), constant_values=len(data))
        padding = full((1, *data.shape[1:]), value, dtype=data.dtype)
        return cat([data, padding])[Tensor(numbers)]

    def reversed(self, padded: Tensor) -> Tensor:
        """Each sequence from its own end to its start; the padding stays."""
        return padded[Tensor(self.turned), self.columns]

    def last(self, padded: Tensor) -> Tensor:
        """The last entry of each sequence, (N, *)."""
        return padded[Tensor(self.lengths - 1), self.columns]
