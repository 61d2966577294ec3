"""Mistakes in the engine of problem set 1, each written down as a wrong version."""

from .versions import wrong_version


def inputs_of(node) -> list:
    """The nodes that a node sends gradients to."""
    return [edge for edge in node._edges if edge is not None]


def behind(roots) -> list:
    """Every node behind `roots`, each once, those near the roots first."""
    nodes = list(dict.fromkeys(roots))
    seen = set(nodes)
    for node in nodes:
        for each in inputs_of(node):
            if each not in seen:
                seen.add(each)
                nodes.append(each)
    return nodes


# -- order_nodes ------------------------------------------------------------------


def _depth_first(roots, step: int = 1) -> tuple[list, list]:
    """The nodes as they are met, and as they are left, depth first."""
    met, left, seen = [], [], set()
    waiting = [(root, False) for root in list(roots)[::-step]]
    while waiting:
        node, done = waiting.pop()
        if done:
            left.append(node)
        elif node not in seen:
            seen.add(node)
            met.append(node)
            waiting.append((node, True))
            waiting += [(each, False) for each in inputs_of(node)[::-step]]
    return met, left


@wrong_version(
    "order_nodes",
    "The nodes are listed as a walk into the depth first meets them (preorder). A node "
    "that is met by one way may still be owed a gradient by another: it must wait for "
    "every node that uses its output.",
)
def preorder(roots):
    return _depth_first(roots)[0]


@wrong_version(
    "order_nodes",
    "The nodes are listed as a walk into the depth first meets them (preorder), last "
    "input first. A node that is met by one way may still be owed a gradient by "
    "another: it must wait for every node that uses its output.",
)
def preorder_from_the_last(roots):
    return _depth_first(roots, -1)[0]


@wrong_version(
    "order_nodes",
    "The nodes are listed by their distance from the root (breadth first). The "
    "shortest way to a node does not count: it must wait for the longest.",
)
def breadth_first(roots):
    return behind(roots)


@wrong_version(
    "order_nodes",
    "The order is that of the forward pass, first made first. Gradients flow the other "
    "way: reverse it.",
)
def creation_order(roots):
    return sorted(behind(roots), key=lambda node: node._number)


@wrong_version(
    "order_nodes",
    "Each node is listed after its inputs (postorder). That is the order of the "
    "forward pass: reverse it.",
)
def postorder(roots):
    return _depth_first(roots)[1]


@wrong_version("order_nodes", "Only the first of several roots is followed.")
def first_root(roots):
    return engine_order(roots[:1])


@wrong_version("order_nodes", "Only the last of several roots is followed.")
def last_root(roots):
    return engine_order(roots[-1:])


@wrong_version(
    "order_nodes",
    "Only the first input of each node is followed. The others receive gradients too.",
)
def first_inputs(roots):
    found = list(dict.fromkeys(roots))
    seen = set(found)
    for node in found:
        for each in inputs_of(node)[:1]:
            if each not in seen:
                seen.add(each)
                found.append(each)
    return sorted(found, key=lambda node: -node._number)


@wrong_version(
    "order_nodes",
    "The list ends with the inputs of the roots. It must go on from there, as far as "
    "the graph goes.",
)
def near_the_roots(roots):
    found = dict.fromkeys(
        [*roots, *(each for root in roots for each in inputs_of(root))]
    )
    return sorted(found, key=lambda node: -node._number)


@wrong_version(
    "order_nodes",
    "The roots themselves are missing in the list: the pass starts with them.",
)
def without_roots(roots):
    return [node for node in engine_order(roots) if node not in roots]


@wrong_version(
    "order_nodes",
    "The leaves are missing in the list. Nodes without inputs are nodes too: theirs is "
    "the .grad that the pass is for.",
)
def without_leaves(roots):
    return [node for node in engine_order(roots) if inputs_of(node)]


@wrong_version("order_nodes", "The list has the roots only.")
def roots_only(roots):
    return list(dict.fromkeys(roots))


@wrong_version("order_nodes", "The list is empty.")
def nothing(roots):
    return []


def engine_order(roots) -> list:
    """The nodes behind `roots`, last made first: the right order."""
    return sorted(behind(roots), key=lambda node: -node._number)
