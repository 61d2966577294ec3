"""nbgrader from release to feedback: the same release, and the points that checks give.

In a copy of the course students hand in the released notebook of each set: right and
untouched, and of ps2 partly right, with the other checks replaced by cells that pass.
Every release is made with every test; of the quick ones only ps2 is graded.
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

ROOT = Path(__file__).resolve().parents[2]
SETS = sorted(path.name for path in (ROOT / "solutions").iterdir() if path.is_dir())
COLLECTED = {"ps2", "ps8_images"}  # both sorts of names; the others lie there already

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


def notebook(name):
    return f"{name}/{name}.ipynb"


def marks(name):
    """The cells that nbgrader knows in a set, with its metadata, by id."""
    source = nbformat.read(ROOT / "solutions" / notebook(name), as_version=4)
    return {
        cell.id: (cell.source, cell.metadata.nbgrader)
        for cell in source.cells
        if "nbgrader" in cell.metadata
    }


def points(name):
    return {id: mark.points for id, (_, mark) in marks(name).items() if mark.grade}


def by_hand(name):
    """The written answers: what is both a solution and graded."""
    return {id for id, (_, mark) in marks(name).items() if mark.grade and mark.solution}


def right(name):
    """What the solutions have in the blanks, by cell id."""
    return {id: source for id, (source, mark) in marks(name).items() if mark.solution}


def submissions(name):
    found = {"right": right(name), "untouched": {}}
    if name == "ps2":
        found["partly"] = {
            "mul": right(name)["mul"],
            "tanh": TANH_WITHOUT_ITS_SLOPE,
            "tanh-check": "print('passed')",
            "sum-check": "8.0",
        }
    return found


def expected(name, student):
    """What the checks give, by cell; None waits for a person."""
    full = points(name)
    if student == "right":
        return full | dict.fromkeys(by_hand(name))
    earned = {"mul-check": 4} if student == "partly" else {}
    return dict.fromkeys(full, 0) | earned


def fill(release, cells):
    """The released notebook with these cells changed."""
    filled = copy.deepcopy(release)
    for cell in filled.cells:
        cell.source = cells.get(cell.id, cell.source)
    return filled


# -- the course -------------------------------------------------------------------


class Course:
    """A copy of what nbgrader works on. `nbgrader` runs one of its commands there."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        shutil.copy(ROOT / "nbgrader_config.py", folder)
        shutil.copytree(ROOT / "solutions" / name, folder / "solutions" / name)

    def nbgrader(self, command):
        path = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", command, self.name],
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
        cells = self.read("autograded", student, notebook(self.name)).cells
        return {cell.id: cell for cell in cells if cell.cell_type == "code"}

    def feedback(self, student):
        folder = self.folder / "feedback" / student / self.name
        page = folder / f"{self.name}.html"
        return page.read_text(encoding="utf-8")

    def gradebook(self):
        from nbgrader.api import Gradebook

        return Gradebook(f"sqlite:///{self.folder / 'gradebook.db'}")

    def scores(self, student):
        """What each grade cell earned by itself; None waits for a person."""
        with self.gradebook() as gradebook:
            graded = gradebook.find_submission_notebook(self.name, self.name, student)
            return {grade.name: grade.auto_score for grade in graded.grades}


@pytest.fixture(scope="module", params=SETS)
def released(request, tmp_path_factory):
    course = Course(tmp_path_factory.mktemp("course"), request.param)
    course.nbgrader("generate_assignment")
    return course


@pytest.fixture(scope="module")
def graded(released, program, pytestconfig):
    if released.name != "ps2" and not pytestconfig.getoption("--slow"):
        pytest.skip("slow: runs with --slow")
    program("bwrap")
    pytest.importorskip("torch")
    name = released.name
    release = released.read("exercises", notebook(name))
    for student, cells in submissions(name).items():
        path = released.folder / "submitted" / student / notebook(name)
        if name in COLLECTED:
            archive = released.folder / "downloaded" / name / "archive"
            path = archive / f"{student}_{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(fill(release, cells), path)
    if name in COLLECTED:
        released.nbgrader("zip_collect")
    released.nbgrader("autograde")
    return released


# -- release ----------------------------------------------------------------------


def test_regenerated_release_is_the_committed_one_byte_for_byte(released):
    fresh = released.folder / "exercises" / released.name
    committed = ROOT / "exercises" / released.name
    files = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
    kept = {
        path.relative_to(committed)
        for path in committed.rglob("*")
        if path.is_file() and ".ipynb_checkpoints" not in path.parts
    }
    assert files == kept
    for file in files:
        assert (fresh / file).read_bytes() == (committed / file).read_bytes(), file


# -- grading ----------------------------------------------------------------------


def test_points(graded):
    for student in submissions(graded.name):
        assert graded.scores(student) == expected(graded.name, student), student


def test_all_points_are_known_to_the_gradebook_and_sum_to_100(graded):
    with graded.gradebook() as gradebook:
        cells = gradebook.find_notebook(graded.name, graded.name).grade_cells
        assert {cell.name: cell.max_score for cell in cells} == points(graded.name)
    assert sum(points(graded.name).values()) == 100


def complaints(cells):
    """The errors, by cell, and whatever went to stderr: warnings among it."""
    return {
        id: output.get("ename", output.get("text"))
        for id, cell in cells.items()
        for output in cell.outputs
        if output.output_type == "error" or output.get("name") == "stderr"
    }


def said_below(cell):
    """The judge's words below a check."""
    (output,) = cell.outputs
    return output.text


def test_the_solutions_run_without_errors_and_warnings(graded):
    cells, solved = graded.autograded("right"), right(graded.name)
    assert all(cell.execution_count for cell in cells.values())
    assert complaints(cells) == {}
    assert {id: cell.source for id, cell in cells.items() if id in solved} == {
        id: source for id, source in solved.items() if id in cells
    }


def test_the_judge_says_so_of_each_blank(graded):
    cells = graded.autograded("untouched")
    for id in set(points(graded.name)) - by_hand(graded.name):
        assert "is not written yet" in said_below(cells[id])


# -- feedback ---------------------------------------------------------------------


def give_by_hand(course, each):
    with course.gradebook() as gradebook:
        for id in by_hand(course.name):
            grade = gradebook.find_grade(id, course.name, course.name, "right")
            grade.manual_score = each
        gradebook.db.commit()


def test_feedback_shows_the_points(graded):
    give_by_hand(graded, 5)
    graded.nbgrader("generate_feedback")
    hand = [points(graded.name)[id] for id in by_hand(graded.name)]
    score = 100.0 - sum(hand) + 5 * len(hand)
    assert f"Score: {score} / 100.0" in graded.feedback("right")
    assert "Score: 0.0 / 100.0" in graded.feedback("untouched")


@pytest.mark.parametrize("released", ["ps2"], indirect=True)
def test_an_edited_check_is_put_back_and_feedback_shows_the_diagnosis(graded):
    cells = graded.autograded("partly")
    assert cells["tanh-check"].source == "check(Tanh)"
    graded.nbgrader("generate_feedback")
    assert "Score: 4.0 / 100.0" in graded.feedback("partly")
    assert "A factor is missing" in said_below(cells["tanh-check"])
    assert "A factor is missing" in graded.feedback("partly")
    assert "For the grader" not in graded.feedback("partly")
