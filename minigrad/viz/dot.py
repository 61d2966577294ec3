"""A graph as DOT, the language of Graphviz, and as text.

Read: `to_dot`, `to_text`. Arrows point the way the gradient flows: from an output to
what it was computed from, as `next_functions` does. Roots stand at the top.
"""

import textwrap
from collections.abc import Mapping

from . import style
from .labels import Shown, details, heading, is_piece, node_name, printable, tensor_name
from .layout import again, spine
from .reading import Box, Edge, Graph

LINE = 40  # letters of a claim in one line

Marks = Mapping[Box | Edge, str]  # what to mark, and in which words: see style.MARKS
Sides = Mapping[str, tuple[Graph, Marks]]

# nslimit and mclimit bound the time of the layout: without them 200 nodes with shared
# inputs took 7 s, with them 1 s, and the pictures look alike.
_GRAPH = {
    "rankdir": "TB",
    "bgcolor": style.BACKGROUND,
    "pad": "0.15",
    "nodesep": "0.25",
    "ranksep": "0.35",
    "nslimit": "2",
    "nslimit1": "2",
    "mclimit": "0.5",
}
_FONT = {"fontname": style.FONT, "fontsize": "10", "fontcolor": style.TEXT}
_NODE = {"shape": "box", "margin": "0.12,0.06", "height": "0.3"}
_EDGE = {"color": style.NEUTRAL, "arrowsize": "0.7"}
_AGAIN = {"color": style.NEUTRAL, "style": "dashed", "height": "0.2"}


def to_dot(graph: Graph, shown: Shown, marks: Marks, title: str = "") -> str:
    """DOT source of one graph. ImportError without graphviz, which quotes it."""
    dot = _digraph(title)
    _add(dot, graph, shown, marks)
    return dot.source


def to_dot_beside(sides: Sides, shown: Shown, title: str = "") -> str:
    """DOT source of graphs side by side: {label: (graph, marks)}."""
    dot = _digraph(title)
    for k, (label, (graph, marks)) in enumerate(sides.items()):
        with dot.subgraph(name=f"cluster_{k}") as part:
            frame = {"color": style.tint(style.NEUTRAL, 0.4), "style": "rounded"}
            frame["fontsize"] = "12"
            part.attr(label=_label([label]), **_FONT | frame)
            _add(part, graph, shown, marks, prefix(k))
    return dot.source


def prefix(side: int) -> str:
    """What the names of boxes begin with, in a picture of several graphs."""
    return f"s{side}"


def _digraph(title: str):
    import graphviz

    return graphviz.Digraph(
        "graph",
        graph_attr=_GRAPH | _headline(title),
        node_attr=_FONT | _NODE,
        edge_attr=_FONT | _EDGE,
    )


def _add(dot, graph: Graph, shown: Shown, marks: Marks, prefix: str = "") -> None:
    """The boxes and edges of a graph."""
    boxes, repeats = graph.roots + graph.boxes, again(graph)
    straight = spine(graph, repeats)
    repeated = {edge.to for edge in repeats}
    several = {edge.to for box in boxes for edge in box.edges if edge.output > 0}
    for box in boxes:
        first, *others = heading(box)
        if box in repeated and not box.names:
            first = f"[{box.number}] {first}"
        lines = [first, *others, *_remarks(box, marks), *details(box, shown)]
        dot.node(prefix + box.id, _label(lines), **_box_style(box, marks))
    for box in boxes:
        for edge in box.edges:
            end = prefix + edge.to.id
            if edge in repeats:
                end = f"{end}_{box.id}_{edge.position}"
                dot.node(end, _label([f"{_reference(edge.to)}, again"]), **_AGAIN)
            words = _edge_words(box, edge, edge.to in several, marks)
            weight = {"weight": "8"} if edge in straight else {}
            looks = _edge_style(edge, marks)
            dot.edge(prefix + box.id, end, _label(words), **weight, **looks)


def tooltips(graph: Graph, prefix: str = "") -> dict[str, str]:
    """What to show instead of DOT's names when the mouse rests on a box or an edge."""
    boxes = graph.roots + graph.boxes
    found = {prefix + box.id: ", ".join(heading(box)) for box in boxes}
    for box in boxes:
        for edge in box.edges:
            ends = f"{short_name(box)} to {short_name(edge.to)}"
            found[f"{prefix}{box.id}->{prefix}{edge.to.id}"] = ends
    return found


