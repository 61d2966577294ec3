"""What becomes of a submission before it is run: found, repaired, put into its frame.

Whatever is broken, what the student wrote is kept, and what decides is the release's.
"""

import itertools
import json
import os
import time
import zipfile
from datetime import UTC, datetime

import nbformat
import pytest
from helpers.grading_course import filled, place, released, small

from autograder.grading import finding, repair, staging
from autograder.grading.run import staged_or_zero
from autograder.grading.staging import stage
from autograder.work.folder import WorkError

SET = small("ps2")


def staged(notebook, notes=None):
    if not isinstance(notebook, bytes):
        notebook = json.dumps(notebook).encode()
    notes = [] if notes is None else notes
    return stage(SET, repair.cells_of(notebook, notes), notes)


def ids(notebook):
    return [cell.id for cell in notebook.cells]


def sources(notebook):
    return {cell.id: cell.source for cell in notebook.cells}


def marks(notebook):
    return {cell.id: cell.metadata.get("nbgrader") for cell in notebook.cells}


def assert_in_frame(notebook):
    """Every managed cell is there once, with the release's metadata, and valid."""
    nbformat.validate(notebook)
    for slot in SET.managed.values():
        (cell,) = [each for each in notebook.cells if each.id == slot.cell.id]
        assert cell.metadata == slot.cell.metadata
        assert cell.cell_type == slot.cell.cell_type
        if slot.kind in ("check", "locked"):
            assert cell.source == slot.cell.source


def test_it_is_said_if_a_submission_is_of_another_release():
    own = SET.metadata["release"]
    other = [f"it is of release 2025-11, and is graded by release {own}"]
    for release, said in (own, []), ("2025-11", other), (7, []), (None, []):
        notebook = filled(SET)
        notebook.metadata["release"] = release
        made, notes = staged_or_zero(json.dumps(notebook).encode(), SET)
        assert notes == said
        assert_in_frame(made)


# -- nothing to repair ------------------------------------------------------------


def test_a_good_submission_is_left_as_it_is():
    notes = []
    given = filled(SET)
    result = staged(given, notes).notebook
    assert notes == []
    assert sources(result) == sources(given)
    assert_in_frame(result)


# -- cells ------------------------------------------------------------------------


def test_a_deleted_check_comes_back_below_its_blank():
    notes, given = [], filled(SET)
    del given.cells[place(given, "mul-check")]
    own = nbformat.v4.new_code_cell("print('mine')", id="mine")
    given.cells.insert(place(given, "mul") + 1, own)
    result = staged(given, notes).notebook
    assert_in_frame(result)
    at = place(result, "mul")
    assert ids(result)[at : at + 3] == ["mul", "mine", "mul-check"]
    assert notes == ["cells were missing, and restored: mul-check"]


def test_a_deleted_blank_comes_back_empty():
    given = filled(SET)
    del given.cells[place(given, "mul")]
    result = staged(given).notebook
    assert_in_frame(result)
    assert sources(result)["mul"] == ""


def test_a_check_above_its_blank_goes_below_it():
    notes, given = [], filled(SET)
    check = given.cells.pop(place(given, "tanh-check"))
    given.cells.insert(1, check)
    result = staged(given, notes).notebook
    assert place(result, "tanh-check") == place(result, "tanh") + 1
    assert notes == ["checks stood above what they check: tanh-check"]


def test_of_two_copies_the_later_that_was_worked_on_counts():
    given = filled(SET)
    at = place(given, "mul")
    first, last = (json.loads(json.dumps(given.cells[at])) for _ in range(2))
    first["source"], last["source"] = "x = 'first try'", SET.managed["mul"].cell.source
    given.cells.insert(at, nbformat.from_dict(first))
    given.cells.insert(at + 2, nbformat.from_dict(last))
    notes = []
    result = staged(given, notes).notebook
    assert_in_frame(result)
    assert sources(result)["mul"] == sources(filled(SET))["mul"]
    texts = [cell.source for cell in result.cells]
    assert texts.count("x = 'first try'") == 1
    assert SET.managed["mul"].cell.source not in texts
    assert notes == ["the cell mul was there 3 times"]


