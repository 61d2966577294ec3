"""What VS Code and Colab do to a file: nothing of a student's is lost by it.

Neither was run: a file is written here as they write it. VS Code leaves ids and marks
and adds a language to cells; Colab writes an older format, in which cells have no ids,
and marks of its own.
"""

import copy
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from autograder.grading import repair
from autograder.grading.staging import stage
from autograder.grading.template import load
from autograder.work import folder
from autograder.work.points import points_so_far

ROOT = Path(__file__).parents[2]
PS2 = ROOT / "exercises" / "ps2" / "ps2.ipynb"


def vscode(notebook: dict) -> str:
    """As VS Code saves it."""
    notebook = copy.deepcopy(notebook)
    notebook["metadata"]["language_info"] = {"name": "python", "version": "3.12.1"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["metadata"]["vscode"] = {"languageId": "python"}
    return json.dumps(notebook, indent=1)


def colab(notebook: dict) -> str:
    """As Colab saves it."""
    notebook = copy.deepcopy(notebook)
    kernel = {"name": "python3", "display_name": "Python 3"}
    notebook["metadata"] = {"colab": {"provenance": []}, "kernelspec": kernel}
    notebook["nbformat_minor"] = 0
    for cell in notebook["cells"]:
        cell["metadata"]["id"] = cell.pop("id")
        if cell["cell_type"] == "code":
            cell["metadata"]["colab"] = {"base_uri": "https://localhost:8080/"}
    return json.dumps(notebook, separators=(",", ":"))


def bare(notebook: dict) -> str:
    """As the worst of editors would: neither ids nor marks."""
    notebook = copy.deepcopy(notebook)
    notebook["metadata"], notebook["nbformat_minor"] = {}, 0
    for cell in notebook["cells"]:
        cell["metadata"] = {}
        del cell["id"]
    return json.dumps(notebook)


every_editor = pytest.mark.parametrize("editor", [vscode, colab, bare])


def filled_in() -> dict:
    """A set whose written answer and one blank are filled in."""
    notebook = json.loads(PS2.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["id"] == "keep":
            text = "Tanh can be written by its output."
        elif cell["id"] == "mul":
            text = text.replace('raise NotImplementedError("write Mul.forward")', "1")
        cell["source"] = text
    return notebook


@every_editor
def test_what_is_handed_in_is_graded_in_the_frame_of_the_release(editor):
    given, notes = filled_in(), []
    template = load("ps2")
    cells = repair.cells_of(editor(given).encode(), notes)
    staged = stage(template, cells, notes).notebook
    plain = stage(
        template, repair.cells_of(json.dumps(given).encode(), []), []
    ).notebook
    assert [cell.source for cell in staged.cells] == [c.source for c in plain.cells]
    for slot in template.managed.values():
        (cell,) = [each for each in staged.cells if each.id == slot.cell.id]
        assert cell.metadata == slot.cell.metadata
    assert not any("lost" in note for note in notes)


@pytest.mark.parametrize("editor", [vscode, colab])
def test_progress_counts_the_answers(editor, tmp_path, monkeypatch):
    monkeypatch.setenv("MINIGRAD_WORK", str(tmp_path))
    (tmp_path / "ps2").mkdir()
    (tmp_path / "ps2" / "ps2.ipynb").write_text(editor(filled_in()))
    assert points_so_far("ps2", {"Mul"}) == "4 of 100 points, 1 of 3 answers given"


@every_editor
def test_a_set_that_was_opened_only_follows_the_course(editor, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MINIGRAD_WORK")
    release = tmp_path / "exercises" / "ps2" / "ps2.ipynb"
    release.parent.mkdir(parents=True)
    shutil.copy(PS2, release)
    folder.bring()
    mine = tmp_path / "my_work" / "ps2" / "ps2.ipynb"
    mine.write_text(editor(json.loads(mine.read_text())))
    news = nbformat.read(PS2, as_version=4)
    news.cells[0].source += " News."
    nbformat.write(news, release)
    (told,) = folder.bring()
    assert "you had not changed it" in told
    assert "News." in mine.read_text(encoding="utf-8")

    mine.write_text(editor(filled_in()))  # and one that was changed stays
    before = mine.read_bytes()
    nbformat.write(nbformat.read(PS2, as_version=4), release)
    (told,) = folder.bring()
    assert "yours is as it was" in told and mine.read_bytes() == before


# What of Colab the cell uses, and an installer that says what it was asked for.
COLAB = """
import sys, types
drive, output = types.SimpleNamespace(), types.SimpleNamespace()
drive.mount = lambda place: print("mounted", place)
output.enable_custom_widget_manager = lambda: print("widgets")
sys.modules["google.colab"] = types.SimpleNamespace(drive=drive, output=output)
sys.modules["google"] = types.SimpleNamespace(colab=sys.modules["google.colab"])
get_ipython().register_magic_function(lambda line: print("pip", line), "line", "pip")
"""


def test_the_colab_cell_brings_the_course(tmp_path):
    """Run with a Colab that pretends, and an installation that only says so."""
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    assert "were not tried" in page
    (cell,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    drive, origin = tmp_path / "drive", tmp_path / "origin"
    (drive / "MyDrive").mkdir(parents=True)
    for name in ("course", "exercises", "tools"):
        ignored = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / name, origin / name, ignore=ignored)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "course"]):
        subprocess.run([*git, *words], cwd=origin, check=True)
    cell = cell.replace("ADDRESS", str(origin)).replace("/content/drive", str(drive))
    last = "\nfrom autograder.work.folder import folder\nprint(folder())\n"
    (tmp_path / "cell.ipy").write_text(COLAB + cell + last)
    unset = {"MINIGRAD_WORK"}
    env = {name: os.environ[name] for name in os.environ.keys() - unset}
    env["PATH"] = str(Path(sys.executable).parent) + os.pathsep + env["PATH"]
    for _ in range(2):  # the second time the course is there
        done = subprocess.run(
            [sys.executable, "-m", "IPython", "--no-banner", tmp_path / "cell.ipy"],
            cwd=tmp_path,
            env=env | {"PYTHONPATH": str(ROOT), "IPYTHONDIR": str(tmp_path)},
            capture_output=True,
            text=True,
        )
        assert "Error" not in done.stdout + done.stderr, done.stdout + done.stderr
        told = done.stdout.splitlines()
        assert f"mounted {drive}" in told and "pip install -q .[viz]" in told
        assert told[-2:] == ["widgets", str(drive / "MyDrive" / "course" / "my_work")]
    assert (drive / "MyDrive" / "course" / "my_work" / "ps2" / "ps2.ipynb").is_file()
