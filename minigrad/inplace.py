"""Changing a tensor in place.

Read: `change`, which every in-place method goes through (they are made in methods.py;
`x[key] = value` is in indexing.py), and `store`.

A change counts up the version of the memory, so that a node that saved it refuses to
compute a wrong gradient. Where the change must be differentiated, the tensor's history
goes on from the operation that made the new values.
"""

from collections.abc import Callable

import numpy as np

from . import dtypes
from .autograd.grad_mode import mode
from .promotion import RANK
from .tensor import Tensor


def change(tensor: Tensor, operation: Callable[..., Tensor], *args) -> Tensor:
    """Give `tensor` the values of `operation(tensor, *args)`, in its own memory."""
    record = mode.enabled and any(
        isinstance(arg, Tensor) and arg.requires_grad for arg in (tensor, *args)
    )
    if record:
        check_may_change(tensor)
    before = as_it_was(tensor) if record else tensor
    result = operation(before, *args)
    if result is NotImplemented:
        return NotImplemented
    store(tensor, result._data)
    if record:
        node = tensor._edge = result._edge
        tensor._requires_grad = False
        if result._data.dtype != tensor._data.dtype:
            # The gradient comes in the dtype of `tensor`: each operand needs its own.
            node._metas = tuple(
                (each._data.shape, each._data.dtype)
                if isinstance(each, Tensor)
                else None
                for each in (before, *args)[: len(node._edges)]
            )
    return tensor


def store(tensor: Tensor, values: np.ndarray) -> None:
    """Write into the memory of `tensor`, and count up its version."""
    target = tensor._data
    if RANK[values.dtype.kind] > RANK[target.dtype.kind]:
        result, desired = (
            dtypes.kind(dtypes.of(array.dtype)) for array in (values, target)
        )
        raise RuntimeError(
            f"result type {result} can't be cast to the desired output type {desired}"
        )
    shape = np.broadcast_shapes(values.shape, target.shape)
    if shape != target.shape:
        raise RuntimeError(
            f"output with shape {list(target.shape)} doesn't match the broadcast "
            f"shape {list(shape)}"
        )
    target[...] = values
    tensor._cell[0] += 1


def check_may_change(tensor: Tensor) -> None:
    """RuntimeError for a leaf; NotImplementedError for memory that others view."""
    base = getattr(tensor, "_base", None)
    if tensor._edge is None and tensor._requires_grad:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )
    if base is not None and base._edge is None and base._requires_grad:
        raise RuntimeError(
            "a view of a leaf Variable that requires grad is being used in an "
            "in-place operation."
        )
    if base is not None or getattr(tensor, "_viewed", False):
        raise NotImplementedError(
            "minigrad does not record an in-place change of memory that several "
            "tensors view. Work on a copy: x = x.clone()."
        )


def as_it_was(tensor: Tensor) -> Tensor:
    """A copy of `tensor` with its history: what the node of the change may save."""
    copy = Tensor(tensor._data.copy())
    copy._edge = tensor._edge
    return copy
