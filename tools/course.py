"""`python -m tools.course`: the whole course, run as by a student who solves it all.

In a copy of the course, the problem sets are filled with the solutions in `my_work/`.
Every lecture runs as it stands, then every set, in order, in a fresh kernel each. A
lecture raises no error but those it announces, no check of a set fails, and in the end
minigrad runs on every piece. A line per notebook says what it took.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import nbformat

from autograder import variant

from . import lectures
from .lectures import ROOT

TAKEN = "autograder", "course", "exercises", "minigrad"
BRING = "from autograder.work.folder import bring; bring()"
WHOLE = """
from autograder import progress, use_mine
print(use_mine(), progress(), sep="\\n")
missing = [
    name
    for states in progress().sets.values()
    for name, state in states.items()
    if state != "passed"
]
if missing:
    raise SystemExit(f"minigrad does not run on your {', '.join(missing)}")
"""


def solutions(set: str) -> dict[str, str]:
    """What is right in each blank of a problem set, by the id of its cell."""
    path = variant.solutions(ROOT) / set / f"{set}.ipynb"
    source = nbformat.read(path, as_version=4)
    return {
        cell.id: "\n".join(
            line
            for line in cell.source.split("\n")
            if "BEGIN SOLUTION" not in line and "END SOLUTION" not in line
        )
        for cell in source.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }


def fill(path: Path) -> None:
    """Write the solutions into the notebook of a problem set."""
    notebook, own = nbformat.read(path, as_version=4), solutions(path.stem)
    for cell in notebook.cells:
        cell.source = own.get(cell.id, cell.source)
    nbformat.write(notebook, path)


def copy_of_the_course(to: Path) -> list[Path]:
    """The notebooks of a student's folder, in order; every blank is filled."""
    for name in TAKEN:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, to / name, ignore=ignored)
    told(to, BRING)
    sets = sorted((to / "my_work").glob("ps*/ps*.ipynb"))
    for path in sets:
        fill(path)
    return sorted((to / "course").glob("*.ipynb")) + sets


def told(course: Path, code: str) -> str:
    """What a Python prints that starts in the course. CalledProcessError if it fails"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=course, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def complaints(path: Path, root: Path) -> Iterator[str]:
    """Run a notebook; the id of each cell that failed, with its error."""
    from nbclient.exceptions import CellExecutionError

    try:
        ran = lectures.run(nbformat.read(path, as_version=4), path.parent, root)
    except CellExecutionError as error:
        yield str(error)
        return
    for cell in ran.cells:
        errors = [o for o in cell.get("outputs", ()) if o.output_type == "error"]
        announced = "raises-exception" in cell.metadata.get("tags", ())
        is_lecture, is_graded = (
            path.parent.name == "course",
            "nbgrader" in cell.metadata,
        )
        if errors and is_graded:
            yield f"{cell.id}: {errors[0].ename}: {errors[0].evalue}"
        elif is_lecture and announced and not errors:
            yield f"{cell.id}: the error that it announces is not raised"


def main(arguments: list[str] | None = None) -> int:
    """The exit status: 1 if anything failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.course",
        description="Run every lecture, and every problem set with its solutions.",
    )
    parser.add_argument("names", nargs="*", help="only these notebooks: 05 ps2")
    names = tuple(parser.parse_args(arguments).names) or ("",)
    # The student's folder is the copy's `my_work`, and this is no run of nbgrader's.
    for variable in ("MINIGRAD_WORK", "NBGRADER_EXECUTION"):
        os.environ.pop(variable, None)
    start, failed = time.perf_counter(), 0
    with tempfile.TemporaryDirectory() as scratch:
        course = Path(scratch).resolve()
        notebooks = copy_of_the_course(course)
        chosen = [each for each in notebooks if each.name.startswith(names)]
        for path in chosen:
            began = time.perf_counter()
            wrong = list(complaints(path, course))
            print(line(path.stem, began, "FAILED" if wrong else "ok"), flush=True)
            print(*(f"    {each}\n" for each in wrong), sep="", end="", flush=True)
            failed += bool(wrong)
        print(line(f"{len(chosen)} notebooks", start, f"{failed} failed"))
        if {each for each in notebooks if each.stem.startswith("ps")} <= set(chosen):
            try:
                print(told(course, WHOLE), end="")
            except subprocess.CalledProcessError as error:
                print(error.stdout, end="")
                failed += 1
    return int(failed > 0)


def line(name: str, began: float, said: str) -> str:
    return f"{name:26}{time.perf_counter() - began:7.1f} s   {said}"


if __name__ == "__main__":
    sys.exit(main())
