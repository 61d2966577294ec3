"""`Showing`: what graph pictures and plots have in common: they show themselves.

A bundle of formats goes to the notebook, and each reader takes the one it likes best:

- text/markdown, an <img> with its alternative text, in JupyterLab, trusted or not. Its
  own way to show image/png and image/svg+xml sets no `alt`, whatever the metadata say.
- image/svg+xml (of graphs) and image/png in nbconvert, and the PNG on GitHub; they pass
  over the Markdown. The metadata of the PNG hold `alt`, as Jupyter proposes, and
  nbconvert's classic template sets it.
- text/plain, the same in words, everywhere else: terminals, diffs, tests.
"""

import base64
import os
import pathlib
import re

from .render import CannotRender

LONGEST_ALT = 3000  # characters


class Showing:
    """Shows itself as the last line of a notebook cell; elsewhere `show()`.

    `title` is one sentence, `text` the whole in words. `svg()` and `png()` render it,
    `width` and `height` are its pixels on a page.
    """

    title: str
    text: str
    width: int
    height: int

    def svg(self) -> str:
        """The picture as SVG. `viz.CannotRender` says what to install."""
        raise NotImplementedError

    def png(self) -> bytes:
        """The picture as PNG, at twice the pixels of a page. Raises as `svg` does."""
        raise NotImplementedError

    def save(self, path: str | os.PathLike) -> pathlib.Path:
        """Write the picture to `path`, whose suffix names a format.

        A file of that name is replaced, but only once the picture is ready.
        """
        path = pathlib.Path(path)
        contents = self._files()
        if path.suffix.lower() not in contents:
            raise ValueError(
                f"cannot save a picture as {path.name!r}: give a name that ends in "
                f"{', '.join(contents)}."
            )
        data = contents[path.suffix.lower()]()
        path.write_bytes(data)
        return path

    def _files(self) -> dict:
        """What `save` can write: {suffix: function that gives the bytes}."""
        return {
            ".svg": lambda: self.svg().encode(),
            ".png": self.png,
            ".txt": lambda: f"{self.text}\n".encode(),
        }

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

    def _repr_png_(self) -> bytes | None:
        try:
            return self.png()
        except CannotRender:
            return None

    def _repr_mimebundle_(self, include=None, exclude=None) -> tuple[dict, dict]:
        """Every format that can be made here, never an error: see the module."""
        bundle, metadata = {"text/plain": self.text}, {}
        try:
            bundle |= self._formats()
        except Exception as error:
            bundle["text/plain"] = self._without_picture(error)
        if "image/png" in bundle:
            sizes = {"width": self.width, "height": self.height}
            metadata["image/png"] = sizes | {"alt": self.alt}
        return bundle, metadata

    def _formats(self) -> dict[str, str]:
        """The pictures of the bundle, by their MIME types. May raise CannotRender."""
        data = base64.b64encode(self.png()).decode()
        return {"text/markdown": self._image("png", data), "image/png": data}

    def _without_picture(self, error: Exception) -> str:
        """What the text says where no picture can be made."""
        return f"{error}\n\n{self.text}"

    @property
    def alt(self) -> str:
        """The text in place of the picture: `text`, cut where it is very long."""
        if len(self.text) <= LONGEST_ALT:
            return self.text
        return f"{self.text[:LONGEST_ALT]}…"

    def _image(self, kind: str, data: str) -> str:
        """Markdown of the picture: an <img>, which is the way to set its `alt`."""
        return (
            f'<img src="data:image/{kind};base64,{data}" width="{self.width}" '
            f'alt="{_escaped(self.alt)}">'
        )


def _escaped(text: str) -> str:
    """`text` for an attribute inside Markdown: no mark of either language is left."""
    return re.sub(r"[^A-Za-z0-9 .,:]", lambda match: f"&#{ord(match[0])};", text)
