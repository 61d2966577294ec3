"""The student folder of a problem set: without its solutions, and without its pieces.

    python -m autograder handout ps2 [--to DIR]

Where minigrad has its own version of a piece (`marks`), the handout has a stub that
names the piece. The rest is there and works; checks bring spare parts
(`pieces.spares`).

Read: `handout`, `cut_packages` (also for a tree to grade in), `cut`, `emptied`.
"""

import ast
import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from .. import variant
from ..check.diagnosis.programs import packed
from ..pieces import spares
from ..pieces.catalogue import PIECES
from ..pieces.kinds import Piece
from ..work.folder import NOTE, WorkError, write_json
from . import marks
from .marks import Marked

TAKEN = (
    "LICENSE",
    "autograder",
    "course",
    "environment.yml",
    "exercises",
    "minigrad",
    "postBuild",
    "pyproject.toml",
    "requirements.lock",
    "start.py",
    "tools/__init__.py",
    "tools/copies.py",
    "tools/launcher",
)
Sources = dict[str, tuple[str, str]]

LEFT_OUT = shutil.ignore_patterns(
    "__pycache__", ".*", "*.egg-info", "questions", "exam"
)
README = """# {title}

    python3 start.py           # open the course in JupyterLab (on Windows: py start.py)

Work in `my_work/`, where start.py copies the problem sets. These pieces of minigrad are
left to you, and raise NotImplementedError until yours passes its check:

{pieces}
"""


def handout(sets: Iterable[str], to: str | os.PathLike) -> list[str]:
    """Make a student folder for problem sets; answers the names of the pieces cut out.

    WorkError if the folder is there already, or if this is a handout itself.
    """
    sets, to, course = list(sets), Path(to), full_course("Handouts are made")
    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise WorkError(f"{to} is there already. Delete it, or use --to DIR.")
    if course == to.resolve() or course / "minigrad" in to.resolve().parents:
        raise WorkError(f"{to} lies in minigrad: use --to DIR for another place.")
    names = [
        name
        for name, piece in PIECES.items()
        if piece.set in sets and piece.in_minigrad
    ]
    try:
        _make(to, course, sets, names)
    except OSError as error:
        shutil.rmtree(to, ignore_errors=True)  # it was empty, or not there
        why = _reason(error)
        raise WorkError(
            f"{to} cannot be written ({why}). Use --to DIR for a place with room where "
            "you may write."
        ) from None
    return names


def _reason(error: OSError) -> str:
    """The system's word for an error; of several at once, for the first."""
    if isinstance(error, shutil.Error):
        return str(error.args[0][0][2])
    return error.strerror or str(error)


def _make(to: Path, course: Path, sets: list[str], names: list[str]) -> None:
    for each in TAKEN:
        if (course / each).is_dir():
            shutil.copytree(course / each, to / each, ignore=LEFT_OUT)
        else:
            (to / each).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(course / each, to / each)
    for path in (to / "course").glob("*.ipynb"):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        cells = [each for each in notebook["cells"] if each.get("id") != NOTE]
        if cells != notebook["cells"]:
            write_json(path, notebook | {"cells": cells})
    for each in sets:  # right programs, which the diagnosis compares a student's with
        (to / packed(each).relative_to(course)).unlink(missing_ok=True)
    sources = cut_packages([to / "minigrad"], names)
    spares.write(to / "autograder", sources)
    readme = README.format(
        title=f"Problem set {', '.join(sets)}",
        pieces="\n".join(f"- {name} ({PIECES[name].set})" for name in names),
    )
    (to / "README.md").write_text(readme, encoding="utf-8")


def full_course(what: str) -> Path:
    """The folder of the whole course. WorkError in a handout, or without solutions."""
    course = Path(__file__).resolve().parents[2]
    if spares.is_handout() or not variant.solutions(course).is_dir():
        raise WorkError(f"{what} from the whole course, with its solutions: not here.")
    return course


def cut_packages(packages: Iterable[Path], names: Iterable[str]) -> Sources:
    """Put stubs in the place of pieces in copies of packages, given by their folders.

    Answers {name: (module, source)} of what was cut. ValueError for a piece that has
    no mark: it might still be there.
    """
    wanted, found = {name: PIECES[name] for name in names}, {}
    for package in packages:
        here = [each for each in marks.every(package) if each[2].name in wanted]
        for module, _, each in here:  # the core's form, which stands before a faster
            found.setdefault(each.name, (module, each.text))
        for path in {path for _, path, _ in here}:
            text = cut(path.read_text(encoding="utf-8"), path.name, wanted)
            path.write_text(text, encoding="utf-8", newline="\n")
            # A cache of the whole file would be valid where clocks are coarse.
            shutil.rmtree(path.with_name("__pycache__"), ignore_errors=True)
    if missing := wanted.keys() - found:
        raise ValueError(f"no mark `# piece: …` for {', '.join(sorted(missing))}")
    return found


def cut(source: str, place: str, pieces: dict[str, Piece]) -> str:
    """A file of minigrad with stubs where `pieces` stood."""
    lines = source.splitlines()
    edits: list[tuple[int, int, list[str]]] = []
    for each in marks.marked(source, place):
        if each.name in pieces:
            edits += _edits(each, pieces[each.name])
    for start, end, stub in sorted(edits, reverse=True):
        lines[start:end] = stub
    return "\n".join(lines) + "\n"


def _edits(each: Marked, piece: Piece) -> list[tuple[int, int, list[str]]]:
    """(first line, line after the last, new lines), counted from 0."""
    if isinstance(each.node, ast.FunctionDef):
        return [emptied(each.node, piece, piece.name)]
    there = {
        node.name: node for node in each.node.body if isinstance(node, ast.FunctionDef)
    }
    edits = []
    for method in piece.names:
        if method in there:
            edits.append(emptied(there[method], piece, f"{piece.name}.{method}"))
        else:
            end, indent = each.node.end_lineno, " " * (each.node.col_offset + 4)
            stub = ["", f"{indent}def {method}(self, *args):"]
            body = _stub(piece, f"{piece.name}.{method}", indent + "    ")
            edits.append((end, end, stub + body))
    return edits


def emptied(
    node: ast.FunctionDef, piece: Piece, name: str
) -> tuple[int, int, list[str]]:
    """The body of a function but its docstring, and the stub in its place."""
    documented = ast.get_docstring(node) is not None
    start = node.body[0].end_lineno if documented else node.body[0].lineno - 1
    if node.body[0].lineno == node.lineno:
        raise ValueError(f"{name}: its body must begin on a line of its own")
    indent = " " * node.body[0].col_offset
    return start, node.end_lineno, _stub(piece, name, indent)


def _stub(piece: Piece, name: str, indent: str) -> list[str]:
    said = f"{name} is a piece of {piece.set} that you write and check"
    return [
        f"{indent}raise NotImplementedError(",
        f'{indent}    "{said}"',
        f"{indent})",
    ]
