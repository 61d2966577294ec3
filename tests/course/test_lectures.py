"""Every lecture in course/: its form, and the same results under both libraries."""

import ast
import copy
import json
import re
import statistics

import nbformat
import pytest
from helpers.lecture_files import (
    COURSE,
    LINK,
    NAMES,
    cells,
    fits,
    headings,
    read,
    tags,
    unresolved,
)

from tools import lectures

# Read as text here: what is wrong with a notebook, a test shall say.
WITH_LIBRARY = [
    name for name in NAMES if '"library"' in (COURSE / name).read_text(encoding="utf-8")
]

every_lecture = pytest.mark.parametrize("name", NAMES)


def library_cells(notebook):
    return [cell for cell in notebook.cells if "library" in tags(cell)]


def uses_a_library(name):
    """Only what runs under both libraries needs a cell that chooses one."""
    return any(re.search(r"\btorch\b", cell.source) for cell in cells(name, "code"))


def prose(name):
    return "\n\n".join(cell.source for cell in cells(name, "markdown"))


# -- form -------------------------------------------------------------------------


def test_there_are_lectures():
    assert {"00_start_here.ipynb", "01_autograd_basics.ipynb"} <= set(NAMES)


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
        assert set(cell.metadata) <= {"tags", "slideshow", "jupyter"}, cell.id
        folded = cell.metadata.get("jupyter", {"outputs_hidden": True})
        assert folded == {"outputs_hidden": True}, cell.id


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
    assert all(cell.source == "import torch" for cell in chosen)


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
def test_headings_fit_the_table_of_contents_of_jupyterlab(name):
    """Of the title, at least what it is about."""
    title, *found = headings(read(name))
    assert [each for each in found if not fits(each)] == []
    assert fits(title.partition(":")[0])


@every_lecture
def test_code_cells_are_short_and_told_about(name):
    lengths = {cell.id: len(cell.source.splitlines()) for cell in cells(name, "code")}
    assert statistics.median(lengths.values()) <= 4
    assert [id for id, length in lengths.items() if length > 25] == []
    long = [id for id, length in lengths.items() if length > 12]
    assert len(long) <= len(lengths) / 10, long
    kinds = "".join(cell.cell_type[0] for cell in read(name).cells)
    assert "ccc" not in kinds, "three code cells in a row"


@every_lecture
def test_asks_for_predictions(name):
    text = prose(name)
    assert text.count("<details>") >= len(cells(name, "code")) / 12
    assert text.count("<details>") == text.count("</details>")
    # Without an empty line after it, what is folded is not rendered as Markdown.
    assert not re.search(r"</summary>\n(?!\n)", text)


@every_lecture
def test_what_is_folded_ends_its_cell(name):
    """A text in the same cell would stand close under it."""
    for cell in cells(name, "markdown"):
        _, folded, after = cell.source.rpartition("</details>")
        assert not folded or not after.strip(), cell.id


def predicted(name):
    """The ids of the cells whose output answers a **Predict, write it down.**"""
    found, asked = [], 0
    for cell in read(name).cells:
        if cell.cell_type == "markdown":
            asked += cell.source.count("**Predict, write it down.**")
        elif asked and cell.outputs:
            assert asked == 1, f"{cell.id}: one answer for {asked} predictions"
            found.append(cell.id)
            asked = 0
    assert not asked
    return found


@every_lecture
def test_what_is_predicted_is_folded_and_nothing_else(name):
    folded = [cell for cell in cells(name, "code") if "jupyter" in cell.metadata]
    assert [cell.id for cell in folded] == predicted(name)
    most = 1 if name[:2] == "00" else 6  # 00 shows once how it is done
    assert min(most, 4) <= len(folded) <= most
    for cell in folded:
        # JupyterLab shows the first line of what it folds.
        first = texts(cell.outputs)[0].splitlines()[0]
        assert first.endswith(":"), f"{cell.id}: {first!r} is seen before it is asked"


# -- links ------------------------------------------------------------------------


@every_lecture
def test_links_resolve(name):
    links = LINK.findall(prose(name))
    copy = f"../my_work/course/{name}"
    assert copy in links  # start.py makes it, and leaves this link out of it
    links.remove(copy)
    assert unresolved(links, COURSE) == []


def links_to(name, folder):
    return [link for link in LINK.findall(prose(name)) if link.startswith(folder)]


@every_lecture
def test_leads_to_an_exercise_and_to_the_source_code(name):
    assert links_to(name, "../exercises/") or "my_work" in prose(name)
    assert links_to(name, "../minigrad/")


