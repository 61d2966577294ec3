"""A student's copies of the lectures: links, updates, and what is never lost."""

import importlib.util
import json
import os
import shutil
import zipfile
from pathlib import Path

import nbformat
import pytest
from helpers.lecture_files import LINK, NAMES, unresolved

from autograder import backup, restore
from autograder.work import folder

ROOT = Path(__file__).parents[2]
spec = importlib.util.spec_from_file_location("copies", ROOT / "tools" / "copies.py")
copies = importlib.util.module_from_spec(spec)
spec.loader.exec_module(copies)

FIRST, SECOND = "01_autograd_basics.ipynb", "02_the_graph.ipynb"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """The real course, in a folder of its own."""
    for name in ("course", "exercises"):
        ignored = shutil.ignore_patterns(".ipynb_checkpoints")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    for name in ("minigrad", "autograder", "docs", "README.md"):
        os.symlink(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MINIGRAD_WORK")
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    return tmp_path


def said(capsys) -> str:
    """What an update prints."""
    capsys.readouterr()
    copies.main()
    return capsys.readouterr().out


def read(path):
    return nbformat.read(path, as_version=4)


def opened_in_jupyterlab(path):
    """What JupyterLab saves when one opens a lecture and runs a cell."""
    notebook = read(path)
    notebook.metadata.language_info.version = "3.99"
    code = next(cell for cell in notebook.cells if cell.cell_type == "code")
    code.metadata.trusted, code.execution_count, code.outputs = True, 9, []
    nbformat.write(notebook, path)


def append(path, text):
    """One cell more, by somebody who edits a notebook."""
    notebook = read(path)
    notebook.cells.append(nbformat.v4.new_markdown_cell(text, id=f"new-{len(text)}"))
    nbformat.write(notebook, path)


def last(path):
    return read(path).cells[-1].source


def test_a_copy_is_the_lecture_without_the_note_and_its_links_resolve(course):
    copies.main()
    for name in NAMES:
        copy, original = read(course / "my_work/course" / name), read(f"course/{name}")
        assert original.cells.pop(1).id == folder.NOTE
        assert [cell.id for cell in copy.cells] == [cell.id for cell in original.cells]
        for one, other in zip(copy.cells, original.cells, strict=True):
            if one.cell_type == "code":
                assert one == other
        text = "\n".join(c.source for c in copy.cells if c.cell_type == "markdown")
        links = LINK.findall(text)
        assert unresolved(links, course / "my_work" / "course") == []
        assert not any(link.startswith("../exercises") for link in links)


def test_links_of_sets_and_pages_lead_to_copies(course):
    copies.main()
    pages = [*course.glob("my_work/ps*/*.ipynb"), *course.glob("my_work/course/*.md")]
    assert len(pages) == 11
    for path in pages:
        links = LINK.findall(json.dumps(path.read_text(encoding="utf-8")))
        links = [link.replace("\\", "") for link in links if "$" not in link]
        for link in links:
            where = (path.parent / link.partition("#")[0]).resolve()
            assert where.parent != course / "course", f"{path.name}: {link}"
            if link.endswith((".ipynb", ".md")):
                assert where.exists(), f"{path.name}: {link}"


def test_data_are_found_from_a_copy(course):
    copies.main()
    for place in ("digits.npz", "text.txt", "README.md"):
        copy = course / "my_work" / "course" / "data" / place
        assert copy.read_bytes() == (course / "course" / "data" / place).read_bytes()


def test_an_update_follows_what_nobody_changed_and_says_what_is_new(course, capsys):
    assert said(capsys) == "Your copies of the course are up to date.\n"
    mine = course / "my_work" / "course"
    opened_in_jupyterlab(mine / FIRST)
    append(mine / SECOND, "my thoughts")
    before = (mine / FIRST).read_bytes()
    assert "up to date" in said(capsys)
    assert (mine / FIRST).read_bytes() == before  # what ran there stays

    append(course / "course" / FIRST, "news of the course")
    append(course / "course" / SECOND, "news of the course")
    first, second = said(capsys).splitlines()
    assert first.startswith(f"course/{FIRST}: you had not changed it")
    assert second.startswith(f"course/{SECOND}: yours is as it was")
    assert last(mine / FIRST) == "news of the course"
    assert last(mine / SECOND) == "my thoughts"
    beside = SECOND.replace(".ipynb", "-new-release.ipynb")
    assert beside in second and last(mine / beside) == "news of the course"
    assert "up to date" in said(capsys)  # told once


def test_work_under_way_since_before_the_copies_loses_nothing(course, capsys):
    folder.bring()  # as start.py did: sets alone, with the links they were made with
    mine = course / "my_work"
    append(mine / "ps1" / "ps1.ipynb", "my answer")
    begun = (mine / "ps1" / "ps1.ipynb").read_bytes()
    own = mine / "course" / FIRST  # somebody's own copy
    own.parent.mkdir()
    own.write_bytes((course / "course" / FIRST).read_bytes())
    append(own, "my notes")
    said(capsys)
    assert (mine / "ps1" / "ps1.ipynb").read_bytes() == begun
    assert last(own) == "my notes"
    assert (mine / "ps2" / "ps2.ipynb").read_bytes().count(b"](../../course/") == 0


def test_a_backup_holds_the_lectures_with_notes_only(course):
    copies.main()
    mine = course / "my_work" / "course"
    opened_in_jupyterlab(mine / FIRST)
    append(mine / SECOND, "my thoughts")
    with zipfile.ZipFile(backup().file) as zipped:
        names = [name for name in zipped.namelist() if "/course/" in name]
    assert names == [f"work/course/{SECOND}"]
    shutil.rmtree(course / "my_work")
    copies.main()
    restore()
    assert last(mine / SECOND) == "my thoughts"
    assert not list(mine.glob("*before-restore*"))  # a mere copy is none of theirs


def test_nothing_is_copied_where_links_would_lead_nowhere(course, monkeypatch):
    for place in ("", str(course / "elsewhere")):
        monkeypatch.setenv("MINIGRAD_WORK", place)
        assert copies.bring_lectures() == []
    assert not (course / "my_work").exists() and not (course / "elsewhere").exists()