def test_code_in_a_locked_cell_is_kept_above_it():
    given = filled(SET)
    given.cells[place(given, "mul-check")].source = "helper = 1"
    result = staged(given).notebook
    assert_in_frame(result)
    above = result.cells[place(result, "mul-check") - 1]
    assert above.source == "helper = 1" and "nbgrader" not in above.metadata


def test_metadata_are_the_releases():
    given = filled(SET)
    for cell in given.cells:
        cell.metadata["tags"] = ["skip-execution", "remove_cell"]
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader.update(points=1000, locked=False, solution=True)
    given.metadata["kernelspec"] = {"name": "evil", "display_name": "", "argv": ["sh"]}
    result = staged(given).notebook
    assert_in_frame(result)
    assert result.metadata.kernelspec.name == "python3"
    assert all(cell.metadata.get("tags") != ["remove_cell"] for cell in result.cells)


def test_cells_without_any_metadata_are_found():
    given = filled(SET)
    answer = given.cells[place(given, "keep")]
    answer.source = "Because it is used later."
    for number, cell in enumerate(given.cells):
        cell.metadata, cell.id = nbformat.NotebookNode(), f"c{number}"
    notes = []
    result = staged(given, notes).notebook
    assert_in_frame(result)
    kept = {id: source for id, source in sources(result).items() if id in SET.managed}
    expected = sources(filled(SET))
    assert kept == {
        name: "Because it is used later." if name == "keep" else expected[name]
        for name in SET.managed
    }
    assert notes == [
        f"{len(SET.managed)} cells without their ids were found by what they hold"
    ]


def without_ids(notebook):
    for cell in notebook.cells:
        cell.id, cell.metadata = f"x-{cell.id}", {}
    return notebook


def test_of_a_broken_file_no_more_cells_are_read_than_count(monkeypatch):
    def readable(text):
        yield from itertools.repeat({"source": ""}, repair.CELLS_CAP + 1)
        pytest.fail("one more was read")

    monkeypatch.setattr(repair, "_readable", readable)
    with pytest.raises(repair.Hopeless, match="more than 5000 cells"):
        repair.cells_of(b'{"cells": [{}, !', [])


def test_a_cell_that_is_too_long_is_left_out(monkeypatch):
    monkeypatch.setattr(repair, "SOURCE_CAP", 2_000)
    notes, given = [], filled(SET)
    given.cells[place(given, "keep")].source = "Because. " * 300
    result = staged(given, notes).notebook
    assert sources(result)["mul"] == sources(given)["mul"]
    assert sources(result)["keep"] == SET.managed["keep"].cell.source
    assert notes[0] == "1 cells were not readable, and were left out"


def test_what_takes_long_to_parse_costs_little():
    """It costs the grader's time, not the student's: a few seconds at most."""
    given = without_ids(filled(SET))
    long = [nbformat.v4.new_code_cell("a;" * 499_000, id=f"a{i}") for i in range(3)]
    many = [nbformat.v4.new_code_cell("b;" * 9_000, id=f"b{i}") for i in range(500)]
    title = nbformat.v4.new_markdown_cell("#" + " " * 60_000 + "x", id="title")
    given.cells = many + given.cells + [*long, title]
    for cell in given.cells:
        cell.source += "\n# retyped"
    content, began = json.dumps(given).encode(), time.process_time()
    result = staged(content).notebook
    assert time.process_time() - began < 8.0
    assert "class Mul" in sources(result)["mul"]


def test_a_cell_is_parsed_once(monkeypatch):
    seen = []
    monkeypatch.setattr(staging, "defined", lambda text: seen.append(text) or [])
    given = without_ids(filled(SET))
    given.cells += [nbformat.v4.new_code_cell(f"own = {i}") for i in range(30)]
    staged(given)
    assert len(seen) == len({*seen}) > 30


def test_a_cell_of_another_type_is_code_again():
    given = filled(SET)
    cell = given.cells[place(given, "mul")]
    given.cells[place(given, "mul")] = nbformat.v4.new_raw_cell(
        cell.source, metadata=cell.metadata, id="mul"
    )
    result = staged(given).notebook
    assert_in_frame(result)
    assert sources(result)["mul"] == cell.source


