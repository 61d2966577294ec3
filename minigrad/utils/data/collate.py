"""A batch out of examples: tensors stacked, dicts and tuples entry by entry."""

import copy
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

import numpy as np

from ... import creation, dtypes
from ...functions.join import stack
from ...tensor import Tensor


def default_collate(batch: Sequence[Any]) -> Any:
    """What the examples in `batch` have in common, with a batch axis first.

    Numbers become a tensor (floats float64, integers int64), arrays tensors, strings
    stay a list.
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(batch, 0)
    if isinstance(first, np.ndarray):
        if first.dtype.kind not in "fiub":
            raise TypeError(_unknown(first.dtype))
        return stack([creation.as_tensor(each) for each in batch], 0)
    if isinstance(first, np.generic):
        return creation.as_tensor(np.array(batch))
    if isinstance(first, float):
        return creation.tensor(batch, dtype=dtypes.float64)
    if isinstance(first, int):
        return creation.tensor(batch)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        parts = {key: default_collate([each[key] for each in batch]) for key in first}
        return _like_mapping(first, parts)
    if isinstance(first, Sequence):
        return _collate_sequences(first, batch)
    raise TypeError(_unknown(type(first)))


def _like_mapping(first: Mapping, parts: dict) -> Mapping:
    try:
        if isinstance(first, MutableMapping):
            made = copy.copy(first)
            made.update(parts)
            return made
        return type(first)(parts)
    except TypeError:  # a mapping that cannot be made from a dict
        return parts


def _collate_sequences(first: Sequence, batch: Sequence[Sequence]) -> Sequence:
    if any(len(each) != len(first) for each in batch):
        raise RuntimeError("each element in list of batch should be of equal size")
    parts = [default_collate(entries) for entries in zip(*batch, strict=True)]
    if isinstance(first, tuple):
        return type(first)(*parts) if hasattr(first, "_fields") else parts
    return _like_sequence(first, parts)


def _like_sequence(first: Sequence, parts: list) -> Sequence:
    try:
        if isinstance(first, MutableSequence):
            made = copy.copy(first)
            made[:] = parts
            return made
        return type(first)(parts)
    except TypeError:  # a sequence that cannot be made from a list
        return parts


def _unknown(kind: Any) -> str:
    return (
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or "
        f"lists; found {kind}"
    )


def default_convert(data: Any) -> Any:
    """One example as it is, with arrays as tensors; for loaders without batches."""
    if isinstance(data, np.ndarray | np.generic) and data.dtype.kind in "fiub":
        return creation.as_tensor(data)
    if isinstance(data, Mapping):
        return _like_mapping(data, _each(default_convert, data))
    if isinstance(data, tuple):
        parts = [default_convert(each) for each in data]
        return type(data)(*parts) if hasattr(data, "_fields") else parts
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return _like_sequence(data, [default_convert(each) for each in data])
    return data


def _each(convert: Callable, data: Mapping) -> dict:
    return {key: convert(value) for key, value in data.items()}