@pytest.mark.parametrize("name", [name for name in NAMES if name[:2] != "00"])
def test_a_link_to_a_source_file_says_what_to_read_there(name):
    """A class or function of the file is named, beside the link or elsewhere."""
    words = set(re.findall(r"`([A-Za-z_][\w.]*)[^`]*`", prose(name)))
    for link in links_to(name, "../minigrad/"):
        source = (COURSE / link).read_text(encoding="utf-8")
        defined = {
            node.name
            for node in ast.walk(ast.parse(source))
            if isinstance(node, (ast.FunctionDef, ast.ClassDef))
        }
        assert words & defined, link


# -- figures ----------------------------------------------------------------------


def pictures(name):
    """(cell, output) of each output that is a picture."""
    return [
        (cell, output)
        for cell in cells(name, "code")
        for output in cell.outputs
        if any(kind.startswith("image/") for kind in output.get("data", {}))
    ]


@every_lecture
def test_a_picture_comes_at_least_every_40_cells(name):
    shown = {cell.id for cell, _ in pictures(name)}
    marks = "".join("P" if cell.id in shown else "." for cell in read(name).cells)
    assert max(map(len, marks.split("P"))) < 40


@every_lecture
def test_a_picture_has_its_text(name):
    """Under image/png for readers that take the PNG, and as text for all others."""
    for cell, output in pictures(name):
        text = output.data.get("text/plain", "")
        assert text.strip() and not text.startswith("<"), cell.id
        alt = output.metadata.get("image/png", {}).get("alt", "")
        assert alt and text.startswith(alt.removesuffix("…")), cell.id


@every_lecture
def test_is_saved_as_lectures_are_saved(name):
    """As `python -m tools.lectures` does: without an SVG beside a PNG."""
    tidied = copy.deepcopy(read(name))
    lectures.tidy(tidied)
    assert tidied == read(name)
    text = (COURSE / name).read_text(encoding="utf-8")
    assert nbformat.writes(tidied) + "\n" == text


@every_lecture
def test_the_title_of_a_picture_is_a_claim(name):
    for cell, output in pictures(name):
        if "raises-exception" in tags(cell):
            continue  # the picture of a message, whose first line is the claim
        given = {
            keyword.value.value
            for node in ast.walk(ast.parse(cell.source))
            if isinstance(node, ast.Call)
            for keyword in node.keywords
            if keyword.arg == "title" and isinstance(keyword.value, ast.Constant)
        }
        first = output.data["text/plain"].splitlines()[0]
        assert first in given, f"{cell.id}: give the picture a title= that is a claim"
        assert len(first.split()) >= 3, f"{cell.id}: {first!r} claims nothing"


# -- results ----------------------------------------------------------------------


def run(notebook):
    """The code cells of an executed copy; the last one tells the kernel's time."""
    notebook = copy.deepcopy(notebook)
    clock = nbformat.v4.new_code_cell("import time\n\ntime.process_time()", id="clock")
    notebook.cells.append(clock)
    ran = lectures.run(notebook)
    return [cell for cell in ran.cells if cell.cell_type == "code"]


def shown(code_cells):
    """What each cell shows as text, by id; a picture counts by its text form."""
    return {
        cell.id: texts(cell.outputs)
        for cell in code_cells
        if cell.id != "clock" and "differs" not in tags(cell)
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


def seconds(code_cells):
    """The processor's time that the kernel took: a busy machine changes it little."""
    return float(texts(code_cells[-1].outputs)[0])


def check_run(name, code_cells):
    """It ran within a minute, without complaints, and shows what is committed."""
    assert complaints(code_cells) == {}
    assert seconds(code_cells) < 60
    assert shown(code_cells) == shown(cells(name, "code"))


@every_lecture
def test_minigrad_gives_what_is_committed(name):
    """PyTorch gave what is committed, so both libraries give the same."""
    pytest.importorskip("torch")
    notebook = copy.deepcopy(read(name))
    for cell in library_cells(notebook):
        cell.source = "import minigrad as torch"
    ran = run(notebook)
    check_run(name, ran)
    for cell, twin in zip(cells(name, "code"), ran, strict=False):  # then the clock
        if "differs" in tags(cell):
            assert texts(cell.outputs) != texts(twin.outputs), f"{cell.id} is the same"


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_LIBRARY)
def test_pytorch_gives_what_is_committed(name):
    pytest.importorskip("torch")
    check_run(name, run(read(name)))


@every_lecture
def test_cells_were_run_in_order(name):
    counts = [cell.execution_count for cell in cells(name, "code")]
    assert counts == list(range(1, len(counts) + 1))