def test_merged_cells_lose_nothing():
    given = filled(SET)
    for name in ("add-check", "mul"):
        given.cells[place(given, "add")].source += "\n\n" + sources(given)[name]
        del given.cells[place(given, name)]
    result = staged(given).notebook
    assert_in_frame(result)
    assert sources(result)["mul"] == ""
    assert "class Mul" in sources(result)["add"]


def test_a_notebook_of_something_else_is_hopeless():
    other = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    with pytest.raises(repair.Hopeless, match="no cell of ps2"):
        staged(other)


# -- files ------------------------------------------------------------------------


def text():
    return json.dumps(filled(SET), indent=1)


@pytest.mark.parametrize(
    "break_it, note",
    [
        (lambda s: s[: s.index("class ReLU") + 40], "cells could be read"),
        (lambda s: s + "\n<<<<<<< HEAD\n", "cells could be read"),
        (lambda s: s.replace(' "cells": [', ' "cells": [,', 1), "cells could be read"),
        (lambda s: "\ufeff" + s, None),
        (lambda s: s.replace('"nbformat": 4', '"nbformat": 3', 1), None),
    ],
    ids=["cut off", "garbage behind", "comma", "mark", "wrong format number"],
)
def test_broken_files_are_read_as_far_as_possible(break_it, note):
    notes = []
    result = staged(break_it(text()).encode(), notes).notebook
    assert_in_frame(result)
    assert sources(result)["mul"] == sources(filled(SET))["mul"]
    assert (note is None and not notes) or note in notes[0]


def test_other_encodings():
    for encoding in ("utf-16", "latin-1"):
        content = json.dumps(filled(SET)).encode(encoding)
        assert_in_frame(staged(content).notebook)


def test_a_notebook_of_an_old_format():
    old = nbformat.convert(filled(SET), 3)
    notes = []
    result = staged(nbformat.writes(old, version=3).encode(), notes).notebook
    assert_in_frame(result)
    assert sources(result)["mul"] == sources(filled(SET))["mul"]
    assert "the notebook had format 3, and was upgraded" in notes


@pytest.mark.parametrize(
    "content, reason",
    [
        (b"", "empty"),
        (b"%PDF-1.7 \xff\xfe", "no notebook"),
        (b"[" * 100_000, "nested|no notebook"),
        (b"{}", "no cells"),
        (b'{"cells": {}}', "no cells"),
        (b'{"cells": [1, 2]}', "no readable cells"),
        (b"null", "no notebook"),
        (json.dumps({"cells": [{}] * 6000}).encode(), "more than"),
    ],
    ids=range(8),
)
def test_what_is_no_notebook_has_a_reason(content, reason):
    with pytest.raises(repair.Hopeless, match=reason):
        repair.cells_of(content, [])


# -- folders ----------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "submitted" / "ann" / "ps2"
    place.mkdir(parents=True)
    return place


def find(folder):
    return finding.find(folder.parents[1], "ann", "ps2")


def write(path, notebook=None):
    path.parent.mkdir(exist_ok=True)
    path.write_text(nbformat.writes(notebook or filled(SET)), encoding="utf-8")


def test_the_notebook_is_found(folder):
    write(folder / "ps2.ipynb")
    found = find(folder)
    assert found.content == (folder / "ps2.ipynb").read_bytes()
    assert found.notes == [] and found.reason == ""


def test_a_renamed_one_is_found(folder):
    write(folder / "inner" / "my work (2).ipynb")
    write(folder / "Untitled.ipynb", nbformat.v4.new_notebook())
    found = find(folder)
    assert found.content == (folder / "inner" / "my work (2).ipynb").read_bytes()
    assert found.notes == ["the notebook was called inner/my work (2).ipynb"]


def test_one_that_has_more_answers_is_named(folder):
    write(folder / "ps2.ipynb", released(SET))
    write(folder / "ps2-new.ipynb", filled(SET))
    found = find(folder)
    assert found.file == "ps2.ipynb" and b"keep-text" in found.content
    assert "ps2-new.ipynb, which lay there too, has more answers" in found.notes
    write(folder / "ps2.ipynb", filled(SET))
    assert find(folder).notes == ["other notebooks that lay beside it: 1"]


