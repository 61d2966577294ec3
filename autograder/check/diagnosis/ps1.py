"""Mistakes in the order of nodes and in the backward loop, as parts of versions."""

from collections.abc import Callable
from functools import partial
from itertools import islice, takewhile

from ...pieces.engine import nodes_behind
from .versions import family

# -- order_nodes ------------------------------------------------------------------


def _edges(node) -> list:
    return [edge for edge in node._edges if edge is not None]


def _before_none(node) -> list:
    return list(takewhile(lambda edge: edge is not None, node._edges))


def _level_by_level(starts, edges: Callable) -> list:
    nodes = list(dict.fromkeys(starts))
    seen = set(nodes)
    for node in nodes:
        new = [edge for edge in dict.fromkeys(edges(node)) if edge not in seen]
        seen.update(new)
        nodes += new
    return nodes


def _last_made_first(starts, edges: Callable) -> list:
    return sorted(_level_by_level(starts, edges), key=lambda node: -node._number)


def _depth_first(starts, edges: Callable, left=False, step=1) -> list:
    """The nodes as they are met, or as they are left."""
    order, seen, waiting = [], set(), [(start, False) for start in starts[::-step]]
    while waiting:
        node, done = waiting.pop()
        if done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            order += [] if left else [node]
            waiting += [(node, True)] if left else []
            waiting += [(each, False) for each in edges(node)[::-step]]
    return order


def _counted(starts, edges: Callable, once=False, place=0) -> list:
    """By counting senders: each of them `once`, or the roots ready at the start."""
    nodes = _level_by_level(starts, edges)
    waits = dict.fromkeys(nodes, 0)
    for node in nodes:
        for edge in set(edges(node)) if once else edges(node):
            waits[edge] += 1
    ready = [node for node in nodes if not waits[node]] if once else list(starts)
    order = []
    while ready:
        order.append(ready.pop(place))
        for edge in edges(order[-1]):
            waits[edge] -= 1
            ready += [] if waits[edge] else [edge]
    return list(dict.fromkeys(order))


def _order_nodes(
    starts=lambda roots: roots,
    edges=_edges,
    arranged=_last_made_first,
    listed=lambda node, roots: True,
):
    def order_nodes(roots):
        nodes = arranged(starts(roots), edges)
        return [node for node in nodes if listed(node, roots)]

    return order_nodes


family(
    "order_nodes",
    _order_nodes,
    right={
        "starts": "Every root leads to nodes.",
        "edges": "Each edge that is not None leads to a node.",
        "arranged": "A node must wait for all that send it a gradient: it must wait "
        "for the longest way.",
        "listed": "Every node belongs into the list.",
    },
    starts={
        "Only the first of several roots is followed.": lambda roots: roots[:1],
        "The list is empty.": lambda roots: [],
    },
    edges={
        "Only the first input of each node is followed.": lambda node: _edges(node)[:1],
        "At an edge that is None the loop over the edges ends.": _before_none,
    },
    arranged={
        "The nodes are listed as a walk into the depth first meets them "
        "(preorder).": _depth_first,
        "The nodes are listed as a walk into the depth first meets them "
        "(preorder), last input first.": partial(_depth_first, step=-1),
        "The nodes are listed by their distance from the root (breadth first).": (
            _level_by_level
        ),
        "The order is that of the forward pass, first made first: reverse it.": (
            lambda *found: _last_made_first(*found)[::-1]
        ),
        "Each node is listed after its inputs (postorder): reverse it.": (
            partial(_depth_first, left=True)
        ),
        "Of two edges from a node to the same one, one is counted, and both are "
        "taken off: that one is ready too early.": partial(_counted, once=True),
        "Of two edges from a node to the same one, one is counted, and both are "
        "taken off: that one, which comes next, is ready too early.": (
            partial(_counted, once=True, place=-1)
        ),
    },
    listed={
        "The roots themselves are missing in the list: a pass starts with them.": (
            lambda node, roots: node not in roots
        ),
        "The roots themselves are missing in the list, unless another leads to them.": (
            lambda node, roots: (
                node not in roots
                or any(node in each._edges for each in nodes_behind(roots))
            )
        ),
        "The leaves are missing in the list: theirs is the .grad that the pass is "
        "for.": lambda node, _: _edges(node),
    },
)

# -- run --------------------------------------------------------------------------


def type_or_none(value: object) -> type | None:
    """None for None, and something that can be compared for an array."""
    return None if value is None else type(value)


def _pairs(edges, sent) -> list:
    """What is sent along which edge."""
    both = zip(edges, sent, strict=False)
    return [pair for pair in both if None not in map(type_or_none, pair)]


def _up_to_none(places: tuple, edges, sent) -> list:
    """The pairs before the first of which such a half is None."""
    both = zip(edges, sent, strict=False)
    whole = takewhile(lambda pair: all(pair[i] is not None for i in places), both)
    return [pair for each in whole for pair in _pairs(each[:1], each[1:])]


def _given(values) -> list:
    return [each for each in values if each is not None]


def _added(how: Callable = lambda one, other: one + other) -> Callable:
    def add(grads, edge, grad):
        grads[edge] = how(grads[edge], grad) if edge in grads else grad

    return add


_add = _added()


def _add_in_place(grads, edge, grad):
    if edge in grads:
        grads[edge] += grad
    else:
        grads[edge] = grad


