"""Bags of rows: the sum, mean or largest of the rows that a list of numbers names."""

import numpy as np

from ...tensor import Tensor
from . import sparse

MODES = ("sum", "mean", "max")


def embedding_bag(
    input: Tensor,
    weight: Tensor,
    offsets: Tensor | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Tensor:
    """For each bag of numbers the mean ("sum", "max") of the rows of the weight.

    A matrix has a bag per row. In a vector bags begin at `offsets`, the last of which
    is the end of all with `include_last_offset`. Rows count as `per_sample_weights`
    say; the row `padding_idx` does not count. An empty bag gives zeros.
    """
    if not input.is_floating_point() and weight.dim() == 1:
        raise ValueError("weight has to be 2D, but got Tensor of dimension 1")
    _check(input, per_sample_weights, mode)
    starts, flat = _starts(input, offsets, include_last_offset)
    outside = np.flatnonzero((flat._data < 0) | (flat._data >= len(weight)))
    if outside.size:
        raise RuntimeError(
            f"Index {outside[0]} of input takes value {flat._data[outside[0]]} which "
            f"is not in the valid range [0, {len(weight)})"
        )
    shares = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    if padding_idx is not None:
        flat, starts, shares = _without(flat, starts, shares, padding_idx, len(weight))
    rows = _rows(flat, weight, max_norm, norm_type, scale_grad_by_freq, sparse)
    if shares is not None:
        rows = rows * shares.unsqueeze(1)
    counts = np.diff(starts, append=len(rows))
    bag = np.repeat(np.arange(len(starts)), counts)
    zeros = Tensor(np.zeros((len(starts), weight.shape[1]), weight._data.dtype))
    if mode == "max":
        places = Tensor(np.broadcast_to(bag[:, None], rows.shape).copy())
        return _first_largest(zeros, places, rows)
    out = zeros.index_add(0, Tensor(bag), rows)
    if mode == "sum":
        return out
    divisor = np.maximum(counts, 1)[:, None].astype(weight._data.dtype)
    return out / Tensor(divisor)


def _check(input: Tensor, per_sample_weights: Tensor | None, mode: str) -> None:
    if per_sample_weights is not None:
        if input.shape != per_sample_weights.shape:
            raise ValueError(
                "embedding_bag: If per_sample_weights "
                f"({per_sample_weights.shape}) is not None, then it must have "
                f"the same shape as the input ({input.shape})"
            )
    if mode not in MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is "
            f"only supported for mode='sum' (got mode='{mode}')."
        )


def _starts(
    input: Tensor, offsets: Tensor | None, include_last: bool
) -> tuple[np.ndarray, Tensor]:
    """Where bags begin, and all numbers in a row."""
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a "
                "mini-batch of fixed length sequences. However, found offsets of type "
                f"{type(offsets)}"
            )
        bags, length = input.shape
        return np.arange(bags) * length, input.reshape(-1)
    if input.dim() != 1:
        raise ValueError(
            "input has to be 1D or 2D Tensor, but got Tensor of dimension "
            f"{input.dim()}"
        )
    if offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if offsets.dim() != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    starts = offsets._data
    if len(starts) and starts[0] != 0:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to "
            f"start from position 0. However, got {starts[0]}"
        )
    if len(starts) and starts[-1] > len(input):
        raise RuntimeError(
            f"offsets[-1] can not be greater than input's length {len(input)} but got "
            f"offsets[-1] of {starts[-1]}"
        )
    return starts[:-1] if include_last else starts, input


def _without(
    flat: Tensor, starts: np.ndarray, shares: Tensor | None, padding: int, rows: int
) -> tuple:
    """Numbers, bags and weights without those of the row `padding`."""
    kept = flat._data != padding % rows
    before = np.concatenate([[0], np.cumsum(kept)])
    some = Tensor(np.flatnonzero(kept))
    return flat[some], before[starts], None if shares is None else shares[some]


def _rows(flat: Tensor, weight, max_norm, norm_type, by_freq, as_sparse) -> Tensor:
    return sparse.embedding(flat, weight, None, max_norm, norm_type, by_freq, as_sparse)


def _first_largest(zeros: Tensor, places: Tensor, rows: Tensor) -> Tensor:
    """The largest of each bag; of equal ones the first gets the gradient."""
    top = zeros.scatter_reduce(0, places, rows.detach(), "amax", include_self=False)
    equal = rows._data == np.take_along_axis(top._data, places._data, 0)
    row, column = np.nonzero(equal)
    first = np.full(zeros.shape, len(rows))
    np.minimum.at(first, (places._data[row, column], column), row)
    empty = first == len(rows)
    if empty.all():
        return zeros + rows.sum(0)
    chosen = rows.gather(0, Tensor(np.where(empty, 0, first)))
    return chosen.masked_fill(Tensor(empty), 0)