def test_a_notebook_beside_its_folder_is_found(folder):
    write(folder.parent / "ps2.ipynb")
    folder.rmdir()
    assert "ann" in finding.students(folder.parents[1], "ps2")
    found = find(folder)
    assert found.content and found.notes == [
        "the notebook lay beside the folder ps2, not in it"
    ]


def test_a_notebook_in_a_backup_is_found(folder):
    text = nbformat.writes(filled(SET))
    with zipfile.ZipFile(folder / "my_work-2026.zip", "w") as archive:
        archive.writestr("work/ps2/ps2-before.ipynb", "old")
        archive.writestr("work/ps2/ps2.ipynb", text)
        archive.writestr("manifest.json", "{}")
    found = find(folder)
    assert found.content.decode() == text
    assert found.file == "ps2.ipynb in my_work-2026.zip"
    (folder / "my_work-2026.zip").write_bytes(b"PK no archive")
    assert find(folder).reason == "there is no notebook in the folder"


def test_no_more_of_archives_is_read_than_of_notebooks(folder, monkeypatch):
    read, own = [], finding._read
    monkeypatch.setattr(finding, "SIZE_CAP", 250)
    monkeypatch.setattr(
        finding, "_read", lambda path, found: read.append(path) or own(path, found)
    )
    for number in range(9):
        (folder / f"{number}.zip").write_bytes(b"x" * 100)
    assert find(folder).reason == "there is no notebook in the folder"
    assert len(read) == 3


def test_links_and_devices_are_left_alone(folder, tmp_path):
    write(tmp_path / "secret.ipynb")
    (folder / "ps2.ipynb").symlink_to(tmp_path / "secret.ipynb")
    os.mkfifo(folder / "pipe.ipynb")
    (folder / "deep").symlink_to(tmp_path)
    found = find(folder)
    assert found.content is None and found.reason
    assert len(found.notes) == 3


def test_a_linked_folder_is_left_alone(folder, tmp_path):
    folder.rmdir()
    (tmp_path / "elsewhere").mkdir()
    write(tmp_path / "elsewhere" / "ps2.ipynb")
    folder.symlink_to(tmp_path / "elsewhere")
    assert "link" in find(folder).reason


def test_a_huge_file_is_not_read(folder):
    with open(folder / "ps2.ipynb", "wb") as file:
        file.truncate(finding.SIZE_CAP + 1)
    found = find(folder)
    assert found.content is None and "more than 64 MB" in found.reason


@pytest.mark.parametrize(
    "content, expected",
    [
        ("2024-05-06 07:08:09.5 UTC", datetime(2024, 5, 6, 7, 8, 9, 500_000, UTC)),
        ("2024-05-06T09:08:09+02:00", datetime(2024, 5, 6, 7, 8, 9, 0, UTC)),
        ("yesterday", None),
        ("9999-01-01 00:00:00 UTC", None),
        ("1970-01-01 00:00:00 UTC", None),
        ("\x00", None),
    ],
    ids=range(6),
)
def test_timestamps(folder, content, expected):
    write(folder / "ps2.ipynb")
    os.utime(folder / "ps2.ipynb", (1_000_000_000, 1_000_000_000))
    (folder / "timestamp.txt").write_text(content)
    found = find(folder)
    fallback = datetime.fromtimestamp(1_000_000_000, UTC)
    assert found.timestamp == (expected or fallback)
    assert bool(found.notes) == (expected is None)


def test_students_are_those_who_handed_in(folder):
    (folder.parents[1] / "ben" / "ps1").mkdir(parents=True)
    assert finding.students(folder.parents[1], "ps2") == ["ann"]


def test_an_empty_folder_is_one_clear_line(tmp_path):
    with pytest.raises(WorkError, match="cannot be read"):
        finding.students(tmp_path / "submitted", "ps2")
    (tmp_path / "submitted").mkdir()
    with pytest.raises(WorkError, match="nobody handed in ps2"):
        finding.students(tmp_path / "submitted", "ps2")


def test_the_release_itself_is_in_its_frame():
    assert_in_frame(staged(released(SET)).notebook)
