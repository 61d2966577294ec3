"""docs/instructors.md is true: its commands and edits are done here, in their order.

What a test cannot do (install packages, open a browser) has a line above it on the
page, *Not run by the test*, with the reason.
"""

import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest

from autograder.__main__ import _parser
from autograder.work import folder

pytest.importorskip("nbgrader")

from autograder.authoring import sets, variants  # noqa: E402
from autograder.check.questions import SETS  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")
NOT_RUN = "*Not run by the test: "
TAKEN = ("autograder", "minigrad", "solutions", "exercises", "nbgrader_config.py")
ALSO = ("course", "tools", "LICENSE", "environment.yml", "postBuild", "start.py")
LOCK = ("pyproject.toml", "requirements.lock")


# -- the page ---------------------------------------------------------------------


@dataclass
class Block:
    """A fenced block, and the paragraph above it."""

    language: str
    text: str
    above: str

    @property
    def is_run(self):
        return not self.above.startswith(NOT_RUN)

    @property
    def commands(self):
        return self.text.splitlines() if self.language == "sh" else []

    @property
    def files(self):
        """The files that the paragraph above names."""
        return re.findall(r"`([\w/]+\.(?:py|md))`", self.above)


def blocks(start, end):
    """The blocks of the page between two headings."""
    part = PAGE[PAGE.index(f"\n{start}\n") : PAGE.index(f"\n{end}\n")]
    fence = re.compile(
        r"^(?P<fence>````?)(?P<language>\w+)\n(?P<text>.*?)^(?P=fence)\n",
        re.DOTALL | re.MULTILINE,
    )
    for found in fence.finditer(part):
        above = part[: found.start()].rstrip().rpartition("\n\n")[2]
        yield Block(found["language"], found["text"], above)


def whole_page():
    end = "## How good the checks are"
    after = PAGE[PAGE.index(end) :]
    return [*blocks("## Install", end)], after


def test_every_command_is_understood():
    known, after = whole_page()
    commands = [line for block in known for line in block.commands]
    commands += re.findall(r"^python -m .*$", after, re.MULTILINE)
    ours = [line for line in commands if line.startswith("python -m autograder")]
    assert len(ours) > 8
    for line in ours:
        _parser().parse_args(shlex.split(line)[3:])
    others = {shlex.split(line)[0] for line in commands} - {"python"}
    assert others == {"sudo", "python3", "source", "nbgrader"}


def test_what_is_not_run_says_why():
    known, after = whole_page()
    for block in known:
        strange = {shlex.split(line)[0] for line in block.commands}
        assert block.is_run == strange.isdisjoint({"sudo", "python3"}), block.text
    assert after.count(NOT_RUN) == after.count("```sh") == 1


def test_the_messages_are_those_of_grade():
    folder = ROOT / "autograder" / "grading"
    said = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    table = PAGE.partition("| message |")[2].partition("\n\n")[0]
    first = [row.split("|")[1] for row in table.splitlines()[2:]]
    messages = [text for cell in first for text in re.findall("`([^`]+)`", cell)]
    assert len(messages) > 10
    for message in messages:
        for part in re.split(r"\d|…|ps4|gradebook\.db", message):
            assert part in said, message


def test_each_promise_names_tests_that_are_there():
    table = PAGE.partition("| promise | test |\n|---|---|\n")[2].partition("\n\n")[0]
    rows = [row.split(" | ")[-1] for row in table.splitlines()]
    assert len(rows) > 12
    for row in rows:
        parts = re.findall(r"`(test_\w+\.py)`: ((?:`test_\w+`(?:, )?)+)", row)
        assert parts and row.count(".py`") == len(parts), row
        for file, tests in parts:
            source = (ROOT / "tests" / "grading" / file).read_text(encoding="utf-8")
            for test in re.findall(r"test_\w+", tests):
                assert f"\ndef {test}(" in source, (file, test)


# -- changes to a set, in the notebook alone ----------------------------------------


@pytest.fixture
def sheet(tmp_path):
    shutil.copytree(ROOT / "solutions" / "ps4", tmp_path / "solutions" / "ps4")
    return sets.Sheet(tmp_path, "ps4")


def ids(sheet):
    return [cell.id for cell in sheet.cells]


