"""Mistakes in the backward loop of problem set 1, each as a wrong version."""

from .ps1 import inputs_of
from .versions import wrong_version


def _loop(add, order, grads, task, taken=lambda node, grads: grads.pop(node, None)):
    """The right loop, but for how a gradient is added to what was sent before."""
    for node in order:
        sent = task.step(node, taken(node, grads))
        for edge, grad in zip(node._edges, sent or (), strict=False):
            if edge is not None and grad is not None:
                add(grads, edge, grad)


def _plus(grads, edge, grad):
    grads[edge] = grads[edge] + grad if edge in grads else grad


@wrong_version(
    "run",
    "A second gradient for the same node overwrites the first. What several nodes send "
    "must be added up.",
)
def overwrites(order, grads, task):
    _loop(dict.__setitem__, order, grads, task)


@wrong_version(
    "run",
    "Of several gradients for the same node, only the first is kept. What several "
    "nodes send must be added up.",
)
def keeps_the_first(order, grads, task):
    _loop(dict.setdefault, order, grads, task)


@wrong_version(
    "run",
    "A gradient is added in place (+=) to an array that others hold as well: the "
    "upstream gradient of the user, or what the same node sent along another edge. "
    "Make a new array: a + b.",
)
def adds_in_place(order, grads, task):
    def add(grads, edge, grad):
        if edge in grads:
            grads[edge] += grad
        else:
            grads[edge] = grad

    _loop(add, order, grads, task)


@wrong_version(
    "run",
    "What several nodes send to the same one is averaged. It must be added up.",
)
def averages(order, grads, task):
    def add(grads, edge, grad):
        grads[edge] = (grads[edge] + grad) / 2 if edge in grads else grad

    _loop(add, order, grads, task)


@wrong_version(
    "run",
    "The nodes run from the last to the first. `order` is the order to run them in.",
)
def backwards(order, grads, task):
    _loop(_plus, order[::-1], grads, task)


@wrong_version(
    "run",
    "The loop ends at the first leaf: where step returns None nothing is sent on, but "
    "the other nodes must still run. Use continue.",
)
def ends_at_a_leaf(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            break
        for edge, grad in zip(node._edges, sent, strict=False):
            if edge is not None and grad is not None:
                _plus(grads, edge, grad)


@wrong_version(
    "run",
    "Nodes without inputs are skipped. They are the leaves: step adds to their .grad.",
)
def skips_leaves(order, grads, task):
    _loop(_plus, [node for node in order if node._edges], grads, task)


@wrong_version(
    "run",
    "A node that no gradient was sent to is skipped. Hand None to step, which knows "
    "what to do: the user's own Functions run even then.",
)
def skips_undefined(order, grads, task):
    _loop(_plus, order, grads, _Skipping(task))


class _Skipping:
    def __init__(self, task) -> None:
        self._task = task

    def step(self, node, grad):
        return None if grad is None else self._task.step(node, grad)


@wrong_version(
    "run",
    "Only the first edge of each node is served. Each gets the gradient of its place.",
)
def first_edge(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        for edge, grad in list(zip(node._edges, sent or (), strict=False))[:1]:
            if edge is not None and grad is not None:
                _plus(grads, edge, grad)


@wrong_version(
    "run",
    "The edges get the gradients in the wrong order. Edge k gets gradient k.",
)
def swapped(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        for edge, grad in zip(node._edges, (sent or ())[::-1], strict=False):
            if edge is not None and grad is not None:
                _plus(grads, edge, grad)


@wrong_version(
    "run",
    "Each node hands on the gradient that it got, and what step returns is not used. "
    "Its slopes are missing then.",
)
def hands_on(order, grads, task):
    for node in order:
        grad = grads.pop(node, None)
        task.step(node, grad)
        for edge in inputs_of(node) if grad is not None else ():
            _plus(grads, edge, grad)


@wrong_version(
    "run",
    "The gradients in `grads` at the start are not used: the pass starts from ones.",
)
def from_ones(order, grads, task):
    for node in grads:
        grads[node] = grads[node] * 0 + 1
    _loop(_plus, order, grads, task)


@wrong_version(
    "run",
    "step is called twice at each node. Call it once and keep what it returns: a hook "
    "would run twice.",
)
def steps_twice(order, grads, task):
    for node in order:
        grad = grads.pop(node, None)
        if task.step(node, grad) is None:
            continue
        for edge, each in zip(node._edges, task.step(node, grad), strict=False):
            if edge is not None and each is not None:
                _plus(grads, edge, each)


@wrong_version(
    "run",
    "What is in flight is kept from one pass to the next (in a global, or in a default "
    "argument). A pass that is broken off then leaves its gradients to the next one. "
    "Use the dict `grads` of this pass.",
)
def keeps_between_passes(order, grads, task):
    _LEFT.update(grads)
    _loop(_plus, order, _LEFT, task)


_LEFT: dict = {}


@wrong_version(
    "run",
    "Gradients are added to what a node keeps of the pass before. Take the gradient "
    "of a node out of `grads`, and keep nothing on the node.",
)
def keeps_on_nodes(order, grads, task):
    def add(_, node, grad):
        before = node.__dict__.get("_in_flight")
        node.__dict__["_in_flight"] = grad if before is None else before + grad

    for node, grad in grads.items():
        add(grads, node, grad)
    _loop(add, order, grads, task, lambda node, _: node.__dict__.get("_in_flight"))


@wrong_version("run", "Nothing runs: no gradient reaches a leaf.")
def does_nothing(order, grads, task):
    pass


@wrong_version(
    "run",
    "The loop goes through `grads`, which holds only the roots at the start. It must "
    "go through `order`.",
)
def runs_what_is_there(order, grads, task):
    _loop(_plus, list(grads), grads, task)


@wrong_version(
    "run",
    "The loop takes out of `grads` whatever is there, and `order` is not used: a node "
    "runs before all that is sent to it has arrived, and then again.",
)
def runs_what_came_last(order, grads, task):
    while grads:
        node, grad = grads.popitem()
        for edge, each in zip(node._edges, task.step(node, grad) or (), strict=False):
            if edge is not None and each is not None:
                _plus(grads, edge, each)


@wrong_version(
    "run",
    "The loop takes out of `grads` whatever is there, and `order` is not used: a node "
    "runs before all that is sent to it has arrived, and then again.",
)
def runs_what_came_first(order, grads, task):
    while grads:
        node = next(iter(grads))
        sent = task.step(node, grads.pop(node))
        for edge, each in zip(node._edges, sent or (), strict=False):
            if edge is not None and each is not None:
                _plus(grads, edge, each)


@wrong_version(
    "run",
    "What is sent is put into another dict than `grads`, so that no node finds it when "
    "its turn comes.",
)
def sends_elsewhere(order, grads, task):
    elsewhere = {}
    _loop(lambda _, edge, grad: _plus(elsewhere, edge, grad), order, grads, task)


@wrong_version(
    "run",
    "An edge that is None leads nowhere, and something is sent along it. Skip it.",
)
def sends_to_none(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        for edge, grad in zip(node._edges, sent or (), strict=False):
            if grad is not None:
                _plus(grads, edge, grad)


@wrong_version("run", "Only the roots run. The loop must go on through `order`.")
def runs_the_roots(order, grads, task):
    _loop(_plus, [node for node in order if node in grads], grads, task)
