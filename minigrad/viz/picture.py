"""`Picture`: a graph that shows itself in a notebook, or goes to a file."""

import base64
from collections.abc import Mapping
from functools import cached_property

from . import render
from .showing import Showing


class Picture(Showing):
    """A drawn graph. The last line of a notebook cell shows it; elsewhere `show()`.

    It is what the graph was when it was drawn: it holds words, no tensors or nodes.
    `dot` is its source for Graphviz and `text` its readable form; `svg()` and `png()`
    render it once and keep the result; `save(path)` writes a file.
    """

    def __init__(
        self,
        text: str,
        dot: str | None,
        title: str,
        titles: Mapping[str, str],
    ) -> None:
        self.text = text
        self.title = title
        self._dot = dot
        self._titles = titles

    @property
    def dot(self) -> str:
        """The DOT source. Raises CannotRender without the package graphviz."""
        if self._dot is None:
            raise render.CannotRender(render.INSTALL)
        return self._dot

    def svg(self) -> str:
        return self._svg.text

    def png(self) -> bytes:
        return self._png

    @property
    def width(self) -> int:
        """Width on a page, in pixels. Renders the picture."""
        return self._svg.width

    @property
    def height(self) -> int:
        """Height on a page, in pixels. Renders the picture."""
        return self._svg.height

    def _files(self) -> dict:
        return super()._files() | {".dot": lambda: self.dot.encode()}

    def _formats(self) -> dict[str, str]:
        svg = self.svg()
        image = self._image("svg+xml", base64.b64encode(svg.encode()).decode())
        formats = {"text/markdown": image, "image/svg+xml": svg}
        try:
            formats["image/png"] = base64.b64encode(self.png()).decode()
        except Exception:  # the SVG is there: a PNG is for pages that refuse it
            return formats
        return formats

    def _without_picture(self, error: Exception) -> str:
        """What to do about it, the text, and the DOT source for other tools."""
        try:
            return f"{error}\n\n{self.text}\n\n{self.dot}"
        except render.CannotRender:
            return f"{error}\n\n{self.text}"

    @cached_property
    def _svg(self) -> render.Svg:
        svg = render.to_svg(self.dot)
        return render.dressed(svg, self.title, self.text, self._titles)

    @cached_property
    def _png(self) -> bytes:
        return render.to_png(self._svg)