def heading(sheet, id):
    return next(c.source for c in sheet.cells if c.id == id).splitlines()[2]


def cell(sheet, id):
    return next(c for c in sheet.cells if c.id == id)


@pytest.mark.parametrize("name", SETS)
def test_a_set_that_is_not_changed_is_saved_byte_for_byte(name, tmp_path):
    shutil.copytree(ROOT / "solutions" / name, tmp_path / "solutions" / name)
    before = (ROOT / "solutions" / name / f"{name}.ipynb").read_bytes()
    sheet = sets.Sheet(tmp_path, name)
    sheet.save()
    assert sheet.path.read_bytes() == before
    assert list(sets.overview(sheet))[-1] == "  100  in all"


def test_points_change_in_cell_heading_and_table(sheet):
    sheet.set_points("eps-check", "9.5")
    sheet.save()
    again = sets.Sheet(sheet.path.parents[2], "ps4")
    assert cell(again, "eps-check").metadata.nbgrader.points == 9.5
    assert "· 9.5 points ·" in heading(again, "eps-text")
    assert (
        "| [Choose eps](ps4.ipynb#Choose-eps) | ★★ | 15 | 9.5 | by its check |"
        in cell(again, "points").source
    )
    assert "| **all of it** | | **125** | **101.5** | |" in cell(again, "points").source
    assert list(sets.overview(again))[-1] == "101.5  in all, and not 100"


@pytest.mark.parametrize("id, points", [("eps", "3"), ("eps-check", "3.3")])
def test_points_that_cannot_be_given(sheet, id, points):
    with pytest.raises(folder.WorkError, match="no graded cell|whole or half"):
        sheet.set_points(id, points)


def test_an_exercise_is_removed_with_all_of_its_cells(sheet):
    before = ids(sheet)
    sheet.remove("kink")
    gone = [id for id in before if id not in ids(sheet)]
    assert "kink-check" in gone and all(id.startswith("kink") for id in gone)
    with pytest.raises(folder.WorkError, match="no exercise has a cell title"):
        sheet.remove("title")


NEW = """## Another

★ · 5 minutes · 4 points · a number

Text.

```python
def best_eps():
    ### BEGIN SOLUTION
    return 1
    ### END SOLUTION
```

Help.
"""


def test_an_exercise_is_added_where_it_is_to_stand(sheet, tmp_path):
    (tmp_path / "other.md").write_text(NEW, encoding="utf-8")
    sheet.add(tmp_path / "other.md", "kink")
    place = ids(sheet).index("other-text")
    new = ["other-text", "other", "other-check", "other-help", "kink-text"]
    assert ids(sheet)[place : place + 5] == new
    assert cell(sheet, "other-check").source == "check(best_eps)"
    like = cell(sheet, "eps-check").metadata
    mine = cell(sheet, "other-check").metadata
    assert mine.keys() == like.keys() and mine.nbgrader.keys() == like.nbgrader.keys()
    with pytest.raises(folder.WorkError, match="there is a cell other"):
        sheet.add(tmp_path / "other.md", "kink")


@pytest.mark.parametrize(
    "old, new, says",
    [
        ("★ · 5", "5", "must begin with"),
        ("```python", "```", "one ```python block"),
        ("best_eps", "unknown", "no program"),
    ],
)
def test_what_is_no_exercise_is_not_added(sheet, tmp_path, old, new, says):
    (tmp_path / "other.md").write_text(NEW.replace(old, new), encoding="utf-8")
    with pytest.raises(folder.WorkError, match=re.escape(says)):
        sheet.add(tmp_path / "other.md", "kink")


def test_a_question_gets_another_name_in_code_and_text(sheet):
    variants.rename(sheet, "best_eps", "the_step")
    assert cell(sheet, "eps-check").source == "check(the_step)"
    assert cell(sheet, "eps").source.startswith("def the_step():")


