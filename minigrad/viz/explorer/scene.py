"""The drawing: every box and arrow of the graph as SVG, with all that will be shown.

The page hides what has not happened yet. Colours stand here for pages without a style
sheet; explorer.css has them for both themes. Read: `Line` and `draw_scene`.
"""

import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from dataclasses import dataclass

from .. import style
from ..labels import is_piece
from ..layout import again, downwards, rows, spine
from ..reading import Box, Edge, Graph
from ..render import SVG, Svg
from .geometry import Arrow, Item, Placed, place

TITLE, LINE = 12, 11  # font sizes in pixels
TITLE_WIDTH, LINE_WIDTH = 7.9, 6.9  # of a letter, on average, with some room
LINE_HEIGHT, PADDING = 14, 5
GRAD_INK = "#8F5600"  # style.GRAD, dark enough to be read as small text on white
INK = {"root": style.VALUE, "leaf": style.LEAF}


@dataclass(frozen=True)
class Lines:
    """What stands in a box: a title, the value, and the widest gradient to come."""

    title: str
    value: str
    grad: str
    widest: int  # letters


def draw_scene(
    graph: Graph,
    ids: Mapping[Box | Edge, str],
    lines: Mapping[Box, Lines],
    sent: Mapping[Edge, str],
    names: Mapping[Box, str],
) -> Svg:
    """The SVG, as it is after the last step.

    Its groups carry `data-box` and `data-edge` with the given ids;
    `sent` has the number beside each arrow, where there is one.
    """
    repeats = again(graph)
    straight = spine(graph, repeats)
    order = downwards(graph)
    row = {box: at + 1 for box, at in rows(order).items()}
    boxes = graph.roots + graph.boxes
    items = [_item(ids[box], lines[box], row.get(box, 0)) for box in boxes]
    arrows, stubs = [], {}
    for box in boxes:
        for edge in box.edges:
            end = ids[edge.to]
            if edge in repeats:
                end = f"{ids[edge]}again"
                stubs[end] = edge.to
                items.append(_stub(end, names[edge.to], row.get(box, 0) + 1))
            label = len(sent.get(edge, "")) * LINE_WIDTH + 6 if edge in sent else 0
            arrows.append(Arrow(ids[edge], ids[box], end, label, edge in straight))
    placed = place(items, arrows)
    root = _element(
        None,
        "svg",
        viewBox=f"0 0 {placed.width:.0f} {placed.height:.0f}",
        width=f"{placed.width:.0f}",
        height=f"{placed.height:.0f}",
        class_="mgx-svg",
        font_family=style.FALLBACK_FONTS,
        font_size=LINE,
        text_anchor="middle",
    )
    ends = {ids[edge]: (box, edge) for box in boxes for edge in box.edges}
    for arrow in arrows:
        box, edge = ends[arrow.id]
        title = f"{names[box]} to {names[edge.to]}"
        _draw_arrow(root, arrow, placed, sent.get(edge, ""), title)
    sizes = {item.id: item for item in items}
    for box in boxes:
        _draw_box(root, box, sizes[ids[box]], placed, lines[box], names[box])
    for id, box in stubs.items():
        _draw_stub(root, sizes[id], placed, ids[box], names[box])
    text = ElementTree.tostring(root, encoding="unicode")
    return Svg(text, round(placed.width), round(placed.height))


# -- sizes ------------------------------------------------------------------------


def _item(id: str, lines: Lines, row: int) -> Item:
    width = max(
        len(lines.title) * TITLE_WIDTH,
        len(lines.value) * LINE_WIDTH,
        lines.widest * LINE_WIDTH,
    )
    height = (2 + bool(lines.value)) * LINE_HEIGHT + 2 * PADDING
    return Item(id, max(56.0, width + 2 * PADDING + 6), height, row)


def _stub(id: str, name: str, row: int) -> Item:
    return Item(id, (len(name) + 7) * LINE_WIDTH + 8, 20.0, row)


# -- elements ---------------------------------------------------------------------


