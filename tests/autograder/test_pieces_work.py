"""A student's folder: updates of the course keep it, one file holds it all."""

import json
import os
import stat
import subprocess
import zipfile
from pathlib import Path

import nbformat
import pytest
from test_pieces_saved import MUL, cell

from autograder import WorkError, backup, check, restore, use_mine
from autograder.__main__ import main
from autograder.pieces.registry import forget_all
from autograder.work import folder
from tools.launcher import jupyter
from tools.launcher.place import Place

ROOT = Path(__file__).parents[2]


def notebook(text, run=False):
    """A notebook of one cell, as bytes."""
    one = nbformat.v4.new_code_cell(text, id="one")
    if run:
        one.execution_count = 1
        one.outputs = [nbformat.v4.new_output("stream", text="42")]
    return nbformat.writes(nbformat.v4.new_notebook(cells=[one])).encode()


class Course:
    """A course in a folder, and the student's folder in it."""

    def __init__(self, root):
        self.root, self.work = root, root / "my_work"
        self.release("first")

    def put(self, place, content):
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def release(self, text, name="ps2"):
        """An update: another release of a problem set."""
        self.put(f"exercises/{name}/{name}.ipynb", notebook(text))

    def mine(self):
        """Everything in the student's folder, as text."""
        return {
            path.relative_to(self.work).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(self.work.rglob("*.*"))
            if path.is_file() and path.name != "releases.json"
        }

    def texts(self):
        """The text of the cell of each notebook of the student's."""
        return {
            place: nbformat.reads(text, as_version=4).cells[0].source
            for place, text in self.mine().items()
            if place.endswith(".ipynb")
        }


@pytest.fixture
def course(tmp_path, monkeypatch):
    course = Course(tmp_path / "course")
    monkeypatch.chdir(course.root)
    monkeypatch.delenv("MINIGRAD_WORK")
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    forget_all()
    yield course
    forget_all()


# -- updates ----------------------------------------------------------------------


def test_the_first_start_copies_the_release(course):
    assert folder.bring() == []
    assert course.texts() == {"ps2/ps2.ipynb": "first"}
    before = course.mine()
    assert folder.bring() == [] and course.mine() == before


def test_a_new_release_never_replaces_an_edited_one(course):
    folder.bring()
    course.put("my_work/ps2/ps2.ipynb", notebook("first, and my answer", run=True))
    course.release("second")
    (line,) = folder.bring()
    assert "yours is as it was" in line and "ps2-new-release.ipynb" in line
    assert course.texts() == {
        "ps2/ps2.ipynb": "first, and my answer",
        "ps2/ps2-new-release.ipynb": "second",
    }
    assert folder.bring() == []  # told once
    course.put("my_work/ps2/ps2-new-release.ipynb", notebook("second, edited"))
    course.release("third")
    folder.bring()
    assert course.texts() == {
        "ps2/ps2.ipynb": "first, and my answer",
        "ps2/ps2-new-release.ipynb": "second, edited",
        "ps2/ps2-new-release-2.ipynb": "third",
    }


def test_a_new_release_replaces_one_that_was_not_begun(course):
    folder.bring()
    course.release("second")
    (line,) = folder.bring()
    assert "you had not changed it" in line
    assert course.texts() == {"ps2/ps2.ipynb": "second"}


def test_a_folder_from_before_is_left_as_it_is(course):
    """Without a record of releases, nothing that differs is taken for untouched."""
    course.put("my_work/ps2/ps2.ipynb", notebook("older"))
    folder.bring()
    assert course.texts()["ps2/ps2.ipynb"] == "older"
    (course.work / "releases.json").write_text("broken")
    course.release("second")
    folder.bring()
    assert course.texts()["ps2/ps2.ipynb"] == "older"


