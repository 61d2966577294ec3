"""Every lecture in course/: its form, and the same results under both libraries."""

import copy
import json
import os
import re
import statistics
from functools import cache
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[1]
COURSE = ROOT / "course"
LECTURES = sorted(path.name for path in COURSE.glob("*.ipynb"))
# Read as text here: what is wrong with a notebook, a test shall say.
WITH_LIBRARY = [
    name
    for name in LECTURES
    if '"library"' in (COURSE / name).read_text(encoding="utf-8")
]
SWAP = {
    "import torch": "import minigrad as torch",
    "import minigrad as torch": "import torch",
}
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")

every_lecture = pytest.mark.parametrize("name", LECTURES)


# -- reading ----------------------------------------------------------------------


@cache
def read(name):
    return nbformat.read(COURSE / name, as_version=4)


def cells(name, kind):
    return [cell for cell in read(name).cells if cell.cell_type == kind]


def tags(cell):
    return cell.metadata.get("tags", [])


def library_cells(notebook):
    return [cell for cell in notebook.cells if "library" in tags(cell)]


def uses_a_library(name):
    """Only what runs under both libraries needs a cell that chooses one."""
    return any(re.search(r"\btorch\b", cell.source) for cell in cells(name, "code"))


def anchors(notebook):
    """The ids that JupyterLab and nbconvert give to the headings."""
    headings = re.findall(
        r"^#{1,6} +(.+)$",
        "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown"),
        re.MULTILINE,
    )
    return {heading.strip().replace("`", "").replace(" ", "-") for heading in headings}


def unresolved(links, folder):
    """Those relative links that lead nowhere."""
    wrong = []
    for link in links:
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (folder / path).resolve()
        if not target.exists():
            wrong.append(link)
        elif anchor and anchor not in anchors(nbformat.read(target, as_version=4)):
            wrong.append(link)
    return wrong


# -- form -------------------------------------------------------------------------


def test_there_are_lectures():
    assert {"00_start_here.ipynb", "01_autograd_basics.ipynb"} <= set(LECTURES)


@every_lecture
def test_is_valid_with_explicit_readable_ids(name):
    raw = json.loads((COURSE / name).read_text(encoding="utf-8"))
    assert (raw["nbformat"], raw["nbformat_minor"]) == (4, 5)
    nbformat.validate(read(name))
    ids = [cell["id"] for cell in raw["cells"]]
    assert len(ids) == len(set(ids))
    made_by_machine = re.compile(r"[0-9a-f]{8}(-[0-9a-f-]+)?")
    assert [i for i in ids if made_by_machine.fullmatch(i)] == []


@every_lecture
def test_carries_no_volatile_metadata(name):
    notebook = read(name)
    assert set(notebook.metadata) <= {"kernelspec", "language_info"}
    assert set(notebook.metadata.language_info) == {"name"}
    for cell in notebook.cells:
        assert set(cell.metadata) <= {"tags", "slideshow"}, cell.id


@every_lecture
def test_reaches_everything_by_attribute_and_chooses_in_one_cell(name):
    for cell in cells(name, "code"):
        assert not re.search(r"^\s*from torch\b", cell.source, re.MULTILINE), cell.id
        if "library" not in tags(cell):
            assert not re.search(
                r"^\s*import (torch\b|.* as torch\b)", cell.source, re.MULTILINE
            ), cell.id
    chosen = library_cells(read(name))
    assert len(chosen) == (1 if uses_a_library(name) else 0)
    assert all(cell.source in SWAP for cell in chosen)


@every_lecture
def test_links_resolve(name):
    text = "\n".join(cell.source for cell in cells(name, "markdown"))
    assert unresolved(LINK.findall(text), COURSE) == []


@every_lecture
def test_is_a_slide_deck(name):
    kinds = [
        cell.metadata.get("slideshow", {}).get("slide_type")
        for cell in read(name).cells
    ]
    assert set(kinds) <= {"slide", "subslide", "fragment", "skip", "notes", "-"}
    assert kinds[0] == "slide"
    for cell in cells(name, "markdown"):
        if cell.source.startswith("## "):
            assert cell.metadata.slideshow.slide_type == "slide", cell.id


@every_lecture
def test_code_cells_are_short_and_told_about(name):
    lengths = [len(cell.source.splitlines()) for cell in cells(name, "code")]
    assert statistics.median(lengths) <= 4
    assert max(lengths) <= 25
    kinds = "".join(cell.cell_type[0] for cell in read(name).cells)
    assert "ccc" not in kinds, "three code cells in a row"


