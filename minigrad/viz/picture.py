"""`Picture`: a graph that shows itself in a notebook, or goes to a file."""

import base64
import os
import pathlib
from collections.abc import Mapping
from functools import cached_property

from . import render


class Picture:
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
        """The picture as SVG. `viz.CannotRender` says what to install."""
        return self._svg.text

    def png(self) -> bytes:
        """The picture as PNG, at twice the pixels of the SVG. Raises as `svg` does."""
        return self._png

    def save(self, path: str | os.PathLike) -> pathlib.Path:
        """Write the picture to `path`, which ends in .svg, .png, .dot or .txt.

        A file of that name is replaced, but only once the picture is ready.
        """
        path = pathlib.Path(path)
        contents = {
            ".svg": lambda: self.svg().encode(),
            ".png": self.png,
            ".dot": lambda: self.dot.encode(),
            ".txt": lambda: f"{self.text}\n".encode(),
        }
        if path.suffix.lower() not in contents:
            raise ValueError(
                f"cannot save a picture as {path.name!r}: give a name that ends in "
                f"{', '.join(contents)}."
            )
        data = contents[path.suffix.lower()]()
        path.write_bytes(data)
        return path

    def show(self) -> None:
        """Show it now: needed in the middle of a cell, or in a loop."""
        try:
            from IPython.display import display
        except ImportError:
            print(self.text)
        else:
            display(self)

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None) -> tuple[dict, dict]:
        """SVG, PNG and text for Jupyter: whatever can be made here, never an error."""
        bundle, metadata = {"text/plain": self.text}, {}
        try:
            bundle["image/svg+xml"] = self.svg()
        except Exception as error:
            bundle["text/plain"] = self._without_picture(error)
            return bundle, metadata
        try:
            bundle["image/png"] = base64.b64encode(self.png()).decode()
        except Exception:  # the SVG is there: a PNG is for pages that refuse it
            return bundle, metadata
        metadata["image/png"] = {"width": self._svg.width, "height": self._svg.height}
        return bundle, metadata

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
