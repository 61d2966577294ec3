"""One student's work of all problem sets, plugged at once, under minigrad's own tests.

`left_out.txt` beside this file names the tests that fail on the solutions, below the
statement that leaves their case out. No other may fail, and each of these must.
"""

import json
import linecache
import os
import subprocess
import sys
import types
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all, mine_of
from autograder.work.saving import save

ROOT = Path(__file__).parents[2]
TESTS = "tests/core", "tests/minigrad"


def left_out():
    """The tests of the list, by their ids."""
    found, test, had = set(), None, True
    text = (Path(__file__).parent / "left_out.txt").read_text(encoding="utf-8")
    for line in [*text.splitlines(), "#"]:
        if line.startswith("    "):
            found.add(test + line.removeprefix("    "))
            had = True
        elif line:
            found |= set() if had else {test}
            test, had = line, line.startswith("#")
    return found


@pytest.fixture
def students_work(tmp_path, monkeypatch):
    """A folder in which the solution of every piece of minigrad is saved."""
    monkeypatch.setenv("MINIGRAD_WORK", str(tmp_path))
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    try:
        for name in dict.fromkeys(each.set for each in PIECES.values()):
            run_solutions(name)
        pieces = [each.name for each in PIECES.values() if each.in_minigrad]
        assert {one: save(mine_of(one)) for one in pieces} == dict.fromkeys(pieces)
    finally:
        forget_all()
    return tmp_path


def run_solutions(name):
    """Run what a notebook imports and defines; its checks and training are left."""
    path = ROOT / "solutions" / name / f"{name}.ipynb"
    scope = types.ModuleType("__main__").__dict__
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        is_blank = cell["metadata"].get("nbgrader", {}).get("solution")
        if cell["cell_type"] == "code" and (is_blank or cell["id"] == "imports"):
            code, file = "".join(cell["source"]), f"<{name}: {cell['id']}>"
            lines = code.splitlines(keepends=True)
            linecache.cache[file] = (len(code), None, lines, file)
            exec(compile(code, file, "exec"), scope)


@pytest.mark.slow
def test_minigrad_passes_its_tests_on_one_students_pieces(students_work, tmp_path):
    result, path = tmp_path / "result.xml", os.pathsep.join((".", "tests"))
    options = ["-q", "-n2", "-p", "helpers.plugged", "-p", "no:cacheprovider"]
    # Where the engine is a student's, nothing is compiled: functions run as they are.
    options += ["--ignore=tests/minigrad/test_compile.py"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, f"--junitxml={result}", *TESTS],
        cwd=ROOT,
        env={**os.environ, "STUDENTS_WORK": str(students_work), "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert result.exists(), done.stderr
    failed = {
        f"{case.get('classname').replace('.', '/')}.py::{case.get('name')}"
        for case in ElementTree.parse(result).iter("testcase")
        if case.find("failure") is not None or case.find("error") is not None
    }
    broken = "\n".join(sorted(failed - left_out()))
    assert not broken, f"{broken}\n{done.stdout[-20_000:]}"
    assert not left_out() - failed, "these pass: take them out of left_out.txt"


def test_what_is_left_out_is_told_with_a_statement():
    """Of each problem set it says which piece, and each test that it names exists."""
    text = (Path(__file__).parent / "left_out.txt").read_text(encoding="utf-8")
    for part in text.strip().split("\n\n"):
        assert part.startswith("# ps"), part.splitlines()[0]
    for test in left_out():
        path, _, name = test.partition("::")
        source = (ROOT / path).read_text(encoding="utf-8")
        assert f"def {name.partition('[')[0]}(" in source, test