@every_lecture
def test_asks_for_predictions(name):
    text = "\n".join(cell.source for cell in cells(name, "markdown"))
    assert text.count("<details>") >= len(cells(name, "code")) / 12
    assert text.count("<details>") == text.count("</details>")
    # Without an empty line after it, what is folded is not rendered as Markdown.
    assert not re.search(r"</summary>\n(?!\n)", text)


# -- results ----------------------------------------------------------------------


def run(notebook):
    """Execute a copy in a fresh kernel, in course/, and return its code cells."""
    from nbclient import NotebookClient

    notebook = copy.deepcopy(notebook)
    client = NotebookClient(
        notebook,
        timeout=60,
        kernel_name="python3",
        resources={"metadata": {"path": str(COURSE)}},
    )
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    client.execute(env={**os.environ, "PYTHONPATH": path})
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@cache
def fresh(name):
    return run(read(name))


@cache
def fresh_with_the_other_library(name):
    notebook = copy.deepcopy(read(name))
    for cell in library_cells(notebook):
        cell.source = SWAP[cell.source]
    return run(notebook)


def shown(code_cells):
    """What each cell shows as text, by id; a picture counts by its text form."""
    return {
        cell.id: texts(cell.outputs)
        for cell in code_cells
        if "differs" not in tags(cell)
    }


def texts(outputs):
    """The text of each output. A kernel may send one print in several messages."""
    found = []
    streaming = None
    for output in outputs:
        if output.output_type == "stream":
            if streaming == output.name:
                found[-1] += output.text
            else:
                found.append(output.text)
            streaming = output.name
        else:
            found.append(output.get("data", {}).get("text/plain", output.get("evalue")))
            streaming = None
    return found


def complaints(code_cells):
    """Errors, whatever went to stderr (warnings), and errors announced but not raised.

    Jupyter's tag `raises-exception` announces one: *Run All* goes on behind it.
    """
    found = {}
    for cell in code_cells:
        failed = any(output.output_type == "error" for output in cell.outputs)
        if failed != ("raises-exception" in tags(cell)):
            found[cell.id] = "raised" if failed else "did not raise"
        elif any(output.get("name") == "stderr" for output in cell.outputs):
            found[cell.id] = "wrote to stderr"
    return found


@every_lecture
def test_runs_without_errors_and_warnings(name):
    pytest.importorskip("torch")
    assert complaints(fresh(name)) == {}


@every_lecture
def test_committed_outputs_are_the_fresh_ones(name):
    pytest.importorskip("torch")
    assert shown(cells(name, "code")) == shown(fresh(name))
    counts = [cell.execution_count for cell in cells(name, "code")]
    assert counts == list(range(1, len(counts) + 1))


@pytest.mark.parametrize("name", WITH_LIBRARY)
def test_both_libraries_give_the_same(name):
    pytest.importorskip("torch")
    assert complaints(fresh_with_the_other_library(name)) == {}
    assert shown(fresh_with_the_other_library(name)) == shown(fresh(name))


# -- SOURCES.md -------------------------------------------------------------------


def topics():
    """(topic, where) of each row of the table of topics."""
    text = (COURSE / "SOURCES.md").read_text(encoding="utf-8")
    table = text.partition("## Where each topic is")[2]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if line.startswith("|")
    ]
    return [(topic, where) for _, topic, where in rows[2:]]


def test_sources_lead_to_sections():
    text = (COURSE / "SOURCES.md").read_text(encoding="utf-8")
    assert unresolved(LINK.findall(text), COURSE) == []


@pytest.mark.parametrize("topic, where", topics())
def test_topic_has_a_section_or_a_plan(topic, where):
    sections = [link for link in LINK.findall(where) if "#" in link]
    planned = re.findall(r"planned: `(\w+)`", where)
    assert sections or planned
    # Once a lecture is there, its topics name their sections.
    assert [plan for plan in planned if f"{plan}.ipynb" in LECTURES] == []


@pytest.mark.parametrize("name", [name for name in LECTURES if name[:3] != "00_"])
def test_every_section_of_a_lecture_is_found_in_sources(name):
    text = (COURSE / "SOURCES.md").read_text(encoding="utf-8")
    listed = {link.partition("#")[2] for link in LINK.findall(text) if name in link}
    sections = anchors(read(name)) - {"What-you-know-now"}
    title = {cells(name, "markdown")[0].source.splitlines()[0][2:].replace(" ", "-")}
    assert sections - title == listed
