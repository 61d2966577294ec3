"""What the tests of grading share: small problem sets, submissions, graders, courses.

A small set is a part of a real one: its release without most of the exercises. So its
key is made in a second, and a submission takes few views.
"""

import copy
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat

from autograder.grading import template
from autograder.grading.finding import Submission
from autograder.grading.key import Key, make_key
from autograder.grading.sandbox import Limits
from autograder.grading.template import Template
from autograder.grading.worker import Grader, Job
from tools import course

ROOT = Path(__file__).resolve().parents[2]
SEED = 20_261
SMALL = {
    "ps1": ("quotient", "run", "detach", "wait"),
    "ps2": ("add", "mul", "tanh", "relu", "predict", "keep"),
    "ps5": ("rate", "train", "sum"),
}


solutions = functools.cache(course.solutions)


@functools.cache
def small(set: str) -> Template:
    """A set with few exercises."""
    whole = template.load(set, ROOT)
    kept = {name for each in SMALL[set] for name in (each, f"{each}-check")}
    slots = [slot for slot in whole.slots if not slot.kind or slot.id in kept]
    ordinary = {"imports", "title", "keep-text", "wait-text", "mul-text"}
    slots = [slot for slot in slots if slot.kind or slot.id in ordinary]
    return Template(set, slots, whole.digest, whole.metadata)


@functools.cache
def small_key(set: str) -> Key:
    release = small(set)
    return make_key(release.pieces, release.answers, SEED, release.twice)


def small_grader(set: str, **limits) -> Grader:
    """Grades the small set in a sandbox. `close` it."""
    return Grader(Job(small(set), small_key(set), Limits(**limits), safe=True))


def released(release: Template) -> nbformat.NotebookNode:
    """The notebook that is handed out."""
    notebook = nbformat.v4.new_notebook(metadata=copy.deepcopy(release.metadata))
    notebook.cells = [copy.deepcopy(slot.cell) for slot in release.slots]
    return notebook


def filled(release: Template, **own: str) -> nbformat.NotebookNode:
    """The notebook with every blank solved, but for those in `own`."""
    notebook = released(release)
    given = solutions(release.set) | own
    for cell in notebook.cells:
        cell.source = given.get(cell.id, cell.source)
    return notebook


def submitted(notebook: nbformat.NotebookNode | bytes, student: str = "somebody"):
    """A notebook as it was handed in."""
    if not isinstance(notebook, bytes):
        notebook = nbformat.writes(notebook).encode()
    return Submission(student, notebook)


def place(notebook: nbformat.NotebookNode, id: str) -> int:
    """Where a cell stands."""
    return [cell.id for cell in notebook.cells].index(id)


# -- a course ---------------------------------------------------------------------


def environment(folder: Path) -> dict[str, str]:
    """The variables of a command in the folder of a course."""
    path = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(path),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
    }


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Python, run in the folder of a course."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=1200,
    )


def run(folder: Path, *command: str) -> subprocess.CompletedProcess:
    """A command of the course, in its folder."""
    return python(folder, "-m", *command)


def small_source(set: str, exercises: tuple[str, ...]) -> nbformat.NotebookNode:
    """The solutions of a few exercises, from which nbgrader makes a release."""
    source = nbformat.read(ROOT / "solutions" / set / f"{set}.ipynb", as_version=4)
    kept = {f"{each}{end}" for each in exercises for end in ("", "-check", "-text")}
    source.cells = [each for each in source.cells if each.id in {*kept, "imports"}]
    return source


@functools.cache
def _course(set: str, exercises: tuple[str, ...]) -> dict[str, bytes]:
    """The files of a course, by their places. Making a release takes seconds."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        shutil.copy(ROOT / "nbgrader_config.py", folder)
        (folder / "solutions" / set).mkdir(parents=True)
        (folder / "exercises").mkdir()
        source = small_source(set, exercises)
        nbformat.write(source, folder / "solutions" / set / f"{set}.ipynb")
        done = run(folder, "nbgrader", "generate_assignment", set)
        if done.returncode:
            raise RuntimeError(done.stderr)
        files = [each for each in folder.rglob("*") if each.is_file()]
        return {str(each.relative_to(folder)): each.read_bytes() for each in files}


def make_course(folder: Path, set: str, exercises: tuple[str, ...]) -> Path:
    """A course with a release of some exercises, a gradebook, and nobody in it."""
    for name, content in _course(set, exercises).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder
