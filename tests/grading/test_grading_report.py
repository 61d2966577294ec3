"""The report on a class: points as in the gradebook, reasons, and what looks alike."""

import csv
import json
import re
import sqlite3

import nbformat
import pytest
from helpers.grading_course import filled, place, released, small

pytest.importorskip("nbgrader")

from test_grading_batch import SET

from autograder.__main__ import main
from autograder.grading import alike, report, report_page, report_text
from autograder.grading.finding import Submission
from autograder.grading.record import Book
from autograder.grading.run import Result, _zero

RELEASE = small(SET)
FULL = {name: slot.points for name, slot in RELEASE.checks.items()}
FORGETS = "the upstream gradient is missing"


def put(course, student, notebook=None, scores=None, logs=None, **more):
    """Record a result, as the batch does it."""
    notebook = filled(RELEASE) if notebook is None else notebook
    result = Result(student, notebook=nbformat.writes(notebook), **more)
    result.scores = FULL | (scores or {})
    result.logs = dict.fromkeys(FULL, []) | (logs or {})
    keep(course, result)


def keep(course, result):
    folder = course / "judged" / SET
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"of": "", **vars(result)})
    (folder / f"{result.student}.json").write_text(text)
    with Book(course, RELEASE) as book:
        book.record(result)


def exercise(found, name):
    (each,) = [each for each in found.exercises if each.name == name]
    return each


# -- points and reasons -----------------------------------------------------------


def test_points_are_those_of_the_gradebook(course):
    put(course, "ada", scores={"mul-check": 1.5})
    put(course, "bob", scores={"mul-check": 0.0})
    put(course, "cyd")
    found = report.gathered(SET, course)
    mul = exercise(found, "mul")
    assert (mul.most, mul.mean, mul.counts) == (4.0, 5.5 / 3, (1, 1, 1))
    assert exercise(found, "add").counts == (0, 0, 3)
    full = sum(FULL.values())
    assert found.totals == {"ada": full - 2.5, "bob": full - 4.0, "cyd": full}
    assert found.most == full + 6
    keep_it = exercise(found, "keep")
    assert (keep_it.waiting, keep_it.points) == (3, [])


def test_points_that_a_person_gave_count(course):
    put(course, "ada")
    with Book(course, RELEASE) as book:
        grade = book.gradebook.find_grade("keep", SET, SET, "ada")
        grade.manual_score, grade.needs_manual_grade = 4.0, False
        book.gradebook.db.commit()
    written = exercise(report.gathered(SET, course), "keep")
    assert (written.waiting, written.points) == (0, [4.0])


def test_reasons_are_counted_without_what_stands_around_them(course):
    log = [
        "Mul differs from PyTorch.",
        FORGETS,
        "out = a * b: gradient of a: the numbers are others",
        "3 more programs differ.",
        "2 of 9 programs agree with PyTorch on the grader's inputs.",
    ]
    for student in ("ada", "bob"):
        put(course, student, scores={"mul-check": 1.0}, logs={"mul-check": log})
    none = ["Tanh differs from PyTorch.", report.UNKNOWN, *log[3:]]
    blank = ["Add.forward is not written yet."]
    put(course, "cyd", logs={"tanh-check": none, "add-check": blank})
    found = report.gathered(SET, course)
    assert found.diagnoses == [("mul", FORGETS, 2), ("tanh", report.UNKNOWN, 1)]
    assert exercise(found, "add").unwritten == 1


def test_a_wrong_number_and_a_network_have_their_reasons():
    release = small("ps5")
    number = ["largest_stable_rate: this is not what PyTorch computes.", "Two."]
    network = ["train_digits: of the held-out digits it knows 9%, and …", "Guessing."]
    for name, log in (("rate-check", number), ("train-check", network)):
        assert report._why(release.checks[name], log) == log[1:]
        assert report._why(release.checks[name], log[:1]) == [report.UNKNOWN]
    assert report._why(release.checks["train-check"], ["Blank."]) == ["Blank."]


def test_salvage_and_zero_have_their_reasons(course):
    put(course, "ada", notes=["cell 3 was left out: it took too long"])
    put(course, "bob", notes=["cell 14 was left out: it took too long", "not in ps2"])
    keep(course, _zero(Result("cyd"), RELEASE, "the file is empty", Submission("cyd")))
    found = report.gathered(SET, course)
    assert found.salvaged == [
        ("cell N was left out: it took too long", 2),
        ("not in ps2", 1),
    ]
    assert found.zero == [("cyd", "the file is empty")]
    assert found.totals["cyd"] == 0.0


def test_what_only_the_gradebook_knows_is_said(course):
    put(course, "ada")
    put(course, "bob")
    (course / "judged" / SET / "bob.json").write_text('{"logs": 3}')
    found = report.gathered(SET, course)
    assert found.unjudged == 1 and "bob" in found.totals
    assert "1 submission without a result" in report_text.text(found)


# -- how it is shown --------------------------------------------------------------

NASTY = "<script>alert(1)</script>\x1b[2J"


