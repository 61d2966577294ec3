"""Right programs of ps1, with which a check compares a student's.

`banks.right_programs` packs them. A second one of a piece is called `name_`.
"""

from operator import attrgetter

import minigrad as torch
from minigrad.core import engine

_UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)
_number = attrgetter("_number")


def order_nodes(roots):
    nodes = []
    seen = set()
    for root in roots:
        if root not in seen:
            seen.add(root)
            nodes.append(root)
    for node in nodes:
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    return sorted(nodes, key=_number, reverse=True)


def order_nodes_(roots):
    waiting = list(dict.fromkeys(roots))
    found = set(waiting)
    count = {node: 0 for node in waiting}
    while waiting:
        node = waiting.pop()
        for edge in node._edges:
            if edge is None:
                continue
            count[edge] = count.get(edge, 0) + 1
            if edge not in found:
                found.add(edge)
                waiting.append(edge)
    order = []
    ready = [node for node in count if count[node] == 0]
    while ready:
        node = ready.pop()
        order.append(node)
        for edge in node._edges:
            if edge is None:
                continue
            count[edge] -= 1
            if count[edge] == 0:
                ready.append(edge)
    return order


def run(order, grads, task):
    for node in order:
        grad = grads.pop(node, None)
        sent = task.step(node, grad)
        if sent is None:
            continue
        for i, edge in enumerate(node._edges):
            if edge is None or sent[i] is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + sent[i]
            else:
                grads[edge] = sent[i]


def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


def release(node, retain_graph, create_graph):
    if retain_graph is None:
        retain_graph = create_graph
    if retain_graph:
        return
    if node._saved != ():
        node._saved = None


def grad(
    outputs,
    inputs,
    grad_outputs,
    retain_graph,
    create_graph,
    allow_unused,
    materialize_grads,
):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, each in enumerate(arrived):
        if each is None:
            if materialize_grads:
                each = torch.zeros_like(inputs[i], requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(_UNUSED.format(i))
        result.append(each)
    return tuple(result)


def grad_(
    outputs,
    inputs,
    grad_outputs,
    retain_graph,
    create_graph,
    allow_unused,
    materialize_grads,
):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, each in enumerate(arrived):
        if each is None and materialize_grads:
            each = torch.zeros_like(inputs[i], requires_grad=create_graph)
        elif each is None and not allow_unused:
            raise RuntimeError(_UNUSED.format(i))
        result.append(each)
    return tuple(result)


def detach(tensor):
    new = tensor.data
    new._version_counter = tensor._version_counter
    return new


class no_grad:
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
