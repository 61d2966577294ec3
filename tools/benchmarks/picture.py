"""The pictures of what was measured: ratios by row, and how cost grows."""

from pathlib import Path

from minigrad.viz import style

from .rows import ROWS

FOLDER = Path(__file__).parents[2] / "docs"
SPEED, GROWTH = FOLDER / "speed.png", FOLDER / "growth.png"


def draw(measured: dict) -> list[Path]:
    """Write both pictures; needs matplotlib."""
    import matplotlib

    with matplotlib.rc_context(
        {
            "font.family": [style.FONT],
            "text.color": style.TEXT,
            "axes.labelcolor": style.TEXT,
            "axes.edgecolor": style.NEUTRAL,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.titlelocation": "left",
            "figure.facecolor": style.BACKGROUND,
            "svg.hashsalt": "",
        }
    ):
        _save(speed(measured["rows"]), SPEED)
        _save(growth(measured["growth"]), GROWTH)
    return [SPEED, GROWTH]


def _save(figure, path: Path) -> None:
    # Without the name of the program: the same numbers give the same file.
    figure.savefig(path, dpi=110, metadata={"Software": None})


def speed(results: dict):
    """A bar a row: minigrad's time, PyTorch's being 1; a tick where it must end."""
    from matplotlib.figure import Figure

    results = {key: each for key, each in results.items() if key in ROWS}

    figure = Figure(figsize=(9, 0.34 * len(results) + 1.2), layout="constrained")
    axes = figure.subplots()
    for place, (key, result) in enumerate(results.items()):
        row = ROWS[key]
        low, ratio, high = result["of_torch"]
        above = row.must is not None and ratio > row.must
        axes.barh(place, ratio, 0.62, color=style.ERROR if above else style.VALUE)
        axes.plot([low, high], [place, place], color=style.TEXT, linewidth=1.2)
        axes.text(max(ratio, high) + 0.015, place, f"{ratio:.2f}", va="center", size=9)
        if row.must is not None:
            axes.plot(2 * [row.must], [place - 0.4, place + 0.4], color=style.GRAD)
    axes.axvline(1, color=style.NEUTRAL, linewidth=1)
    axes.text(1, -0.75, "PyTorch", ha="center", va="bottom", color=style.NEUTRAL)
    axes.set_yticks(range(len(results)), [ROWS[key].name for key in results], size=9)
    axes.set_ylim(len(results) - 0.4, -0.8)
    axes.tick_params(left=False)
    axes.set_xlabel(
        "time of minigrad / time of PyTorch, one thread\n"
        "black: quartiles; orange: where the bar must end; red: it does not",
        size=9,
    )
    return figure


def growth(measured: dict):
    """Time against size, twice, on logarithmic axes; dotted: in proportion."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.2, 3.3), layout="constrained")
    left, right = figure.subplots(1, 2)
    _curves(left, measured["operations"], "operations on 10 floats")
    _curves(right, measured["floats"], "floats in a tensor, 40 operations")
    left.set_ylabel("seconds, forward and backward")
    left.set_title("Cost grows in proportion to the graph,", size=10)
    right.set_title("and to the tensors once they are large", size=10)
    return figure


def _curves(axes, curves: dict, label: str) -> None:
    for name, colour in (("torch", style.NEUTRAL), ("minigrad", style.VALUE)):
        axes.loglog(curves["sizes"], curves[name], "o-", color=colour, markersize=3.5)
    sizes, last = curves["sizes"], curves["minigrad"][-1]
    proportional = [last * size / sizes[-1] for size in sizes]
    axes.loglog(sizes, proportional, ":", color=style.NEUTRAL, linewidth=1)
    middle = len(sizes) // 2
    ends = sorted(("torch", "minigrad"), key=lambda name: curves[name][middle])
    for name, offset, align in zip(ends, (-6, 6), ("top", "bottom"), strict=True):
        axes.annotate(
            "PyTorch" if name == "torch" else name,
            (sizes[middle], curves[name][middle]),
            xytext=(-offset, offset),
            textcoords="offset points",
            ha="left" if align == "top" else "right",
            va=align,
            color=style.NEUTRAL if name == "torch" else style.VALUE,
        )
    axes.set_ylim(min(curves["minigrad"]) / 4)
    axes.set_xlabel(label, size=9)
