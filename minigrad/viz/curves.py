"""The plots of the course: one line each in a notebook, one style, one claim each.

    viz.curves.loss({"with zero_grad": losses, "without": others}, title="…")
    viz.curves.lines({"label": (x, y)}, title="…", xlabel="…", ylabel="…", log="xy")
    viz.curves.error_against_eps(eps, {"central": errors}, title="…")
    viz.curves.fit(x, y, {"cubic": y_hat}, title="…")
    viz.curves.path({"with detach": points}, title="…", xlabel="…", ylabel="…")
    viz.curves.memory({"plain": (depths, bytes)}, title="…")
    viz.curves.boundary(predict, points, labels, title="…")
    viz.curves.heat({"Jacobian": matrix}, title="…")
    viz.curves.images({"0": picture}, title="…")
    viz.curves.animate_fit(x, y, frames, title="…")

`title` is the claim that the figure supports. A mapping's keys stand at the curves, so
there is no legend. Numbers come as lists, arrays or tensors of either library, tensors
that require grad too. `meaning={label: …}` colours a curve by what it is: "value" (the
default), "grad", "parameter", "piece", "error" or "neutral" (see `style`); several of
one meaning differ in shade and dashes.

Every function returns a `Plot`: it shows itself, `save(path)` writes a file, and `text`
says in words what it shows. Equal data give equal bytes.
"""

from collections.abc import Mapping

import numpy as np

from . import painting
from .arrays import Series, as_array, flat, named, number, power, series
from .grids import boundary, heat, images
from .labels import cleaned
from .moving import animate_fit
from .plot import Plot

__all__ = [
    "animate_fit",
    "boundary",
    "error_against_eps",
    "fit",
    "heat",
    "images",
    "lines",
    "loss",
    "memory",
    "path",
]

WIDE = (6.4, 3.6)  # inches of 100 pixels
SQUARE = (6.0, 4.8)
Meaning = Mapping[str, str] | None


def loss(
    losses: object,
    *,
    title: str,
    xlabel: str = "step",
    ylabel: str = "loss",
    log: str = "",
    meaning: Meaning = None,
) -> Plot:
    """One number per step: {label: losses}, or the losses alone."""
    found = {}
    for label, values in named(losses).items():
        y = flat(values, label or "the loss")
        found[label] = np.arange(len(y), dtype=np.float64), y
    return _plot(found, title, xlabel, ylabel, log, meaning)


def lines(
    data: Mapping[str, tuple],
    *,
    title: str,
    xlabel: str,
    ylabel: str,
    log: str = "",
    meaning: Meaning = None,
) -> Plot:
    """Curves {label: (x, y)}; `log` names the axes that are logarithmic."""
    return _plot(_series(data), title, xlabel, ylabel, log, meaning)


def error_against_eps(
    eps: object, errors: object, *, title: str, meaning: Meaning = None
) -> Plot:
    """Errors of finite differences against their step eps, on logarithmic axes.

    `errors` is {label: errors}, or the errors alone. Errors of exactly 0 have no place
    on such an axis and are left out. The words round to powers of ten: left of the
    minimum the digits are noise.
    """
    found = {
        label: series(eps, values, label or "the errors")
        for label, values in named(errors).items()
    }
    meaning = dict.fromkeys(found, "error") | dict(meaning or {})
    words = [
        f"{_before(label)}about {power(y[0])} at eps = {power(x[0])}, smallest about "
        f"{power(np.nanmin(y))} near eps = {power(x[np.nanargmin(y)])}, about "
        f"{power(y[-1])} at eps = {power(x[-1])}"
        for label, (x, y) in found.items()
    ]
    return _plot(found, title, "eps", "error", "xy", meaning, words)


def memory(
    data: Mapping[str, tuple], *, title: str, xlabel: str = "depth", meaning=None
) -> Plot:
    """Memory in bytes against depth: {label: (depths, bytes)}."""
    found = _series(data)
    most = max(np.nanmax(y) for _, y in found.values())
    unit, size = next((unit, size) for unit, size in BYTES if most >= size or size == 1)
    found = {label: (x, y / size) for label, (x, y) in found.items()}
    return _plot(found, title, xlabel, f"memory ({unit})", "", meaning)


BYTES = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("bytes", 1)]


