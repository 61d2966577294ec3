"""What autograder imports (one way from room to room, and a set's own files only),
and how long each room may be."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.pieces.catalogue import PIECES

ROOT = Path(__file__).parents[2]
SOURCES = {
    ".".join(part for part in path.relative_to(ROOT).with_suffix("").parts): path
    for path in sorted((ROOT / "autograder").rglob("*.py"))
}
SOURCES = {name.removesuffix(".__init__"): path for name, path in SOURCES.items()}
# Each imports from itself and from those before it.
ROOMS = ("pieces", "check", "work", "checking", "authoring", "exam", "grading", "lms")

# Lines of Python in a room, as `wc -l` counts them, without those of rooms in it.
BUDGETS = {
    ".": 780,  # the files of autograder itself
    "pieces": 2_593,
    "check": 3_620,
    "check/diagnosis": 1_762,
    "check/hints": 460,
    "check/programs": 5_067,
    "check/references": 280,
    "work": 987,
    "authoring": 1_280,
    "exam": 1_990,
    "grading": 6_105,
    "lms": 560,
}
LATER = re.compile(r"ps[5-8]")  # sets after ps4 are counted apart
A_PIECE = 60  # lines of diagnosis for each piece of these


def imports(name: str) -> set[str]:
    """The modules of autograder that one imports, late ones too.

    The package that a module lies in is imported with it, and does not count. Who
    imports files by their names imports all files of problem sets beside it.
    """
    path = SOURCES[name]
    package = name.split(".")[: None if path.name == "__init__.py" else -1]
    text, found = path.read_text(encoding="utf-8"), set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*start, *filter(None, [node.module])])
            names = {f"{module}.{alias.name}" for alias in node.names}
            modules = names & SOURCES.keys()
            found |= modules if modules == names else modules | {module}
    if 'import_module(f"{__name__}.' in text:
        found |= {each for each in SOURCES if each.startswith(f"{name}.ps")}
    return {each for each in found if each in SOURCES} - {name}


def test_no_module_imports_itself_by_way_of_others():
    waiting = {name: imports(name) for name in SOURCES}
    while free := [name for name, found in waiting.items() if not found]:
        for name in free:
            del waiting[name]
        for found in waiting.values():
            found.difference_update(free)
    assert {name: sorted(found) for name, found in waiting.items()} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_from_those_before_it(room):
    above = ROOMS[ROOMS.index(room) + 1 :]
    for name in SOURCES:
        if name.split(".")[1:2] == [room]:
            rooms = {each.split(".")[1] for each in imports(name) if "." in each}
            assert not rooms & {*above}, name


def room_of(path: Path) -> str:
    """The innermost room that a file lies in."""
    folders = path.relative_to(ROOT / "autograder").parents
    return next(each.as_posix() for each in folders if each.as_posix() in BUDGETS)


def lines_of(paths) -> int:
    return sum(each.read_text(encoding="utf-8").count("\n") for each in paths)


@pytest.mark.parametrize("room", BUDGETS)
def test_a_room_keeps_to_its_budget(room):
    here = [path for path in SOURCES.values() if room_of(path) == room]
    assert (
        here and lines_of(p for p in here if not LATER.search(p.name)) <= BUDGETS[room]
    )


def test_no_room_is_without_a_budget():
    folders = {path.relative_to(ROOT).parts[1] for path in SOURCES.values()}
    assert {each for each in folders if not each.endswith(".py")} <= BUDGETS.keys()


def test_a_later_piece_needs_few_lines_of_diagnosis():
    files = (ROOT / "autograder" / "check" / "diagnosis").glob("*.py")
    pieces = [name for name, each in PIECES.items() if LATER.match(each.set)]
    later = [path for path in files if LATER.search(path.name)]
    assert lines_of(later) <= A_PIECE * len(pieces)


CHECK = """
import json, sys
from autograder import CheckFailed, check, hint, piece
from minigrad import Op
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad, grad * a
try:
    check(Mul)
except CheckFailed:
    hint("Mul")
print(json.dumps(sorted(name for name in sys.modules if "autograder" in name)))
"""


def test_a_check_imports_the_files_of_its_own_set_only():
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    loaded = json.loads(done.stdout)
    for kind in ("programs", "hints"):
        start = f"autograder.check.{kind}.ps"
        sets = {name.removeprefix(start)[0] for name in loaded if start in name}
        assert sets == {"2"}, kind
    rooms = {name.split(".")[1] for name in loaded if "." in name}
    assert not rooms & {"authoring", "exam", "grading", "lms"}
