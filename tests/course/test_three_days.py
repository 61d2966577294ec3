"""A student's days: install, work, update, come back, hand in.

By start.py and git, in a real JupyterLab. The student's folder is a clone, in which
start.py installs everything; who was at work before, and the teacher, have this tree's
`.venv` in theirs.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from helpers import browsing
from helpers.browsing import ROOT, Student, free_port
from helpers.lecture_files import NAMES

from tools.course import solutions
from tools.launcher.place import base_python

pytestmark = [pytest.mark.browser, pytest.mark.slow]

page = browsing.page

FIRST, SECOND = "01_autograd_basics.ipynb", "02_the_graph.ipynb"
FOLDERS = "autograder course docs exercises minigrad solutions tools".split()
FILES = "README.md LICENSE .gitignore start.py nbgrader_config.py".split()
FILES += "pyproject.toml", "requirements.lock"
# start.py with an environment that is there, which is taken for ready.
DRIVER = """
import sys
root, *arguments = sys.argv[1:]
sys.path.insert(0, root)
from tools.launcher import commands
commands.prepare = lambda place: None
sys.exit(commands.main(root, arguments))
"""
PATH = "() => window.jupyterapp.shell.currentWidget?.context?.path"


class Days:
    """The course's repository, a student's clone, and what happens from day to day."""

    def __init__(self, folder: Path) -> None:
        self.course, self.clone = folder / "course", folder / "clone"
        ignored = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        for name in FOLDERS:
            shutil.copytree(ROOT / name, self.course / name, ignore=ignored)
        for name in FILES:
            shutil.copy(ROOT / name, self.course / name)
        self.git(self.course, "init", "-q", "-b", "main")
        self.commit("the course")

    def begin(self) -> None:
        """Get the course."""
        self.git(self.course.parent, "clone", "-q", self.course, self.clone)
        settings = self.clone.parent / "settings" / "jupyter_lab_config.json"
        settings.parent.mkdir()
        settings.write_text('{"LabApp": {"expose_app_in_browser": true}}')

    def link(self, folder: Path) -> None:
        """Have the packages of this tree in a folder, instead of an installation."""
        venv = folder / ".venv"
        venv.mkdir()
        for each in Path(sys.prefix).iterdir():
            if each.name not in ("start.json", "lab.json", "workspaces"):
                (venv / each.name).symlink_to(each)

    def git(self, where: Path, *words: object) -> str:
        who = ["-c", "user.name=A. Teacher", "-c", "user.email=a@example.org"]
        return subprocess.check_output(
            ["git", *who, *map(str, words)], cwd=where, text=True
        )

    def commit(self, what: str) -> None:
        self.git(self.course, "add", "-A")
        self.git(self.course, "commit", "-q", "-m", what)

    def append(self, name: str, text: str) -> None:
        """One cell more in a lecture of the course."""
        path = self.course / "course" / name
        notebook = nbformat.read(path, as_version=4)
        notebook.cells.append(nbformat.v4.new_markdown_cell(text, id="news"))
        nbformat.write(notebook, path)

    def start(self, *words: str, where: Path | None = None) -> subprocess.Popen:
        """`python3 start.py` in the student's folder, or in another one."""
        where = where or self.clone
        unset = {"MINIGRAD_WORK", "PYTHONPATH"}
        env = {name: os.environ[name] for name in os.environ.keys() - unset}
        env["JUPYTER_CONFIG_DIR"] = str(self.clone.parent / "settings")
        venv = where / ".venv"
        linked = venv.is_symlink() or (venv / "bin").is_symlink()
        program = ["-c", DRIVER, where] if linked else [where / "start.py"]
        return subprocess.Popen(
            [base_python(), *program, *words],
            cwd=where,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def said(self, *words: str, where: Path | None = None) -> str:
        """What a command of start.py prints."""
        process = self.start(*words, where=where)
        text, _ = process.communicate(timeout=600)
        assert process.returncode == 0, text
        return text

    @contextlib.contextmanager
    def day(self, page):
        """`python3 start.py` until Ctrl-C: the address, and who sits in front."""
        process = self.start("--no-browser", "--port", str(free_port()))
        try:
            told = ""
            while "is open at" not in told:
                told = process.stdout.readline()
                assert told, "start.py ended"
            page.on("dialog", lambda dialog: dialog.accept())  # leaving unsaved
            page.set_default_timeout(300_000)  # on a busy machine
            yield re.search(r"http\S+", told)[0], At(page)
            page.goto("about:blank")
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == 0
        finally:
            process.terminate()
            process.communicate(timeout=60)

    def mine(self, *place: str) -> Path:
        return self.clone.joinpath("my_work", *place)

    def grade(self, set: str, notebook: Path) -> dict[str, tuple[float, bool]]:
        """What the teacher's gradebook says of each cell: points, and whether it waits
        for a person."""
        from nbgrader.api import Gradebook

        (self.course / ".venv").symlink_to(sys.prefix)  # whole, as the sandbox needs it
        release = [sys.executable, "-m", "nbgrader", "generate_assignment", set]
        subprocess.run([*release, "--force"], cwd=self.course, check=True)
        handed_in = self.course / "submitted" / "ada" / set
        handed_in.mkdir(parents=True)
        shutil.copy(notebook, handed_in)
        assert "1 graded" in self.said("grade", set, where=self.course)
        with Gradebook(f"sqlite:///{self.course / 'gradebook.db'}") as book:
            (submission,) = book.assignment_submissions(set)
            return {
                grade.name: (grade.auto_score, grade.needs_manual_grade)
                for grade in submission.notebooks[0].grades
            }


class At(Student):
    """A student who also saves, follows links, and adds cells."""

    def open_file(self, path: str) -> None:
        self.do("docmanager:open", path=path)
        self.wait_for(path)

    def wait_for(self, path: str) -> None:
        self.page.wait_for_function(f"path => ({PATH})() === path", arg=path)
        self.wait()

    def wait(self) -> None:
        self.page.wait_for_function(
            """() => {
                const panel = window.jupyterapp?.shell.currentWidget;
                const kernel = panel?.sessionContext?.session?.kernel;
                return panel?.context?.isReady && kernel?.status === "idle";
            }"""
        )

    def do(self, command: str, **arguments: str) -> None:
        """Choose a command of JupyterLab, and wait until it is done."""
        self.page.evaluate(
            """([id, arguments]) => {
                window.done = false;
                const doing = window.jupyterapp.commands.execute(id, arguments);
                doing.then(() => { window.done = true; });
            }""",
            [command, arguments],
        )
        self.page.wait_for_function("() => window.done")

    def save(self) -> None:
        self.do("docmanager:save")

    def add(self, below: str, text: str) -> str:
        """Write a cell below another; its id."""
        self.cell(below)
        self.do("notebook:insert-cell-below")
        id = self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget"
            ".content.activeCell.model.sharedModel.id"
        )
        self.cell(id).locator(".cm-content").click()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Escape")  # else the next cell would show its source
        return id

    def paste(self, cells: dict[str, str]) -> None:
        """Put texts into cells, given by their ids."""
        self.page.evaluate(
            """texts => {
                const notebook = window.jupyterapp.shell.currentWidget.content;
                for (const cell of notebook.model.sharedModel.cells)
                    if (cell.id in texts) cell.setSource(texts[cell.id]);
            }""",
            cells,
        )

    def write(self, name: str, backward: str) -> str:
        """Fill in an Op of two operands; what its check says."""
        lower, sign = name.lower(), {"Add": "+", "Mul": "*", "Div": "/"}[name]
        save, unpack = "ctx.save_for_backward(a, b)", "a, b = ctx.saved_tensors"
        forward, way = [save, f"return a {sign} b"], [unpack, f"return {backward}"]
        if name == "Add":  # its slopes need no operand
            del forward[0], way[0]
        self.replace(lower, f"write {name}.forward", *forward)
        self.replace(lower, f"write {name}.backward", *way)
        self.run(lower)
        return self.run(f"{lower}-check")


