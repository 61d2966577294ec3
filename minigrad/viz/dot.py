"""A graph as DOT, the language of Graphviz, and as text.

Read: `to_dot`, `to_text`. Arrows point the way the gradient flows: from an output to
what it was computed from, as `next_functions` does. Roots stand at the top.
"""

from collections.abc import Mapping

from . import style
from .labels import Shown, details, heading, is_piece, node_name, printable, tensor_name
from .layout import again, spine
from .reading import Box, Edge, Graph

Marks = Mapping[Box | Edge, str]  # what to mark, and as what: see style.MARKS

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


def to_dot(graph: Graph, shown: Shown, marks: Marks) -> str:
    """DOT source. ImportError without the package graphviz, which quotes it."""
    import graphviz

    dot = graphviz.Digraph(
        "graph", graph_attr=_GRAPH, node_attr=_FONT | _NODE, edge_attr=_FONT | _EDGE
    )
    boxes, repeats = graph.roots + graph.boxes, again(graph)
    straight = spine(graph, repeats)
    repeated = {edge.to for edge in repeats}
    several = {edge.to for box in boxes for edge in box.edges if edge.output > 0}
    for box in boxes:
        first, *others = heading(box)
        if box in repeated and not box.names:
            first = f"[{box.number}] {first}"
        lines = [first, *others, *_remarks(box, marks), *details(box, shown)]
        dot.node(box.id, _label(lines), **_box_style(box, marks))
    for box in boxes:
        for edge in box.edges:
            end = edge.to.id
            if edge in repeats:
                end = f"{end}_{box.id}_{edge.position}"
                dot.node(end, _label([f"{_reference(edge.to)}, again"]), **_AGAIN)
            words = _edge_words(box, edge, edge.to in several, marks)
            weight = {"weight": "8"} if edge in straight else {}
            dot.edge(box.id, end, _label(words), **weight, **_edge_style(edge, marks))
    return dot.source


def to_text(graph: Graph, shown: Shown, marks: Marks) -> str:
    """One line per box, numbered, with where its gradient goes. For every reader."""
    lines = []
    for box in graph.roots + graph.boxes:
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
    leaves = sum(box.kind == "leaf" for box in graph.boxes)
    operations = len(graph.boxes) - leaves
    return (
        f"Backward graph of {roots}: "
        f"{operations} {'operation' if operations == 1 else 'operations'}, "
        f"{leaves} {'leaf' if leaves == 1 else 'leaves'}"
    )


# -- words ------------------------------------------------------------------------


def short_name(box: Box) -> str:
    """A box in one or two words."""
    if box.kind == "root":
        return tensor_name(box)
    if box.kind == "leaf":
        return printable(box.names.get(0, "")) or "AccumulateGrad"
    return node_name(box.node)


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


def _label(lines: list[str]) -> str:
    """Lines as a DOT label that shows them to the letter, whatever is in them."""
    import graphviz

    # Graphviz reads &lt; and the like even in plain labels.
    escaped = [graphviz.escape(line.replace("&", "&amp;")) for line in lines]
    return graphviz.nohtml("\\n".join(escaped))


def _box_style(box: Box, marks: Marks) -> dict[str, str]:
    if box in marks:
        colour, filled = style.MARKS[marks[box]], True
    elif is_piece(box):
        colour, filled = style.PIECE, True
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
    colour = style.MARKS[marks[edge]]
    return {"color": colour, "fontcolor": colour, "penwidth": "2.5"}
