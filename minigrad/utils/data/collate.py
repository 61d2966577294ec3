"""A batch out of examples: tensors stacked, dicts and tuples entry by entry."""

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import creation, dtypes
from ...ops.join import stack
from ...tensor import Tensor


def default_collate(batch: Sequence[Any]) -> Any:
    """What the examples in `batch` have in common, with a batch axis first.

    Numbers become a tensor (floats float64, integers int64), arrays tensors, strings
    stay a list; dicts and tuples are collated entry by entry. TypeError for others.
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(batch, 0)
    if isinstance(first, np.ndarray | np.generic) and first.dtype.kind in "fiub":
        return stack([creation.as_tensor(each) for each in batch], 0)
    if isinstance(first, float):
        return creation.tensor(batch, dtype=dtypes.float64)
    if isinstance(first, int):
        return creation.tensor(batch)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, dict):
        made = copy.copy(first)  # an OrderedDict stays one
        made.update(
            {key: default_collate([each[key] for each in batch]) for key in made}
        )
        return made
    if isinstance(first, tuple | list):
        if any(len(each) != len(first) for each in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        parts = [default_collate(entries) for entries in zip(*batch, strict=True)]
        is_named = hasattr(first, "_fields")
        return type(first)(*parts) if is_named else parts
    raise TypeError(
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or "
        f"lists; found {getattr(first, 'dtype', type(first))}"
    )
