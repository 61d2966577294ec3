"""`draw`: the graph behind tensors, as a picture. And what to pass instead of a model.

Read: `draw`, `checked` (is it something that has a graph?), `_marks`.
"""

from collections.abc import Mapping

from . import style
from .dot import Marks, describe, to_dot, to_text, tooltips
from .folding import folded
from .labels import Shown, cleaned, node_name, shape_text
from .picture import Picture
from .reading import (
    Box,
    Graph,
    is_module,
    is_node,
    is_tensor,
    names_of,
    read_graph,
    too_many,
)

FOLD_BEYOND = 60  # boxes
MOST_READ = 20_000  # nodes of a graph that may become small by folding


def draw(
    *tensors: object,
    values: bool = False,
    grads: bool = False,
    saved: bool = False,
    names: object = None,
    title: str = "",
    highlight: Mapping[object, str] | None = None,
    depth: int | None = None,
    fold: bool | None = None,
    max_nodes: int = 500,
) -> Picture:
    """The graph that `backward` would walk from `tensors`, PyTorch's or minigrad's.

    Arrows point the way gradients flow: from each tensor to its `grad_fn`, and from a
    node to its `next_functions`. Below the name of a node stands the shape of the
    tensor it made. A leaf is one box with its AccumulateGrad node. A graph node may be
    given in place of a tensor.

    - `values`, `grads`: also the numbers of the tensors that are still there (outputs,
      leaves, and what `names` names). A gradient that no backward pass has computed is
      said to be "not there yet".
    - `saved`: also what each node keeps for its backward, and the version of a leaf
      that was changed in place.
    - `names`: {name: tensor}, a model, or `globals()`.
    - `title`: the claim that the picture supports, to stand above it.
    - `highlight`: {tensor, node or (node, input number): "error"}, to mark a place;
      "value" and "grad" are the other marks.
    - `depth`: only the operations that so many steps back lead to, and their leaves;
      "…" stands for the rest.
    - `fold`: blocks that repeat at least four times in a row (a chain, the steps of a
      loop, equal layers) are shown once and counted. By itself it begins beyond 60
      boxes; True and False decide it. What has a name or a mark is never hidden.
    - `max_nodes`: a graph that is larger when folded raises TooManyNodes, a ValueError,
      and so does any graph of more than 20,000 nodes.

    TypeError if an argument is no tensor, ValueError if a tensor has no graph.
    """
    if not tensors:
        raise TypeError("draw() needs a tensor: draw(loss)")
    title = cleaned(title)
    tensors = [checked(tensor) for tensor in tensors]
    most = max_nodes if fold is False else max(max_nodes, MOST_READ)
    graph = read_graph(tensors, names_of(names), most, depth)
    marks = _marks(graph, highlight or {})
    if fold or (fold is None and len(graph.boxes) > FOLD_BEYOND):
        graph = folded(graph, _marked_boxes(graph, marks))
    if len(graph.boxes) > max_nodes:
        raise too_many(max_nodes)
    shown = Shown(values, grads, saved)
    try:
        dot = to_dot(graph, shown, marks, title)
    except ImportError:
        dot = None
    text = to_text(graph, shown, marks)
    summary = describe(graph)
    if title:
        text, summary = f"{title}\n{text}", f"{title} ({summary})"
    return Picture(text, dot, summary, tooltips(graph))


# -- what can be drawn ------------------------------------------------------------


def checked(thing: object, caller: str = "draw") -> object:
    """`thing`, if it has a graph. Otherwise the error says what to pass instead."""
    if is_node(thing):
        return thing
    if not is_tensor(thing):
        kind = type(thing).__name__
        raise TypeError(f"{caller}() got an object of type {kind}. {_advice(thing)}")
    if not thing.requires_grad:
        raise ValueError(
            f"{caller}() got a tensor of shape {shape_text(thing.shape)} without a "
            "graph: its requires_grad is False. Either nothing it was computed from "
            "requires grad (set requires_grad=True on an input before computing), or "
            "it was computed under no_grad() or detached (draw the tensor from before "
            "that)."
        )
    return thing


def _advice(thing: object) -> str:
    """What to pass instead: for each thing that people pass by mistake."""
    if isinstance(thing, type):
        return "Pass a tensor, not a class."
    if is_module(thing):
        return (
            "A model has no graph of its own: each call makes one. Draw what it "
            "returns, draw(model(x)), and name its parameters with names=model."
        )
    if callable(thing):
        name = getattr(thing, "__name__", "f")
        if is_tensor(getattr(thing, "__self__", None)):
            return (
                f"This is the method {name}, not its result: draw x.{name}(...) if it "
                "returns a tensor, or the tensor x itself."
            )
        return f"Call it and draw the tensor it returns: draw({name}(...))."
    if isinstance(thing, bool | int | float | complex):
        return (
            "A number has no graph. Draw the tensor it came from, before .item() or "
            "float() was called on it."
        )
    if hasattr(type(thing), "__array_interface__"):
        return (
            "A NumPy array has no graph. Draw the tensor it came from, before "
            ".numpy() was called on it."
        )
    if isinstance(thing, list | tuple):
        return "To draw several tensors, pass them one by one: draw(*tensors)."
    if isinstance(thing, Mapping):
        return "Pass the tensors one by one, and their names as names={...}."
    if isinstance(thing, str):
        return "Pass the tensor itself, and its name as names={'loss': loss}."
    if thing is None:
        return "backward() returns None: pass the tensor it was called on, draw(loss)."
    return "Pass a tensor that was computed from one with requires_grad=True."


# -- marks ------------------------------------------------------------------------


def _marks(graph: Graph, highlight: Mapping[object, str]) -> Marks:
    """`highlight` with the boxes and edges of the graph as keys."""
    boxes = {id(box.node): box for box in graph.boxes if box.node is not None}
    boxes |= {id(box.tensors[0]): box for box in graph.boxes if box.kind == "leaf"}
    boxes |= {id(box.tensors[0]): box for box in graph.roots}
    marks = {}
    for key, mark in highlight.items():
        if mark not in style.MARKS:
            raise ValueError(
                f"highlight= can mark as {', '.join(style.MARKS)}, not as {mark!r}."
            )
        thing, position = key if isinstance(key, tuple) else (key, None)
        box = boxes.get(id(thing))
        if box is None and is_tensor(thing) and thing.grad_fn is not None:
            box = boxes.get(id(thing.grad_fn))
        found = box
        if box is not None and position is not None:
            found = next((e for e in box.edges if e.position == position), None)
        if found is None:
            raise ValueError(f"highlight= names {_place(key)}, not in this graph.")
        marks[found] = mark
    return marks


def _marked_boxes(graph: Graph, marks: Marks) -> set[Box]:
    """The boxes that are marked, or have a marked edge."""
    return {
        end
        for box in graph.boxes
        for edge in box.edges
        for end in (box, edge.to)
        if edge in marks
    } | {box for box in graph.boxes if box in marks}


def _place(key: object) -> str:
    if isinstance(key, tuple):
        return f"input {key[1]} of {_place(key[0])}"
    if is_node(key):
        return f"the node {node_name(key)}"
    return f"an object of type {type(key).__name__}"