def to_text(graph: Graph, shown: Shown, marks: Marks) -> str:
    """One line per box, numbered, with where its gradient goes. For every reader."""
    lines = []
    for box in graph.roots + graph.boxes:
        if box.kind == "cut":
            continue
        number = f"{tensor_name(box)}:" if box.kind == "root" else f"  [{box.number}]"
        words = _heading_words(box) + _remarks(box, marks) + details(box, shown)
        if box.edges:
            targets = ", ".join(_target(edge, marks) for edge in box.edges)
            words.append(f"-> {targets}")
        lines.append(f"{number} {'  '.join(words)}")
    return "\n".join(lines)


def describe(graph: Graph) -> str:
    """One sentence on the whole picture, for screen readers."""
    roots = ", ".join(tensor_name(box) for box in graph.roots) or "a node"
    leaves = sum(box.hidden[1] + (box.kind == "leaf") for box in graph.boxes)
    operations = sum(box.hidden[0] + (box.kind == "node") for box in graph.boxes)
    return (
        f"Backward graph of {roots}: "
        f"{operations} {'operation' if operations == 1 else 'operations'}, "
        f"{leaves} {'leaf' if leaves == 1 else 'leaves'}"
        f"{', cut where … stands' if any(b.kind == 'cut' for b in graph.boxes) else ''}"
    )


# -- words ------------------------------------------------------------------------


def short_name(box: Box) -> str:
    """A box in one or two words."""
    if box.kind == "root":
        return tensor_name(box)
    if box.kind == "leaf":
        return printable(box.names.get(0, "")) or "AccumulateGrad"
    return " ".join(box.words[:1]) or node_name(box.node)


def _reference(box: Box) -> str:
    """How a box is called where it is used again."""
    names = ", ".join(printable(name) for _, name in sorted(box.names.items()))
    return names or f"[{box.number}] {short_name(box)}"


def _heading_words(box: Box) -> list[str]:
    words = heading(box)
    if box.kind == "root":  # its name stands before the colon already
        return [words[0].removeprefix(f"{tensor_name(box)} ")]
    return words


def _remarks(box: Box, marks: Marks) -> list[str]:
    """What colour says, in words too."""
    yours = ["yours"] if is_piece(box) else []
    return yours + [marks[box]] if box in marks else yours


def _target(edge: Edge, marks: Marks) -> str:
    if edge.to.kind == "cut":
        return "…"
    words = [f"[{edge.to.number}] {short_name(edge.to)}"]
    words += [f"output {edge.output}"] if edge.output else []
    words += [f"({marks[edge]})"] if edge in marks else []
    return " ".join(words)


def _edge_words(box: Box, edge: Edge, several: bool, marks: Marks) -> list[str]:
    words = ["grad_fn"] if box.kind == "root" else []
    words += [f"output {edge.output}"] if several else []
    words += [marks[edge]] if edge in marks else []
    return [f"  {word}" for word in words]  # some room between arrow and word


# -- looks ------------------------------------------------------------------------


def _headline(title: str) -> dict[str, str]:
    """The claim above a graph, in lines that are not wider than most graphs."""
    if not title:
        return {}
    label = _label(textwrap.wrap(title, LINE))
    return _FONT | {"label": label, "labelloc": "t", "fontsize": "12"}


def _label(lines: list[str]) -> str:
    """Lines as a DOT label that shows them to the letter, whatever is in them."""
    import graphviz

    # Graphviz reads &lt; and the like even in plain labels.
    escaped = [graphviz.escape(line.replace("&", "&amp;")) for line in lines]
    return graphviz.nohtml("\\n".join(escaped))


def _box_style(box: Box, marks: Marks) -> dict[str, str]:
    if box in marks:
        colour, filled = style.mark(marks[box]), True
    elif is_piece(box):
        colour, filled = style.PIECE, True
    elif box.words:
        return _AGAIN | {"peripheries": "2" if box.kind == "fold" else "1"}
    else:
        colour = {"root": style.VALUE, "leaf": style.LEAF}.get(box.kind, style.NEUTRAL)
        filled = box.kind != "node"
    return {
        "color": colour,
        "fillcolor": style.tint(colour) if filled else style.BACKGROUND,
        "style": "filled" if box.kind == "leaf" else "rounded,filled",
        "penwidth": "2.5" if box in marks else "1.2",
    }


def _edge_style(edge: Edge, marks: Marks) -> dict[str, str]:
    if edge not in marks:
        return {}
    colour = style.mark(marks[edge])
    return {"color": colour, "fontcolor": style.shade(colour, 0.3), "penwidth": "2.5"}
