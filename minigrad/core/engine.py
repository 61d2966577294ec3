"""The backward pass: order the graph, carry gradients along its edges. Invariants:

1. A node runs after every node that uses its output; nothing here is recursive.
2. Gradients in flight (input buffers) live in a dict of the pass, never on a node or a
   tensor: one that failed, is nested or in another thread leaves none. They are arrays,
   and Tensors under `create_graph`; none is added to in place, or kept as a `.grad`.
3. What an elementwise op or a Function sends is put into the shape and dtype of the
   edge's input; any other op returns it in this form.
4. What a node saved is freed as it runs, unless the graph is to be retained.
5. A pass runs with grad mode equal to `create_graph`, and restores it in any case.
6. A saved tensor that was changed in place since is an error, but through `.data`.
"""

import threading
from collections.abc import Callable
from operator import attrgetter

import numpy as np
from numpy import ndarray

from .. import errors
from .arithmetic import Clone, Convert, Sum
from .graph import AccumulateGrad, Node, Parts, edge_of, metadata_of
from .mode import mode
from .tensor import Tensor

leaf_lock = threading.Lock()  # held around `accumulate`
preparing: list[Callable] = []  # called with each pass: for hooks, anomaly mode
recording: list[Callable] = []  # called with one under `create_graph`: a warning


def backward(
    tensors, gradient=None, retain_graph=None, create_graph=False, inputs=None
) -> None:
    """Add the gradients of `tensors` to the `.grad` of their leaves, or of `inputs`;
    `gradient` is the upstream gradient, one for each tensor. A scalar needs none."""
    tensors, targets = as_tuple(tensors), ()
    upstream = upstream_of(tensors, gradient)
    if inputs is not None:
        inputs = as_tuple(inputs)  # perhaps a generator: read once
        for tensor in inputs:
            tensor.retain_grad()
        targets = edges_of(inputs, "backward")
    run_backward(tensors, upstream, retain_graph, create_graph, targets)


Tensor.backward = backward


# piece: grad
def grad(
    outputs, inputs, upstream, retain, create_graph, allow_unused, materialize_grads
):
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    found = []
    arrived = arriving(inputs, outputs, upstream, retain, create_graph)
    for index, (tensor, each) in enumerate(zip(inputs, arrived, strict=True)):
        if each is None and materialize_grads:
            each = Tensor(np.zeros_like(tensor._data), requires_grad=create_graph)
        elif each is None and not allow_unused:
            raise errors.unused_input(index)
        found.append(each)
    return tuple(found)


def arriving(inputs, outputs, grad_outputs, retain_graph=None, create_graph=False):
    """The gradient that arrives at each of `inputs`, or None: one pass, which goes only
    as far as the inputs and fills no `.grad`."""
    edges, flags = edges_of(inputs, "grad"), (retain_graph, create_graph)
    get = run_backward(outputs, grad_outputs, *flags, edges, keep=True).get
    # Copies: an array may be one that a node saved, or the gradient of another input.
    return [Tensor(g.copy()) if isinstance(g, ndarray) else g for g in map(get, edges)]


def run_backward(tensors, upstream, retain, create_graph, targets=(), keep=False):
    """One pass from `tensors` back. It fills the `.grad` of all leaves, or of `targets`
    only; with `keep` none: it returns the gradients that reached the targets."""
    roots = [edge_of(tensor) for tensor in tensors]
    order = order_nodes(roots)
    needed, running = None, order  # running: those that send something on
    if targets:  # these, and the nodes from which a path leads to one
        needed, running = set(targets), []
        for node in reversed(order):
            if not needed.isdisjoint(node._edges):
                needed.add(node)
                running.append(node)
        order = [node for node in order if node in needed]
    if any([node._saved is None for node in (running if keep else order)]):
        raise errors.freed()
    grads = {}
    for root, tensor, grad in zip(roots, tensors, upstream, strict=True):
        grad = grad if create_graph else grad._data
        grad = grads[root] + grad if root in grads else grad
        grads[root] = validate_output(grad, metadata_of(tensor))
    captures = targets if keep else ()
    with GraphTask(order, retain, create_graph, needed, captures) as task:
        run(order, grads, task)
    return task.captured