def _run(
    start=lambda grads: (grads, grads),
    nodes=lambda order, grads: order,
    step=lambda task, node, grad: task.step(node, grad),
    ends=lambda node, sent: False,
    edges=lambda node: node._edges,
    pairs=_pairs,
    add=_add,
):
    """`start`: what gradients are taken from, and put into. `ends`: at such a node the
    loop over the nodes ends."""

    def run(order, grads, task):
        grads, target = start(grads)
        for node in nodes(order, grads):
            sent = step(task, node, grads.pop(node, None))
            end = ends(node, sent)
            chosen = partial(_up_to_none, (0, 1)) if end else pairs
            for edge, grad in chosen(edges(node), sent or ()):
                add(target, edge, grad)
            if end:
                break

    return run


_LEFT: dict = {}


def _kept_between_passes(grads) -> tuple:
    _LEFT.update(grads)
    return _LEFT, _LEFT


class _OnNodes(dict):
    """Keeps what it is given on the nodes."""

    def __init__(self, grads: dict) -> None:
        for node, grad in grads.items():
            _add(self, node, grad)

    def __contains__(self, node) -> bool:
        return "_in_flight" in vars(node)

    def __getitem__(self, node):
        return vars(node)["_in_flight"]

    def __setitem__(self, node, grad) -> None:
        vars(node)["_in_flight"] = grad

    def pop(self, node, default):
        return vars(node).get("_in_flight", default)


def _while_there_are(place: int, order, grads):
    for _ in islice(iter(lambda: bool(grads), False), 1000):
        yield list(grads)[place]


def _twice(task, node, grad):
    return None if task.step(node, grad) is None else task.step(node, grad)


def _handed_on(task, node, grad):
    task.step(node, grad)
    return [grad] * len(node._edges)


family(
    "run",
    _run,
    right={
        "start": "The pass starts from `grads`, and what is in flight is kept there.",
        "nodes": "Every node of `order` runs, once, in that order.",
        "step": "Call step once for each node, and send what it returns.",
        "ends": "The other nodes must still run. Use continue.",
        "pairs": "Edge k gets gradient k. Skip a pair with a None in it, and go on.",
        "add": "What is sent to the same node is added up. Make a new array: a + b.",
    },
    start={
        "The gradients at the start are not used: the pass starts from ones.": (
            lambda grads: 2 * ({node: g * 0 + 1 for node, g in grads.items()},)
        ),
        "What is in flight is kept from one pass to the next (in a global, or in a "
        "default argument).": _kept_between_passes,
        "Gradients are added to what a node keeps of the pass before.": (
            lambda grads: 2 * (_OnNodes(grads),)
        ),
        "What is sent is put into another dict than `grads`: no node finds it when "
        "its turn comes.": lambda grads: (grads, {}),
    },
    nodes={
        "The nodes run from the last to the first.": lambda order, _: order[::-1],
        "Nodes without inputs are skipped: they are the leaves, whose .grad step "
        "adds to.": lambda order, _: [node for node in order if node._edges],
        "The loop goes through `grads`, which holds only the roots at the start.": (
            lambda order, grads: list(grads)
        ),
        "Only the roots run.": (
            lambda order, grads: [node for node in order if node in grads]
        ),
        "The loop takes out of `grads` whatever is there, and `order` is not used: "
        "a node runs too early, and then again.": partial(_while_there_are, -1),
        "The loop takes out of `grads` whatever is there, and `order` is not used: "
        "a node runs too early, and then again. First come, first served.": (
            partial(_while_there_are, 0)
        ),
    },
    step={
        "A node that no gradient was sent to is skipped. Hand None to step: a "
        "Function of the user's runs even then.": (
            lambda task, node, grad: grad if grad is None else task.step(node, grad)
        ),
        "step is called twice at each node: a hook would run twice.": _twice,
        "Each node hands on the gradient that it got: its slopes are missing.": (
            _handed_on
        ),
    },
    ends={
        "The loop ends at the first leaf.": lambda node, sent: sent is None,
    },
    pairs={
        "Only the first edge of each node is served.": (
            lambda edges, sent: _pairs(edges[:1], sent)
        ),
        "The edges get the gradients in the wrong order.": (
            lambda edges, sent: _pairs(edges, sent[::-1])
        ),
        "Edges that are None are left out before the pairs are made, which shift.": (
            lambda edges, sent: _pairs(_given(edges), sent)
        ),
        "At an edge that is None the loop over the edges ends.": (
            partial(_up_to_none, (0,))
        ),
        "At an edge or a gradient that is None the loop over the edges ends.": (
            partial(_up_to_none, (0, 1))
        ),
        "An edge that is None leads nowhere, and something is sent along it.": (
            lambda edges, sent: [
                pair for pair in zip(edges, sent, strict=False) if pair[1] is not None
            ]
        ),
    },
    add={
        "A second gradient for the same node overwrites the first.": dict.__setitem__,
        "Of several gradients for the same node, only the first is kept.": (
            dict.setdefault
        ),
        "A gradient is added in place (+=) to an array that others hold as well: "
        "the user, or another edge of the same node.": _add_in_place,
        "What is sent to the same node is averaged.": (
            _added(lambda one, other: (one + other) / 2)
        ),
    },
)
