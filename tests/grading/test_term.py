"""A term with twelve students: nothing written is lost, no hand grade asked for twice,
late is late in every list.

Set ps2 is graded in the sandbox; of ps1 the judge is replaced, as its part here is that
of a second set in the same gradebook.
"""

import copy
import csv
import os
import zipfile

import nbformat
import pytest
from helpers.grading_course import SMALL, place, run, small_source, solutions

pytest.importorskip("nbgrader")

from nbgrader.api import Gradebook
from test_grading_batch import SET
from test_grading_late import TEN_A_DAY, local

from autograder.grading import batch, report, report_text

ANSWER = "Because the backward pass needs the output, and {} says so."
ON_TIME, LATE = "2026-03-01 17:30:00", "2026-03-03 20:00:00"
ROSTER = "ann ben cem dan eve fay gus hal ida jan kim lea".split()
NOTHING = {"cem", "gus", "hal"}  # these wrote no answer that could be read
SECOND = "ps1"


def released(folder, set):
    return nbformat.read(folder / "exercises" / set / f"{set}.ipynb", as_version=4)


class Term:
    """A course, and what its instructor does in it."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *command, status=0):
        done = run(self.folder, *command)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    def grade(self, status=0):
        said = self.run("autograder", "grade", SET, "--workers", "2", status=status)
        return said

    def release(self, set, source):
        path = self.folder / "solutions" / set
        path.mkdir(exist_ok=True, parents=True)
        nbformat.write(source, path / f"{set}.ipynb")
        self.run("nbgrader", "generate_assignment", set, "--force")

    def work_of(self, student, set=SET):
        """What a student made of the release that is there now."""
        notebook = released(self.folder, set)
        own = {} if student == "hal" else dict(solutions(set))
        for cell in notebook.cells:
            cell.source = own.get(cell.id, cell.source)
        at = place(notebook, "keep" if set == SET else "wait")
        text, stub = ANSWER.format(student), released(self.folder, set).cells[at].source
        notebook.cells[at].source = stub if student in NOTHING else text
        if student == "dan":
            notebook.cells[at].source = stub
            notebook.cells.insert(at + 1, nbformat.v4.new_markdown_cell(text))
        if student == "fay":
            mul = notebook.cells[place(notebook, "mul")]
            mul.source = mul.source.replace("grad * b", "grad")
        if student == "ida":
            del notebook.cells[place(notebook, "add-check")]
        if student in ("ben", "cem", "jan"):  # as Colab does it
            for number, cell in enumerate(notebook.cells):
                cell.id, cell.metadata = f"c{number}", {}
        return nbformat.writes(notebook).encode()

    def collect(self, work, set=SET):
        """An archive with times, as a learning platform gives it, is collected."""
        archive = self.folder / "downloaded" / set / "archive"
        archive.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(archive / "all.zip", "w") as file:
            for student, content in work.items():
                when = local(LATE if student == "eve" else ON_TIME)
                info = zipfile.ZipInfo(f"{student}_{set}.ipynb", when)
                file.writestr(info, content[:2000] if student == "gus" else content)
        self.run("nbgrader", "zip_collect", set, "--force")

    def book(self):
        return Gradebook(f"sqlite:///{self.folder / 'gradebook.db'}")

    def asked(self, set=SET):
        """Who waits for a person, and what stands in the answers of all."""
        cell, waits, texts = "keep" if set == SET else "wait", set_(), {}
        with self.book() as book:
            for each in book.assignment_submissions(set):
                if each.needs_manual_grade:
                    waits.add(each.student.id)
        for path in (self.folder / "autograded").glob(f"*/{set}/{set}.ipynb"):
            cells = nbformat.read(path, as_version=4).cells
            texts[path.parts[-3]] = next(c.source for c in cells if c.id == cell)
        return waits, texts

    def grade_by_hand(self, points):
        with self.book() as book:
            for each in book.assignment_submissions(SET):
                grade = book.find_grade("keep", SET, SET, each.student.id)
                if grade.needs_manual_grade:
                    grade.manual_score, grade.needs_manual_grade = points, False
            book.db.commit()

    def points(self, cell):
        """What a cell has, by the judge and by hand, of each student."""
        with self.book() as book:
            grades = {
                each.student.id: book.find_grade(cell, SET, SET, each.student.id)
                for each in book.assignment_submissions(SET)
            }
            return {n: (g.auto_score, g.manual_score) for n, g in grades.items()}

    def table(self, set=SET):
        self.run("nbgrader", "export")
        with open(self.folder / "grades.csv", newline="") as file:
            rows = csv.DictReader(file)
            return {r["student_id"]: r for r in rows if r["assignment"] == set}

    def page(self, student):
        path = self.folder / "feedback" / student / SET / f"{SET}.html"
        return path.read_text(encoding="utf-8")


set_ = set


@pytest.mark.slow
def test_a_term(course, judged, program):
    program("bwrap")
    pytest.importorskip("torch")
    term = Term(course)

    # Before the term: a roster, a rule for late work, the first hand-out.
    with open(course / "nbgrader_config.py", "a") as file:
        file.write(TEN_A_DAY)
    names = "".join(f"{each},{each.title()}\n" for each in [*ROSTER, "mia"])
    (course / "roster.csv").write_text(f"id,first_name\n{names}")
    term.run("nbgrader", "db", "student", "import", "roster.csv")
    due = ("nbgrader", "db", "assignment", "add")
    for each in (SET, SECOND):
        term.run(*due, each, "--duedate=2026-03-01 18:00:00 UTC")
    work = {each: term.work_of(each) for each in ROSTER}

    # After the release, points and a heading change.
    source = copy.deepcopy(small_source(SET, SMALL[SET]))
    source.cells[place(source, "keep")].metadata.nbgrader.points = 4
    text = source.cells[place(source, "keep-text")]
    text.source = "## What to keep\n\n★ · 5 minutes · 4 points · in words\n\nSay why."
    term.release(SET, source)

    # The first week: an archive, a backup, and a notebook beside its folder.
    kim, lea = work.pop("kim"), work.pop("lea")
    term.collect(work)
    submitted = course / "submitted"
    (submitted / "kim" / SET).mkdir(parents=True)
    (submitted / "lea").mkdir()
    with zipfile.ZipFile(submitted / "kim" / SET / "my_work.zip", "w") as file:
        file.writestr(f"work/{SET}/{SET}.ipynb", kim)
    (submitted / "lea" / f"{SET}.ipynb").write_bytes(lea)
    early = 1_700_000_000
    for path in (
        submitted / "kim" / SET / "my_work.zip",
        submitted / "lea" / "ps2.ipynb",
    ):
        os.utime(path, (early, early))
    said = term.grade()
    assert "12 graded: 12 new" in said
    assert "1 late:\n    eve: by 2 days 2 h" in said
    waits, texts = term.asked()
    assert waits == {*ROSTER} - NOTHING
    assert {each: texts[each] for each in waits} == {
        each: ANSWER.format(each) for each in waits
    }

    # Hand grades, and a second download: nothing is graded or asked for again.
    term.grade_by_hand(3.0)
    os.utime(submitted / "lea" / f"{SET}.ipynb")
    term.collect(work)
    said = term.grade()
    assert " 0 new" in said and "wait for a person" not in said and "eve" in said
    assert term.asked() == (set_(), texts)

    # A better notebook, with the same answer: points go up, a hand grade stays.
    assert term.points("mul-check")["fay"][0] < term.points("mul-check")["ann"][0]
    mul = dict(solutions(SET))["mul"]
    better = nbformat.reads(work["fay"].decode(), as_version=4)
    better.cells[place(better, "mul")].source = mul
    work["fay"] = nbformat.writes(better).encode()
    term.collect(work)
    said = term.grade()
    assert " 1 new" in said and "wait for a person" not in said
    assert term.asked() == (set_(), texts)
    assert term.points("mul-check")["fay"] == term.points("mul-check")["ann"]
    by_hand = {name: given for name, (_, given) in term.points("keep").items()}
    assert {name for name, given in by_hand.items() if given == 3.0} == waits

    # A second set, whose results are given here.
    term.release(SECOND, small_source(SECOND, SMALL[SECOND]))
    term.collect({each: b"2" for each in ROSTER if each != "gus"}, SECOND)
    heard = []
    batch.grade_class(SECOND, batch.Options(course), heard.append)
    assert "    eve: by 2 days 2 h" in "\n".join(heard)
    assert len(judged) == 11

    # The end: feedback, report, export.
    term.run("nbgrader", "generate_feedback", SET)
    pages = {each: term.page(each) for each in ROSTER}
    assert not any("not yet graded" in each for each in pages.values())
    assert "</a> (Score: 3.0 / 4.0)" in pages["ann"]
    assert "2 days 2 h late" in pages["eve"] and " late." not in pages["ann"]
    assert "Late submission penalty" in pages["eve"]
    assert "stood elsewhere" in pages["dan"] and "restored: add-check" in pages["ida"]
    assert "taken out of my_work.zip" in pages["kim"]
    assert "lay beside the folder" in pages["lea"]
    found = report.gathered(SET, course)
    assert {*found.late} == {"eve"} and "eve  2 days 2 h" in report_text.text(found)
    assert {"ann", "ben", "jan"} <= {each for each, _, _ in found.published}
    assert {*report.gathered(SECOND, course).late} == {"eve"}
    for each in (SET, SECOND):
        table = term.table(each)
        late = {name for name, row in table.items() if float(row["days_late"] or 0)}
        assert late == {"eve"} and table["mia"]["score"] == "0.0"
    row = term.table()["eve"]
    assert float(row["score"]) == pytest.approx(0.7 * float(row["raw_score"]))
    assert term.table()["ann"]["to_grade"] == "0"
