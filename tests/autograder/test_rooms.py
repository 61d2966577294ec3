"""What autograder imports: one way from room to room, and a set's own files only."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = {
    ".".join(part for part in path.relative_to(ROOT).with_suffix("").parts): path
    for path in sorted((ROOT / "autograder").rglob("*.py"))
}
SOURCES = {name.removesuffix(".__init__"): path for name, path in SOURCES.items()}
# Each imports from itself and from those before it.
ROOMS = ("pieces", "check", "work", "checking", "authoring", "grading")


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
    for kind in ("programs", "diagnosis", "hints"):
        start = f"autograder.check.{kind}.ps"
        sets = {name.removeprefix(start)[0] for name in loaded if start in name}
        assert sets == {"2"}, kind
    rooms = {name.split(".")[1] for name in loaded if "." in name}
    assert not rooms & {"authoring", "grading"}
