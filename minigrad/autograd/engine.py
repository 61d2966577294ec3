"""The backward pass: order the graph, carry gradients along its edges.

Read: `backward` and `grad` (what users call), `backward_pass`, then its four steps:
`order_nodes`, `run`, `accumulate`, `release`. Each of these, and `grads_of`, is looked
up at call time, so that a student's version can take its place.

Invariants:

1. A node runs after every node that uses its output. Creation order, reversed, gives
   that; nothing here is recursive.
2. A gradient in flight lives in a dict owned by the pass, never on a node or a tensor:
   a pass that failed, a nested one, or one in another thread leaves no trace.
3. A gradient is never added in place to an array that someone else can see, and a leaf
   keeps no such array. `own` are the nodes whose gradient in flight is a sum made here,
   or was made by an op that says so (`fresh`).
4. What flows along an edge has the shape and dtype of the edge's input.
5. Buffers are freed after the pass unless retained. Freed nodes are found while
   ordering, before any leaf is touched.
6. A pass runs with grad mode equal to `create_graph`; `finally` restores it.
7. A saved tensor that was changed in place since is an error, never a wrong number.
"""

import threading
import warnings
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter

import numpy as np
from numpy import ndarray

from ..ops.reduce import Sum, sum_of_all, sum_of_rows, sums
from ..ops.shape import Clone, Convert
from ..tensor import Tensor
from .checks import (
    ONLY_INPUTS,
    as_saved,
    as_tuple,
    check_count,
    differentiated,
    found_gradient,
    freed_error,
    upstream_of,
)
from .nodes import AccumulateGrad, Node, Parts, edge_of
from .step import Pass

CARRIED = (np.floating, Tensor, Parts, ndarray)  # what flows along an edge
leaf_lock = threading.Lock()  # held around `accumulate`
_by_number = attrgetter("_number")


# -- what users call --------------------------------------------------------------


def backward(
    tensors: Tensor | Sequence[Tensor],
    grad_tensors: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensor | Sequence[Tensor] | None = None,
) -> None:
    """Add the gradients of `tensors` to the `.grad` of the leaves they depend on.

    `grad_tensors` are the upstream gradients, one per tensor, of its shape; a scalar
    needs none. With `inputs`, only these receive a gradient.
    """
    tensors = as_tuple(tensors)
    upstream = upstream_of(tensors, grad_tensors)
    if inputs is None:
        backward_pass(tensors, upstream, retain_graph, create_graph)
        return
    inputs = as_tuple(inputs)
    if not inputs:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    for tensor in inputs:
        tensor.retain_grad()
    edges = differentiated(inputs)
    backward_pass(tensors, upstream, retain_graph, create_graph, reaching=edges)


def grad(
    outputs: Tensor | Sequence[Tensor],
    inputs: Tensor | Sequence[Tensor],
    grad_outputs: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """The gradients of the sum of `outputs` with respect to each of `inputs`.

    Always a tuple. No `.grad` is touched. An input that the outputs do not depend on
    is an error; None with `allow_unused`, zeros with `materialize_grads`.
    `only_inputs` changes nothing: PyTorch keeps it for old programs.
    """
    if not only_inputs:
        warnings.warn(ONLY_INPUTS, FutureWarning, stacklevel=2)
    if is_grads_batched:
        raise NotImplementedError(
            "minigrad has no is_grads_batched: call grad() once per row of grad_outputs"
        )
    outputs, inputs = as_tuple(outputs), as_tuple(inputs)
    if not inputs:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when "
            "materialize_grads=True, but got: allow_unused=False."
        )
    upstream = upstream_of(outputs, grad_outputs)
    return grads_of(
        outputs,
        inputs,
        upstream,
        retain_graph,
        create_graph,
        allow_unused,
        materialize_grads,
    )


# piece: grad
def grads_of(
    outputs: Sequence[Tensor],
    inputs: Sequence[Tensor],
    grad_outputs: Sequence[Tensor],
    retain_graph: bool | None,
    create_graph: bool,
    allow_unused: bool | None,
    materialize_grads: bool,
) -> tuple[Tensor | None, ...]:
    """What `grad` returns; its arguments were checked, and are tuples."""
    arrived = arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    return tuple(
        found_gradient(
            grad, tensor, index, allow_unused, materialize_grads, create_graph
        )
        for index, (tensor, grad) in enumerate(zip(inputs, arrived, strict=True))
    )


