"""`animate_fit`: a fit that moves, as a GIF.

It plays three times and rests on its last frame: nothing on a page moves for ever.
"""

import base64
import io
from collections.abc import Mapping
from functools import cached_property

import numpy as np

from . import style
from .arrays import flat, number, series
from .labels import cleaned
from .painting import finish
from .plot import Plot, figure_of, image

MOST = 40  # frames that are drawn
PLAYS = 3
REST = 2000  # milliseconds on the last frame


def animate_fit(
    x: object,
    y: object,
    frames: object,
    *,
    title: str,
    xlabel: str = "x",
    ylabel: str = "y",
    seconds: float = 5.0,
) -> "Animation":
    """Data as points, and a curve that moves: `frames` has a list y_hat per frame.

    Frames are numbered; a mapping {label: y_hat} shows its labels instead.

    Of more than 40 frames, 40 at equal distances are drawn, first and last among them.
    `seconds` is the time of one play. `save("fit.gif")` writes the GIF.
    """
    data = series(x, y, "the data")
    notes = None
    if isinstance(frames, Mapping):
        notes, frames = [cleaned(label) for label in frames], frames.values()
    found = [flat(y_hat, f"frame {k}") for k, y_hat in enumerate(frames)]
    if not found:
        raise ValueError("animate_fit() got no frames.")
    for k, y_hat in enumerate(found):
        series(data[0], y_hat, f"frame {k}")
    last = len(found) - 1
    notes = notes or [f"frame {k} of {last}" for k in range(len(found))]
    errors = [float(np.mean((y_hat - data[1]) ** 2)) for y_hat in found]
    text = (
        f"{ylabel} against {xlabel}: {len(data[0])} points, and a curve in "
        f"{len(found)} frames\nmean squared distance from the data: first "
        f"{number(errors[0])}, last {number(errors[-1])}"
    )
    return Animation(title, text, data, found, notes, (xlabel, ylabel), seconds)


class Animation(Plot):
    """A `Plot` that moves: `gif()` is the whole, `png()` its last frame."""

    def __init__(self, title, text, data, frames, notes, labels, seconds) -> None:
        chosen = np.linspace(0, len(frames) - 1, min(MOST, len(frames)))
        self._chosen = [round(k) for k in chosen]
        self._data, self._frames, self._notes = data, frames, notes
        self._labels = labels
        self._order = np.argsort(data[0], kind="stable")
        self._milliseconds = max(20, round(1000 * seconds / len(chosen)))
        last = len(frames) - 1
        super().__init__(
            title, text, lambda figure: self._start(figure, last), (6.4, 3.6)
        )

    def gif(self) -> bytes:
        """The animation as GIF."""
        return self._gif

    def _files(self) -> dict:
        return {".gif": self.gif} | super()._files()

    def _formats(self) -> dict[str, str]:
        """The GIF where an <img> can show it, its last frame elsewhere."""
        data = base64.b64encode(self.gif()).decode()
        return super()._formats() | {"text/markdown": self._image("gif", data)}

    @cached_property
    def _gif(self) -> bytes:
        figure, context = figure_of(self._size)
        with context:
            return self._drawn(figure)

    def _drawn(self, figure) -> bytes:
        """One figure, on which only the curve and the number of the frame are new."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        canvas = FigureCanvasAgg(figure)
        moving = self._start(figure, self._chosen[0])
        for artist in moving:
            artist.set_animated(True)  # left out of the background
        canvas.draw()
        background = canvas.copy_from_bbox(figure.bbox)
        pictures = []
        for k in self._chosen:
            canvas.restore_region(background)
            self._show(*moving, k)
            for artist in moving:
                artist.axes.draw_artist(artist)
            pictures.append(image(canvas))
        file = io.BytesIO()
        times = [self._milliseconds] * (len(pictures) - 1) + [REST]
        pictures[0].save(
            file,
            format="gif",
            save_all=True,
            append_images=pictures[1:],
            duration=times,
            loop=PLAYS - 1,
        )
        return file.getvalue()

    def _start(self, figure, k: int):
        axes = figure.subplots()
        size = 16 if len(self._data[0]) <= 200 else 4
        grey = style.tint(style.NEUTRAL, 0.6)
        axes.scatter(*self._data, s=size, color=grey, zorder=1)
        (line,) = axes.plot([], [], color=style.VALUE)
        note = axes.text(0.99, 0.02, "", ha="right", transform=axes.transAxes)
        y = self._data[1]
        room = 0.25 * np.ptp(y) + 1e-12
        axes.set_ylim(y.min() - room, y.max() + room)
        finish(axes, self.title, *self._labels)
        self._show(line, note, k)
        return line, note

    def _show(self, line, note, k: int) -> None:
        line.set_data(self._data[0][self._order], self._frames[k][self._order])
        note.set_text(self._notes[k])
