"""What the tests of grading share: small problem sets, submissions, graders.

A small set is a part of a real one: its release without most of the exercises. So its
key is made in a second, and a submission takes few views.
"""

import copy
import functools
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
