"""The pages: what the course's notebooks and texts say, as Sphinx makes pages of it.

Read `build`, then `stage` (a copy of what is shown, made ready for Sphinx), `prepared`
(a notebook) and `Links` (where a link leads on the site). Outputs are those that the
notebooks have: nothing is run.
"""

import base64
import hashlib
import os
import re
import shutil
import tempfile
import tomllib
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

import nbformat

from tools.slides.deck import lectures, render, title

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# The one place that says where the repository is.
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REPOSITORY = PROJECT["project"]["urls"]["Repository"]

SETS = sorted(ROOT.glob("exercises/*/*.ipynb"))
NOTEBOOKS = [*lectures(), *SETS]
LOOKED_UP = (
    "course/GLOSSARY.md course/SOURCES.md course/data/README.md docs/names.md"
    " docs/deviations.md"
)
HOUSE = (
    "README.md docs/instructors.md docs/graders.md docs/changelog.md CONTRIBUTING.md"
    " docs/architecture.md tools/benchmarks/README.md"
)
TEXTS = [ROOT / name for name in f"{LOOKED_UP} {HOUSE}".split()]
PICTURES = [*ROOT.glob("docs/*.png"), *ROOT.glob("docs/*.gif")]
SHOWN = {*NOTEBOOKS, *TEXTS, *PICTURES}

# A relative link in Markdown or in HTML: what stands before the path, and the path.
LINK = re.compile(r"""(\]\(|\b(?:href|src)=")(?![a-z][a-z0-9+.-]*:)([^\s#")]+)""")
OUT_OF_DECKS = re.compile(r'(\bhref=")(\.\./[^\s#"]+)')
PICTURE = re.compile(r'src="data:image/(\w+)[^;"]*;base64,([A-Za-z0-9+/=]+)"')


def build(to: Path, lab: bool) -> None:
    """Write the pages into the folder `to`; with `lab`, they link to the lab there.

    RuntimeError if Sphinx finds anything to warn of.
    """
    from sphinx.application import Sphinx

    with tempfile.TemporaryDirectory() as scratch:
        source, made, trees = (Path(scratch) / name for name in ("in", "out", "trees"))
        stage(source)
        settings = {
            "html_context": context(lab),
            "html_extra_path": [str(source / "extra")],
        }
        sphinx = Sphinx(
            source,
            HERE,
            made,
            trees,
            "html",
            settings,
            status=None,
            warningiserror=True,
            tags=["lab"] if lab else [],
        )
        sphinx.build(force_all=True)
        if sphinx.statuscode:
            raise RuntimeError(
                "Sphinx warned of something: its lines above say of what"
            )
        shutil.copytree(made, to, dirs_exist_ok=True)
    write_decks(to / "decks")


def context(lab: bool) -> dict:
    """What the template of a page asks for."""
    # In the lab, as in my_work, the problem sets lie beside the lectures' folder.
    names = {page(path): path.relative_to(ROOT).as_posix() for path in NOTEBOOKS}
    opens = {name: path.removeprefix("exercises/") for name, path in names.items()}
    return {
        "repository": REPOSITORY,
        "lab": lab,
        "opens": opens | {"": opens[page(lectures()[0])]},
        "decks": [page(path) for path in lectures()],
    }


def page(path: Path) -> str:
    """The name of the page of a file: its path without an ending."""
    return path.relative_to(ROOT).with_suffix("").as_posix()


def slug(heading: str) -> str:
    """The name of a heading in a link, as JupyterLab makes it."""
    return heading.replace(" ", "-")


# -- what Sphinx reads ------------------------------------------------------------


def stage(to: Path) -> None:
    """Copy what is shown to the folder `to`, as Sphinx is to read it."""
    for path in SHOWN:
        copy = to / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".ipynb":
            notebook = read(path)
            prepare(notebook, path, to / "extra" / "pictures")
            nbformat.write(notebook, copy)
        elif path.suffix == ".md":
            text = linked(path.read_text(encoding="utf-8"), path.parent)
            copy.write_text(text, encoding="utf-8")
        else:
            shutil.copy(path, copy)
    index = (HERE / "index.md").read_text(encoding="utf-8")
    (to / "index.md").write_text(index + contents(), encoding="utf-8")


