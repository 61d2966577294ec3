"""The release of a problem set: what a submission is compared with and restored from.

Read: `Template`, `load`, and what its cells are (`Slot`).
"""

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import nbformat

from ..check import programs, questions
from ..pieces.catalogue import PIECES
from ..work.folder import WorkError, digest
from .tree import ROOT


@dataclass(frozen=True, eq=False)
class Slot:
    """A cell that nbgrader manages, or an ordinary one of the release.

    `kind`: "blank" (code that the student writes), "check" (a locked cell that carries
    points; `target` is what it is about), "written" (an answer that
    a person grades), "locked" (shown only), "" (ordinary). `defines` are the names that
    a blank is to define, `anchor` the id of the blank that a check stands below.
    """

    cell: nbformat.NotebookNode
    kind: str
    target: str = ""
    defines: frozenset[str] = frozenset()
    anchor: str = ""

    @property
    def id(self) -> str:
        return self.cell.metadata.get("nbgrader", {}).get("grade_id", self.cell.id)

    @property
    def points(self) -> float:
        return float(self.cell.metadata.nbgrader.get("points", 0))


@dataclass(eq=False)
class Template:
    """The release of a problem set. `slots` are its cells in order."""

    set: str
    slots: list[Slot]
    digest: str
    metadata: dict = field(default_factory=dict)

    @property
    def managed(self) -> dict[str, Slot]:
        """The cells that nbgrader manages, by their ids."""
        return {each.id: each for each in self.slots if each.kind}

    @property
    def checks(self) -> dict[str, Slot]:
        return {name: each for name, each in self.managed.items() if each.target}

    @property
    def pieces(self) -> list[str]:
        """The pieces that are judged."""
        return [each.target for each in self.checks.values() if each.target in PIECES]

    @property
    def twice(self) -> list[str]:
        """Those of them that are judged by their second derivatives."""
        checks = self.checks.values()
        return [each.target for each in checks if "order=2" in each.cell.source]

    @property
    def answers(self) -> list[str]:
        """The numbers and trainings that are judged."""
        return [
            each.target for each in self.checks.values() if each.target not in PIECES
        ]

    @property
    def imports(self) -> list[str]:
        """The ordinary cells that do nothing but import."""
        return [
            each.cell.source
            for each in self.slots
            if not each.kind and each.cell.cell_type == "code" and _imports_only(each)
        ]


def load(set: str, root: Path = ROOT) -> Template:
    """The template of a problem set. WorkError says what is missing."""
    if set not in programs.SETS:
        raise WorkError(f"no problem set {set} (there are {', '.join(programs.SETS)})")
    path = root / "exercises" / set / f"{set}.ipynb"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise WorkError(
            f"there is no release of {set} ({error.strerror}: {path}). Make it with "
            f"nbgrader generate_assignment {set}"
        ) from None
    notebook = nbformat.reads(content.decode(), as_version=4)
    slots = list(_slots(notebook.cells))
    return Template(set, slots, digest(content), dict(notebook.metadata))


def _slots(cells: Iterable[nbformat.NotebookNode]):
    anchor = ""
    for cell in cells:
        marks = cell.metadata.get("nbgrader", {})
        grade, solution = marks.get("grade"), marks.get("solution")
        if solution and grade:
            yield Slot(cell, "written")
        elif solution:
            anchor = marks["grade_id"]
            yield Slot(cell, "blank", defines=frozenset(defined(cell.source)))
        elif grade:
            yield Slot(cell, "check", target=_target(cell), anchor=anchor)
        else:
            yield Slot(cell, "locked" if marks else "")


def _target(cell: nbformat.NotebookNode) -> str:
    """What a check is about: the argument of the `check` in it."""
    for node in ast.walk(ast.parse(cell.source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "check":
            name = getattr(node.args[0], "id", getattr(node.args[0], "value", None))
            if name in PIECES or name in questions.asked():
                return name
    raise WorkError(
        f"the cell {cell.id} carries points, but it has no check(…) of a piece, a "
        "number or a training that the autograder knows"
    )


def defined(source: str) -> list[str]:
    """The classes and functions that a cell defines, in order; none if it is broken."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    kinds = (ast.ClassDef, ast.FunctionDef)
    return [node.name for node in body if isinstance(node, kinds)]


def _imports_only(slot: Slot) -> bool:
    body = ast.parse(slot.cell.source).body
    return bool(body) and all(
        isinstance(node, ast.Import | ast.ImportFrom) for node in body
    )
