"""Plots of planes and matrices: decision boundaries, heat maps, small images.

Read: `boundary`, `heat`, `images`.
"""

from collections.abc import Callable, Mapping

import numpy as np

from . import style
from .arrays import as_array, flat, named, number
from .labels import cleaned
from .painting import finish
from .plot import Plot, wrapped

MARKERS = "o^sDvP"
GREYS = ["#FFFFFF", "#DDDDDD", "#BEBEBE", "#EDEDED", "#CFCFCF", "#B0B0B0"]
FINE = 120  # points of the grid along each side
MOST = 144  # entries of a matrix that are written out, at most


# -- decision boundaries ----------------------------------------------------------


def boundary(
    predict: Callable,
    points: object,
    labels: object,
    *,
    title: str,
    xlabel: str = "x1",
    ylabel: str = "x2",
    threshold: float = 0.0,
) -> Plot:
    """Where a classifier of points (n, 2) changes its mind.

    `predict(points)` gets points as they came in (tensors of the same kind) and returns
    one score per point, above `threshold` for the larger label, or one column of scores
    per class. Points on the wrong side have a red ring.
    """
    place, truth = as_array(points), flat(labels, "labels")
    if place.ndim != 2 or place.shape[1] != 2 or len(place) != len(truth):
        raise ValueError(
            "boundary() needs points of the shape (n, 2) and n labels; it got "
            f"{place.shape} and {truth.shape}."
        )
    classes = np.unique(truth)
    if len(classes) > len(MARKERS):
        raise ValueError(f"boundary() shows at most {len(MARKERS)} classes.")
    margin = 0.1 * np.ptp(place, axis=0) + 1e-12
    low, high = place.min(axis=0) - margin, place.max(axis=0) + margin
    across, up = np.linspace(low[0], high[0], FINE), np.linspace(low[1], high[1], FINE)
    grid = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
    scores = _scores(predict, grid, points, len(classes)) - threshold
    right = _classes(_scores(predict, place, points, len(classes)) - threshold)
    wrong = classes[right] != truth

    def paint(figure) -> None:
        axes = figure.subplots()
        _regions(axes, across, up, scores)
        for value, marker in zip(classes, MARKERS, strict=False):
            mine = place[truth == value]
            clear = place[(truth == value) & ~wrong]
            axes.scatter(*mine.T, s=34, marker=marker, color=style.TEXT, linewidths=0)
            end = max(clear if len(clear) else mine, key=lambda point: point[1])
            axes.annotate(
                f"{value:g}",
                end,
                xytext=(0, 7),
                textcoords="offset points",
                ha="center",
                weight="bold",
            )
        axes.scatter(
            *place[wrong].T,
            s=150,
            facecolors="none",
            edgecolors=style.ERROR,
            linewidths=2,
        )
        finish(axes, title, xlabel, ylabel)

    sides = f"{(~wrong).sum()} of {len(truth)} points lie on the right side"
    axes = f"{cleaned(xlabel)} and {cleaned(ylabel)}"
    text = f"decision boundary over {axes}\n{sides}"
    return Plot(title, text, paint, (6.0, 4.8))


def _scores(predict: Callable, grid: np.ndarray, like: object, classes: int):
    """(n,) for two classes, (n, classes) otherwise."""
    if hasattr(like, "new_tensor"):
        grid = like.detach().new_tensor(grid)
    found = as_array(predict(grid))
    if found.ndim == 2 and found.shape[1] == 1:
        found = found[:, 0]
    if found.shape not in ((len(grid),), (len(grid), classes)):
        raise ValueError(
            f"predict() got {len(grid)} points and gave the shape {found.shape}: it "
            f"must be ({len(grid)},) or ({len(grid)}, {classes})."
        )
    if found.ndim == 1 and classes > 2:
        raise ValueError(f"{classes} classes need a column of scores each.")
    return found


def _classes(scores: np.ndarray) -> np.ndarray:
    return scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(int)


def _regions(axes, across: np.ndarray, up: np.ndarray, scores: np.ndarray) -> None:
    shape = len(up), len(across)
    regions = _classes(scores).reshape(shape)
    count = scores.shape[1] if scores.ndim == 2 else 2
    edges = np.arange(count + 1) - 0.5
    axes.contourf(across, up, regions, levels=edges, colors=GREYS[:count])
    look = {"colors": [style.VALUE], "linewidths": 2}
    if scores.ndim == 1:
        axes.contour(across, up, scores.reshape(shape), levels=[0], **look)
        return
    for k in range(count):
        margin = scores[:, k] - np.delete(scores, k, axis=1).max(axis=1)
        axes.contour(across, up, margin.reshape(shape), levels=[0], **look)


