"""The feedback page: what was done, what is graded and what is not; without network."""

import re

import nbformat
import pytest
from helpers.grading_course import ROOT, filled, place, released, run, small

pytest.importorskip("nbgrader")

from test_grading_batch import SET

from autograder.grading import feedback
from autograder.grading.finding import Submission
from autograder.grading.record import Book
from autograder.grading.run import Result, _about, _zero

RELEASE = small(SET)
FULL = {name: slot.points for name, slot in RELEASE.checks.items()}
NOTE = "keep.ipynb, which lay there too, has more answers <b>"


@pytest.fixture
def page(course):
    """The page of a student, from a notebook and what was noted of it."""

    def made(notes=(), by_hand=None, timestamp="2026-03-03T20:00:00+00:00", **more):
        notebook = filled(RELEASE)
        answer = notebook.cells[place(notebook, "keep")]
        answer.source = "Where $a_1 < b$ and $$\\frac{1}{2}$$ **stand**."
        text = _about(notebook, Submission("ann", file="my work.ipynb"), [*notes])
        result = Result("ann", FULL, notebook=text, timestamp=timestamp, **more)
        with Book(course, RELEASE) as book:
            book.record(result)
            if by_hand is not None:
                grade = book.gradebook.find_grade("keep", SET, SET, "ann")
                grade.manual_score, grade.needs_manual_grade = by_hand, False
                book.gradebook.db.commit()
        return shown(course)

    return made


def shown(course):
    done = run(course, "nbgrader", "generate_feedback", SET, "--force")
    assert done.returncode == 0, done.stderr
    folder = course / "feedback" / "ann" / SET
    return (folder / f"{SET}.html").read_text(encoding="utf-8")


def words(page):
    """The text of a page's top, without its marks."""
    top = page[page.index('<a name="top">') : page.index('id="notebook"')]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", top))


def test_the_top_says_what_was_done_and_what_is_not_graded(page):
    text = page([NOTE, "cells were missing, and restored: add-check"])
    top = words(text)
    assert "Graded: my work.ipynb, handed in on 03 March 2026 at 20:00 UTC." in top
    assert "has more answers &lt;b&gt;" in top and "restored: add-check" in top
    assert "Mul (Score: 4.0 / 4.0)" in top and "Test cell" not in top
    assert "Keep input or output? (not yet graded, 6 points)" in top
    assert "6 of the points are not yet graded." in top
    assert "0.0 / 6.0" not in text


def test_the_index_names_exercises_whose_headings_are_lost(course):
    """And where there is a comment, it stands behind its exercise."""
    notebook = released(RELEASE)
    notebook.cells = [
        each for each in notebook.cells if each.cell_type == "code" or each.id == "keep"
    ]
    with Book(course, RELEASE) as book:
        book.record(Result("ann", FULL, notebook=nbformat.writes(notebook)))
    path = course / "exercises" / SET / f"{SET}.ipynb"
    shared = nbformat.read(path, as_version=4)  # an exercise with two checks
    del shared.cells[place(shared, "mul-text")]
    nbformat.write(shared, path)
    page = shown(course)
    top = words(page)
    assert "Add: add (Score: 2.0 / 2.0) · Comment Add: mul (Score: 4.0 / 4.0)" in top
    assert "Keep input or output? (Score: 0.0 / 6.0) · Comment" in top
    index = page[page.index('<div id="toc">') : page.index("</ol>")]
    assert index.count("<li>") == len(FULL) + 1
    assert '<a href="#comment-mul">Comment</a></li>' in index


def test_nothing_is_a_grade_too(page):
    text = page(by_hand=0.0)
    assert "Keep input or output? (Score: 0.0 / 6.0)" in words(text)
    assert "not yet graded" not in text and "What was found" not in words(text)


def test_a_page_needs_no_network_and_shows_formulas(page):
    text = page()
    assert "<script" not in text and 'src="http' not in text
    assert not re.search(r'<link[^>]+href="http', text)
    assert "<msub><mi>a</mi><mn>1</mn></msub><mo>&lt;</mo>" in text
    assert '<math display="block"><mrow><mfrac>' in text
    assert "summary { display: list-item" in text


def test_what_could_not_be_graded_says_why_and_what_was_late(course):
    run(course, "nbgrader", "db", "assignment", "add", SET, "--duedate=2026-03-01")
    when = "2026-03-03T00:00:00+00:00"
    result = Result("ann", timestamp=when)
    with Book(course, RELEASE) as book:
        book.record(_zero(result, RELEASE, "the file is empty", Submission("x")))
    top = words(shown(course))
    assert "it could not be graded: the file is empty" in top
    assert "Graded: nothing, handed in on 03 March" in top and ", 2 days late." in top


def test_every_formula_of_the_sets_is_one():
    formula = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$", re.DOTALL)
    seen = 0
    for path in sorted((ROOT / "exercises").rglob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            for each in formula.findall(cell.source * (cell.cell_type == "markdown")):
                made = feedback._mathml(each[0] or each[1], "inline")
                assert made.startswith("<math") and "\\" not in made, each
                seen += 1
    assert seen > 100


def test_a_derivative_has_its_primes_on_the_line():
    made = feedback._mathml("f''' + x^2", "inline")
    assert "<mrow><mi>f</mi><mi>‴</mi><mo>" in made and "<msup><mi>x</mi>" in made


def test_what_a_formula_holds_is_harmless():
    for tex in (
        r"\text{<script>alert(1)</script>}",
        r"\href{javascript:alert(1)}{x}",
        r"\text{<img src=x onerror=alert(1)>}",
        r"\frac{1}{",
        "<script>" + "\\left(" * 50,
    ):
        made = feedback._mathml(tex, "inline")
        assert not re.search("<(?:script|img)|href|onerror=alert|<[^>]*script", made)