def nasty(course):
    put(course, "ada", logs={"mul-check": [f"Mul does not run: {NASTY}."]})
    put(course, "eve", notes=[NASTY])
    return report.gathered(SET, course)


def test_a_terminal_is_not_steered(course):
    text = report_text.text(nasty(course))
    assert "<script>" in text and "\x1b" not in text
    assert re.search(r"^mul +4 +4\.0 +0 +0 +2 *$", text, re.MULTILINE)


def test_the_page_escapes_what_students_wrote(course):
    found = nasty(course)
    found.totals["<b>mallory"] = 3.0
    found.zero.append(("<b>mallory", NASTY))
    found.alike.append(alike.Pair("<b>mallory", "ada", 0.9, 30, {"mul": 0.9}))
    page = report_page.page(found)
    assert "<script" not in page and "<b>" not in page
    assert "&lt;b&gt;mallory" in page and "&lt;script&gt;" in page
    assert "data:image/png;base64," in page and 'alt="' in page


def test_the_table_has_a_row_for_each_exercise(course):
    rows = list(csv.DictReader(report_page.table(nasty(course)).splitlines()))
    assert [each["exercise"] for each in rows] == [
        slot.id.removesuffix("-check")
        for slot in RELEASE.slots
        if slot.kind in ("check", "written")
    ]
    (mul,) = [each for each in rows if each["exercise"] == "mul"]
    assert (mul["points"], mul["mean"], mul["all"]) == ("4.0", "4.0", "2")
    assert mul["how often"] == "1"
    assert rows[-1]["exercise"] == "keep" and rows[-1]["how often"] == ""


# -- the command ------------------------------------------------------------------


def command(course, monkeypatch, capsys, *arguments):
    monkeypatch.chdir(course)
    status = main(["report", *arguments])
    return status, capsys.readouterr()


def test_the_command_prints_and_writes(course, monkeypatch, capsys):
    put(course, "ada")
    status, said = command(course, monkeypatch, capsys, SET, "--to", "class.html")
    assert status == 0 and said.err == ""
    assert "1 submission;" in said.out and "wrote class.html" in said.out
    assert (course / "class.html").read_text().startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["ps1"], "there is no release of ps1"),
        ([SET], f"nothing of {SET} is graded yet"),
        ([SET, "--to", "report.pdf"], ".html or a .csv"),
        ([SET, "--to", "nowhere/report.csv"], "there is no folder nowhere"),
        ([SET, "--to", "gradebook.html"], "is there already"),
    ],
)
def test_what_can_not_be_done_is_one_line(
    course, monkeypatch, capsys, arguments, words
):
    (course / "gradebook.html").write_text("mine")
    status, said = command(course, monkeypatch, capsys, *arguments)
    assert status == 1 and said.out == ""
    assert words in said.err and said.err.count("\n") == 1
    assert (course / "gradebook.html").read_text() == "mine"


def test_a_foreign_a_locked_and_no_gradebook_are_one_line_each(
    course, monkeypatch, capsys
):
    path = course / "gradebook.db"
    with sqlite3.connect(path) as other:
        other.execute("BEGIN EXCLUSIVE")
        status, said = command(course, monkeypatch, capsys, SET)
        other.rollback()
    other.close()
    assert status == 1 and "another program writes into it" in said.err
    path.write_bytes(b"no database, but long enough to be taken for one" * 99)
    status, said = command(course, monkeypatch, capsys, SET)
    assert status == 1 and "it is no gradebook" in said.err
    path.unlink()
    status, said = command(course, monkeypatch, capsys, SET)
    assert status == 1 and "there is no gradebook.db" in said.err
    assert not path.exists()


def test_sums_leave_out_what_waits_for_a_person(course):
    put(course, "ada")
    put(course, "bob", scores={"mul-check": 0.0})
    with Book(course, RELEASE) as book:
        grade = book.gradebook.find_grade("keep", SET, SET, "ada")
        grade.manual_score, grade.needs_manual_grade = 6.0, False
        book.gradebook.db.commit()
    found = report.gathered(SET, course)
    full = sum(FULL.values())
    assert found.totals["ada"] == full + 6 and found.most == full + 6
    assert found.settled == {"ada": full, "bob": full - 4}
    middle = report_text.number(full - 2)
    said = f"half of them have {middle} of {full:g} points that are graded or more"
    assert said in report_text.text(found)
    with Book(course, RELEASE) as book:  # bob has changed an answer that had points
        grade = book.gradebook.find_grade("keep", SET, SET, "bob")
        grade.manual_score, grade.needs_manual_grade = 1.0, True
        book.gradebook.db.commit()
    assert exercise(report.gathered(SET, course), "keep").points == [6.0]


# -- what is published ------------------------------------------------------------


LONG = """
class Both(Op):
    @staticmethod
    def forward(ctx, a, b):
        out = np.where(a > b, a, b) + np.tanh(a * b) - np.exp(-a)
        ctx.save_for_backward(a, b, out)
        return out
"""