# -- matrices ---------------------------------------------------------------------


def heat(data: object, *, title: str) -> Plot:
    """Small arrays {label: matrix} as heat maps with their numbers.

    Teal is above 0, brown below, white is 0; all maps share one scale. A list of
    numbers is one row. Numbers of more than 144 entries are left out.
    """
    found = {label: _matrix(values, label) for label, values in named(data).items()}
    most = max(float(np.abs(m[np.isfinite(m)]).max(initial=0)) for m in found.values())
    words = [f"{label}: {_in_words(m, most)}" for label, m in found.items()]
    widths = [min(4.5, max(1.4, 0.5 * m.shape[1])) for m in found.values()]
    tall = max(
        width * m.shape[0] / m.shape[1]
        for width, m in zip(widths, found.values(), strict=True)
    )

    def paint(figure) -> None:
        panels = figure.subplots(1, len(found), squeeze=False, width_ratios=widths)[0]
        for axes, (label, matrix) in zip(panels, found.items(), strict=True):
            _map(axes, matrix, most or 1.0)
            _numbers(axes, matrix, most)
            axes.set_xlabel(label)
        _headline(figure, title)

    size = max(4.5, sum(widths) + 0.6 * len(widths)), min(6.0, tall) + 1.0
    return Plot(title, "\n".join(words), paint, size)


def images(data: Mapping[str, object], *, title: str, columns: int = 5) -> Plot:
    """Matrices {label: (rows, columns)} as small pictures without numbers.

    Without negative entries they are grey, black being the largest of each; otherwise
    teal is above 0, brown below, white is 0, and all share one scale.
    """
    found = {label: _matrix(values, label) for label, values in named(data).items()}
    signed = any((matrix < 0).any() for matrix in found.values())
    most = max(float(np.abs(m[np.isfinite(m)]).max(initial=0)) for m in found.values())
    columns = min(columns, len(found))
    rows = -(-len(found) // columns)

    def paint(figure) -> None:
        panels = figure.subplots(rows, columns, squeeze=False).ravel()
        for axes in panels:
            axes.axis("off")
        for axes, (label, matrix) in zip(panels, found.items(), strict=False):
            if signed:
                _map(axes, matrix, most)
            else:
                axes.imshow(matrix, cmap="gray_r", vmin=0)
            axes.set_title(label, loc="center", weight="normal", size=10)
        _headline(figure, title)

    words = [f"{label}: {_range(matrix, most)}" for label, matrix in found.items()]
    size = max(4.5, 1.3 * columns), 1.5 * rows + 0.6
    return Plot(title, "\n".join(words), paint, size)


def _matrix(values: object, label: str) -> np.ndarray:
    matrix = np.atleast_2d(as_array(values))
    if matrix.ndim != 2 or not matrix.size:
        raise ValueError(
            f"{label or 'a heat map'} has the shape {matrix.shape}, not 2-D."
        )
    return matrix


def _map(axes, matrix: np.ndarray, most: float) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    ends = [style.NEGATIVE, "#FFFFFF", style.POSITIVE]
    colours = LinearSegmentedColormap.from_list("signed", ends)
    axes.imshow(matrix, cmap=colours, vmin=-most, vmax=most)


def _numbers(axes, matrix: np.ndarray, most: float) -> None:
    axes.set_xticks([])
    axes.set_yticks([])
    if matrix.size > MOST:
        return
    for (row, column), value in np.ndenumerate(matrix):
        dark = abs(value) > 0.6 * most
        axes.text(
            column,
            row,
            number(value, most),
            ha="center",
            va="center",
            size=8,
            color="white" if dark else style.TEXT,
        )


def _headline(figure, title: str) -> None:
    figure.suptitle(wrapped(title, figure), x=0.01, ha="left", weight="bold", size=11)


def _in_words(matrix: np.ndarray, most: float) -> str:
    """Small matrices in full, others by their range."""
    if matrix.size > 36:
        return _range(matrix, most)
    rows = [", ".join(number(value, most) for value in row) for row in matrix]
    return f"[{'; '.join(rows)}]"


def _range(matrix: np.ndarray, most: float) -> str:
    rows, columns = matrix.shape
    low, high = number(np.nanmin(matrix), most), number(np.nanmax(matrix), most)
    return f"{rows} × {columns} entries from {low} to {high}"
