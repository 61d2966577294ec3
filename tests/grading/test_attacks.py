"""A class of cheats: none gains a point, harms another, or leaves anything behind.

All attacks of tests/banks/attacks are handed in to one class, with the work of sixty
honest students between them, and graded in one go by two workers; bombs in another. (A
few of each kind run with every test: test_grading_attacks.py.)
"""

import contextlib
import hashlib
import os
import re
import stat
from collections import namedtuple
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("torch")
pytest.importorskip("nbgrader")

from banks.attacks.honest import HONEST
from banks.attacks.kit import ATTACKS, LEFT, SET, WON, make_course, work
from banks.attacks.writing import targets
from helpers.grading_course import run

from autograder.grading import batch
from autograder.grading.feedback import MATHML, SHOWS
from autograder.grading.sandbox import Limits

pytestmark = pytest.mark.slow  # two hundred submissions take minutes

LIGHT = [each for each in ATTACKS if not each.heavy]
HEAVY = [each for each in ATTACKS if each.heavy]
BESIDE = [f"{each.name}-honest" for each in LIGHT[:: len(LIGHT) // 40][:40]]
LIMITS = Limits(seconds=8.0, total=120.0, memory=700_000_000)
FULL = {"add-check": 2.0, "mul-check": 4.0, "predict-check": 4.0}
NOBODY = FULL | {"mul-check": 0.0}

# Who patches the process also spoils what stands below in the notebook.
SPOIL = ("checks", "shell", "replies", "shadowing", "cunning", "processes")

Class = namedtuple("Class", "course grades before said")


def graded(folder, attacks, beside=()):
    """A class in which everybody in `attacks` handed in, and honest people too:
    `beside` are names of some who did as they should, each fourth without mul."""
    make_course(folder)
    for number, name in enumerate(("nobody", *beside)):
        work(folder, name, without=() if number % 4 else ("mul",)).hand_in()
    for each in attacks:
        given = work(folder, each.name)
        each.act(given)
        given.hand_in()
    for each in HONEST:
        given = work(folder, each.name, without=())
        each.act(given)
        given.hand_in()
    before = digest(folder)
    said = []
    options = batch.Options(folder, workers=2, seed=20_26, limits=LIMITS)
    batch.grade_class(SET, options, said.append)
    return Class(folder, grades(folder), before, said)


def digest(course):
    """Everything in a course that grading must not change."""
    found = {}
    for name in ("submitted", "solutions", "exercises"):
        for folder, folders, files in os.walk(os.fsencode(course / name)):
            for each in sorted(folders + files):
                path = os.path.join(folder, each)
                about = os.lstat(path)
                small = stat.S_ISREG(about.st_mode) and about.st_size < 10**8
                text = Path(os.fsdecode(path)).read_bytes() if small else b""
                found[path] = (about.st_mode, about.st_size, hashlib.md5(text).digest())
    return found


def grades(course):
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        return {
            each.student.id: {
                grade.name: grade.auto_score for grade in each.notebooks[0].grades
            }
            for each in gradebook.assignment_submissions(SET)
        }


def points(scores):
    return {name: scores[name] for name in FULL}


def text_of(course, student):
    """All that the student's cells printed."""
    path = course / "autograded" / student / SET / f"{SET}.ipynb"
    cells = nbformat.read(path, as_version=4).cells
    outputs = [each for cell in cells for each in cell.get("outputs", ())]
    return "\n".join(each.get("text", "") for each in outputs)


@pytest.fixture(scope="module")
def light(program, tmp_path_factory):
    program("bwrap")
    return graded(tmp_path_factory.mktemp("light"), LIGHT, BESIDE)


@pytest.fixture(scope="module")
def heavy(program, tmp_path_factory):
    program("bwrap")
    return graded(tmp_path_factory.mktemp("heavy"), HEAVY)


def gains_nothing(graded, attack):
    scores = points(graded.grades[attack.name])
    assert points(graded.grades["nobody"]) == NOBODY
    if attack.loses:
        assert scores == dict.fromkeys(FULL, 0.0)
    elif attack.kind in SPOIL:
        assert all(scores[name] <= NOBODY[name] for name in FULL)
    else:
        assert scores == NOBODY
    assert WON not in text_of(graded.course, attack.name)


@pytest.mark.parametrize("attack", LIGHT, ids=lambda each: f"{each.kind}-{each.name}")
def test_an_attack_gains_nothing(attack, light):
    gains_nothing(light, attack)


@pytest.mark.parametrize("attack", HEAVY, ids=lambda each: f"{each.kind}-{each.name}")
def test_a_heavy_attack_gains_nothing(attack, heavy):
    gains_nothing(heavy, attack)


@pytest.mark.parametrize("work", HONEST, ids=lambda each: each.name)
def test_honest_work_among_them_has_its_points(work, light):
    lost = {name: 0.0 for name in work.loses}
    assert points(light.grades[work.name]) == FULL | lost


def test_honest_ones_have_exactly_their_points(light):
    assert len(BESIDE) == 40
    for number, name in enumerate(BESIDE, start=1):
        assert points(light.grades[name]) == (FULL if number % 4 else NOBODY), name


def test_bombs_beside_it_cost_honest_work_nothing(heavy):
    for each in HONEST:
        lost = {name: 0.0 for name in each.loses}
        assert points(heavy.grades[each.name]) == FULL | lost, each.name


def nothing_is_left(graded):
    assert digest(graded.course) == graded.before
    assert not [path for path in targets(graded.course) if os.path.lexists(path)]
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            found.append((path / "cmdline").read_bytes() + (path / "comm").read_bytes())
        except OSError:
            continue
    assert not [each for each in found if LEFT.encode() in each or b"86397" in each]


def test_nothing_is_left_behind(light):
    nothing_is_left(light)


def test_nothing_is_left_behind_by_bombs(heavy):
    nothing_is_left(heavy)


def test_everybody_is_in_the_gradebook(light):
    names = {each.name for each in (*LIGHT, *HONEST)} | {"nobody", *BESIDE}
    assert light.grades.keys() == names
    assert "not graded" not in "\n".join(light.said)


def test_results_stay_small(light):
    """What one student shows does not fill the disk."""
    for path in (light.course / "autograded").rglob("*.ipynb"):
        assert path.stat().st_size < 60_000_000, path


class Active(HTMLParser):
    """What runs, or loads something, when a page is opened or clicked at.

    A formula does neither if it holds marks of formulas alone: any number is all right.
    """

    TAGS = "script iframe form base svg object embed style link meta".split()
    SCHEMES = ("javascript:", "vbscript:", "data:text", "data:image/svg")

    def __init__(self, page):
        super().__init__()
        self.found, self.formulas = [], 0
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.formulas += tag == "math"
        if tag in self.TAGS or (self.formulas and tag not in MATHML):
            self.found.append(tag)
        for name, value in attributes:
            address = re.sub(r"[\x00-\x20]", "", value or "").lower()
            shows = not self.formulas or name in {*SHOWS, "xmlns"}
            if name.startswith("on") or address.startswith(self.SCHEMES) or not shows:
                self.found.append(f"{tag} {name}={value}")

    def handle_endtag(self, tag):
        self.formulas -= tag == "math"


def test_what_is_active_in_a_page_is_seen():
    page = "<img src=x onerror=a()><a href=' java\tscript:a()'>b</a><SVG/><i>c</i>"
    assert Active(page).found == [
        "img onerror=a()",
        "a href= java\tscript:a()",
        "svg",
    ]


def test_what_is_active_in_a_formula_is_seen():
    usual = '<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline">'
    assert Active(f"{usual}<mi>x</mi></math><a href='#x'>b</a>").found == []
    page = f"{usual}<mi href='//x'>x</mi><annotation-xml></math><math><p>open</p><b>"
    assert Active(page).found == ["mi href=//x", "annotation-xml", "p", "b"]


def test_pages_hold_no_scripts_of_students(light):
    """The feedback has as many active parts as that of a student who tried nothing."""
    shown = [e.name for e in LIGHT if e.kind in ("pages", "files", "replies", "marks")]
    with only(light.course / "autograded", {"nobody", *shown}):  # others take as long
        done = run(light.course, "nbgrader", "generate_feedback", SET)
    assert done.returncode == 0, done.stderr

    def page(student):
        path = light.course / "feedback" / student / SET / f"{SET}.html"
        return path.read_text(errors="replace")

    usual = sorted(Active(page("nobody")).found)
    for name in shown:
        assert sorted(Active(page(name)).found) == usual, name


@contextlib.contextmanager
def only(folder, names):
    """Leave only these in a folder for a while."""
    aside = folder.with_name("aside")
    aside.mkdir()
    others = [each.name for each in folder.iterdir() if each.name not in names]
    for each in others:
        (folder / each).rename(aside / each)
    yield
    for each in others:
        (aside / each).rename(folder / each)