def test_a_copy_of_what_is_published_is_found():
    copied = LONG.replace("out", "y").replace("Both", "Two").replace("np.w", "np .w")
    other = LONG.replace("a > b, a, b", "b > a, b, a")
    versions = [{"one": LONG, "two": LONG, "short": "def f(): return 1"}]
    versions.append({"two": other})
    classes = {
        "copies": {"one": copied + "# mine", "two": other},
        "half": {"one": LONG, "two": "class ("},
        "own": {
            "one": other.replace("tanh", "sin"),
            "two": copied.replace("tanh", "exp"),
            "short": "def f(): return 1",
        },
    }
    assert alike.published(classes, versions) == [
        ("copies", 2, 2),
        ("half", 1, 2),
    ]
    assert alike.published(classes, [{"short": "def f(): return 1"}]) == []


def test_who_hands_in_the_solution_is_named(course):
    put(course, "ada")
    found = report.gathered(SET, course)
    ((name, same, of),) = found.published
    assert name == "ada" and same == of > 1
    assert f"ada: {of} of {of} cells" in report_text.text(found)
    assert {*report._own(RELEASE)} == {"add", "mul", "tanh", "relu"}


# -- what looks alike -------------------------------------------------------------

OWN = """
def softplus(x, beta=1.0):
    shifted = np.maximum(x * beta, 0.0)
    small = np.exp(-np.abs(x * beta))
    return (shifted + np.log1p(small)) / beta
"""
DISGUISED = '''
def softplus( x_in , b = 1.0 ):   # all of it is mine
    """Computes a soft plus."""
    first: float = np.maximum( (x_in * b), 0.0)
    # and now the rest
    second = np.exp( - np.abs(x_in*b) )

    return (first
            + np.log1p(second)) / b
'''
OTHER = """
def softplus(x, beta=1.0):
    out = np.zeros_like(x)
    for index, value in np.ndenumerate(x):
        out[index] = math.log(1 + math.exp(beta * value)) if value < 30 else value
    return np.where(beta * x > 30, x, out / beta)
"""
STUB = "def softplus(x, beta=1.0):\n    raise NotImplementedError('write softplus')\n"


def alike_of(*sources, known=(STUB,)):
    students = {f"s{i}": {"plus": each} for i, each in enumerate(sources)}
    return alike.pairs(students, [{"plus": each} for each in known])


def test_renamed_variables_and_comments_hide_nothing():
    (pair,) = alike_of(OWN, OTHER, DISGUISED)
    assert (pair.one, pair.other, pair.similarity) == ("s0", "s2", 1.0)
    assert pair.cells == {"plus": 1.0}


def test_a_changed_line_hides_little():
    changed = OWN.replace("/ beta\n", "* (1.0 / beta)\n    print('done')\n")
    (pair,) = alike_of(OWN, changed)
    assert 0.5 <= pair.similarity < 1.0


def test_other_code_does_not_look_alike():
    assert alike_of(OWN, OTHER) == []


def test_the_solution_and_the_release_tell_nothing():
    assert alike_of(STUB, STUB) == []
    assert alike_of(OWN, DISGUISED, known=(STUB, OWN)) == []


def test_what_many_have_tells_nothing():
    assert alike_of(*[OWN] * (alike.FEW + 1)) == []
    assert len(alike_of(*[OWN] * alike.FEW)) == 6


def test_short_code_tells_nothing():
    short = "def softplus(x, beta=1.0):\n    return np.log1p(np.exp(x))\n"
    assert alike_of(short, short) == []


def test_code_that_does_not_parse_is_compared_as_well():
    (pair,) = alike_of(OWN + "\nreturn (", OWN + "\nreturn (", OTHER)
    assert pair.similarity == 1.0


@pytest.mark.parametrize(
    "source", ["(" * 5000, "x = " + "-" * 20_000 + "1", "\0", "\ud800", "a" * 90_000]
)
def test_strange_code_is_no_trouble(source):
    assert alike_of(source, OWN, OTHER) == []


def test_a_pair_of_a_class_is_shown_with_its_cells(course):
    one, other = filled(RELEASE), filled(RELEASE)
    at = place(one, "tanh")
    head = "@piece\nclass Tanh(Op):\n    @staticmethod\n    def forward(ctx, x):\n"
    body = (
        "        {a} = np.exp(-2.0 * np.abs(x))\n"
        "        {b} = np.sign(x) * (1.0 - {a}) / (1.0 + {a})\n"
        "        ctx.save_for_backward({b}.copy())\n"
        "        return {b}\n"
    )
    one.cells[at].source = head + body.format(a="small", b="out")
    other.cells[at].source = head + body.format(a="e", b="result") + "\n# mine\n"
    put(course, "ada", one)
    put(course, "bob", other)
    put(course, "cyd")
    put(course, "dan", released(RELEASE))
    found = report.gathered(SET, course)
    (pair,) = found.alike
    assert (pair.one, pair.other, list(pair.cells)) == ("ada", "bob", ["tanh"])
    text = report_text.text(found)
    assert "100%  ada and bob: tanh 100%" in text
    assert " ".join(report_text.ABOUT_ALIKE.split()) in " ".join(text.split())
