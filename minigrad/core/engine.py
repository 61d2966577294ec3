"""The backward pass: order the graph, carry gradients along its edges.

A node runs after all that send it a gradient; nothing is recursive. Gradients on their
way are in a dict: arrays (NumPy's scalars for 0-d ones), or Tensors in a recorded pass
(`create_graph`, so `mode.enabled`). They are not changed in place: others have them.
"""

import threading
from operator import attrgetter

import numpy as np

from .. import errors
from .arithmetic import Clone, Convert, Sum
from .graph import AccumulateGrad, Node, edge_of, metadata_of
from .mode import mode
from .tensor import Tensor

leaf_lock = threading.Lock()  # threads may share a leaf
preparing = []  # called with each GraphTask: hooks, anomaly mode


def backward(tensor, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Add to the `.grad` of each leaf, or of `inputs` only, the gradient of `tensor`
    with respect to it. `gradient`, in the shape of `tensor`, is the upstream one."""
    upstream = upstream_of(tensor, gradient)
    task = GraphTask([tensor], retain_graph, create_graph)
    if inputs is not None:
        tensor._limit(task, inputs)  # of `../autograd/targets.py`
    if create_graph:
        errors.warn_of_cycle()
    run_backward(task, [upstream])


Tensor.backward = backward


def upstream_of(output: Tensor, grad: Tensor | None, index: int = 0) -> Tensor:
    """The gradient of `output`, the `index`-th: `grad`, or 1 for a single entry."""
    if grad is None and output._data.size == 1:
        grad = Tensor(np.array(1, output._data.dtype).reshape(output._data.shape))
    fits = isinstance(grad, Tensor) and grad._data.shape == output._data.shape
    if not fits or not output.requires_grad:
        raise errors.upstream(index, output, grad, Tensor)
    return fit(grad, metadata_of(output))  # a given one may have another dtype


class GraphTask:
    """A backward pass: its options, and its nodes in order."""

    ends = ()  # where a pass to some inputs ends: `../autograd/targets.py`

    def __init__(self, tensors, retain_graph, create_graph) -> None:
        self.retain_graph, self.create_graph = retain_graph, create_graph
        self.roots = [edge_of(tensor) for tensor in tensors]
        self.order = order_nodes(self.roots)
        # By node, a function (task, node, grad) in place of call_function: hooks.
        self.instead = {}

    def step(self, node: Node, grad) -> tuple | None:
        """What a node sends on, or None; `grad` is None if none arrived."""
        if isinstance(grad, np.generic):  # of 0-d arrays NumPy's + and * give a scalar
            grad = np.asarray(grad)
        run_node = self.instead.get(node, GraphTask.call_function)
        return run_node(self, node, grad)

    def call_function(self, node: Node, grad) -> tuple | None:
        """Add to a leaf's `.grad`; or run another node, and free what it saved."""
        if isinstance(node, AccumulateGrad):
            if grad is not None and node.variable._requires_grad:  # perhaps off by now
                with leaf_lock:
                    tensor = grad if isinstance(grad, Tensor) else Tensor(grad)
                    accumulate(node.variable, tensor)
            return None
        sent = None
        if grad is not None or node._always:
            sent = gradients_of(node, grad)
        release(node, self.retain_graph, self.create_graph)
        return sent


def run_backward(task: GraphTask, upstream: list[Tensor]) -> None:
    """Run a pass, with an upstream gradient for each root."""
    if any([node._saved is None and node not in task.ends for node in task.order]):
        raise errors.freed()  # before any leaf is touched
    for prepare in preparing:
        prepare(task)
    before = mode.enabled, mode.graph_task
    mode.enabled, mode.graph_task = task.create_graph, task
    try:
        grads = {}  # by node: the sum of what has arrived there so far
        for root, grad in zip(task.roots, upstream, strict=True):  # it may come twice
            grad = grad if task.create_graph else grad._data
            grads[root] = grads[root] + grad if root in grads else grad
        run(task.order, grads, task)
    finally:
        mode.enabled, mode.graph_task = before


# piece: order_nodes
def order_nodes(roots):
    """Every node reached from `roots`, each after all nodes that send it a gradient."""
    nodes = list(dict.fromkeys(roots))
    seen = set(nodes)
    for node in nodes:  # the list grows while it is read
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    # A node is made after those of its operands: the last one made runs first.
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
    if leaf._grad is None:  # a copy: others may have this array
        leaf._grad = Clone.apply(grad) if mode.enabled else Tensor(grad._data.copy())
    elif mode.enabled:  # the gradient has a history: build on it
        leaf._grad = leaf._grad + grad
    else:  # in place, as PyTorch: whoever holds `leaf.grad` sees it
        leaf._grad._data += grad._data
        leaf._grad._version_counter[0] += 1


# piece: release
def release(node, retain_graph, create_graph):
    """Free what a node saved, unless the graph is to be kept."""
    if retain_graph is None:
        retain_graph = create_graph
    if not retain_graph and node._saved:  # what saved nothing may run again
        node._saved = None


# piece: sum_to_shape
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast:
    from (2, 3, 4) to (3, 1) over 0 and 2."""
    added = grad.ndim - len(shape)
    axes = [i for i in range(grad.ndim) if i < added or shape[i - added] == 1]
    return Sum.call(grad, tuple(axes)).reshape(shape)


def gradients_of(node: Node, grad) -> tuple:
    """The gradients that a node sends, each in the shape and dtype of its operand."""
    sent, metadata = node._gradients(grad), node._next_metadata
    return sent if metadata is None else tuple(map(fit, sent, metadata))


def fit(grad, metadata: tuple | None):
    """`grad` in a shape and a dtype: undoes broadcasting and promotion."""
    if grad is None or metadata is None:
        return grad
    shape, dtype = metadata
    array = grad._data if isinstance(grad, Tensor) else grad
    if array.shape != shape:
        grad = sum_to_shape(grad, shape)
    return grad if array.dtype == dtype else Convert.call(grad, dtype)


arriving = None  # a pass to some inputs: see `../autograd/targets.py`


# piece: grad
def grad(
    outputs, inputs, grad_outputs, retain, create_graph, allow_unused, materialize_grads
):
    """The gradient of each of `inputs`; no `.grad` is touched."""
    found = []
    # For each input what arrived there, or None:
    arrived = arriving(inputs, outputs, grad_outputs, retain, create_graph)
    for index, (tensor, each) in enumerate(zip(inputs, arrived, strict=True)):
        if each is None and materialize_grads:
            each = Tensor(np.zeros_like(tensor._data), requires_grad=create_graph)
        elif each is None and not allow_unused:
            raise errors.unused_input(index)
        found.append(each)
    return tuple(found)