def arriving(
    inputs: Sequence[Tensor],
    outputs: Sequence[Tensor],
    grad_outputs: Sequence[Tensor],
    retain_graph: bool | None = None,
    create_graph: bool = False,
) -> list[Tensor | None]:
    """The gradient that arrives at each of `inputs`; None where none does.

    One pass from `outputs` back, as far as the inputs; it fills no `.grad`.
    """
    edges = differentiated(inputs)
    found = backward_pass(outputs, grad_outputs, retain_graph, create_graph, edges)
    # Copies: an array may be one that a node saved, or the gradient of another input.
    return [
        Tensor(grad.copy()) if grad.__class__ is ndarray else grad
        for grad in map(found.get, edges)
    ]


# -- the pass ---------------------------------------------------------------------


def backward_pass(
    tensors: Sequence[Tensor],
    upstream: Sequence[Tensor],
    retain_graph: bool | None,
    create_graph: bool,
    targets: Sequence[Node] = (),
    reaching: Sequence[Node] = (),
) -> dict[Node, "ndarray | Tensor"]:
    """One pass from `tensors` back. Gradients are arrays, or Tensors to be recorded.

    Without `targets` the leaves' `.grad` are filled: all, or those `reaching`. With
    them nothing is filled: only the nodes on the way to a target run, and the gradients
    that reach the targets are returned.
    """
    roots = [edge_of(tensor) for tensor in tensors]
    order = order_nodes(roots)
    needed, running = None, order
    if targets or reaching:
        needed, running = _leading_to(targets or reaching, order)
        order = [node for node in order if node in needed]
        running = running if targets else order
    if [node for node in running if node._saved is None]:
        raise freed_error()
    grads = {}
    for root, tensor, grad in zip(roots, tensors, upstream, strict=True):
        grad = fitted(
            grad if create_graph else grad._data,
            (tensor._data.shape, tensor._data.dtype),
        )
        if root in grads:
            grad = grads[root] + grad
        grads[root] = grad if create_graph else np.asarray(grad)
    this = Pass(order, create_graph, needed, frozenset(targets))
    with this:
        run(order, grads, this)
    release(running, retain_graph, create_graph)
    return this.found


# piece: order_nodes
def order_nodes(roots: Iterable[Node]) -> list[Node]:
    """Every node that the roots lead to, in an order in which they can run.

    A node is made after the nodes of its inputs. So from the last made to the first,
    each node comes after all the nodes that use its output.
    """
    nodes = list(dict.fromkeys(roots))
    seen = {None, *nodes}
    for node in nodes:  # the list grows while it is read
        for edge in node._edges:
            if edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    nodes.sort(key=_by_number, reverse=True)
    return nodes


# piece: run
def run(order: list[Node], grads: dict, this: Pass) -> None:
    """Carry the gradients in `grads` through the nodes of `order`.

    Each node takes the sum of what was sent to it, and sends each of its inputs a
    gradient. What `this.step` does at a node is written out here for an Op and for a
    leaf without hooks, because a call would cost a tenth of the pass.
    """
    create_graph, needed, special = this.create_graph, this.needed, this.special
    own = this.own
    for node in order:
        grad = grads.pop(node, None)
        if grad.__class__ is not ndarray:
            if grad is None and not node._always:
                continue
            if node._piece and isinstance(grad, np.floating):
                grad = np.asarray(grad)  # a student's op computes on arrays
        op, metas, fresh = node._op, None, ()
        if op is None or (special and node in special):
            if node.__class__ is AccumulateGrad and node not in special:
                if not node.variable._requires_grad:  # any more
                    continue
                if isinstance(grad, np.floating):
                    grad = np.asarray(grad)
                with leaf_lock:
                    accumulate(node.variable, grad, node in own)
                continue
            result = this.step(node, grad)
            if result is None:
                continue
        else:
            ctx = node
            if create_graph:
                if node.saved_tensors or node.__dict__:
                    ctx = as_saved(node, True)
            elif node.saved_tensors:
                for cell in node._cells:
                    if cell[0]:  # something was changed: before, or since
                        ctx = as_saved(node, False)
                        break
            result = op.backward(ctx, grad)
            if result.__class__ is not tuple:
                result = (result,)
            if len(result) != len(node._edges):
                check_count(node, result)
            metas = node._metas
            if op.fresh and not (node._piece or (op.view and node not in own)):
                fresh = op.fresh
        i = 0
        for edge in node._edges:  # counted by hand: zip costs a tenth of the pass
            grad = result[i]
            i += 1
            if edge is None or grad is None or (needed and edge not in needed):
                continue
            if metas is not None and metas[i - 1] is not None:
                grad = fitted(grad, metas[i - 1])
            if grad.__class__ is not ndarray and not isinstance(grad, CARRIED):
                grad = np.asarray(grad)
            sent = grads.get(edge)
            if sent is None:
                grads[edge] = grad
                if fresh and i - 1 in fresh:
                    own.add(edge)
            elif edge in own and not create_graph:
                sent += grad
                grads[edge] = sent
            else:
                total = sent + grad
                grads[edge] = total if isinstance(total, CARRIED) else np.asarray(total)
                own.add(edge)