def test_what_was_done_in_exercises_is_fetched(course):
    course.put("exercises/ps2/ps2.ipynb", notebook("done in the release", run=True))
    (line,) = folder.bring()
    assert "exercises/ps2/ps2.ipynb was filled in" in line
    assert course.texts() == {"ps2/ps2.ipynb": "done in the release"}
    assert folder.bring() == []
    course.put("my_work/ps2/ps2.ipynb", notebook("went on"))
    folder.bring()
    assert course.texts() == {
        "ps2/ps2.ipynb": "went on",
        "ps2/ps2-from-exercises.ipynb": "done in the release",
    }


def test_other_files_of_a_release_are_copied_too(course):
    course.put("exercises/ps2/data.csv", b"1,2\n")
    course.put("exercises/ps2/.ipynb_checkpoints/ps2.ipynb", notebook("hidden"))
    folder.bring()
    assert sorted(course.mine()) == ["ps2/data.csv", "ps2/ps2.ipynb"]


def test_who_works_in_exercises_is_told(course, monkeypatch):
    monkeypatch.chdir(course.root / "exercises" / "ps2")
    (note,) = check(cell(MUL)).notes
    assert "Work on its copy in my_work/" in note
    assert (course.work / "pieces" / "Mul.json").exists()
    folder.bring()
    monkeypatch.chdir(course.work / "ps2")
    assert check(cell(MUL)).notes == []


def test_start_py_brings_the_exercises_before_jupyter_opens(monkeypatch, tmp_path):
    (tmp_path / "zoë" / ".venv").mkdir(parents=True)
    place, commands = Place(str(tmp_path / "zoë"), "Linux", "x86_64"), []
    monkeypatch.setattr(
        jupyter.subprocess, "call", lambda command, **options: commands.append(command)
    )

    def popen(*args, **options):
        assert commands == [[place.python, place.path("tools", "copies.py")]]
        raise KeyboardInterrupt

    monkeypatch.setattr(jupyter.subprocess, "Popen", popen)
    with pytest.raises(KeyboardInterrupt):
        jupyter.open_course(place, None, browser=False)
    assert "python -m autograder work\n" in (ROOT / "postBuild").read_text()


def test_nothing_is_brought_where_nothing_may_be_kept(course, monkeypatch):
    monkeypatch.setenv("MINIGRAD_WORK", "")
    assert folder.bring() == [] and not course.work.exists()
    with pytest.raises(WorkError, match="Nothing is saved or restored here"):
        backup()


# -- where it is ------------------------------------------------------------------


def test_the_folder_is_beside_exercises_wherever_one_is(course, monkeypatch):
    for place in (".", "exercises/ps2", "course"):
        (course.root / place).mkdir(exist_ok=True)
        monkeypatch.chdir(course.root / place)
        assert folder.folder() == course.work
    monkeypatch.setenv("MINIGRAD_WORK", str(course.root / "elsewhere"))
    assert folder.folder() == course.root / "elsewhere"


