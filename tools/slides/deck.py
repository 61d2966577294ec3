"""A notebook to a deck: one page with its styles, scripts, fonts and pictures.

Read `render` (all of them, to a folder), `page` (one), `styles` and `scripts` (what
stands in it). Outputs are those of the notebook: nothing is run.
"""

import base64
import html
import re
from functools import cache
from pathlib import Path

import nbformat
from nbconvert.exporters import SlidesExporter
from traitlets.config import Config

from tools.slides.links import moved
from tools.slides.pages import LICENCE, write_pages

HERE = Path(__file__).parent
COURSE = HERE.parents[1] / "course"
REVEAL = HERE / "vendor" / "reveal.js-4.6.1"
KATEX = HERE / "vendor" / "katex-0.19.1"

# What of an output is shown: the first that is there.
SHOWN = (
    "image/gif",
    "image/svg+xml",
    "image/png",
    "text/html",
    "text/markdown",
    "text/latex",
    "text/plain",
)


def lectures() -> list[Path]:
    """The notebooks of course/, in order."""
    return sorted(COURSE.glob("*.ipynb"))


def render(notebooks: list[Path], to: Path) -> list[Path]:
    """Write a deck for each notebook, a page that lists them, and those that they link
    to; the paths of the decks."""
    to.mkdir(parents=True, exist_ok=True)
    decks, wanted = [], set()
    for notebook in notebooks:
        decks.append(to / f"{notebook.stem}.html")
        decks[-1].write_text(page(notebook, to, wanted), encoding="utf-8")
    write_pages(wanted, to.resolve(), (styles()[1], scripts()[1:]))
    (to / "index.html").write_text(index(to), encoding="utf-8")
    return decks


def page(path: Path, to: Path, wanted: set[Path]) -> str:
    """The deck of a notebook, with links as they must read in the folder `to`.

    The files that it links to are added to `wanted`.
    """
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            set_moving(output.get("data", {}))
    add_notes(notebook, path.stem[:2])
    resources = {
        "title": title(notebook),
        "minutes": minutes(notebook),
        "licence": LICENCE,
        "styles": styles(),
        "deck_css": (HERE / "deck" / "deck.css").read_text(encoding="utf-8"),
        "scripts": scripts(),
        "deck_js": (HERE / "deck" / "deck.js").read_text(encoding="utf-8"),
    }
    body, _ = exporter().from_notebook_node(notebook, resources)
    body = re.sub(r'<a class="anchor-link".*?</a>', "", body)  # the ids stay
    return moved(body, path.resolve(), to.resolve(), wanted)


def add_notes(notebook: nbformat.NotebookNode, lecture: str) -> None:
    """Put what the speaker says of a cell below it."""
    told = notes().get(lecture, {})
    for at in range(len(notebook.cells) - 1, -1, -1):
        if text := told.get(notebook.cells[at].id):
            metadata = {"slideshow": {"slide_type": "notes"}}
            cell = nbformat.v4.new_markdown_cell(text, metadata=metadata)
            notebook.cells.insert(at + 1, cell)


@cache
def notes() -> dict[str, dict[str, str]]:
    """{"01": {cell: text}} of notes.md."""
    found = {}
    for part in re.split(r"^## ", (HERE / "notes.md").read_text("utf-8"), flags=re.M)[
        1:
    ]:
        lecture, *cells = re.split(r"^### ", part, flags=re.M)
        pairs = (each.partition("\n") for each in cells)
        found[lecture.strip()] = {name.strip(): text for name, _, text in pairs}
    return found


def set_moving(data: dict) -> None:
    """An animation stands in the Markdown of its output; let it be found there."""
    found = re.search(
        r"data:image/gif;base64,([A-Za-z0-9+/=]+)", data.get("text/markdown", "")
    )
    if found:
        data["image/gif"] = found[1]


def title(notebook: nbformat.NotebookNode) -> str:
    """The first heading, as plain text."""
    for cell in notebook.cells:
        if found := re.search(r"^#\s+(.+)$", cell.source, re.MULTILINE):
            return re.sub(r"[`*$]", "", found[1])
    return "Slides"


def minutes(notebook: nbformat.NotebookNode) -> str:
    """How long a lecture takes, as its first cell says; "" if it does not."""
    text = notebook.cells[0].source if notebook.cells else ""
    found = re.search(r"takes\*\* about (\d+ minutes)", text)
    return found[1] if found else ""


@cache
def exporter() -> SlidesExporter:
    config = Config()
    config.NbConvertBase.display_data_priority = list(SHOWN)
    return SlidesExporter(
        config=config,
        extra_template_basedirs=[str(HERE)],
        template_name="deck",
        exclude_input_prompt=True,
        exclude_output_prompt=True,
    )


@cache
def styles() -> list[str]:
    """reveal.js's, and KaTeX's with its fonts inside."""

    def inside(match: re.Match) -> str:
        font = base64.b64encode((KATEX / match[1]).read_bytes()).decode("ascii")
        return f'src:url(data:font/woff2;base64,{font}) format("woff2")'

    katex = (KATEX / "katex.min.css").read_text(encoding="utf-8")
    katex = re.sub(r"src:url\(([^)]+\.woff2)\)[^;}]*", inside, katex)
    return [(REVEAL / "reveal.css").read_text(encoding="utf-8"), katex]


@cache
def scripts() -> list[str]:
    files = REVEAL / "reveal.js", KATEX / "katex.min.js", KATEX / "auto-render.min.js"
    return [file.read_text(encoding="utf-8") for file in files]


INDEX = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The lectures as slides</title><style>
:root {{ color-scheme: light dark; }}
body {{ font: 19px/1.45 "Helvetica Neue", Arial, sans-serif; margin: 8vh auto;
  max-width: 46em; padding: 0 1.5em; }}
a {{ align-items: baseline; border-top: 1px solid #8886; color: inherit; display: grid;
  gap: 0 1.2em; grid-template-columns: 2em 1fr 7em; padding: .6em 0;
  text-decoration: none; }}
a:is(:hover, :focus) strong {{ text-decoration: underline; }}
a :is(i, small) {{ font-style: normal; opacity: .7; }}
a small {{ text-align: right; }}
p a {{ border: 0; display: inline; padding: 0; text-decoration: underline; }}
a span span {{ display: block; opacity: .85; }}
</style></head>
<body><h1>The lectures as slides</h1>
{rows}
<p><small>Space and arrows turn the pages, Esc shows all of them, F fills the screen, S
opens the speaker's notes, V the choices of a prediction.</small></p>
<p><small>{licence}</small></p>
</body></html>
"""


def index(to: Path) -> str:
    """A page with the decks in a folder: number, title, question, minutes."""
    rows = []
    for deck in sorted(to.glob("[0-9]*.html")):
        head = deck.read_text(encoding="utf-8").partition("<style>")[0]
        name, _, question = re.search(r"<title>(.*?)</title>", head)[1].partition(": ")
        asks = f"<span>{question[:1].upper()}{question[1:]}</span>" if question else ""
        takes = re.search(r'data-minutes="(.*?)"', head)
        rows.append(
            f'<a href="{html.escape(deck.name)}"><i>{deck.stem[:2]}</i>'
            f"<span><strong>{name}</strong>{asks}</span>"
            f"<small>{takes[1] if takes else ''}</small></a>"
        )
    return INDEX.format(rows="\n".join(rows), licence=LICENCE)