class GraphTask:
    """One backward pass: what it is to do, and what is done at each node."""

    def __init__(self, order, retain_graph, create_graph, needed, captures) -> None:
        self.order, self.needed = order, needed  # None: all nodes of the graph
        self.retain_graph, self.create_graph = retain_graph, create_graph
        self.captures, self.captured = frozenset(captures), {}
        self.hooks = dict.fromkeys(captures, capture)  # by node: in place of `call`
        for prepare in preparing + (recording if create_graph else []):
            prepare(self)

    def __enter__(self) -> "GraphTask":
        self._before = mode.enabled, mode.graph_task
        mode.enabled, mode.graph_task = self.create_graph, self
        return self

    def __exit__(self, *exc_info: object) -> None:
        mode.enabled, mode.graph_task = self._before

    def step(self, node: Node, grad) -> tuple | None:
        """Run one node on the gradient that arrived, if any: what to send on, if so."""
        if grad is None and not node._always:
            if node._saved and node not in self.captures:  # PyTorch, too
                release(node, self.retain_graph, self.create_graph)
            return None
        if isinstance(grad, np.generic):  # the sum of two 0-d arrays
            grad = np.asarray(grad)
        return self.hooks.get(node, GraphTask.call)(self, node, grad)

    def call(self, node: Node, grad) -> tuple | None:
        """Add to a leaf's `.grad`; or run another node, and free what it saved."""
        if isinstance(node, AccumulateGrad):
            if node.variable._requires_grad:  # still
                tensor = grad if isinstance(grad, Tensor) else Tensor(grad)
                with leaf_lock:
                    accumulate(node.variable, tensor)
            return None
        sent = gradients_of(node, grad)
        release(node, self.retain_graph, self.create_graph)
        return sent


def capture(task: GraphTask, node: Node, grad, call=GraphTask.call) -> tuple | None:
    """Keep a gradient that is asked for, and go on if another one lies behind it."""
    task.captured[node] = grad
    return None if task.needed.isdisjoint(node._edges) else call(task, node, grad)


# piece: order_nodes
def order_nodes(roots):
    """Every node behind `roots`, each after all nodes that send it a gradient."""
    nodes = list(dict.fromkeys(roots))
    seen = set(nodes)
    for node in nodes:  # the list grows while it is read
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    # A node is made after those of its inputs: the last one made runs first.
    return sorted(nodes, key=attrgetter("_number"), reverse=True)


# piece: run
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent, strict=True):
            if edge is not None and grad is not None:
                grads[edge] = grads[edge] + grad if edge in grads else grad


# piece: accumulate
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf._grad is None:
        leaf._grad = Clone.apply(grad) if mode.enabled else copy_for(leaf, grad)
    elif mode.enabled:  # the gradient has a history: build on it
        leaf._grad = leaf._grad + grad
    else:  # in place, as PyTorch does: whoever holds `leaf.grad` sees the new sum
        leaf._grad._data += grad._data
        leaf._grad._version_counter[0] += 1


# piece: release
def release(node, retain_graph, create_graph):
    """Free what a node saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved:
        node._saved = None


# piece: sum_to_shape
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    added = grad.ndim - len(shape)
    axes = [i for i in range(grad.ndim) if i < added or shape[i - added] == 1]
    return Sum.call(grad, tuple(axes)).reshape(shape)


def validate_output(grad, metadata: tuple | None):
    """`grad` in the form of its edge: an array or Tensor of its shape and dtype."""
    if grad is None or isinstance(grad, Parts):
        return grad
    if not isinstance(grad, Tensor):
        grad = np.asarray(grad)  # NumPy makes numbers of 0-d arrays
    if metadata is None:
        return grad
    shape, dtype = metadata
    if grad.shape != shape:
        grad = sum_to_shape(grad, shape)
    if isinstance(grad, Tensor):
        return grad if grad._data.dtype == dtype else Convert.apply(grad, dtype)
    return np.asarray(grad, dtype=dtype)


def gradients_of(node: Node, grad) -> tuple:
    """The gradients that a node sends, each in the form of its edge."""
    forms = node._next_metadata or (None,) * len(node._edges)
    return tuple(map(validate_output, node._gradients(grad), forms))


def copy_for(leaf: Tensor, grad: Tensor) -> Tensor:
    """A copy of `grad`, laid out as the leaf, whose shape may be another by now."""
    copy = np.empty_like(leaf._data, grad._data.dtype, shape=grad._data.shape)
    copy[...] = grad._data
    return Tensor(copy)


def as_tuple(tensors) -> tuple[Tensor, ...]:
    """One tensor or several, as a tuple."""
    return (tensors,) if isinstance(tensors, Tensor) else errors.listed(tensors)


def edges_of(inputs: tuple, caller: str) -> list[Node]:
    """Where the gradient with respect to each of `inputs` arrives."""
    edges = [edge_of(tensor) for tensor in inputs]
    if not edges or None in edges:
        raise errors.no_inputs(edges, caller)
    return edges


def upstream_of(outputs: tuple, given) -> list[Tensor]:
    """The gradient that starts at each output: 1 where none is given for a scalar."""
    given = (None,) * len(outputs) if given is None else as_tuple(given)
    if len(given) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(given)} gradients")
    upstream = []
    for index, (output, grad) in enumerate(zip(outputs, given, strict=True)):
        one = grad is None and output._data.size == 1
        grad = Tensor(np.ones_like(output._data)) if one else grad
        fits = metadata_of(grad) and grad._data.shape == output._data.shape
        if not fits or not output.requires_grad:
            raise errors.upstream(index, output, grad, Tensor)
        upstream.append(grad)
    return upstream
