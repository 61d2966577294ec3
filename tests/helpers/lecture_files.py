"""The lectures as files: names, cells, headings and links, for the tests of course/."""

import re
from functools import cache
from pathlib import Path

import nbformat

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
