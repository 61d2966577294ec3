"""The pages that decks link to: a problem set, a document or a source file, as HTML."""

import html
from functools import cache
from pathlib import Path

import nbformat
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_markdown_cell, new_notebook
from pygments.formatters import HtmlFormatter

from tools.slides.links import ROOT, moved, page_name

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
body {{ color: #1d2733; font: 17px/1.5 "Helvetica Neue", Arial, sans-serif;
  margin: 3vh auto; max-width: 50em; padding: 0 1.5em; }}
a {{ color: #1f5fa8; }} .anchor-link {{ display: none; }} img {{ max-width: 100%; }}
pre {{ background: #f5f7f9; overflow-x: auto; padding: .5em .8em; }}
table {{ border-collapse: collapse; }} th {{ text-align: left; }}
:is(th, td) {{ border-bottom: 1px solid #d5dbe1; padding: .2em 1em .2em 0; }}
{colours}</style>
{head}</head>
<body><p><a href="index.html">All lectures</a> · {title}</p>
{body}
<p><small>{licence}</small></p>
{tail}</body></html>
"""
# Of whom it is, and what one may do with it: at the foot of each deck and page.
LICENCE = (
    'By the course authors. Texts and pictures: <a rel="license" '
    'href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>. Code: MIT.'
)
MATHS = """renderMathInElement(document.body, {delimiters: [
  {left: "$$", right: "$$", display: true}, {left: "$", right: "$", display: false}]});
"""


def write_pages(wanted: set[Path], to: Path, katex: tuple[str, list[str]]) -> None:
    """Write the pages that are wanted, and those that these link to."""
    done: set[Path] = set()
    while waiting := wanted - done:
        for path in sorted(waiting):
            text = page(path, to, wanted, katex)
            (to / page_name(path)).write_text(text, encoding="utf-8")
        done |= waiting


def page(path: Path, to: Path, wanted: set[Path], katex: tuple[str, list[str]]) -> str:
    """A file as a page; formulas are set by `katex`, its style and its scripts."""
    body, _ = exporter().from_notebook_node(notebook(path))
    style, scripts = katex
    sets = path.suffix != ".py" and "$" in body
    return PAGE.format(
        title=html.escape(path.relative_to(ROOT).as_posix()),
        colours=HtmlFormatter().get_style_defs(".highlight"),
        head=f"<style>{style}</style>" if sets else "",
        body=moved(body, path, to, wanted),
        licence=LICENCE,
        tail="".join(f"<script>{each}</script>" for each in [*scripts, MATHS] * sets),
    )


@cache  # its templates are compiled once
def exporter() -> HTMLExporter:
    made = HTMLExporter(template_name="basic")
    made.exclude_input_prompt = made.exclude_output_prompt = True
    return made


def notebook(path: Path) -> nbformat.NotebookNode:
    """A file as a notebook: of a document or a source file, with a single cell."""
    if path.suffix == ".ipynb":
        return nbformat.read(path, as_version=4)
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        text = f"~~~~~~python\n{text}\n~~~~~~"
    return new_notebook(cells=[new_markdown_cell(text)])
