"""How curves look: colours by meaning, and labels set directly at the curves.

Read: `check`, `curves`, `paths`, then `_label_ends`. It gets figures of matplotlib and
imports nothing of it itself.
"""

import math
from collections.abc import Iterable, Mapping

import numpy as np

from . import style
from .arrays import Series
from .labels import cleaned
from .plot import wrapped

DASHES = ["-", (0, (5, 1.5)), (0, (1.5, 1)), (0, (6, 1.5, 1.5, 1.5))]
FEW = 25  # up to so many points of a curve are marked
LABEL = 0.3  # how much darker a label is than its curve
GAP = 0.085  # between two labels, as a part of the height


def check(labels: Iterable[str], meaning: Mapping[str, str] | None) -> None:
    """ValueError if `meaning` names no curve of this plot, or no meaning."""
    labels = list(labels)
    for label, name in (meaning or {}).items():
        if label not in labels:
            raise ValueError(f"meaning= names {label!r}; the curves are {labels}.")
        if name not in style.MEANINGS:
            raise ValueError(
                f"meaning= can be {', '.join(style.MEANINGS)}, not {name!r}."
            )


def looks(labels: Iterable[str], meaning: Mapping[str, str] | None) -> dict[str, dict]:
    """Colour and dashes of each curve. The first of a meaning has its very colour."""
    seen: dict[str, int] = {}
    found = {}
    for label in labels:
        name = (meaning or {}).get(label, "value")
        turn = seen.get(name, 0)
        seen[name] = turn + 1
        colour = style.MEANINGS[name]
        shades = [colour, style.shade(colour, 0.5)]
        found[label] = {
            "color": shades[turn % 2],
            "linestyle": DASHES[turn % len(DASHES)],
        }
    return found


def curves(
    figure,
    data: Mapping[str, Series],
    title: str,
    xlabel: str,
    ylabel: str,
    log: str,
    meaning: Mapping[str, str] | None,
    points: Series | None = None,
) -> None:
    """Lines, and points behind them."""
    axes = figure.subplots()
    for k, (letter, axis) in enumerate((("x", axes.xaxis), ("y", axes.yaxis))):
        if letter in log:
            axes.set(**{f"{letter}scale": "log"})
            axis.set_major_formatter(_power_of_ten)
            axis.set_minor_formatter(lambda value, place: "")
        elif all(_whole(series[k]) for series in data.values()):
            axis.get_major_locator().set_params(integer=True)  # no half steps
    if points is not None:
        size = 16 if len(points[0]) <= 200 else 4
        axes.scatter(*points, s=size, color=style.tint(style.NEUTRAL, 0.6), zorder=1)
    ends = []
    for label, look in looks(data, meaning).items():
        x, y = data[label]
        shown = np.isfinite(y) & ((y > 0) | ("y" not in log))
        shown &= (x > 0) | ("x" not in log)
        marker = "o" if shown.sum() <= FEW else None
        axes.plot(x[shown], y[shown], marker=marker, **look)
        if label and shown.any():
            end = np.argmax(x[shown])
            ends.append((x[shown][end], y[shown][end], label, look["color"]))
    finish(axes, title, xlabel, ylabel)
    _label_ends(axes, ends)


def paths(
    figure,
    data: Mapping[str, Series],
    title: str,
    xlabel: str,
    ylabel: str,
    meaning: Mapping[str, str] | None,
) -> None:
    """Ways through the plane, with a ring at the start and a dot at the end."""
    axes = figure.subplots()
    ends = []
    for label, look in looks(data, meaning).items():
        x, y = data[label]
        colour = look["color"]
        axes.plot(x, y, **look, linewidth=1.5)
        if len(x) <= 200:
            axes.plot(x, y, ".", color=colour, markersize=4)
        axes.plot(x[0], y[0], "o", color=colour, markerfacecolor="white", markersize=9)
        axes.plot(x[-1], y[-1], "o", color=colour, markersize=9)
        if label:
            ends.append((x[-1], y[-1], label, colour))
    finish(axes, title, xlabel, ylabel)
    for k, (x, y, label, colour) in enumerate(ends):
        up = 12 if k % 2 == 0 else -12  # two ways may end in one point
        axes.annotate(
            label,
            (x, y),
            xytext=(9, up),
            textcoords="offset points",
            color=style.shade(colour, LABEL),
            va="center",
            bbox={"facecolor": style.BACKGROUND, "alpha": 0.8, "pad": 1, "lw": 0},
        )


def finish(axes, title: str, xlabel: str, ylabel: str) -> None:
    """The claim above, the names of the axes."""
    axes.set_title(wrapped(title, axes.figure))
    axes.set_xlabel(cleaned(xlabel))
    axes.set_ylabel(cleaned(ylabel))


def _whole(values: np.ndarray) -> bool:
    """True if all are whole numbers, as steps are."""
    return np.array_equal(values, np.floor(values))


def _power_of_ten(value: float, place: int) -> str:
    """A tick of a logarithmic axis, without matplotlib's mathematical typesetting."""
    digits = str(round(math.log10(value)))
    return "10" + digits.translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


# -- labels at the curves ---------------------------------------------------------


def _label_ends(axes, ends: list[tuple[float, float, str, str]]) -> None:
    """Each label right of the plot, as high as its curve ends, none on another."""
    axes.get_xlim(), axes.get_ylim()  # settles the limits, which transData needs
    inverse = axes.transAxes.inverted()
    places = [
        inverse.transform(axes.transData.transform((x, y))) for x, y, _, _ in ends
    ]
    heights = spread([y for _, y in places])
    for (x, y, label, colour), place, height in zip(ends, places, heights, strict=True):
        far = abs(place[1] - height) > 0.01 or place[0] < 0.94
        axes.annotate(
            label,
            (x, y),
            xytext=(1.02, height),
            textcoords="axes fraction",
            color=style.shade(colour, LABEL),
            va="center",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": colour,
                "linewidth": 0.7,
                "alpha": 0.6 if far else 0.0,
                "shrinkB": 3,
            },
        )


def spread(heights: list[float]) -> list[float]:
    """The heights, moved apart to at least GAP, and kept below 1."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved = [min(max(height, 0.0), 1.0) for height in heights]
    for below, index in zip(order, order[1:], strict=False):
        moved[index] = max(moved[index], moved[below] + GAP)
    top = 1.0
    for index in reversed(order):
        moved[index] = min(moved[index], top)
        top = moved[index] - GAP
    return moved
