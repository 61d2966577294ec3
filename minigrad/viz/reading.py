"""Read the graph behind tensors: `read_graph` walks `grad_fn` and `next_functions`.

It knows PyTorch's and minigrad's graphs by their attributes alone, and imports neither
library. Read: `Box` and `Edge` (what a graph is here), `read_graph`, then `names_of`.

Invariants:

- The walk is a loop with a stack of its own, and stops at `max_nodes`: a graph of any
  depth can be refused.
- The same program gives the same boxes in the same order: depth first from each root,
  inputs in the order of `next_functions`, every node once.
- A leaf and its AccumulateGrad node are one box.
"""

from collections.abc import Iterable, Mapping
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
    """

    kind: str
    number: int  # from 1: roots are counted by themselves, nodes and leaves together
    node: object = None
    tensors: dict[int, object] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)

    @property
    def id(self) -> str:
        """A name for DOT: the same for the same program."""
        return f"{'r' if self.kind == 'root' else 'n'}{self.number}"


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


def read_graph(
    roots: Iterable[object], names: Mapping[str, object], max_nodes: int
) -> Graph:
    """The graph behind `roots`, which are tensors that require grad, or nodes.

    Raises TooManyNodes as soon as `max_nodes` are passed.
    """
    walk = _Walk(max_nodes)
    graph = Graph([], walk.boxes)
    for root in {id(root): root for root in roots}.values():
        if is_node(root):
            walk.visit(root)
        elif root.grad_fn is None:
            walk.leaf(root)
        else:
            box = Box("root", len(graph.roots) + 1, tensors={0: root})
            graph.roots.append(box)
            start = walk.visit(root.grad_fn)
            box.edges.append(Edge(start, 0, getattr(root, "output_nr", 0)))
    _give_names(graph, names)
    return graph


class _Walk:
    """The boxes found so far. They hold their nodes, so that no id is used twice."""

    def __init__(self, max_nodes: int) -> None:
        self.max_nodes = max_nodes
        self.boxes: list[Box] = []
        self._known: dict[int, Box] = {}

    def visit(self, root: object) -> Box:
        """The box of a node, with everything below it."""
        start, is_new = self._box(root)
        unfinished = [self._inputs(start)] if is_new else []
        while unfinished:
            step = next(unfinished[-1], None)
            if step is None:
                unfinished.pop()
                continue
            user, position, node, output = step
            box, is_new = self._box(node)
            user.edges.append(Edge(box, position, output))
            if is_new:
                unfinished.append(self._inputs(box))
        return start

    def leaf(self, variable: object) -> Box:
        """The box of a leaf, found by its variable rather than by its node."""
        return self._box(None, variable)[0]

    def _inputs(self, box: Box):
        functions = box.node.next_functions
        for position, (node, output) in enumerate(functions):
            if node is not None:  # None: no gradient flows to that input
                yield box, position, node, output

    def _box(self, node: object, variable: object = None) -> tuple[Box, bool]:
        if variable is None:
            variable = getattr(node, "variable", None)
        key = id(node if variable is None else variable)
        if key in self._known:
            return self._known[key], False
        if len(self.boxes) >= self.max_nodes:
            raise TooManyNodes(
                f"the graph has more than {self.max_nodes} nodes, too many to read in "
                "one picture. Draw a smaller case of the same program (fewer steps of "
                "the loop, fewer layers), draw a tensor nearer to the inputs, or raise "
                "max_nodes."
            )
        number = len(self.boxes) + 1
        if variable is None:
            box = Box("node", number, node)
        else:
            box = Box("leaf", number, node, {0: variable})
        self._known[key] = box
        self.boxes.append(box)
        return box, True


# -- names ------------------------------------------------------------------------


def names_of(names: object) -> dict[str, object]:
    """{name: tensor} from what a user gave as `names`.

    A model gives its parameters. In a mapping, a tensor goes by its key, the
    parameters of a model by "key.parameter", and other values are passed over, so
    that `names=globals()` works. TypeError for anything else.
    """
    if names is None:
        return {}
    if is_module(names):
        return dict(names.named_parameters())
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
            for parameter, tensor in value.named_parameters():
                found[f"{name}.{parameter}"] = tensor
    return found


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