@pytest.fixture
def days(tmp_path):
    if Path(sys.prefix) != ROOT / ".venv":
        pytest.skip("runs in the .venv that start.py makes")
    return Days(tmp_path)


def sources(path: Path) -> list[str]:
    return [cell.source for cell in nbformat.read(path, as_version=4).cells]


def test_three_days_of_a_student(days, page):
    days.begin()

    # Day 1: an installation, a lecture with a note, two exercises; every lecture is
    # opened once.
    with days.day(page) as (address, student):
        assert "/lab/tree/my_work/course/00_start_here.ipynb" in address
        student.open(address)
        for name in sorted(NAMES, key=FIRST.__eq__):
            student.open_file(f"my_work/course/{name}")
            student.save()
            if name != FIRST:
                student.do("kernelmenu:shutdown")
                student.do("application:close")
        assert "18.0" in student.run("program")
        student.add("program", "# where from?")
        student.save()
        student.cell("title").locator("a", has_text="problem set 2").click()
        student.wait_for("my_work/ps2/ps2.ipynb")
        student.run("imports")
        assert "Add agrees with PyTorch" in student.write("Add", "grad, grad")
        told = student.write("Mul", "grad * b, grad * a")
        assert "Mul agrees with PyTorch" in told
        student.save()
    assert days.git(days.clone, "status", "--porcelain") == ""

    # Day 2: the course has news.
    for name in (FIRST, SECOND):
        days.append(name, "news of the course")
    days.commit("two lectures changed")
    days.git(days.clone, "pull", "-q")
    told = days.said("update")
    assert f"course/{FIRST}: yours is as it was" in told
    assert f"course/{SECOND}: you had not changed it" in told
    assert "# where from?" in sources(days.mine("course", FIRST))
    beside = FIRST.replace(".ipynb", "-new-release.ipynb")
    for name in (beside, SECOND):
        assert sources(days.mine("course", name))[-1] == "news of the course"

    # Day 3: where one was, and what one had; a wrong answer, mended; the end.
    with days.day(page) as (address, student):
        assert "/lab?" in address
        student.open(address)
        student.wait_for("my_work/ps2/ps2.ipynb")
        student.do("notebook:clear-all-cell-outputs")  # else a cell is [1] as before
        told = student.run("imports")
        assert "2 pieces of yours are saved: use_mine() loads them." in told
        told = student.run(student.add("imports", "use_mine()"))
        assert "minigrad runs on your Add, Mul." in told
        told = student.write("Div", "grad / b, grad * a / b**2")
        assert "Div differs from PyTorch" in told and "sign" in told
        student.replace("div", "return grad / b", "return grad / b, -grad * a / b**2")
        student.run("div")
        assert "Div agrees with PyTorch" in student.run("div-check")
        told = student.run("progress")
        assert "ps2: 3 of 19 pieces are yours; 10 of 100 points" in told
        own = "add", "mul", "div"
        rest = {id: text for id, text in solutions("ps2").items() if id not in own}
        student.paste(rest)
        assert "ps2: 19 of 19 pieces are yours" in student.run_all("progress")
        student.save()

    assert "holds 11 notebooks and 19 passed pieces" in days.said("backup")
    (saved,) = days.clone.glob("my_work-*.zip")
    with zipfile.ZipFile(saved) as zipped:
        kept = zipped.read("work/ps2/ps2.ipynb")
    handed_in = days.mine("ps2", "ps2.ipynb")
    assert kept == handed_in.read_bytes()
    assert days.git(days.clone, "status", "--porcelain") == ""

    points = days.grade("ps2", handed_in)
    assert points.pop("keep")[1]  # a written answer waits for the teacher
    assert sum(earned for earned, _ in points.values()) == 94


