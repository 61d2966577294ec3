"""In the formgrader, the model answer and the rubric stand below each written answer.

nbgrader_config.py gives `Rubrics` to nbconvert. It adds cells to the page alone: the
notebook in autograded/ is not changed, and feedback for students has none of it.
"""

from functools import cache
from pathlib import Path

import nbformat
from nbconvert.preprocessors import Preprocessor

from .. import variant

SOLUTIONS = variant.solutions(Path(__file__).resolve().parents[2])


class Rubrics(Preprocessor):
    """Acts where the resources are those of the formgrader's page of a submission."""

    def preprocess(self, nb, resources):
        told = rubrics(resources["notebook_id"]) if "submission_id" in resources else {}
        cells = []
        for cell in nb.cells:
            cells.append(cell)
            if text := told.get(cell.metadata.get("nbgrader", {}).get("grade_id")):
                head = "**Model answer and rubric. Students do not see this.**"
                cells.append(nbformat.v4.new_markdown_cell(f"{head}\n\n{text}"))
        return nbformat.from_dict({**nb, "cells": cells}), resources


@cache
def rubrics(name: str) -> dict[str, str]:
    """{cell: what its solution says} of the written answers of a set."""
    path = SOLUTIONS / name / f"{name}.ipynb"
    cells = nbformat.read(path, as_version=4).cells if path.is_file() else []
    return {
        cell.id: cell.source.partition("BEGIN SOLUTION -->")[2].rpartition("<!--")[0]
        for cell in cells
        if cell.cell_type == "markdown"
        and cell.metadata.get("nbgrader", {}).get("grade")
    }
