"""Late is late in every list: times are the archive's, and cost what they cost."""

import csv
import io
import os
import shutil
import struct
import time
import zipfile
from datetime import UTC, datetime

import nbformat
import pytest
from helpers.grading_course import filled, released, run, small, solutions

pytest.importorskip("nbgrader")

from nbgrader.api import Gradebook
from test_grading_batch import SET, grade, hand_in

from autograder.grading import collect, late, report, report_text

DUE = "2026-03-01 18:00:00 UTC"
TEN_A_DAY = "\nc.PerDay.percent = 10\n"


def local(text):
    """A time in UTC, as the clock of this machine shows it."""
    when = datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()
    return time.localtime(when)[:6]


def zipped(path, files):
    """An archive, whose files have these times on this machine's clock."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, (when, content) in files.items():
            archive.writestr(zipfile.ZipInfo(name, local(when)), content)


# -- times of archives ------------------------------------------------------------


def test_times_are_those_of_the_archive(course):
    content = nbformat.writes(released(small(SET))).encode()
    inner = io.BytesIO()
    zipped(inner, {f"cem_{SET}.ipynb": ("2026-03-02 10:00:00", content)})
    backup = io.BytesIO()  # as backup() makes it, called after the student
    files = (f"work/{SET}/{SET}.ipynb", "work/ps1/ps1.ipynb")
    zipped(backup, dict.fromkeys(files, ("2026-03-01 16:00:00", content)))
    archive = course / "downloaded" / SET / "archive"
    archive.mkdir(parents=True)
    on_time, late_one = "2026-03-01 17:00:00", "2026-03-03 08:30:00"
    zipped(
        archive / "all.zip",
        {
            f"in/ann_{SET}.ipynb": (on_time, content),
            f"ben_{SET}.ipynb": (late_one, content),
            "more.zip": (on_time, inner.getvalue()),
            f"eve_{SET}.zip": (on_time, backup.getvalue()),
        },
    )
    (archive / f"dan_{SET}.ipynb").write_bytes(content)
    when = datetime.fromisoformat(on_time).replace(tzinfo=UTC).timestamp()
    os.utime(archive / f"dan_{SET}.ipynb", (when, when))
    for force in ((), ("--force",)):  # a second download
        done = run(course, "nbgrader", "zip_collect", SET, *force)
        assert done.returncode == 0, done.stderr
        said = {
            path.parts[-3]: path.read_text()
            for path in (course / "submitted").rglob("timestamp.txt")
        }
        assert said == {
            "ann": on_time,
            "ben": late_one,
            "cem": "2026-03-02 10:00:00",
            "dan": on_time,
            "eve": "2026-03-01 16:00:00",
        }


def test_a_time_in_utc_comes_before_the_clock():
    info = zipfile.ZipInfo("a", (2026, 3, 1, 12, 0, 0))
    clock = time.mktime((2026, 3, 1, 12, 0, 0, 0, 0, -1))
    assert collect.time_of(info) == clock
    info.extra = struct.pack("<HHI", 1, 4, 0) + struct.pack("<HHBi", 0x5455, 5, 1, 99)
    assert collect.time_of(info) == 99.0
    assert collect.time_of(zipfile.ZipInfo("a")) is None


# -- penalties --------------------------------------------------------------------


@pytest.fixture
def graded(course, judged):
    """ann on time, ben two days and a bit late; ten per cent a day."""
    with open(course / "nbgrader_config.py", "a") as file:
        file.write(TEN_A_DAY)
    done = run(course, "nbgrader", "db", "assignment", "add", SET, f"--duedate={DUE}")
    assert done.returncode == 0, done.stderr
    for student, when in (("ann", "2026-03-01 17:59"), ("ben", "2026-03-03 20:00")):
        hand_in(course, student, b"2")
        folder = course / "submitted" / student / SET
        (folder / "timestamp.txt").write_text(f"{when}:00 UTC")
    _, said = grade(course)
    return course, said


def rows(folder):
    done = run(folder, "nbgrader", "export")
    assert done.returncode == 0, done.stderr
    with open(folder / "grades.csv", newline="") as file:
        return {each["student_id"]: each for each in csv.DictReader(file)}


def test_late_is_late_in_every_list(graded):
    folder, said = graded
    assert "1 late:\n    ben: by 2 days 2 h, 3.0 points off" in said
    found = report.gathered(SET, folder)
    assert {name: off for name, (_, off) in found.late.items()} == {"ben": 3.0}
    assert "ben  2 days 2 h" in report_text.text(found)
    table = rows(folder)
    assert [table[each]["days_late"] for each in ("ann", "ben")] == ["0.0", "2.08"]
    assert [table[each]["score"] for each in ("ann", "ben")] == ["10.0", "7.0"]
    assert table["ben"]["late_submission_penalty"] == "3.0"
    assert table["ben"]["to_grade"] == "1"
    assert "1 late:" in grade(folder)[1]  # of what is unchanged, too


def test_points_that_a_person_gives_later_are_reduced_too(graded):
    folder, _ = graded
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        gradebook.find_grade("keep", SET, SET, "ben").manual_score = 5.0
        gradebook.db.commit()
    assert float(rows(folder)["ben"]["score"]) == 15 - 4.5
    hand_in_time = folder / "submitted" / "ben" / SET / "timestamp.txt"
    hand_in_time.write_text("2026-03-01 17:00:00 UTC")
    assert "late" not in grade(folder)[1]
    assert float(rows(folder)["ben"]["score"]) == 15


def test_names_with_commas_stay_in_their_column(graded):
    folder, _ = graded
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        gradebook.update_or_create_student("zoe", last_name="Doe, jr.")
    found = rows(folder)["zoe"]
    assert (found["last_name"], found["score"], found["to_grade"]) == (
        "Doe, jr.",
        "0.0",
        "",
    )


@pytest.mark.slow
def test_autograde_takes_off_what_grade_does(course, tmp_path, program):
    program("bwrap")
    pytest.importorskip("torch")
    with open(course / "nbgrader_config.py", "a") as file:
        file.write(TEN_A_DAY)
    done = run(course, "nbgrader", "db", "assignment", "add", SET, f"--duedate={DUE}")
    assert done.returncode == 0, done.stderr
    wrong = solutions(SET)["mul"].replace("grad * b", "grad")
    works = {
        "ann": ("2026-03-01 17:59", filled(small(SET))),
        "ben": ("2026-03-03 20:00", filled(small(SET))),
        "cem": ("2026-03-01 18:01", filled(small(SET), mul=wrong)),
    }
    for student, (when, notebook) in works.items():
        hand_in(course, student, notebook)
        path = course / "submitted" / student / SET / "timestamp.txt"
        path.write_text(f"{when}:00 UTC")
    other = shutil.copytree(course, tmp_path / "other")
    done = run(course, "autograder", "grade", SET)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run(other, "nbgrader", "autograde", SET)
    assert done.returncode == 0, done.stdout + done.stderr
    columns = ("raw_score", "late_submission_penalty", "score", "days_late", "to_grade")
    by_grade, by_autograde = (
        {name: [row[each] for each in columns] for name, row in rows(folder).items()}
        for folder in (course, other)
    )
    assert by_autograde == by_grade
    days = {name: float(row[3]) > 0 for name, row in by_grade.items()}
    assert days == {"ann": False, "ben": True, "cem": True}
    off = {name: float(row[1]) / float(row[0]) for name, row in by_grade.items()}
    assert off == pytest.approx({"ann": 0.0, "ben": 0.3, "cem": 0.1})
    assert [stored(folder) for folder in (course, other)] == [stored(course)] * 2


def stored(folder):
    """The penalties that stand in the gradebook itself, which the formgrader shows."""
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        return {
            each.student.id: each.late_submission_penalty
            for each in gradebook.assignment_submissions(SET)
        }


def test_penalties_are_the_plugin_s():
    rule = late.PerDay(percent=10.0)
    assert rule.late_submission_penalty("ann", 50.0, 1.0) == 5.0
    assert rule.late_submission_penalty("ann", 50.0, 86_401.0) == 10.0
    assert rule.late_submission_penalty("ann", 50.0, 40 * 86_400.0) == 50.0
    assert not late.PerDay().late_submission_penalty("ann", 50.0, 86_400.0)
    zero = late.PerDay(penalty_method="zero")
    assert zero.late_submission_penalty("ann", 50.0, 1.0) == 50.0


@pytest.mark.parametrize(
    "seconds, words",
    [(30, "1 min"), (3600, "1 h 0 min"), (86_400, "1 day"), (180_000, "2 days 2 h")],
)
def test_how_late_in_words(seconds, words):
    assert late.how_late(seconds) == words