# piece: accumulate
def accumulate(leaf: Tensor, grad: "ndarray | Tensor", own: bool) -> None:
    """Add `grad` to `leaf.grad`; with `own`, nobody else has the array: keep it."""
    if grad.__class__ is not ndarray:  # it has a history: build on it
        leaf._grad = Clone.apply(grad) if leaf._grad is None else leaf._grad + grad
    elif leaf._grad is None:
        if not own or grad.strides != leaf._data.strides:
            grad = _laid_out_as(leaf._data, grad)
        leaf._grad = Tensor(grad)
    else:
        # In place, as PyTorch does: whoever holds `leaf.grad` sees the new sum.
        leaf._grad._data += grad
        leaf._grad._cell[0] += 1


# piece: release
def release(
    nodes: Iterable[Node], retain_graph: bool | None, create_graph: bool
) -> None:
    """Free what the nodes saved: a second pass through them is an error.

    Unless the graph is retained; a graph of gradients is, if nothing else is said.
    """
    if create_graph if retain_graph is None else retain_graph:
        return
    for node in nodes:
        if node._saved:
            node._saved = None


# piece: sum_to_shape
def sum_to_shape(grad, shape: tuple):
    """Sum a gradient over the axes along which an operand of `shape` was broadcast.

    Broadcasting copies an entry; the derivative of copying is summing.
    """
    if grad.__class__ is ndarray:
        if not shape:
            return sum_of_all(grad)
        if grad.ndim == 2 and grad.size >= 512 and shape == grad.shape[1:]:
            return sum_of_rows(grad)  # as for the bias of a layer
    axes, left = _broadcast_axes(tuple(grad.shape), shape)
    if isinstance(grad, Tensor):
        out = Sum.apply(grad, axes, False)
    elif len(axes) < grad.ndim and grad.size >= 512:
        out = sums(grad, axes)
    else:
        out = np.add.reduce(grad, axes, None, np.empty(left, grad.dtype))
    return out if left == shape else out.reshape(shape)


# -- helpers ----------------------------------------------------------------------


@lru_cache(4096)
def _broadcast_axes(shape: tuple, operand: tuple) -> tuple[tuple, tuple]:
    """The axes of `shape` that `operand` has not, or as size 1; what they leave."""
    added = len(shape) - len(operand)
    axes = [
        i
        for i, size in enumerate(shape)
        if i < added or size != 1 == operand[i - added]
    ]
    return tuple(axes), tuple([n for i, n in enumerate(shape) if i not in axes])


def fitted(grad, meta: tuple | None):
    """`grad` in the form of its edge: summed down to its shape, in its dtype."""
    if meta is None or grad is None:
        return grad
    shape, dtype = meta
    if grad.__class__ is not ndarray and isinstance(grad, Tensor):
        if grad._data.shape != shape:
            grad = sum_to_shape(grad, shape)
        return grad if grad._data.dtype == dtype else Convert.apply(grad, dtype)
    if grad.shape != shape:
        grad = sum_to_shape(grad, shape)
    if grad.__class__ is ndarray and grad.dtype is dtype:
        return grad
    return np.asarray(grad, dtype=dtype)


def _laid_out_as(values: ndarray, grad: ndarray) -> ndarray:
    """A copy of `grad`, its entries in memory in the order of those of `values`.

    PyTorch promises so much of a leaf's gradient: what `view` can do with the leaf, it
    can do with the gradient.
    """
    if values.flags.c_contiguous or grad.shape != values.shape:
        return grad.copy()
    copy = np.empty_like(values, grad.dtype)
    copy[...] = grad
    return copy


def _leading_to(
    targets: Iterable[Node], order: list[Node]
) -> tuple[set[Node], list[Node]]:
    """The targets, with all nodes from which an edge path leads to one; only these.

    A target that is not among the latter is reached by `grad`, and not run.
    """
    needed, running = set(targets), []
    for node in reversed(order):
        if not needed.isdisjoint(node._edges):
            needed.add(node)
            running.append(node)
    return needed, running