@pytest.mark.parametrize("name", ["ps2", "ps4"])
def test_all_names_of_a_set_are_drawn_from_a_seed(tmp_path, name):
    shutil.copytree(ROOT / "solutions" / name, tmp_path / "solutions" / name)
    sheet = sets.Sheet(tmp_path, name)
    text = "Max out: `Max.forward(a)`"
    sheet.cells[1].source += text if name == "ps2" else ""
    names = variants.other_names(name, 2027)
    assert names == variants.other_names(name, 2027) != variants.other_names(name, 7)
    for old, new in names.items():
        variants.rename(sheet, old, new, everywhere=False)
    code = "\n".join(c.source for c in sheet.cells if c.cell_type == "code")
    for old, new in names.items():
        assert re.search(rf"(?:class|def) {new}\b", code), new
        assert not re.search(rf"(?:class|def|check\() ?{old}\b", code), old
    if name == "ps2":
        assert f"Max out: `{names['Max']}.forward(a)`" in sheet.cells[1].source
        assert any(c.source.startswith(f"## {names['Mul']}\n\n★") for c in sheet.cells)


@pytest.mark.parametrize(
    "old, new, says",
    [
        ("gradcheck", "judge", "part of the engine"),
        ("nothing", "judge", "no piece"),
        ("best_eps", "Mul", "taken"),
    ],
)
def test_a_name_that_cannot_be_changed(sheet, old, new, says):
    with pytest.raises(folder.WorkError, match=says):
        variants.rename(sheet, old, new)


# -- the commands, in a copy of the course ------------------------------------------


