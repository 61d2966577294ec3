"""Synthetic classes: submissions of every sort, for the benchmark of grading.

Right and wrong code is from the solutions, their mutants and the banks of answers in
tests/banks/answers; hostile submissions are from tests/banks/attacks. Ten in a row have
the mix `MIX`, and a number always gives the same submission.

Read: `make_class`, then the sorts.
"""

import ast
import inspect
import random
import shutil
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path

import nbformat
import numpy as np

from tools.mutate.mutants import mutants
from tools.mutate.solutions import solutions

ROOT = Path(__file__).resolve().parents[2]
# Last, since the folder tests/minigrad would hide the package.
sys.path.append(str(ROOT / "tests"))

from banks.answers import bank  # noqa: E402
from banks.attacks.kit import ATTACKS, SET, Work  # noqa: E402
from helpers.grading_course import solutions as right_cells  # noqa: E402

MIX = (
    *("right", "partly", "wrong", "right", "hostile"),
    *("right", "wrong", "partly", "broken", "right"),
)
HONEST = ("right", "partly", "wrong")
MOST_TRIED = 0.3  # of the blanks of who is wrong


def make_class(folder: Path, count: int, *, mix=MIX, torch: bool = False) -> None:
    """A course with a release, a gradebook and `count` submissions.

    What is there already is kept. With `torch`, nbgrader itself is to grade it: the
    configuration says nothing of grading, and the checks import torch.
    """
    if not (folder / "gradebook.db").exists():
        shutil.rmtree(folder, ignore_errors=True)
        _release(folder, torch)
    for number in range(count):
        student = f"{mix[number % len(mix)]}-{number:04}"
        place = folder / "submitted" / student
        if not place.exists():
            beside = folder / "submitted" / f".{student}" / SET
            shutil.rmtree(beside.parent, ignore_errors=True)
            beside.mkdir(parents=True)
            _hand_in(folder, beside, student.partition("-")[0], number)
            beside.parent.rename(place)


def _release(folder: Path, torch: bool) -> None:
    (folder / "solutions" / SET).mkdir(parents=True)
    (folder / "exercises").mkdir()
    source = nbformat.read(ROOT / "solutions" / SET / f"{SET}.ipynb", as_version=4)
    config = (ROOT / "nbgrader_config.py").read_text(encoding="utf-8")
    if torch:
        for cell in source.cells:
            if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get(
                "grade"
            ):
                cell.source = f"import torch\n{cell.source}"
        config = config.partition("\nc.Autograde.")[0]
        config += "\nc.ExecutePreprocessor.timeout = 600\n"
    (folder / "nbgrader_config.py").write_text(config, encoding="utf-8")
    nbformat.write(source, folder / "solutions" / SET / f"{SET}.ipynb")
    command = [sys.executable, "-m", "nbgrader", "generate_assignment", SET]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)


def _hand_in(course: Path, folder: Path, sort: str, number: int) -> None:
    path = course / "exercises" / SET / f"{SET}.ipynb"
    work = Work(nbformat.read(path, as_version=4), folder)
    chosen = random.Random(number)
    SORTS[sort](work, chosen)
    work.hand_in()


def _fill(work: Work, chosen: random.Random, wrong: float, blank: float) -> None:
    """Write all answers, of which the given shares are wrong or left blank."""
    for id, source in right_cells(SET).items():
        name = _piece(source)
        draw = chosen.random()
        if draw < blank:
            continue
        if draw < blank + wrong and name:
            source = chosen.choice(_wrong(name))
        elif name and chosen.random() < 0.5:
            source = chosen.choice([source, *_from_bank(bank.RIGHT, name)])
        work[id].source = source


# -- the sorts --------------------------------------------------------------------


def _right(work: Work, chosen: random.Random) -> None:
    _fill(work, chosen, 0.0, 0.0)


def _is_wrong(work: Work, chosen: random.Random) -> None:
    _fill(work, chosen, MOST_TRIED, 0.0)


def _partly(work: Work, chosen: random.Random) -> None:
    _fill(work, chosen, 0.1, 0.5)


def _broken(work: Work, chosen: random.Random) -> None:
    _fill(work, chosen, 0.0, 0.0)
    whole = nbformat.writes(work.notebook).encode()
    kind = chosen.choice(["empty", "cut", "latin", "cells", "syntax", "exits"])
    if kind in ("empty", "cut", "latin"):
        half = whole[: len(whole) // 2]
        work.content = {
            "empty": b" ",
            "cut": half,
            "latin": whole.decode().encode("latin-1", "ignore"),
        }[kind]
    elif kind == "cells":
        work.notebook.cells = chosen.sample(work.notebook.cells, 30)
    else:
        source = {"syntax": "def broken(:\n", "exits": "import os\nos._exit(1)"}
        work.cell(source[kind])


def _hostile(work: Work, chosen: random.Random) -> None:
    _fill(work, chosen, 0.0, 0.0)
    chosen.choice([each for each in ATTACKS if not each.heavy]).act(work)


SORTS = {
    "right": _right,
    "wrong": _is_wrong,
    "partly": _partly,
    "broken": _broken,
    "hostile": _hostile,
}


# -- code from the banks ----------------------------------------------------------


def _piece(source: str) -> str:
    """The piece that a cell defines; "" if it is none."""
    names = [getattr(node, "name", "") for node in _tree(source).body]
    return next((name for name in names if name in _definitions()), "")


def _tree(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except SyntaxError:  # a written answer
        return ast.Module([], [])


@cache
def _definitions() -> dict[str, ast.AST]:
    return {each.piece.name: each.node for each in solutions(SET)}


@cache
def _wrong(name: str) -> list[str]:
    changed = [each.node for each in mutants(_definitions()[name])]
    sources = [ast.unparse(ast.fix_missing_locations(node)) for node in changed]
    return _from_bank(bank.WRONG, name) + [f"@piece\n{each}\n" for each in sources]


def _from_bank(answers: dict, name: str) -> list[str]:
    """Answers of a bank as cells: those whose methods stand on their own."""
    found = []
    for answer in answers.get(name, {}).values():
        methods = [getattr(answer, each, None) for each in ("forward", "backward")]
        if all(map(_stands_alone, methods)):
            body = "\n".join(textwrap.dedent(inspect.getsource(m)) for m in methods)
            found.append(f"@piece\nclass {name}(Op):\n{textwrap.indent(body, '    ')}")
    return found


def _stands_alone(method: object) -> bool:
    """True for a method that needs nothing of its module but NumPy."""
    code = getattr(method, "__code__", None)
    if code is None or code.co_freevars or code.co_name == "<lambda>":
        return False
    needs = set(code.co_names) & method.__globals__.keys()
    return all(method.__globals__[each] is np for each in needs)
