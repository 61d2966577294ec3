"""Points so far of a problem set, as far as a notebook can know them.

A piece of the student's that passed has its points. What else is graded, predictions,
programs and written answers, counts as answered once the blank is filled in in the
student's notebook: right or wrong is said elsewhere.
"""

import json
import re
from collections.abc import Container
from pathlib import Path

from ..pieces.catalogue import PIECES
from .folder import folder, root


def points_so_far(set: str, passed: Container[str]) -> str:
    """ "4 of 100 points, 0 of 3 answers given"; "" where its release is not there."""
    release = _cells(root() / "exercises" / set / f"{set}.ipynb")
    mine = _cells(folder() / set / f"{set}.ipynb") if folder() else {}
    points = of = given = answers = 0
    blank = ""
    for id, cell in release.items():
        marks = cell["metadata"].get("nbgrader", {})
        blank = id if marks.get("solution") else blank
        if not marks.get("grade"):
            continue
        of += marks["points"]
        called = re.match(r"check\((\w+)", cell["source"])
        piece = called and PIECES.get(called[1])
        if piece and piece.set == set:
            points += marks["points"] * (piece.name in passed)
        else:
            empty = release[blank]["source"]
            answers += 1
            given += mine.get(blank, release[blank])["source"] != empty
    said = f"{points} of {of} points, {given} of {answers} answers given"
    return said if release else ""


def _cells(path: Path) -> dict[str, dict]:
    """The cells of a notebook by nbgrader's ids, which every editor keeps, or by their
    own; none where there is no notebook."""
    found = {}
    try:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            id = cell["metadata"].get("nbgrader", {}).get("grade_id", cell.get("id"))
            found[id] = cell | {"source": "".join(cell["source"])}
        return found
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
