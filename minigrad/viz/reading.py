"""Read the graph behind tensors: `read_graph` walks `grad_fn` and `next_functions`.

It knows PyTorch's and minigrad's graphs by their attributes alone, and imports neither
library. Read: `Box` and `Edge` (what a graph is here), `read_graph`, then `names_of`.

Invariants:

- The walk (`list_edges`) is a loop with a list of its own, which is read as far as
  `max_nodes`: a graph of any depth can be refused.
- The same program gives the same boxes in the same order, in whichever order its edges
  were found: depth first from each root, inputs as in `next_functions`, each once.
- A leaf and its AccumulateGrad node are one box.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(eq=False)
class Edge:
    """An arrow of the backward pass, to the box that made input `position`.

    `output` tells which output of that box the input is.
    """

    to: "Box"
    position: int
    output: int


@dataclass(eq=False)
class Box:
    """One box of the picture.

    `kind` is "root" (a tensor that was asked for), "node" (an operation) or "leaf" (a
    variable, with its AccumulateGrad node). A root and a leaf have one tensor; a node
    has those of its outputs that were named. `names` and `tensors` go by the number of
    the output.

    Two kinds stand for what is not shown, and say so in `words`: "fold" (boxes that
    repeat those above, see `folding`) and "cut" (all that lies beyond `depth`).
    """

    kind: str
    number: int  # from 1: roots are counted by themselves, nodes and leaves together
    node: object = None
    tensors: dict[int, object] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    hidden: tuple[int, int] = (0, 0)  # operations and leaves that a fold stands for

    @property
    def id(self) -> str:
        """A name for DOT: the same for the same program."""
        return f"{LETTERS.get(self.kind, 'n')}{self.number}"


LETTERS = {"root": "r", "cut": "c"}


@dataclass(frozen=True)
class Graph:
    """The roots (tensors that were asked for), and every other box, in reading order.

    An edge from a root leads to its `grad_fn`, all others are `next_functions`.
    """

    roots: list[Box]
    boxes: list[Box]


class TooManyNodes(ValueError):
    """The graph has more nodes than a picture should show."""


def is_tensor(thing: object) -> bool:
    """True for a tensor of PyTorch or minigrad. Asks the class: no property runs."""
    attributes = ("grad_fn", "is_leaf", "requires_grad", "shape")
    return all(hasattr(type(thing), attribute) for attribute in attributes)


def is_node(thing: object) -> bool:
    """True for a graph node, as `grad_fn` gives it."""
    return all(hasattr(type(thing), name) for name in ("next_functions", "name"))


def is_module(thing: object) -> bool:
    """True for a model whose parameters have names."""
    return hasattr(type(thing), "named_parameters")


# piece: list_edges
def list_edges(roots: Iterable[object]) -> Iterator[tuple[object, int, object, int]]:
    """The edges of the graph behind some nodes: (node, position, input, output).

    `input` is what `node` leads to at that position of its `next_functions`, and
    `output` which of its outputs that is. Each edge comes once, in any order; where
    nothing flows (None), there is none.
    """
    known = dict.fromkeys(roots)
    waiting = list(known)
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            yield node, position, input, output
            if input not in known:
                known[input] = None
                waiting.append(input)


def _edges_of(nodes: Iterable[object]) -> Iterator[tuple[object, int, object, int]]:
    """The edges that lead on from these nodes, and from no others."""
    for node in nodes:
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                yield node, position, input, output


def read_graph(
    roots: Iterable[object],
    names: Mapping[str, object],
    max_nodes: int,
    depth: int | None = None,
) -> Graph:
    """The graph behind `roots`, which are tensors that require grad, or nodes.

    With `depth`, only the operations that so many steps lead to, and their leaves.
    Raises TooManyNodes as soon as `max_nodes` are passed.
    """
    roots = list({id(root): root for root in roots}.values())
    near = None if depth is None else _near(roots, depth, max_nodes)
    found = _Boxes(max_nodes)
    graph, starts = Graph([], []), []
    for root in roots:
        if is_node(root):
            starts.append(found.of(root))
        elif root.grad_fn is None:
            starts.append(found.of(None, root))
        else:
            box = Box("root", len(graph.roots) + 1, tensors={0: root})
            graph.roots.append(box)
            starts.append(found.of(root.grad_fn))
            box.edges.append(Edge(starts[-1], 0, getattr(root, "output_nr", 0)))
    nodes = [box.node for box in starts if box.node is not None]
    for edge in list_edges(nodes) if near is None else _edges_of(near.values()):
        found.add(*edge, near)
    graph.boxes.extend(found.numbered(starts))
    _give_names(graph, names)
    return graph


def too_many(most: int) -> TooManyNodes:
    """The error for a graph of more than `most` nodes, and what to do about it."""
    return TooManyNodes(
        f"the graph has more than {most} nodes, too many to read in one picture. Draw "
        "a smaller case of the same program (fewer steps of the loop, fewer layers), "
        "only what is near the end (depth=10), a tensor nearer to the inputs, or raise "
        "max_nodes."
    )


def is_leaf(node: object) -> bool:
    """True for the AccumulateGrad node of a variable."""
    return getattr(node, "variable", None) is not None


def _near(roots: list[object], depth: int, most: int) -> dict[int, object]:
    """{id: node} of those that at most `depth` steps from a root lead to."""
    if depth < 1:
        raise ValueError(
            f"depth= counts steps back from the tensor, from 1, not {depth}."
        )
    starts = [root if is_node(root) else root.grad_fn for root in roots]
    front = {id(node): node for node in starts if node is not None}
    near = dict(front)
    for _ in range(depth - 1):
        inputs = (end for node in front.values() for end, _ in node.next_functions)
        front = {id(node): node for node in inputs if node is not None}
        front = {key: node for key, node in front.items() if key not in near}
        near |= front
        if len(near) > most or not front:
            break
    return near


class _Boxes:
    """The boxes found so far. They hold their nodes, so that no id is used twice."""

    def __init__(self, max_nodes: int) -> None:
        self.max_nodes = max_nodes
        self._known: dict[int, Box] = {}

    def of(self, node: object, variable: object = None) -> Box:
        """The box of a node; of a leaf, found by its variable rather than its node."""
        if variable is None:
            variable = getattr(node, "variable", None)
        key = id(node if variable is None else variable)
        if key not in self._known:
            if len(self._known) >= self.max_nodes:
                raise too_many(self.max_nodes)
            if variable is None:
                self._known[key] = Box("node", 0, node)
            else:
                self._known[key] = Box("leaf", 0, node, {0: variable})
        return self._known[key]

    def add(self, node: object, position: int, input: object, output: int, near):
        """An edge; it leads to "…" if its input is neither among `near` nor a leaf."""
        box = self.of(node)
        if near is None or id(input) in near or is_leaf(input):
            box.edges.append(Edge(self.of(input), position, output))
        elif not (box.edges and box.edges[-1].to.kind == "cut"):
            box.edges.append(Edge(Box("cut", 0, words=["…"]), position, 0))

    def numbered(self, starts: list[Box]) -> list[Box]:
        """All that `starts` lead to, in reading order, and so numbered."""
        for box in self._known.values():
            box.edges.sort(key=lambda edge: edge.position)
        boxes, count = reading_order(starts), 0
        for box in boxes:
            if box.kind != "cut":
                count += 1
                box.number = count
            for edge in box.edges:
                if edge.to.kind == "cut":
                    edge.to.number = box.number
        return boxes


def reading_order(boxes: Iterable[Box]) -> list[Box]:
    """The boxes that `boxes` lead to, themselves included, depth first, each once."""
    found: dict[Box, None] = {}
    for start in boxes:
        waiting = [start]
        while waiting:
            box = waiting.pop()
            if box not in found:
                found[box] = None
                waiting.extend(edge.to for edge in reversed(box.edges))
    return list(found)


# -- names ------------------------------------------------------------------------


def names_of(names: object) -> dict[str, object]:
    """{name: tensor} from what a user gave as `names`.

    A model gives its parameters and buffers. In a mapping, a tensor goes by its key,
    those of a model by "key.parameter", and other values are passed over, so that
    `names=globals()` works. TypeError for anything else.
    """
    if names is None:
        return {}
    if is_module(names):
        return _named_tensors(names)
    if not isinstance(names, Mapping):
        raise TypeError(
            f"names= got an object of type {type(names).__name__}. Pass a mapping such "
            "as names={'w': w}, a model, or globals()."
        )
    found = {}
    for name, value in list(names.items()):
        if is_tensor(value):
            found[str(name)] = value
        elif is_module(value):
            for own, tensor in _named_tensors(value).items():
                found[f"{name}.{own}"] = tensor
    return found


def _named_tensors(module: object) -> dict[str, object]:
    """The parameters and the buffers of a model."""
    return dict(module.named_parameters()) | dict(module.named_buffers())


def _give_names(graph: Graph, names: Mapping[str, object]) -> None:
    """Put each name on the box of its tensor, if the graph has one.

    The first name of a tensor counts; one that starts with an underscore (`_`, `_12`:
    IPython's own) only if there is no other.
    """
    known = {id(box.tensors[0]): box for box in graph.boxes if box.kind == "leaf"}
    known |= {id(box.tensors[0]): box for box in graph.roots}
    nodes = {id(box.node): box for box in graph.boxes if box.kind == "node"}
    for name in sorted(names, key=lambda name: name.startswith("_")):
        tensor, output = names[name], 0
        box = known.get(id(tensor))
        if box is None and tensor.grad_fn is not None:
            box, output = nodes.get(id(tensor.grad_fn)), getattr(tensor, "output_nr", 0)
        if box is not None and output not in box.names:
            box.names[output], box.tensors[output] = name, tensor