class Course:
    """A copy of the course. `follow` does what blocks of the page say."""

    def __init__(self, folder):
        self.folder = folder / "course"
        self.folder.mkdir()
        self.said = {}
        ignore = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        for each in (*TAKEN, *ALSO, *LOCK):
            if (ROOT / each).is_dir():
                shutil.copytree(ROOT / each, self.folder / each, ignore=ignore)
            else:
                shutil.copy2(ROOT / each, self.folder)

    def run(self, command):
        """Run a command in the copy, with the copy's packages; what it prints."""
        words = shlex.split(command)
        if words[0] == "nbgrader":
            words = ["python", "-m", *words]
        if words[0] == "python":
            words[0] = sys.executable
        path = filter(None, [str(self.folder), os.environ.get("PYTHONPATH")])
        done = subprocess.run(
            words,
            cwd=self.folder,
            env=os.environ
            | {
                "PYTHONPATH": os.pathsep.join(path),
                "JUPYTER_CONFIG_DIR": str(self.folder / "config"),
            },
            capture_output=True,
            text=True,
            timeout=900,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        self.said[command] = done.stdout + done.stderr
        return done.stdout

    def follow(self, parts, before=None):
        """Run commands, write files and apply edits. `before` is what others do."""
        for block in parts:
            if not block.is_run:
                continue
            if block.language == "diff":
                self._patch(block.text)
            elif block.files and block.language != "sh":
                (self.folder / block.files[-1]).write_text(block.text, encoding="utf-8")
            for command in block.commands:
                if before and command in before:
                    before[command]()
                self.run(command)

    def _patch(self, text):
        """Each hunk stands in the file as it is on the page."""
        for part in re.split(r"^--- .*\n", text, flags=re.MULTILINE)[1:]:
            name, _, hunk = part.partition("\n")
            lines = [line for line in hunk.splitlines() if not line.startswith("@@")]
            old, new = (
                "\n".join(line[1:] for line in lines if line[0] in kept) + "\n"
                for kept in (" -", " +")
            )
            path = self.folder / name.removeprefix("+++ b/")
            source = path.read_text(encoding="utf-8")
            assert source.count(old) == 1, f"{name}: no such lines\n{old}"
            path.write_text(source.replace(old, new), encoding="utf-8")

    def notebook(self, folder, name):
        return nbformat.read(self.folder / folder / name / f"{name}.ipynb", 4)


def hand_in(course, name):
    """ada has everything right, bob nothing, cy has handed in no notebook."""
    release = course.notebook("exercises", name)
    source = {each.id: each.source for each in course.notebook("solutions", name).cells}
    archive = course.folder / "downloaded" / name / "archive"
    archive.mkdir(parents=True)
    nbformat.write(release, archive / f"bob_{name}.ipynb")
    for each in release.cells:
        each.source = source.get(each.id, each.source)
    nbformat.write(release, archive / f"ada_{name}.ipynb")
    (archive / f"cy_{name}.ipynb").write_text("holiday pictures")


@pytest.mark.slow
def test_from_the_release_to_the_feedback(tmp_path, program):
    program("bwrap")
    pytest.importorskip("torch")
    course = Course(tmp_path)
    steps = list(blocks("## Release", "# Change a problem set"))
    grade = "python -m autograder grade ps4"
    late = course.folder / "submitted" / "bob" / "ps4" / "timestamp.txt"

    def before_grading():
        shutil.rmtree(course.folder / "submitted" / "cy")
        late.write_text("2026-03-02 08:00:00 UTC")

    course.follow(
        steps,
        before={
            "nbgrader zip_collect ps4": lambda: hand_in(course, "ps4"),
            grade: before_grading,
        },
    )
    assert "2 graded: 2 new, 0 of them salvaged; 0 unchanged." in course.said[grade]
    assert "1 wait for a person: open the formgrader." in course.said[grade]
    again = f"{grade} --student ada --force"
    assert "1 graded: 1 new, 0 of them salvaged; 0 unchanged." in course.said[again]
    assert (tmp_path / "ps4-students" / "start.py").exists()
    assert not (tmp_path / "ps4-students" / "solutions").exists()
    with open(course.folder / "feedback" / "grades.csv", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert float(rows["ada"]["score"]) == 94 and float(rows["bob"]["score"]) == 0
    assert rows["bob"]["duedate"].startswith("2026-03-01 18:00")
    assert rows["bob"]["timestamp"].startswith("2026-03-02 08:00")
    for student, score in (("ada", "94.0"), ("bob", "0.0")):
        page = course.folder / "feedback" / student / "ps4" / "ps4.html"
        assert f"Score: {score} / 100.0" in page.read_text(encoding="utf-8")
    kept = json.loads((course.folder / "judged" / "ps4" / "ada.json").read_text())
    assert kept["unsafe"] is False
    assert "2 graded: 0 new, 0 of them salvaged; 2 unchanged." in course.run(grade)


SMALL_PS2 = """
import json
from helpers import grading_course as small
small.SMALL["ps2"] = ("add", "mul", "sqrt", "tanh", "predict")
release, grader = small.small("ps2"), small.small_grader("ps2")
own = small.solutions("ps2")
copied = own["mul"].replace("Times", "Mul")
wrong = own["sqrt"].replace("2 * out", "out")
for changed in ({}, {"mul": copied}, {"sqrt": wrong}):
    each = small.filled(release, **changed)
    result = grader.grade(small.submitted(each))
    assert not result.failed, result.failed
    print(json.dumps([result.scores, result.logs]))
grader.close()
"""


@pytest.mark.slow
def test_a_problem_set_is_changed(tmp_path, program):
    program("bwrap")
    pytest.importorskip("torch")
    course = Course(tmp_path)
    course.follow(blocks("# Change a problem set", "## How good the checks are"))
    overview = "python -m autograder exercises ps4 --add halves.md --above broken"
    assert course.said[overview].endswith("  100  in all\n")
    sum_of_ps2 = course.run("python -m autograder exercises ps2").splitlines()[-1]
    assert sum_of_ps2 == "  100  in all"

    ps4 = [each.id for each in course.notebook("exercises", "ps4").cells]
    assert "halves-check" in ps4 and "kink-check" not in ps4
    hand_in(course, "ps4")
    course.run("nbgrader zip_collect ps4")
    shutil.rmtree(course.folder / "submitted" / "cy")
    course.run("python -m autograder grade ps4")
    course.run("nbgrader export")
    with open(course.folder / "grades.csv", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert float(rows["ada"]["score"]) == 96 and float(rows["bob"]["score"]) == 0

    helpers = Path("tests", "helpers")
    shutil.copytree(ROOT / helpers, course.folder / helpers)
    (course.folder / "tests" / "small_ps2.py").write_text(SMALL_PS2)
    said = course.run("python tests/small_ps2.py").splitlines()
    right, copied, wrong = (json.loads(line) for line in said)
    full = {"add-check": 2, "mul-check": 4, "sqrt-check": 4, "tanh-check": 4}
    assert right[0] == full | {"predict-check": 4}
    assert copied[0] == right[0] | {"mul-check": 0}
    assert "Times" in str(copied[1]["mul-check"])
    assert wrong[0]["sqrt-check"] < 4 and wrong[0]["mul-check"] == 4
    shown = course.run("python -m autograder handout ps2 --to ../handout")
    assert "Times" in shown and "Sqrt" in shown