def contents() -> str:
    """The lists of pages, for the side of each page."""
    parts = {
        "Lectures": [
            f"{path.stem[:2]} {short(path)} <{page(path)}>" for path in lectures()
        ],
        "Problem sets": [f"{short(path)} <{page(path)}>" for path in SETS],
        "To look up": [name.removesuffix(".md") for name in LOOKED_UP.split()],
        "For instructors and contributors": [
            name.removesuffix(".md") for name in HOUSE.split()
        ],
    }
    return "".join(
        f"\n```{{toctree}}\n:caption: {caption}\n:hidden:\n\n"
        + "\n".join(lines)
        + "\n```\n"
        for caption, lines in parts.items()
    )


def short(path: Path) -> str:
    """The title of a notebook up to its question."""
    return title(read(path)).partition(":")[0]


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def prepare(notebook: nbformat.NotebookNode, path: Path, pictures: Path) -> None:
    """Links that lead somewhere, folded outputs, and pictures as files of their own."""
    up = "../" * (len(path.relative_to(ROOT).parts) - 1)
    # Which copy to work in is said to those who work in one.
    notebook.cells = [cell for cell in notebook.cells if cell.id != "your-copy"]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = linked(cell.source, path.parent)
        if cell.metadata.get("jupyter", {}).get("outputs_hidden"):
            cell.metadata.setdefault("tags", []).append("hide-output")
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "<img" in data.get("text/markdown", ""):
                html = apart(data["text/markdown"], pictures, up)
                if high := output.metadata.get("image/png", {}).get("height"):
                    html = html.replace("<img ", f'<img height="{high}" ')
                output.data = {"text/html": html}


def apart(html: str, pictures: Path, up: str) -> str:
    """The HTML of pictures, which are moved from it into files."""

    def move(match: re.Match) -> str:
        data = base64.b64decode(match[2])
        name = f"{hashlib.sha256(data).hexdigest()[:16]}.{match[1]}"
        pictures.mkdir(parents=True, exist_ok=True)
        (pictures / name).write_bytes(data)
        return f'loading="lazy" src="{up}pictures/{name}"'

    return PICTURE.sub(move, html)


# -- links ------------------------------------------------------------------------


def linked(text: str, folder: Path) -> str:
    """Markdown of a file in `folder`, with links to what is no page of the site.

    They lead to the repository; links between pages are left to Sphinx.
    """

    def link(match: re.Match) -> str:
        path = target(match[2], folder)
        relative = os.path.relpath(ROOT / path, folder).replace(os.sep, "/")
        return match[1] + (relative if ROOT / path in SHOWN else in_repository(path))

    return LINK.sub(link, text)


def target(link: str, folder: Path) -> PurePosixPath:
    """What a relative link in a file of `folder` leads to, from the repository's root.

    A copy in my_work stands for what it is a copy of.
    """
    path = Path(os.path.normpath(folder / unquote(link))).relative_to(ROOT)
    return PurePosixPath(*(part for part in path.parts if part != "my_work"))


def in_repository(path: PurePosixPath) -> str:
    kind = "tree" if (ROOT / path).is_dir() else "blob"
    return f"{REPOSITORY}/{kind}/main/{path}"


def write_decks(to: Path) -> None:
    """The slides of the lectures, whose links lead to the pages."""

    def link(match: re.Match) -> str:
        path = target(match[2], to)
        return match[1] + (
            f"../{page(ROOT / path)}.html"
            if ROOT / path in SHOWN
            else in_repository(path)
        )

    for deck in render(lectures(), to):
        html = deck.read_text(encoding="utf-8")
        deck.write_text(OUT_OF_DECKS.sub(link, html), encoding="utf-8")
