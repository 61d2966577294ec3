"""The loop of a pass, with the step of a node written out, but where there are hooks.

Two things it knows save copies: `unshared` are the nodes whose gradient in flight
nobody else has, as it is a sum made here, or was made by an op that says so (`fresh`).
And NumPy numbers are in flight in the place of 0-d arrays (see `forms.py`).
"""

import numpy as np
from numpy import ndarray

from ..autograd.engine import copy_for
from ..autograd.saved_hooks import active
from ..core import engine
from ..core.arithmetic import Clone, Sum
from ..core.engine import GraphTask, leaf_lock
from ..core.graph import AccumulateGrad, Node
from ..core.outputs import Parts
from ..core.tensor import Tensor
from ..errors import check_count
from . import sums
from .nodes import check_versions, recorded

CARRIED = (np.floating, Tensor, Parts, ndarray)  # what flows along an edge
core_run, core_sum_to_shape = engine.run, engine.sum_to_shape
core_accumulate, core_release = engine.accumulate, engine.release


# piece: run
def run(order: list[Node], grads: dict, task: GraphTask) -> None:
    """Carry the gradients in `grads` through the nodes of `order`."""
    plain = engine.accumulate is core_accumulate and engine.release is core_release
    if active or not plain:  # what is written out here is a student's
        core_run(order, grads, task)
        return
    create_graph, needed, instead = task.create_graph, task.needed, task.instead
    retain = create_graph if task.retain_graph is None else task.retain_graph
    unshared = set()
    for node in order:
        grad = grads.pop(node, None)
        if grad is None and not node._always:
            task.step(node, None)
            continue
        op, visit = node._fast_op, instead.get(node) if instead else None
        metas, fresh = node._next_metadata, ()
        if op is None or visit is not None:
            if grad.__class__ is not ndarray and isinstance(grad, np.floating):
                grad = np.asarray(grad)
            if visit is not None:
                result, metas = visit(task, node, grad), None
                if result is None:
                    continue
            elif node.__class__ is AccumulateGrad:
                if node.variable._requires_grad:  # perhaps no longer
                    with leaf_lock:
                        accumulate(node.variable, grad, node in unshared)
                continue
            else:  # of the core, of a Function
                result = node._gradients(grad)
                if node._saved and not retain:
                    node._saved = None
        else:
            ctx, saved = node, node._saved
            if create_graph:
                if saved or node.__dict__:
                    ctx = recorded(node)
            elif saved:
                for counter in node._counters:
                    if counter[0]:  # something was changed: before, or since
                        check_versions(node)
                        break
            result = op.backward(ctx, grad)
            if result.__class__ is not tuple:
                result = (result,)
            if len(result) != len(node._edges):
                check_count(type(node).__name__, result, len(node._edges))
            if op.fresh and not (op.is_view and node not in unshared):
                fresh = op.fresh
            if saved and not retain:
                node._saved = None
        i = 0
        for edge in node._edges:  # counted by hand: zip costs a tenth of the pass
            grad = result[i]
            i += 1
            if edge is None or grad is None or (needed and edge not in needed):
                continue
            if metas is not None and metas[i - 1] is not None:
                grad = fit(grad, *metas[i - 1])
            if grad.__class__ is not ndarray and not isinstance(grad, CARRIED):
                grad = np.asarray(grad)
            sent = grads.get(edge)
            if sent is None:
                grads[edge] = grad
                if fresh and i - 1 in fresh:
                    unshared.add(edge)
            elif edge in unshared and not create_graph:
                sent += grad
                grads[edge] = sent
            else:
                total = sent + grad
                grads[edge] = total if isinstance(total, CARRIED) else np.asarray(total)
                unshared.add(edge)


def fit(grad, shape: tuple, dtype: np.dtype):
    """`grad` in the form of its edge."""
    if grad.__class__ is not ndarray and isinstance(grad, Tensor):
        fits = grad._data.shape == shape and grad._data.dtype is dtype
        return grad if fits else engine.fit(grad, (shape, dtype))
    if grad.shape != shape:
        grad = engine.sum_to_shape(grad, shape)
    fits = grad.__class__ is ndarray and grad.dtype is dtype
    return grad if fits else np.asarray(grad, dtype=dtype)


def accumulate(leaf: Tensor, grad: "ndarray | Tensor", is_own: bool) -> None:
    """Add `grad` to `leaf.grad`; if nobody else has the array, keep it."""
    if grad.__class__ is not ndarray:  # it has a history: build on it
        leaf._grad = Clone.apply(grad) if leaf._grad is None else leaf._grad + grad
    elif leaf._grad is None:
        if is_own and grad.strides == leaf._data.strides:
            leaf._grad = Tensor(grad)
        elif leaf._data.flags.c_contiguous:
            leaf._grad = Tensor(grad.copy())
        else:
            leaf._grad = copy_for(leaf, grad)
    else:
        leaf._grad._data += grad
        leaf._grad._version_counter[0] += 1


# piece: sum_to_shape
def sum_to_shape(grad, shape: tuple):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    if grad.__class__ is ndarray and not active:
        if not shape:
            return sums.sum_of_all(grad)
        if grad.ndim == 2 and shape == grad.shape[1:]:  # as for the bias of a layer
            return sums.sum_of_rows(grad)
        n = grad.ndim - len(shape)
        axes = [i for i in range(grad.ndim) if i < n or shape[i - n] == 1]
        return sums.sums(grad, tuple(axes)).reshape(shape)
    elif isinstance(grad, Tensor) and grad._data.shape[1:] == shape:
        return Sum.apply(grad, 0)
    return core_sum_to_shape(grad, shape)
