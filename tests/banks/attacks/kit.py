"""What attacks are made of: a submission, and a course to hand it in to.

    @attack
    def prints_full_marks(work):
        work.cell("print('4/4')")

An attack is a function that is given a `Work`: a submission whose `mul` is not written,
and whose other answers are right. What it does must change no points. Its name is the
student's. One that succeeds prints WON; what it leaves behind is called LEFT.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import nbformat
from helpers import grading_course
from helpers.grading_course import place, solutions

SET = "ps2"
EXERCISES = ("add", "mul", "predict", "keep")
WON = "the attack has won"
LEFT = "left-by-attack"  # at most 15 characters: also the name of a process

# A process that calls itself so, in case it outlives the grading.
NAMED = f"import ctypes\nctypes.CDLL(None).prctl(15, b{LEFT!r})\n"


@dataclass
class Work:
    """A submission: its notebook, and the folder that is handed in.

    `content` takes the place of the notebook if it is bytes. `name` is the file's.
    """

    notebook: nbformat.NotebookNode
    folder: Path
    content: bytes | None = None
    name: str = f"{SET}.ipynb"

    @property
    def course(self) -> Path:
        """The instructor's folder, which a student might know."""
        return self.folder.parents[2]

    def cell(self, source: str, above: str = "mul-check", kind: str = "code") -> None:
        """Put a cell of one's own above another; below the blank of `mul`."""
        makes = {
            "code": nbformat.v4.new_code_cell,
            "markdown": nbformat.v4.new_markdown_cell,
            "raw": nbformat.v4.new_raw_cell,
        }
        at = place(self.notebook, above)
        name = f"own-{len(self.notebook.cells)}"
        self.notebook.cells.insert(at, makes[kind](source, id=name))

    def __getitem__(self, id: str) -> nbformat.NotebookNode:
        """A cell of the notebook."""
        return self.notebook.cells[place(self.notebook, id)]

    def file(self, name: str, content: str | bytes = "") -> Path:
        """Put a file beside the notebook."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def hand_in(self) -> None:
        content = self.content
        if content is None:
            content = json.dumps(self.notebook).encode()
        if content:
            self.file(self.name, content)


@dataclass(frozen=True)
class Attack:
    """`kind` is the module it stands in; `heavy` ones take long, and `loses` says that
    no points are left to who tries it."""

    kind: str
    name: str
    act: Callable[[Work], None]
    heavy: bool = False
    loses: bool = False


ATTACKS: list[Attack] = []


def attack(act=None, *, heavy: bool = False, loses: bool = False):
    """Register an attack."""

    def add(act):
        kind = act.__module__.rpartition(".")[2]
        ATTACKS.append(Attack(kind, act.__name__, act, heavy, loses))
        return act

    return add if act is None else add(act)


# -- a course ---------------------------------------------------------------------


def make_course(folder: Path) -> None:
    """A course with a release of the small set, its gradebook, and nobody in it."""
    grading_course.make_course(folder, SET, EXERCISES)


def release(course: Path) -> nbformat.NotebookNode:
    path = course / "exercises" / SET / f"{SET}.ipynb"
    return nbformat.read(path, as_version=4)


def work(course: Path, student: str, without: tuple[str, ...] = ("mul",)) -> Work:
    """A submission with right answers, but for those `without`."""
    notebook, given = release(course), solutions(SET)
    for cell in notebook.cells:
        if cell.id not in without:
            cell.source = given.get(cell.id, cell.source)
    folder = course / "submitted" / student / SET
    folder.mkdir(parents=True)
    return Work(notebook, folder)
