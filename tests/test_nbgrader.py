"""nbgrader from release to feedback: the same release, and the points that checks give.

In a copy of the course three students hand in the released notebook: right, partly
right (and with the other checks replaced by cells that pass), and untouched.
"""

import copy
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("nbgrader")

ROOT = Path(__file__).resolve().parents[1]
SET = "ps2"
NOTEBOOK = f"{SET}/{SET}.ipynb"
POINTS = {
    "add-check": 2,
    "mul-check": 4,
    "div-check": 4,
    "pow-check": 5,
    "exp-check": 2,
    "log-check": 2,
    "tanh-check": 4,
    "relu-check": 3,
    "abs-check": 2,
    "sum-check": 8,
    "mean-check": 4,
    "max-check": 8,
    "norm-check": 6,
    "dot-check": 3,
    "mv-check": 4,
    "mm-check": 5,
    "bmm-check": 5,
    "index-check": 7,
    "shape-check": 8,
    "predict-check": 4,
    "tie-check": 4,
    "keep": 6,
}
BY_HAND = "keep"

TANH_WITHOUT_ITS_SLOPE = '''
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad
'''


# -- submissions ------------------------------------------------------------------


def answers():
    """What the solutions have in the blanks, by cell id."""
    source = nbformat.read(ROOT / "solutions" / NOTEBOOK, as_version=4)
    return {
        cell.id: cell.source
        for cell in source.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }


RIGHT = answers()
SUBMISSIONS = {
    "right": RIGHT,
    "partly": {
        "mul": RIGHT["mul"],
        "tanh": TANH_WITHOUT_ITS_SLOPE,
        "tanh-check": "print('passed')",
        "sum-check": "8.0",
    },
    "untouched": {},
}
EXPECTED = {
    "right": {**POINTS, BY_HAND: None},
    "partly": {"mul-check": 4},
    "untouched": {},
}


def fill(release, cells):
    """The released notebook with these cells changed."""
    notebook = copy.deepcopy(release)
    for cell in notebook.cells:
        cell.source = cells.get(cell.id, cell.source)
    return notebook


# -- the course -------------------------------------------------------------------


class Course:
    """A copy of what nbgrader works on. `nbgrader` runs one of its commands there."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copy(ROOT / "nbgrader_config.py", folder)
        shutil.copytree(ROOT / "solutions" / SET, folder / "solutions" / SET)

    def nbgrader(self, command):
        path = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", command, SET],
            cwd=self.folder,
            env=os.environ
            | {
                "PYTHONPATH": os.pathsep.join(path),
                "JUPYTER_CONFIG_DIR": str(self.folder / "config"),
            },
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr

    def read(self, *path):
        return nbformat.read(self.folder.joinpath(*path), as_version=4)

    def autograded(self, student):
        """The code cells of a submission as they ran, by id."""
        cells = self.read("autograded", student, NOTEBOOK).cells
        return {cell.id: cell for cell in cells if cell.cell_type == "code"}

    def feedback(self, student):
        page = self.folder / "feedback" / student / SET / f"{SET}.html"
        return page.read_text(encoding="utf-8")

    def gradebook(self):
        from nbgrader.api import Gradebook

        return Gradebook(f"sqlite:///{self.folder / 'gradebook.db'}")

    def scores(self, student):
        """What each grade cell earned by itself; None waits for a person."""
        with self.gradebook() as gradebook:
            notebook = gradebook.find_submission_notebook(SET, SET, student)
            return {grade.name: grade.auto_score for grade in notebook.grades}


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    course = Course(tmp_path_factory.mktemp("course"))
    course.nbgrader("generate_assignment")
    return course


@pytest.fixture(scope="module")
def graded(released):
    release = released.read("exercises", NOTEBOOK)
    archive = released.folder / "downloaded" / SET / "archive"
    archive.mkdir(parents=True)
    for student, cells in SUBMISSIONS.items():
        nbformat.write(fill(release, cells), archive / f"{student}_{SET}.ipynb")
    released.nbgrader("zip_collect")
    released.nbgrader("autograde")
    return released


# -- release ----------------------------------------------------------------------


def test_regenerated_release_is_the_committed_one_byte_for_byte(released):
    fresh, committed = released.folder / "exercises" / SET, ROOT / "exercises" / SET
    files = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
    kept = {
        path.relative_to(committed)
        for path in committed.rglob("*")
        if path.is_file() and ".ipynb_checkpoints" not in path.parts
    }
    assert files == kept
    for file in files:
        assert (fresh / file).read_bytes() == (committed / file).read_bytes(), file


def test_the_time_limits_reach_the_class_that_executes():
    from nbgrader.preprocessors import Execute
    from traitlets.config import PyFileConfigLoader

    config = PyFileConfigLoader("nbgrader_config.py", str(ROOT)).load_config()
    execute = Execute(config=config)
    assert execute.timeout == config.Execute.timeout != Execute().timeout
    assert execute.iopub_timeout == config.Execute.iopub_timeout


# -- grading ----------------------------------------------------------------------


@pytest.mark.parametrize("student", SUBMISSIONS)
def test_points(graded, student):
    assert graded.scores(student) == {**dict.fromkeys(POINTS, 0), **EXPECTED[student]}


def test_all_points_are_known_to_the_gradebook(graded):
    with graded.gradebook() as gradebook:
        cells = gradebook.find_notebook(SET, SET).grade_cells
        assert {cell.name: cell.max_score for cell in cells} == POINTS


def complaints(cells):
    """The errors, by cell, and whatever went to stderr: warnings among it."""
    return {
        id: output.get("ename", output.get("text"))
        for id, cell in cells.items()
        for output in cell.outputs
        if output.output_type == "error" or output.get("name") == "stderr"
    }


def error_of(cell):
    (error,) = [each for each in cell.outputs if each.output_type == "error"]
    return error


def test_the_solutions_run_without_errors_and_warnings(graded):
    cells = graded.autograded("right")
    assert all(cell.execution_count for cell in cells.values())
    assert complaints(cells) == {}
    assert {id: cell.source for id, cell in cells.items() if id in RIGHT} == {
        id: source for id, source in RIGHT.items() if id in cells
    }


def test_an_untouched_release_complains_once_for_each_blank(graded):
    cells = graded.autograded("untouched")
    assert complaints(cells) == {id: "CheckFailed" for id in POINTS if id != BY_HAND}
    for id in complaints(cells):
        assert "is not written yet" in error_of(cells[id]).evalue


def test_an_edited_check_is_put_back(graded):
    assert graded.autograded("partly")["tanh-check"].source == "check(Tanh)"


# -- feedback ---------------------------------------------------------------------


def test_feedback_shows_the_points_and_the_diagnosis(graded):
    with graded.gradebook() as gradebook:
        grade = gradebook.find_grade(BY_HAND, SET, SET, "right")
        grade.manual_score = 5
        gradebook.db.commit()
    graded.nbgrader("generate_feedback")
    assert "Score: 99.0 / 100.0" in graded.feedback("right")
    assert "Score: 4.0 / 100.0" in graded.feedback("partly")
    assert "Score: 0.0 / 100.0" in graded.feedback("untouched")
    error = error_of(graded.autograded("partly")["tanh-check"])
    assert "A factor is missing" in error.evalue
    assert "A factor is missing" in graded.feedback("partly")
    assert "For the grader" not in graded.feedback("partly")