def _element(parent, tag: str, text: str = "", **attributes: object):
    names = {name.rstrip("_").replace("_", "-"): str(value)
             for name, value in attributes.items()}  # fmt: skip
    if parent is None:
        ElementTree.register_namespace("", SVG)
        element = ElementTree.Element(f"{{{SVG}}}{tag}", names)
    else:
        element = ElementTree.SubElement(parent, f"{{{SVG}}}{tag}", names)
    element.text = text or None
    return element


def _text(parent, x: float, y: float, text: str, class_: str, **more: object) -> None:
    _element(
        parent,
        "text",
        text,
        x=round(x, 1),
        y=round(y, 1),
        class_=class_,
        **{"fill": style.TEXT} | more,
    )


def _draw_box(root, box: Box, item: Item, placed: Placed, lines: Lines, name: str):
    x, y = placed.items[item.id]
    left, top = x - item.width / 2, y - item.height / 2
    colour = style.PIECE if is_piece(box) else INK.get(box.kind, style.NEUTRAL)
    plain = box.kind == "node" and not is_piece(box)
    kind = f"mgx-box mgx-{box.kind}" + (" mgx-piece" if is_piece(box) else "")
    group = _element(root, "g", class_=kind, data_box=item.id)
    _element(group, "title", name)
    _element(
        group,
        "rect",
        x=round(left, 1),
        y=round(top, 1),
        width=round(item.width, 1),
        height=item.height,
        rx=2 if box.kind == "leaf" else 8,
        fill=style.BACKGROUND if plain else style.tint(colour),
        stroke=colour,
        stroke_width=1.3,
    )
    line = top + PADDING + TITLE - 1
    bold = {"font_size": TITLE, "font_weight": "bold"}
    _text(group, x, line, lines.title, "mgx-title", **bold)
    if lines.value:
        line += LINE_HEIGHT
        _text(group, x, line, lines.value, "mgx-value", fill=style.VALUE)
    line += LINE_HEIGHT
    _text(group, x, line, lines.grad, "mgx-grad", fill=GRAD_INK)


def _draw_stub(root, item: Item, placed: Placed, id: str, name: str) -> None:
    x, y = placed.items[item.id]
    group = _element(root, "g", class_="mgx-box mgx-stub", data_stub=id)
    _element(
        group,
        "rect",
        x=round(x - item.width / 2, 1),
        y=round(y - item.height / 2, 1),
        width=round(item.width, 1),
        height=item.height,
        fill=style.BACKGROUND,
        stroke=style.NEUTRAL,
        stroke_dasharray="4 3",
    )
    _text(group, x, y + 4, f"{name}, again", "mgx-title")


def _draw_arrow(root, arrow: Arrow, placed: Placed, text: str, title: str) -> None:
    curve, tip = placed.curves[arrow.id], placed.tips[arrow.id]
    start, *rest = [f"{x:g},{y:g}" for x, y in curve]
    path = f"M{start}C{' '.join(rest)}"
    group = _element(root, "g", class_="mgx-edge", data_edge=arrow.id)
    _element(group, "title", title)
    _element(group, "path", class_="mgx-hit", d=path, fill="none", stroke="none")
    colour = style.NEUTRAL
    _element(group, "path", class_="mgx-line", d=path, fill="none", stroke=colour)
    head = " ".join(f"{x:.1f},{y:.1f}" for x, y in _head(curve[-1], tip))
    _element(group, "polygon", class_="mgx-head", points=head, fill=colour)
    if text and arrow.id in placed.labels:
        x, y = placed.labels[arrow.id]
        _text(group, x, y + 4, text, "mgx-sent", fill=GRAD_INK, font_weight="bold")


def _head(end: tuple, tip: tuple) -> list[tuple[float, float]]:
    """The three corners of an arrow's head, from the end of its line to its tip."""
    dx, dy = tip[0] - end[0], tip[1] - end[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1e-6)
    dx, dy = 3.6 * dx / length, 3.6 * dy / length
    return [tip, (end[0] - dy, end[1] + dx), (end[0] + dy, end[1] - dx)]
