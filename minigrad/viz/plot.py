"""`Plot`: a figure of matplotlib that shows itself in a notebook, or goes to a file.

Read: `Plot`, `LOOK` (the one style of all plots), then how labels are set directly at
the curves instead of in a legend. matplotlib is imported when a plot is rendered.

Equal data give equal bytes: nothing here depends on the time or the machine.
"""

import io
import sys
import textwrap
from collections.abc import Callable
from functools import cached_property

import numpy as np

from . import style
from .labels import cleaned
from .render import CannotRender
from .showing import Showing

INSTALL = "To see this as a picture: pip install matplotlib, then restart the kernel."
if sys.platform == "emscripten":
    INSTALL = "This page has no matplotlib: on your machine this is a picture."
INCH = 100  # pixels of a page
ZOOM = 2  # pixels of the PNG for one of the page
COLOURS = 128

LOOK = {
    "font.family": [style.FONT],
    "font.size": 10,
    "text.color": style.TEXT,
    "axes.labelcolor": style.TEXT,
    "axes.edgecolor": style.NEUTRAL,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.grid": False,
    "xtick.color": style.NEUTRAL,
    "ytick.color": style.NEUTRAL,
    "xtick.labelcolor": style.TEXT,
    "ytick.labelcolor": style.TEXT,
    "figure.facecolor": style.BACKGROUND,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.h_pad": 0.08,
    "axes.titlepad": 8,
    "lines.linewidth": 2,
    "lines.markersize": 5,
    "text.parse_math": False,  # labels are shown to the letter, "$" included
    "svg.hashsalt": "",
}


class Plot(Showing):
    """A plot. The last line of a notebook cell shows it; elsewhere `show()`.

    `text` says what it shows in words: the claim, the axes, the key numbers of each
    curve. `png()` and `svg()` render it, `save(path)` writes .png, .svg or .txt.
    """

    def __init__(
        self, title: str, text: str, paint: Callable, size: tuple[float, float]
    ) -> None:
        self.title = title = cleaned(title)
        self.text = f"{title}\n{text}"
        self._paint = paint
        self._size = size

    @property
    def width(self) -> int:
        """Width on a page, in pixels."""
        return round(self._size[0] * INCH)

    @property
    def height(self) -> int:
        """Height on a page, in pixels."""
        return round(self._size[1] * INCH)

    def png(self) -> bytes:
        """The plot as PNG, at twice the pixels of the page."""
        return self._png

    def svg(self) -> str:
        """The plot as SVG, with its text as paths. Raises as `png` does."""
        figure, context = figure_of(self._size)
        file = io.StringIO()
        with context:
            self._paint(figure)
            figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        return file.getvalue()

    @cached_property
    def _png(self) -> bytes:
        figure, context = figure_of(self._size)
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        with context:
            self._paint(figure)
            figure.set_dpi(ZOOM * INCH)
            canvas = FigureCanvasAgg(figure)
            canvas.draw()
        file = io.BytesIO()
        image(canvas).save(file, format="png", optimize=True)
        return file.getvalue()


def figure_of(size: tuple[float, float]):
    """An empty figure, without pyplot and its state, and the style to fill it in.

    Raises CannotRender without matplotlib.
    """
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise CannotRender(INSTALL) from error
    context = matplotlib.rc_context(LOOK)
    with matplotlib.rc_context(LOOK):
        return Figure(figsize=size, dpi=INCH), context


def wrapped(title: str, figure) -> str:
    """A claim, in lines that fit above a plot."""
    return textwrap.fill(cleaned(title), int(10 * figure.get_figwidth()))


def image(canvas):
    """What a canvas shows, in 128 colours: a third of the bytes."""
    from PIL import Image

    picture = Image.fromarray(np.asarray(canvas.buffer_rgba())[..., :3])
    return picture.quantize(COLOURS, dither=Image.Dither.NONE)