def fit(
    x: object,
    y: object,
    fitted: object,
    *,
    title: str,
    xlabel: str = "x",
    ylabel: str = "y",
    meaning: Meaning = None,
) -> Plot:
    """Data as points, and what was fitted to them as curves {label: y_hat}."""
    data = series(x, y, "the data")
    found = {
        label: series(x, values, label or "the fit")
        for label, values in named(fitted, "fit").items()
    }
    words = [f"data: {len(data[0])} points"]
    for label, (_, y_hat) in found.items():
        error = number(float(np.mean((y_hat - data[1]) ** 2)))
        words.append(f"{label}: mean squared distance from the data {error}")
    found = {label: _in_order(*curve) for label, curve in found.items()}
    return _plot(found, title, xlabel, ylabel, "", meaning, words, data)


def path(
    data: Mapping[str, object],
    *,
    title: str,
    xlabel: str,
    ylabel: str,
    meaning: Meaning = None,
) -> Plot:
    """Ways through the plane: {label: points (n, 2)}, from a ring to a dot."""
    found = {}
    for label, points in named(data).items():
        points = as_array(points)
        if points.ndim != 2 or points.shape[1] != 2 or not len(points):
            raise ValueError(
                f"{label or 'the path'}: points must have the shape (n, 2), not "
                f"{points.shape}."
            )
        found[label] = points[:, 0], points[:, 1]
    scale = max(_size(x, y) for x, y in found.values())
    words = [
        f"{_before(label)}from {_point(x[0], y[0], scale)} in {len(x) - 1} steps to "
        f"{_point(x[-1], y[-1], scale)}"
        for label, (x, y) in found.items()
    ]
    text = _text(found, xlabel, ylabel, "", words)

    def paint(figure) -> None:
        painting.paths(figure, found, title, xlabel, ylabel, meaning)

    painting.check(found, meaning)
    return Plot(title, text, paint, SQUARE)


# -- curves and their words -------------------------------------------------------


def _plot(found, title, xlabel, ylabel, log, meaning, words=None, points=None) -> Plot:
    """The plot of {label: (x, y)}, with `points` behind the curves."""
    if set(log) - set("xy"):
        raise ValueError(f"log= names axes: '', 'x', 'y' or 'xy', not {log!r}.")
    painting.check(found, meaning)
    scale = max(_size(y) for _, y in found.values())
    words = words or [
        f"{_before(label)}{_curve(x, y, log, scale)}" for label, (x, y) in found.items()
    ]
    text = _text(found, xlabel, ylabel, log, words)

    def paint(figure) -> None:
        painting.curves(figure, found, title, xlabel, ylabel, log, meaning, points)

    return Plot(title, text, paint, WIDE)


def _series(data: Mapping[str, tuple]) -> dict[str, Series]:
    found = {}
    for label, curve in named(data).items():
        if not isinstance(curve, tuple | list) or len(curve) != 2:
            raise ValueError(f"{label or 'a curve'} must be a pair (x, y).")
        found[label] = series(*curve, label or "the curve")
    return found


def _in_order(x: np.ndarray, y: np.ndarray) -> Series:
    order = np.argsort(x, kind="stable")
    return x[order], y[order]


def _text(found: dict[str, Series], xlabel, ylabel, log, words) -> str:
    """The axes and a line per curve."""
    xlabel, ylabel = cleaned(xlabel), cleaned(ylabel)
    kind = {"": "", "x": ", x logarithmic", "y": ", y logarithmic"}
    across = np.concatenate([x for x, _ in found.values()])
    scale = 0.0 if "x" in log else _size(across)
    low, high = number(across.min(), scale), number(across.max())
    axes = f"{ylabel} against {xlabel} from {low} to {high}"
    return "\n".join([axes + kind.get(log, ", both logarithmic"), *words])


def _curve(x: np.ndarray, y: np.ndarray, log: str, scale: float) -> str:
    """First, last, least and largest of a curve; where it stops to be a number."""
    scale = 0.0 if "y" in log else scale
    finite = np.isfinite(y)
    if not finite.any():
        return "no finite number"
    values = y[finite]
    parts = [f"first {number(values[0], scale)}", f"last {number(values[-1], scale)}"]
    low, high = values.min(), values.max()
    if low < min(values[0], values[-1]):
        parts.append(f"least {number(low, scale)}")
    if high > max(values[0], values[-1]):
        parts.append(f"most {number(high, scale)}")
    if not finite.all():
        parts.append(f"not finite from {number(x[~finite][0])} on")
    return ", ".join(parts)


def _before(label: str) -> str:
    return f"{label}: " if label else ""


def _size(*arrays: np.ndarray) -> float:
    """The largest finite number of all, without its sign."""
    everything = np.abs(np.concatenate(arrays))
    return float(np.max(everything, where=np.isfinite(everything), initial=0.0))


def _point(x: float, y: float, scale: float) -> str:
    return f"({number(x, scale)}, {number(y, scale)})"