def test_git_ignores_what_students_do():
    if not (ROOT / ".git").exists():
        pytest.skip("not a git clone: nothing says what is ignored")
    places = ["my_work/pieces/Mul.json", "my_work-2026-01-01.zip", "handouts/ps2/x"]
    command = ["git", "-C", ROOT, "check-ignore", *places]
    ignored = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ignored.stdout.split() == places


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    folder.write(path, b"old")
    assert stat.S_IMODE(path.stat().st_mode) & 0o600 == 0o600

    def full(*args):
        raise OSError("No space left on device")

    monkeypatch.setattr(folder.os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        folder.write(path, b"new")
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["file"]


# -- one file ---------------------------------------------------------------------


def worked(course):
    """A course in which something was done everywhere."""
    folder.bring()
    check(cell(MUL))
    course.put("my_work/ps2/ps2.ipynb", notebook("my answer", run=True))
    course.put("my_work/notes.ipynb", notebook("notes"))
    course.put("my_work/ps2/.ipynb_checkpoints/ps2.ipynb", notebook("hidden"))
    course.put("course/01_autograd_basics.ipynb", notebook("a lecture", run=True))
    course.put("course/01_autograd_basics-Copy1.ipynb", notebook("my copy"))
    course.put("solutions/ps2/ps2.ipynb", notebook("a solution"))
    course.put("Untitled.ipynb", notebook("a try"))
    course.release("another", "ps3")
    course.put("exercises/ps3/ps3.ipynb", notebook("in the release", run=True))


TEXTS = {
    "Untitled.ipynb": "a try",
    "course/01_autograd_basics-Copy1.ipynb": "my copy",
    "notes.ipynb": "notes",
    "ps2/ps2.ipynb": "my answer",
    "ps3/ps3.ipynb": "in the release",
}


def test_everything_goes_into_one_file_and_comes_back(course, tmp_path, monkeypatch):
    worked(course)
    done = backup()
    assert done.file.parent == course.root and done.file.name.startswith("my_work-")
    assert "5 notebooks and 1 passed piece" in repr(done)
    link = done._repr_mimebundle_()["text/html"]
    assert f'href="{done.file.name}" download' in link
    with zipfile.ZipFile(done.file) as zipped:
        manifest = json.loads(zipped.read("manifest.json"))
        assert manifest["format"] == 1 and len(zipped.namelist()) == 7

    binder = Course(tmp_path / "binder")  # a machine that has forgotten everything
    monkeypatch.chdir(binder.root)
    folder.bring()
    binder.put(done.file.name, done.file.read_bytes())
    assert repr(restore()) == (f"Restored 6 files from {done.file.name} into my_work/.")
    assert {place: binder.texts()[place] for place in TEXTS} == TEXTS
    assert set(binder.texts()) == set(TEXTS) and "pieces/Mul.json" in binder.mine()
    forget_all()
    assert use_mine().names == ["Mul"]
    assert "Restored 0 files" in repr(restore())
    assert set(binder.texts()) == set(TEXTS)


def test_different_work_is_kept_beside_what_is_restored(course):
    worked(course)
    done = backup("mine.zip")
    course.put("my_work/ps2/ps2.ipynb", notebook("newer answer", run=True))
    mul = course.work / "pieces" / "Mul.json"
    mul.write_text("a newer piece")
    told = repr(restore("mine.zip"))
    texts = course.texts()
    assert texts["ps2/ps2.ipynb"] == "my answer"
    assert texts["ps2/ps2-before-restore.ipynb"] == "newer answer"
    assert "what was here is ps2/ps2-before-restore.ipynb now" in told
    (earlier,) = (course.work / "pieces" / "earlier").iterdir()
    assert earlier.read_text() == "a newer piece" != mul.read_text()
    assert done.file.exists()


def test_a_backup_replaces_a_backup_and_nothing_else(course):
    worked(course)
    backup("mine.zip")
    backup("mine.zip")
    course.put("thesis.zip", b"my thesis")
    with pytest.raises(WorkError, match="is there, and is no backup"):
        backup("thesis.zip")
    assert (course.root / "thesis.zip").read_bytes() == b"my thesis"


def test_there_must_be_something_to_keep_or_to_restore(course):
    with pytest.raises(WorkError, match="Upload your backup"):
        restore()
    with pytest.raises(WorkError, match="There is no file nowhere.zip"):
        restore("nowhere.zip")
    (course.root / "exercises" / "ps2" / "ps2.ipynb").unlink()
    with pytest.raises(WorkError, match="nothing to put into a file"):
        backup()


def test_the_command_line(course, capsys):
    worked(course)
    assert main(["work"]) == 0
    assert "exercises/ps3/ps3.ipynb was filled in" in capsys.readouterr().out
    assert main(["backup", "mine.zip"]) == 0
    assert "mine.zip holds 5 notebooks" in capsys.readouterr().out
    assert main(["restore", "mine.zip"]) == 0
    assert (
        "Restored 2 files from mine.zip into my_work/; 4 more"
        in capsys.readouterr().out
    )
    assert main(["restore", "other.zip"]) == 1
    assert capsys.readouterr().err == (
        "autograder restore: There is no file other.zip.\n"
    )


# -- what is refused --------------------------------------------------------------


def packed(files, manifest='{"format": 1}'):
    """A zip with these files."""
    path = Path("bad.zip")
    with zipfile.ZipFile(path, "w") as zipped:
        zipped.writestr("manifest.json", manifest)
        for name, content in files.items():
            zipped.writestr(f"work/{name}", content)
    return path


def beside_the_work():
    path = packed({"a.ipynb": b"{}"})
    with zipfile.ZipFile(path, "a") as zipped:
        zipped.writestr("b.ipynb", b"{}")


def foreign():
    with zipfile.ZipFile("bad.zip", "w") as zipped:
        zipped.writestr("photo.jpg", b"x")


def cut_short():
    path = packed({"a.ipynb": b"{}" * 1000})
    path.write_bytes(path.read_bytes()[:-30])


def one_bit():
    path = packed({"a.ipynb": b"{}" * 1000})
    content = bytearray(path.read_bytes())
    content[content.index(b"{}{}") + 9] ^= 1
    path.write_bytes(content)


def large():
    content = b"\0" * 210_000_000
    with zipfile.ZipFile("bad.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as it:
        it.writestr("manifest.json", "{}")
        it.writestr("work/a.ipynb", content)


def at(place):
    return lambda: packed({place: b"{}"})


REFUSED = {
    "no zip": (lambda: Path("bad.zip").write_text("hello"), "cannot be read"),
    "cut short": (cut_short, "cannot be read"),
    "one bit": (one_bit, "cannot be read"),
    "foreign": (foreign, "was not made by backup()"),
    "another manifest": (lambda: packed({}, "[1]"), "was not made by backup()"),
    "a later format": (lambda: packed({}, '{"format": 2}'), "this course reads 1"),
    "beside the work": (beside_the_work, "outside of your work"),
    "large": (large, "too large"),
    "above": (at("../a.ipynb"), "outside of your work"),
    "above, later": (at("ps2/../../a.ipynb"), "outside of your work"),
    "absolute": (at("/tmp/a.ipynb"), "outside of your work"),
    "a drive": (at("C:/a.ipynb"), "outside of your work"),
    "backslashes": (at("..\\a.ipynb"), "outside of your work"),
    "hidden": (at(".config/a.ipynb"), "outside of your work"),
    "a program": (at("ps2/run.py"), "outside of your work"),
    "the record": (at("releases.json"), "outside of your work"),
    "a notebook among pieces": (at("pieces/a.ipynb"), "outside of your work"),
    "one name twice": (
        lambda: packed({"a.ipynb": b"{}", "A.ipynb": b"[]"}),
        "two files in it have one name",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_that_is_no_good_backup_changes_nothing(case, course):
    make, told = REFUSED[case]
    course.put("my_work/ps2/ps2.ipynb", notebook("my answer"))
    course.put("my_work/pieces/Mul.json", b"a piece")
    make()
    before = course.mine()
    outside = sorted(course.root.parent.rglob("*"))
    with pytest.raises(WorkError) as refused:
        restore("bad.zip")
    assert told in str(refused.value) and str(refused.value).startswith("bad.zip")
    assert str(refused.value).endswith("Nothing was changed.")
    assert course.mine() == before
    assert sorted(course.root.parent.rglob("*")) == outside


# -- in a real kernel -------------------------------------------------------------


def test_a_notebook_saves_its_piece_and_the_next_one_uses_it(course):
    from nbclient import NotebookClient

    def run(*sources):
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        one = nbformat.v4.new_notebook(cells=cells)
        client = NotebookClient(
            one, timeout=60, resources={"metadata": {"path": str(course.root)}}
        )
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        client.execute(env={**os.environ, "PYTHONPATH": path})
        return one.cells[-1].outputs[-1]["data"]["text/plain"]

    run(MUL, "from autograder import check, progress\ncheck(Mul)")
    told = run("from autograder import use_mine\nuse_mine()")
    assert told == "minigrad runs on your Mul."
