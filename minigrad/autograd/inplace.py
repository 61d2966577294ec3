"""Changing a tensor in place.

Read: `change`, which every in-place method goes through (they are made in methods.py;
`x[key] = value` is in ops/indexing.py), and `store`.

A change counts up the version of the memory, so that a node that saved it refuses to
compute a wrong gradient. Where the change must be differentiated, the history of the
tensor, of its base and of all views of that goes on from the operation that made the
new values: see autograd/views.py.
"""

from collections.abc import Callable

import numpy as np

from .. import dtypes
from ..core.arithmetic import Convert
from ..core.graph import edge_of, metadata_of
from ..core.mode import mode
from ..promotion import RANK
from ..tensor import Tensor
from .rebase_history import rebase_history, renew_views
from .saved_hooks import active
from .views import check_may_change


def change(tensor: Tensor, operation: Callable[..., Tensor], *args, **kwargs) -> Tensor:
    """Give `tensor` the values of `operation(tensor, *args, **kwargs)`, in place."""
    record = mode.enabled and is_recorded(tensor, tensor._base, *args, *kwargs.values())
    if record:
        check_may_change(tensor)
    before = as_it_was(tensor) if record else tensor
    if not record:
        result = operation(tensor, *args, **kwargs)
    else:
        active.append("in place")  # its node must say what it saved as its output
        try:
            result = operation(before, *args, **kwargs)
        finally:
            active.remove("in place")
    if result is NotImplemented:
        return NotImplemented
    store(tensor, result._data)
    if record and result._edge is not None:
        _go_on(tensor, before, result, args)
    else:
        root = tensor if tensor._base is None else tensor._base
        if getattr(root, "_views", None):
            renew_views(root)
    return tensor


def is_recorded(*operands: object) -> bool:
    """True if an operation on these is part of a graph."""
    return mode.enabled and any(
        [isinstance(each, Tensor) and each.requires_grad for each in operands]
    )


def _go_on(tensor: Tensor, before: Tensor, result: Tensor, args: tuple) -> None:
    """Let the history of `tensor` go on from that of `result`."""
    node = result._edge
    direct = bool(node._edges) and node._edges[0] is edge_of(before)
    if result._data.dtype != tensor._data.dtype:
        if direct:  # the gradient comes in another dtype: each operand needs its own
            forms = map(metadata_of, (before, *args))
            node._next_metadata = tuple(forms)[: len(node._edges)]
        else:
            result = Convert.apply(result, tensor._data.dtype)
            node = result._edge
    node._save_output_of(tensor)
    rebase_history(tensor, node, 0 if direct else None)


def store(tensor: Tensor, values: np.ndarray) -> None:
    """Write into the memory of `tensor`, and count up its version."""
    target = tensor._data
    given, own = values.dtype, target.dtype
    if given is not own and RANK[given.kind] > RANK[own.kind]:
        result, desired = (
            dtypes.kind(dtypes.of(array.dtype)) for array in (values, target)
        )
        raise RuntimeError(
            f"result type {result} can't be cast to the desired output type {desired}"
        )
    if values.shape != target.shape:
        shape = np.broadcast_shapes(values.shape, target.shape)
        if shape != target.shape:
            raise RuntimeError(
                f"output with shape {list(target.shape)} doesn't match the broadcast "
                f"shape {list(shape)}"
            )
    if 0 in target.strides:
        check_one_place_each(target)
    target[...] = values
    tensor._version_counter[0] += 1


def check_one_place_each(array: np.ndarray) -> None:
    """RuntimeError if several entries of an array are one place in the memory."""
    spans = zip(array.strides, array.shape, strict=True)
    if array.size and any(stride == 0 and size > 1 for stride, size in spans):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor "
            "refers to a single memory location. Please clone() the tensor before "
            "performing the operation."
        )


def as_it_was(tensor: Tensor) -> Tensor:
    """A copy of `tensor` with its history: what the node of the change may save."""
    copy = Tensor(tensor._data.copy())
    copy._edge = tensor._edge
    return copy
