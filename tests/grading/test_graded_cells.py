"""A graded cell writes nothing to stderr: to nbgrader any text there is 0 points."""

import json
import os
import subprocess
import sys
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2]

# Runs cells as the grader does. Prints which wrote to stderr, or failed, and whether
# a pass has met what minigrad warns of once in a process.
PROGRAM = """
import json, sys
from autograder.grading.inside.cells import Cells, make_shell

out, cells, bad = sys.stdout, Cells(make_shell()), {}
for name, source in json.load(sys.stdin):
    told = [o for o in cells.run(source) if o.get("name", "stderr") == "stderr"]
    told = [o for o in told if o["output_type"] in ("stream", "error")]
    if told:
        bad[name] = told
from minigrad import errors
print(json.dumps([bad, not errors.unwarned]), file=out)
"""

CYCLE = """
import minigrad as torch
x = torch.ones(2, requires_grad=True)
(x * x).sum().backward(create_graph=True)
x.grad = None
"""


def run(cells: list, folder: Path) -> list:
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", PROGRAM],
        input=json.dumps(cells),
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def code_of(name: str) -> list:
    """(id, source) of the code of a set, with its solutions."""
    book = nbformat.read(ROOT / "solutions" / name / f"{name}.ipynb", as_version=4)
    return [(c.id, c.source) for c in book.cells if c.cell_type == "code"]


def test_the_checks_of_the_engine_warn_of_no_reference_cycle(tmp_path):
    bad, warned = run(code_of("ps1"), tmp_path)
    assert bad == {}
    assert warned  # the checks run what would warn elsewhere


def test_a_students_own_cell_warns_once_and_the_checks_after_it_do_not(tmp_path):
    cells = [("own", CYCLE), ("again", CYCLE), *code_of("ps1")]
    bad, _ = run(cells, tmp_path)
    (text,) = bad.pop("own")
    assert "reference cycle" in text["text"] and bad == {}
