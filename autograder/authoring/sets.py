"""Changes to a problem set in `solutions/`: points and exercises.

    python -m autograder exercises ps4 --points eps-check=6 cube-check=8

An exercise is a cell with a heading, `## Choose eps`, and below that a line, `★★ · 15
minutes · 8 points · a number`, and the cells up to the next `## `. Its points stand in
the metadata of its graded cells. That line and the table at the top are written from
these.

Read: `Sheet` (a set, to be changed and saved), `overview`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from .. import variant
from ..check import questions
from ..pieces.catalogue import PIECES
from ..work.folder import WorkError, write

HEADING = re.compile(
    r"## (?P<name>.+)\n\n(?P<stars>★{1,3}) · (?P<minutes>\d+) minutes · "
    r"(?P<points>[\d.]+) points · (?P<kind>.+)"
)
TABLE = re.compile(r"(\| exercise \|.*\n\|[-|]+\|\n)((?:\|.*(?:\n|$))+)")
CODE = re.compile(r"^```python\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
ID = re.compile(r"[a-z][a-z0-9-]*")


@dataclass
class Exercise:
    """An exercise: its heading, and where its cells stand in the notebook."""

    heading: re.Match[str]
    start: int
    end: int


class Sheet:
    """The source notebook of a set. Nothing is written before `save`."""

    def __init__(self, root: Path, set: str) -> None:
        self.path = variant.solutions(root) / set / f"{set}.ipynb"
        try:
            text = self.path.read_text(encoding="utf-8")
        except OSError as error:
            raise WorkError(f"{self.path} cannot be read ({error.strerror})") from None
        self.notebook = nbformat.reads(text, as_version=4)

    @property
    def cells(self) -> list[NotebookNode]:
        return self.notebook.cells

    def save(self) -> None:
        """Write headings and table anew, and the file, all at once."""
        self._write_headings()
        self._write_table()
        nbformat.validate(self.notebook)
        write(self.path, (nbformat.writes(self.notebook) + "\n").encode())

    # -- reading ----------------------------------------------------------------------

    def exercises(self) -> Iterator[Exercise]:
        """The exercises, in order."""
        starts = [i for i, c in enumerate(self.cells) if c.source.startswith("## ")]
        for start, end in zip(starts, [*starts[1:], len(self.cells)], strict=True):
            if found := HEADING.match(self.cells[start].source):
                yield Exercise(found, start, end)

    def graded(self, each: Exercise | None = None) -> list[NotebookNode]:
        """The cells that carry points, of an exercise or of all."""
        cells = self.cells[each.start : each.end] if each else self.cells
        return [c for c in cells if c.metadata.get("nbgrader", {}).get("grade")]

    def points(self, each: Exercise | None = None) -> float:
        """What an exercise, or the set, is worth."""
        return sum(cell.metadata.nbgrader.points for cell in self.graded(each))

    def _exercise_of(self, id: str) -> Exercise:
        """The exercise in which the cell `id` stands."""
        for each in self.exercises():
            if id in [cell.id for cell in self.cells[each.start : each.end]]:
                return each
        raise WorkError(f"no exercise has a cell {id}. {self._known()}")

    def _known(self) -> str:
        return "The graded cells are " + ", ".join(cell.id for cell in self.graded())

    # -- changing ---------------------------------------------------------------------

    def set_points(self, id: str, given: str) -> None:
        """Give a graded cell other points."""
        found = [cell for cell in self.graded() if cell.id == id]
        if not found:
            raise WorkError(f"{id} is no graded cell. {self._known()}")
        if not re.fullmatch(r"\d{1,3}(\.[05])?", given):
            raise WorkError(f"{id}={given}: points are whole or half, such as 4 or 2.5")
        found[0].metadata.nbgrader.points = _short(float(given))

    def remove(self, id: str) -> None:
        """Take out the exercise that has the cell `id`, with all of its cells."""
        each = self._exercise_of(id)
        del self.cells[each.start : each.end]

    def add(self, file: Path, above: str) -> None:
        """Put an exercise above the one that has the cell `above`.

        `file` is Markdown: the heading and the statement, one ```python block with the
        solution, then the help. Its name is the name of the new cells.
        """
        new = list(_cells(file.read_text(encoding="utf-8"), file.stem))
        if taken := {c.id for c in self.cells} & {c.id for c in new}:
            raise WorkError(f"there is a cell {min(taken)} already: rename {file.name}")
        place = self._exercise_of(above).start
        self.cells[place:place] = new

    # -- what follows -----------------------------------------------------------------

    def _write_headings(self) -> None:
        for each in self.exercises():
            cell, found = self.cells[each.start], each.heading
            points = f"{self.points(each):g}"
            start, end = found.span("points")
            cell.source = cell.source[:start] + points + cell.source[end:]

    def _write_table(self) -> None:
        for cell in self.cells:
            if found := TABLE.search(cell.source):
                rows = "\n".join(self._rows(found[2])) + "\n"
                cell.source = cell.source.replace(found[2], rows).rstrip("\n")
                return
        raise WorkError(f"{self.path.name} has no table that begins | exercise |")

    def _rows(self, old: str) -> Iterator[str]:
        graded = {
            re.sub(r"\[(.+)\]\(.*", r"\1", each[1].strip()): each[5].strip()
            for each in (row.split("|") for row in old.splitlines())
        }
        total = 0
        for each in self.exercises():
            name, stars, minutes, points, kind = each.heading.groups()
            total += int(minutes)
            how = graded.get(name, "by hand" if kind == "in words" else "by its check")
            # Only a link with the file's name in it finds a cell that is out of sight.
            link = f"[{name}]({self.path.name}#{name.replace(' ', '-')})"
            yield f"| {link} | {stars} | {minutes} | {points} | {how} |"
        yield f"| **all of it** | | **{total}** | **{self.points():g}** | |"


# -- a new exercise ---------------------------------------------------------------


def _cells(text: str, name: str) -> Iterator[NotebookNode]:
    """The cells of an exercise that is written as Markdown."""
    found, blocks = HEADING.match(text), list(CODE.finditer(text))
    if not ID.fullmatch(name):
        raise WorkError(f"{name}.md: use small letters, digits and - in its name")
    if not found or len(blocks) != 1 or "### BEGIN SOLUTION" not in blocks[0][1]:
        raise WorkError(
            f"{name}.md must begin with a line such as ## Square root, then one such "
            "as ★ · 5 minutes · 4 points · Op, and have one ```python block, with a "
            "solution region"
        )
    code = blocks[0][1].strip("\n")
    target = re.search(r"^(?:class|def) (\w+)", code, re.MULTILINE)[1]
    if target not in PIECES and target not in questions.asked():
        raise WorkError(
            f"{target} has no program in autograder/check/programs yet, and is no "
            "question in autograder/authoring/questions"
        )
    markdown, python = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    points = _short(float(found["points"]))
    yield markdown(text[: blocks[0].start()].strip(), id=f"{name}-text")
    yield python(code, id=name, metadata=_marks(name, solution=True))
    metadata = _marks(f"{name}-check", grade=True, locked=True, points=points)
    metadata["tags"] = ["raises-exception"]
    yield python(f"check({target})", id=f"{name}-check", metadata=metadata)
    if help := text[blocks[0].end() :].strip():
        yield markdown(help, id=f"{name}-help")


def _marks(id: str, **marks) -> dict:
    """nbgrader's metadata of a cell."""
    plain = {"grade": False, "locked": False, "solution": False, "task": False}
    return {"nbgrader": plain | {"grade_id": id, "schema_version": 3} | marks}


def _short(number: float) -> int | float:
    return int(number) if number == int(number) else number


# -- the overview -----------------------------------------------------------------


def overview(sheet: Sheet) -> Iterator[str]:
    """The exercises with their graded cells and points, a line each, and the sum."""
    for each in sheet.exercises():
        cells = (f"{c.id}={c.metadata.nbgrader.points:g}" for c in sheet.graded(each))
        yield f"{sheet.points(each):5g}  {each.heading['name']:40} {' '.join(cells)}"
    total = sheet.points()
    yield f"{total:5g}  in all" + ("" if total == 100 else ", and not 100")
