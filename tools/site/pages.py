"""The pages: what the course's notebooks and texts say, as Sphinx makes pages of it.

Read `build`, then `stage` (a copy of what is shown, made ready for Sphinx), `prepare`
(a notebook) and `linked` (where a link leads). Outputs are those that the notebooks
have: nothing is run. `conf.py` has Sphinx's settings, `templates/` what stands on each
page, `static/` styles and scripts.
"""

import base64
import hashlib
import os
import re
import shutil
import tempfile
import tomllib
from pathlib import Path
from urllib.parse import unquote

import nbformat

from tools.slides.deck import lectures, render, title

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REPOSITORY = PROJECT["project"]["urls"]["Repository"]

SETS = sorted(ROOT.glob("exercises/*/*.ipynb"))
NOTEBOOKS = [*lectures(), *SETS]
LOOKED_UP = sorted(ROOT.glob("course/**/*.md"))
LOOKED_UP += [ROOT / "docs/names.md", ROOT / "docs/deviations.md"]
HOUSE = [ROOT / "README.md", *sorted({*ROOT.glob("docs/*.md")} - {*LOOKED_UP})]
HOUSE += [ROOT / "CONTRIBUTING.md", ROOT / "tools/benchmarks/README.md"]
TEXTS = [*LOOKED_UP, *HOUSE]
SHOWN = {*NOTEBOOKS, *TEXTS, *ROOT.glob("docs/*.png"), *ROOT.glob("docs/*.gif")}

# A relative link in Markdown or in HTML: what stands before the path, and the path.
LINK = re.compile(r"""(\]\(|\b(?:href|src)=")(?![a-z][a-z0-9+.-]*:)([^\s#")]+)""")
OUT_OF_DECKS = re.compile(r'(\bhref=")(\.\./[^\s#"]+)')
# A picture of another host, such as a badge.
FOREIGN = re.compile(r"!\[([^\]]*)\](?:\(https?:[^)]*\)|\[\w+\])")
PICTURE = re.compile(r'src="data:image/(\w+)[^;"]*;base64,([A-Za-z0-9+/=]+)"')


def build(to: Path, lab: bool) -> None:
    """Write the pages into the folder `to`; with `lab`, they link to the lab there.

    RuntimeError if Sphinx finds anything to warn of.
    """
    from sphinx.cmd.build import main

    with tempfile.TemporaryDirectory() as scratch:
        source, made = Path(scratch, "source"), Path(scratch, "made")
        stage(source, made / "pictures")
        options = ["--quiet", "--fail-on-warning", "--conf-dir", str(HERE)]
        options += ["--tag", "lab"] if lab else []
        if main(
            [*options, "--doctree-dir", f"{scratch}/trees", str(source), str(made)]
        ):
            raise RuntimeError("Sphinx warned: its lines above say of what")
        shutil.copytree(made, to, dirs_exist_ok=True)
    write_decks(to / "decks")


def slug(heading: str) -> str:
    """The name of a heading in a link, as JupyterLab makes it."""
    return heading.replace(" ", "-")


def name(path: Path) -> str:
    """What Sphinx calls the page of a file."""
    return path.relative_to(ROOT).with_suffix("").as_posix()


# -- what Sphinx reads ------------------------------------------------------------


def stage(to: Path, pictures: Path) -> None:
    """Copy what is shown to the folder `to`, as Sphinx is to read it."""
    for path in SHOWN:
        copy = to / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".ipynb":
            notebook = nbformat.read(path, as_version=4)
            prepare(notebook, path, pictures)
            nbformat.write(notebook, copy)
        elif path.suffix == ".md":
            text = linked(path.read_text(encoding="utf-8"), path.parent)
            copy.write_text(text, encoding="utf-8")
        else:
            shutil.copy(path, copy)
    index = (HERE / "index.md").read_text(encoding="utf-8")
    for caption, rows in {
        "Lectures": (f"{path.stem[:2]} {short(path)}" for path in lectures()),
        "Problem sets": map(short, SETS),
        "To look up": map(name, LOOKED_UP),
        "For instructors and contributors": map(name, HOUSE),
    }.items():
        index += f"\n```{{toctree}}\n:caption: {caption}\n:hidden:\n\n"
        index += "\n".join(rows) + "\n```\n"
    (to / "index.md").write_text(index, encoding="utf-8")


def short(path: Path) -> str:
    """The entry of a notebook in the list of pages: its title up to the question."""
    full = title(nbformat.read(path, as_version=4))
    return f"{full.partition(':')[0]} <{name(path)}>"


def prepare(notebook: nbformat.NotebookNode, path: Path, pictures: Path) -> None:
    """Links that lead somewhere, folded outputs, and pictures as files of their own."""
    up = "../" * name(path).count("/")
    # Which copy to work in is said to those who work in one.
    notebook.cells = [cell for cell in notebook.cells if cell.id != "your-copy"]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = linked(cell.source, path.parent)
        if cell.metadata.get("jupyter", {}).get("outputs_hidden"):
            cell.metadata.setdefault("tags", []).append("hide-output")
        for output in cell.get("outputs", ()):
            html = output.get("data", {}).get("text/markdown", "")
            if "<img" in html:
                html = apart(html, pictures, up)
                if high := output.metadata.get("image/png", {}).get("height"):
                    html = html.replace("<img ", f'<img height="{high}" ')
                output.data = {"text/html": html}


def apart(html: str, pictures: Path, up: str) -> str:
    """The HTML of pictures, which are moved from it into files."""

    def move(match: re.Match) -> str:
        data = base64.b64decode(match[2])
        file = f"{hashlib.sha256(data).hexdigest()[:16]}.{match[1]}"
        pictures.mkdir(parents=True, exist_ok=True)
        (pictures / file).write_bytes(data)
        return f'loading="lazy" src="{up}pictures/{file}"'

    return PICTURE.sub(move, html)


# -- links ------------------------------------------------------------------------


def linked(text: str, folder: Path) -> str:
    """Markdown of a file in `folder`, with links to what is no page of the site.

    They lead to the repository; links between pages are left to Sphinx.
    """

    def link(match: re.Match) -> str:
        path = target(match[2], folder)
        relative = os.path.relpath(path, folder).replace(os.sep, "/")
        return match[1] + (relative if path in SHOWN else in_repository(path))

    return LINK.sub(link, FOREIGN.sub(r"\1", text))  # no other host is asked


def write_decks(to: Path) -> None:
    """The slides of the lectures, whose links lead to the pages."""

    def link(match: re.Match) -> str:
        path = target(match[2], to)
        page = f"../{name(path)}.html" if path in SHOWN else in_repository(path)
        return match[1] + page

    for deck in render(lectures(), to):
        html = OUT_OF_DECKS.sub(link, deck.read_text(encoding="utf-8"))
        deck.write_text(html, encoding="utf-8")


def target(link: str, folder: Path) -> Path:
    """What a link of a file in `folder` leads to; my_work has copies of it."""
    path = Path(os.path.normpath(folder / unquote(link))).relative_to(ROOT)
    return ROOT.joinpath(*(part for part in path.parts if part != "my_work"))


def in_repository(path: Path) -> str:
    kind = "tree" if path.is_dir() else "blob"
    return f"{REPOSITORY}/{kind}/main/{path.relative_to(ROOT).as_posix()}"
