"""The explorer as HTML that needs no kernel and no network.

It holds a picture and the steps as an ordered list. Where scripts run, the script takes
their place with the live view; where scripts and styles are stripped (GitHub, untrusted
notebooks), the list reads as it stands. Read: `fragment`, `whole`.
"""

import base64
import json
from functools import cache
from html import escape
from pathlib import Path

from ..render import CannotRender, Svg, to_png
from .view import View

HERE = Path(__file__).parent
SCRIPTS = ("arrays.js", "drawing.js", "panel.js", "explorer.js")
MOST_PIXELS = 250_000  # of the picture; a PNG has twice as many each way


@cache
def script() -> str:
    """The scripts as one module, which exports `render` for anywidget."""
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in SCRIPTS)


@cache
def styles() -> str:
    """explorer.css."""
    return (HERE / "explorer.css").read_text(encoding="utf-8")


def fragment(view: View, note: str = "") -> str:
    """A piece of HTML to put into a page; `note` stands below it."""
    steps = "\n".join(f"<li>{escape(text)}</li>" for text in view.sentences)
    data = json.dumps(view.data, separators=(",", ":")).replace("<", "\\u003c")
    # anywidget wants a module; a page finds its explorers itself.
    code = script().replace("export default", "const explorer =")
    return f"""<div class="mgx" data-mgx="waiting">
<style>{styles()}</style>
<div class="mgx-static">
<p><strong>{escape(view.title)}, step by step</strong></p>
<p>{_picture(view)}</p>
<ol start="0">
{steps}
</ol>
</div>
<script type="application/json">{data}</script>
<script>(() => {{
{code}
explorer.renderPage(document);
}})();</script>
{f"<p>{escape(note)}</p>" if note else ""}
</div>"""


def whole(view: View) -> str:
    """A page of its own."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(view.title)}</title>
</head>
<body class="mgx-page">
{fragment(view)}
</body>
</html>
"""


def _picture(view: View) -> str:
    """The graph at the end of the pass, as an image: SVG inside a page is stripped."""
    width, height = view.svg.width, view.svg.height
    scale = min(1.0, (MOST_PIXELS / (width * height)) ** 0.5)
    try:
        kind = "png"
        data = to_png(Svg(view.svg.text, round(width * scale), round(height * scale)))
    except CannotRender:
        kind, data = "svg+xml", view.svg.text.encode()
    source = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    words = f"The graph of the {view.title[0].lower()}{view.title[1:]}, at its end"
    return f'<img src="{source}" width="{width}" alt="{escape(words)}">'