def test_work_under_way_since_before_there_were_copies_loses_nothing(days, page):
    """Lectures opened in course/, a set begun without `use_mine`, a saved piece."""
    days.begin()
    days.link(days.clone)
    course, before = days.clone / "course", days.mine("course-before")
    for name in NAMES:  # as JupyterLab saved what was opened
        notebook = json.loads((course / name).read_text())
        notebook["metadata"]["language_info"]["version"] = "3.99"
        (course / name).write_text(json.dumps(notebook))
    own = nbformat.read(course / SECOND, as_version=4)
    own.cells.append(nbformat.v4.new_markdown_cell("my thoughts", id="thoughts"))
    nbformat.write(own, course / SECOND)
    old = json.loads((days.clone / "exercises/ps2/ps2.ipynb").read_text())
    cells = {cell["id"]: cell for cell in old["cells"]}
    text = "".join(cells["imports"]["source"]).replace(", use_mine", "")
    cells["imports"]["source"] = [text]
    begun = days.mine("ps2", "ps2.ipynb")
    begun.parent.mkdir(parents=True)
    begun.write_text(json.dumps(old))
    days.append(FIRST, "news of the course")
    days.append(SECOND, "news of the course")
    days.commit("two lectures changed")

    with pytest.raises(subprocess.CalledProcessError):
        days.git(days.clone, "pull", "-q")
    shutil.copytree(course, before)  # what docs/changelog.md says to do, once
    days.git(days.clone, "checkout", "-q", "course")
    days.git(days.clone, "pull", "-q")
    kept = {p: p.read_bytes() for p in days.mine().rglob("*") if p.is_file()}
    days.said("update")
    assert {p: p.read_bytes() for p in kept if p.exists()} == kept
    with days.day(page) as (address, student):
        student.open(re.sub(r"/lab[^?]*", "/lab/tree/my_work/ps2/ps2.ipynb", address))
        student.run("imports")
        assert "agrees" in student.write("Add", "grad, grad")
        student.page.evaluate(
            "() => void window.jupyterapp.commands.execute('kernelmenu:restart')"
        )
        page.locator(".jp-Dialog .jp-mod-accept").click()
        student.wait()
        student.do("notebook:clear-all-cell-outputs")
        assert "1 piece of yours is saved" in student.run("imports")
        told = student.run(student.add("imports", "use_mine()"))
        assert "minigrad runs on your Add." in told
    assert sources(before / SECOND)[-1] == "my thoughts"
    assert sources(days.mine("course", SECOND))[-1] == "news of the course"
    assert days.git(days.clone, "status", "--porcelain") == ""
