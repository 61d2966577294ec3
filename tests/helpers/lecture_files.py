"""The lectures as files: names, cells, headings and links, for the tests of course/."""

import re
from functools import cache
from pathlib import Path

import nbformat
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

ROOT = Path(__file__).resolve().parents[2]
COURSE = ROOT / "course"
NAMES = sorted(path.name for path in COURSE.glob("*.ipynb"))
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


@cache
def read(name):
    return nbformat.read(COURSE / name, as_version=4)


def cells(name, kind):
    return [cell for cell in read(name).cells if cell.cell_type == kind]


def tags(cell):
    return cell.metadata.get("tags", [])


def headings(notebook, level="#{1,6}"):
    text = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    return re.findall(rf"^{level} +(.+?) *$", text, re.MULTILINE)


def fits(heading):
    """Whether JupyterLab's table of contents, at its usual width, shows all of it.

    It has 191 pixels for a heading, in letters of 13 that are nowhere wider than these.
    """
    font = FontProperties(family="DejaVu Sans")
    return TextPath((0, 0), heading, size=13, prop=font).get_extents().x1 <= 190


def anchor(heading):
    """The id that JupyterLab and nbconvert give to a heading."""
    return heading.replace("`", "").replace(" ", "-")


def unresolved(links, folder):
    """Those relative links that lead nowhere."""
    wrong = []
    for link in links:
        if re.match(r"[a-z]+:", link):
            continue
        path, _, place = link.partition("#")
        target = (folder / path).resolve()
        if not target.exists():
            wrong.append(link)
        elif place:
            there = headings(nbformat.read(target, as_version=4))
            if place not in map(anchor, there):
                wrong.append(link)
    return wrong
