"""The rubric beside a written answer: for whoever grades, and for nobody else."""

import nbformat
import pytest

pytest.importorskip("nbgrader")

from nbconvert.exporters import HTMLExporter  # noqa: E402
from nbgrader.server_extensions.formgrader import handlers  # noqa: E402
from traitlets.config.loader import PyFileConfigLoader  # noqa: E402

from autograder.grading import rubric  # noqa: E402

ROOT = rubric.SOLUTIONS.parent
OF_FORMGRADER = {  # what its handler gives
    "assignment_id": "ps4",
    "notebook_id": "ps4",
    "submission_id": "0a1b",
    "index": 0,
    "total": 1,
    "base_url": "",
    "student": "ada",
    "last_name": "Lovelace",
    "first_name": "Ada",
    "notebook_path": "autograded/ada/ps4/ps4.ipynb",
}


def page(template, resources):
    """The page of a submission, by the course's own configuration."""
    config = PyFileConfigLoader("nbgrader_config.py", str(ROOT)).load_config()
    config.HTMLExporter.template_name = template
    config.HTMLExporter.extra_template_basedirs = [handlers.template_path]
    notebook = nbformat.read(ROOT / "exercises" / "ps4" / "ps4.ipynb", as_version=4)
    cell = next(each for each in notebook.cells if each.id == "limits")
    cell.source, cell.metadata.nbgrader.cell_type = "My answer.", "markdown"
    notebook.cells = [each for each in notebook.cells if "nbgrader" in each.metadata]
    before = nbformat.writes(notebook)
    exporter = HTMLExporter(config=config)
    html, _ = exporter.from_notebook_node(notebook, resources=dict(resources))
    assert nbformat.writes(notebook) == before
    return html


def test_whoever_grades_sees_it_below_the_answer():
    html = page("formgrade", OF_FORMGRADER)
    answer, told = html.index("My answer."), html.index("For the grader, 6 points.")
    assert answer < html.index("Students do not see this.") < told
    assert told < html.index("Two marked samples.")
    assert "SOLUTION" not in html


def test_a_page_for_students_has_none_of_it():
    html = page("classic", {"notebook_id": "ps4"})
    assert "My answer." in html and "For the grader" not in html


def test_a_set_of_ones_own_without_a_solution_has_none():
    assert rubric.rubrics("ps99") == {}
