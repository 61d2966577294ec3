"""A class graded by one command: nothing dropped, nothing done twice, nothing lost."""

import contextlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from helpers.grading_course import (
    SMALL,
    environment,
    filled,
    make_course,
    place,
    python,
    released,
    run,
    small,
)

pytest.importorskip("nbgrader")

from autograder.__main__ import main
from autograder.grading import batch, finding, sandbox
from autograder.grading.record import Book
from autograder.grading.run import Result
from autograder.work.folder import WorkError

SET = "ps2"
RELEASE = small(SET)
FULL = {name: slot.points for name, slot in RELEASE.checks.items()}
WRITTEN = "keep"


def hand_in(course, student, notebook, name=f"{SET}.ipynb"):
    path = course / "submitted" / student / SET / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(notebook, bytes):
        notebook = nbformat.writes(notebook).encode()
    path.write_bytes(notebook)
    os.utime(path, (1_700_000_000, 1_700_000_000))


def scores(course):
    """{student: {cell: (points, needs a person)}} of the gradebook."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        return {
            each.student.id: {
                grade.name: (grade.auto_score, grade.needs_manual_grade)
                for grade in each.notebooks[0].grades
            }
            for each in gradebook.assignment_submissions(SET)
        }


def options(course, **more):
    return batch.Options(course, **more)


# -- without a sandbox: what the batch does with results ---------------------------


def grade(course, **more):
    said = []
    good = batch.grade_class(SET, options(course, **more), said.append)
    return good, "\n".join(said)


def test_results_are_recorded_and_kept(course, judged):
    hand_in(course, "ann", b"1")
    hand_in(course, "ben", b"2")
    good, said = grade(course)
    assert good and "2 graded" in said
    assert scores(course)["ann"]["mul-check"] == (1.0, False)
    assert scores(course)["ben"]["mul-check"] == (2.0, False)
    assert scores(course)["ann"][WRITTEN] == (None, True)
    assert (course / "autograded" / "ann" / SET / f"{SET}.ipynb").exists()


def test_what_was_handed_in_stays_and_results_are_hidden(course, judged):
    hand_in(course, "ann", b"1")
    hand_in(course, "ben", b"broken")
    before = {path: path.lstat() for path in (course / "submitted").rglob("*")}
    grade(course)
    after = {path: path.lstat() for path in (course / "submitted").rglob("*")}
    assert [(p, s.st_mtime_ns, s.st_mode) for p, s in after.items()] == [
        (p, s.st_mtime_ns, s.st_mode) for p, s in before.items()
    ]
    assert (course / "judged").stat().st_mode & 0o077 == 0


def test_what_is_unchanged_is_not_graded_again(course, judged):
    hand_in(course, "ann", b"1")
    hand_in(course, "ben", b"1")
    grade(course)
    hand_in(course, "ben", b"2")
    hand_in(course, "cem", b"3")
    good, said = grade(course)
    assert judged == ["ann", "ben", "ben", "cem"]
    assert "3 graded: 2 new, 0 of them salvaged; 1 unchanged." in said
    assert {name: s["add-check"][0] for name, s in scores(course).items()} == {
        "ann": 1.0,
        "ben": 2.0,
        "cem": 3.0,
    }
    grade(course, force=True)
    assert judged[4:] == ["ann", "ben", "cem"]


def test_a_person_s_points_stay(course, judged):
    from nbgrader.api import Gradebook

    hand_in(course, "ann", b"1")
    grade(course)
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        given = gradebook.find_grade(WRITTEN, SET, SET, "ann")
        given.manual_score, given.needs_manual_grade = 5, False
        gradebook.db.commit()
    hand_in(course, "ann", b"2")
    grade(course)
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        grade_ = gradebook.find_grade(WRITTEN, SET, SET, "ann")
        assert grade_.manual_score == 5 and not grade_.needs_manual_grade
        grade_.auto_score, blank = (
            3.0,
            gradebook.find_grade("mul-check", SET, SET, "ann"),
        )
        blank.manual_score = 4
        gradebook.db.commit()
    hand_in(course, "ann", b"02")  # the same points, for the same cells
    grade(course)
    assert not scores(course)["ann"]["mul-check"][1]
    hand_in(course, "ann", b"1")
    grade(course)
    assert scores(course)["ann"]["mul-check"] == (1.0, True)


def test_a_hand_grade_is_asked_for_again_if_its_answer_changed(course, judged):
    from nbgrader.api import Gradebook

    answer = filled(RELEASE)
    for text, asked in (("One.", True), ("One.", False), ("Two.", True)):
        answer.cells[place(answer, WRITTEN)].source = text
        notebook = nbformat.writes(answer)
        result = Result("ann", dict.fromkeys(FULL, 0.0), notebook=notebook)
        with Book(course, RELEASE) as book:
            book.record(result)
        assert scores(course)["ann"][WRITTEN] == (None, asked)
        with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
            given = gradebook.find_grade(WRITTEN, SET, SET, "ann")
            given.manual_score, given.needs_manual_grade = 5, False
            gradebook.db.commit()


def test_a_file_that_was_touched_or_downloaded_again_is_unchanged(course, judged):
    hand_in(course, "ann", b"1")
    hand_in(course, "ben", b"1")
    grade(course)
    folder = course / "submitted"
    first = times(course)
    os.utime(folder / "ann" / SET / f"{SET}.ipynb", (1_700_099_999, 1_700_099_999))
    (folder / "ben" / SET / "timestamp.txt").write_text("2024-01-01 10:00:00 UTC")
    _, said = grade(course)
    assert judged == ["ann", "ben"] and "0 new" in said and "2 unchanged" in said
    assert times(course) == first | {"ben": "2024-01-01 10:00:00"}
    assert {*seen_by_formgrader(course).values()} == {"autograded"}
    first = times(course)
    grade(course, force=True)  # or the course was updated
    assert times(course) == first


def times(course):
    """{student: when it was handed in} of the gradebook."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        found = gradebook.assignment_submissions(SET)
        return {each.student.id: str(each.timestamp) for each in found}


def test_the_formgrader_knows_what_is_graded(course, judged):
    for student in ("none", "said", "pipe", "odd", "link", "later"):
        hand_in(course, student, b"2")
    said = course / "submitted"
    (said / "said" / SET / "timestamp.txt").write_text("2024-05-06 07:08:09.5 UTC")
    (said / "odd" / SET / "timestamp.txt").write_text("yesterday, or so")
    (said / "link" / SET / "timestamp.txt").symlink_to("/dev/zero")
    os.mkfifo(said / "pipe" / SET / "timestamp.txt")
    assert grade(course)[0]
    hand_in(course, "new", b"2")
    hand_in(course, "later", b"3")
    os.utime(said / "later" / SET / f"{SET}.ipynb", (1_700_000_999, 1_700_000_999))
    assert seen_by_formgrader(course) == {
        **dict.fromkeys(("none", "said", "pipe", "odd", "link"), "autograded"),
        **dict.fromkeys(("new", "later"), "needs autograding"),
    }


def seen_by_formgrader(course):
    """{student: what the formgrader's list of submissions says}."""
    script = f"""
import json
from nbgrader.apps import NbGrader
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
app = NbGrader()
app.load_config_file()
api = NbGraderAPI(CourseDirectory(config=app.config), config=app.config)
print(json.dumps({{
    each["student"]: "autograded" if each["autograded"] else "needs autograding"
    for each in api.get_submissions({SET!r})
}}))
"""
    done = python(course, "-c", script)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_a_new_submission_is_read_once(course, judged, monkeypatch):
    """It may be large, and is read by who is to grade it."""
    read, own = [], finding.find
    monkeypatch.setattr(finding, "find", lambda *of: read.append(of[1]) or own(*of))
    hand_in(course, "ann", b"1")
    grade(course)
    assert judged == read == ["ann"]


def test_broken_off_and_begun_again(course, judged):
    for name, content in (("ann", b"1"), ("ben", b"crash"), ("cem", b"3")):
        hand_in(course, name, content)
    with pytest.raises(KeyboardInterrupt):
        grade(course)
    assert scores(course).keys() == {"ann"}
    seed = (course / "judged" / SET / "seed").read_text()
    hand_in(course, "ben", b"2")
    good, _ = grade(course)
    assert good and judged == ["ann", "ben", "ben", "cem"]
    kept = [
        json.loads(each.read_text())
        for each in (course / "judged" / SET).glob("*.json")
    ]
    assert {each["seed"] for each in kept} == {int(seed)}
    assert not (course / "judged" / SET / "seed").exists()


def test_a_forced_run_that_was_broken_off_goes_on_without_force(course, judged):
    for name in ("ann", "ben", "cem"):
        hand_in(course, name, b"1")
    grade(course)
    hand_in(course, "ben", b"crash")
    with pytest.raises(KeyboardInterrupt):
        grade(course, force=True)
    hand_in(course, "ben", b"2")
    grade(course)
    assert judged[3:] == ["ann", "ben", "ben", "cem"]
    assert "0 new" in grade(course)[1]


def test_a_command_that_is_broken_off_says_how_to_go_on(monkeypatch, capsys):
    def broken_off(set, options):
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "grade_class", broken_off)
    assert main(["grade", SET]) == main(["grade", SET, "--force"]) == 1
    first, forced = capsys.readouterr().err.splitlines()
    assert "Run this again: it goes on" in first
    assert "Run this again, without --force: it goes on" in forced


def test_limits_are_given_on_the_command_line(monkeypatch, capsys):
    given = []
    monkeypatch.setattr(
        batch, "grade_class", lambda *each: given.append(each[1].limits)
    )
    limits = ("--cell-seconds", "20", "--total-seconds", "300", "--memory", "0.5")
    main(["grade", SET])
    main(["grade", SET, *limits])
    assert given[0] == sandbox.Limits()
    assert given[1] == sandbox.Limits(500_000_000, 20.0, 300.0)
    with pytest.raises(SystemExit):
        main(["grade", SET, "--memory", "much"])
    assert "usage: python -m autograder grade" in capsys.readouterr().err


def test_one_run_at_a_time(course, judged):
    hand_in(course, "ann", b"1")
    with batch.alone(course / "judged" / SET):
        with pytest.raises(WorkError, match="another run grades ps2 already"):
            grade(course)
    assert grade(course)[0]


def test_who_took_long_is_named(course, judged):
    for name in ("ann", "ben", "cem"):
        hand_in(course, name, b"1")
    grade(course)
    path = course / "judged" / SET / "ben.json"
    kept = json.loads(path.read_text())
    path.write_text(json.dumps(kept | {"seconds": 125.0}))
    _, said = grade(course)
    assert "1 took long" in said and "ben: 125 s" in said


def test_points_that_are_more_than_there_are_now_are_said(course, judged):
    from nbgrader.api import Gradebook

    hand_in(course, "ann", b"1")
    grade(course)
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        gradebook.find_grade(WRITTEN, SET, SET, "ann").manual_score = 7
        gradebook.db.commit()
    assert "ann: keep has 7 points by hand, and 6 at most now" in grade(course)[1]


def test_files_beside_the_folders_are_found_or_named(course, judged):
    hand_in(course, "ann", b"1")
    for name, file in (("ben", f"{SET}.ipynb"), ("cem", "my_work.zip")):
        (course / "submitted" / name).mkdir()
        (course / "submitted" / name / file).write_bytes(b"2")
    good, said = grade(course)
    assert scores(course)["ben"]["mul-check"][0] == 2.0
    assert "cem/my_work.zip is in no folder: put it into cem/ps2/." in said


def test_a_result_that_the_gradebook_lost_is_put_back(course, judged):
    hand_in(course, "ann", b"1")
    grade(course)
    make_course(course, SET, SMALL[SET])
    grade(course)
    assert judged == ["ann"]
    assert scores(course)["ann"]["mul-check"] == (1.0, False)


def test_nobody_is_dropped(course, judged):
    hand_in(course, "ann", b"1")
    hand_in(course, "ben", b"oops")
    hand_in(course, "dan", b"fault")
    (folder := course / "submitted" / "eve" / SET).mkdir(parents=True)
    (folder / f"{SET}.ipynb").symlink_to("../../ann")
    good, said = grade(course)
    assert not good
    assert f"eve: there is no notebook in the folder; {SET}.ipynb is a link" in said
    assert "1 graded" in said and "ben: broken" in said
    assert "dan: a fault of the grader" in said
    assert scores(course)["ben"]["mul-check"] == (0.0, False)
    assert scores(course)["ben"][WRITTEN] == (0.0, False)
    assert "dan" not in scores(course)


@pytest.mark.parametrize(
    "name, id",
    [
        ("\u3042" * 84 + "x", "_" * 40 + "-816921af"),  # 253 bytes
        ("<b>\n$(x)", "_b____x_-6231314d"),
        (os.fsdecode(b"\xff%s"), "__s-08bba23d"),
    ],
    ids=["long", "markup", "no text"],
)
def test_a_name_that_nobody_can_have_is_an_explicit_zero(name, id, course, judged):
    """A file's name has at most 255 bytes, and letters may have three."""
    hand_in(course, "ann", b"1")
    hand_in(course, name, b"1")
    hand_in(course, kept := "\u3042" * 66, b"1")
    hand_in(course, "zoe", b"1")
    good, said = grade(course)
    found = scores(course)
    assert found.keys() == {"ann", id, kept, "zoe"}
    assert not good and f"{id}: " in said and name not in said
    assert {points for points, _ in found[id].values()} == {0.0}
    assert found["zoe"]["mul-check"] == (1.0, False)
    _, again = grade(course)
    assert "3 unchanged" in again and len(judged) == 4


# -- bad input is one clear line --------------------------------------------------


def test_an_unknown_set(course):
    with pytest.raises(WorkError, match="no problem set ps99"):
        batch.grade_class("ps99", options(course))


def test_nothing_was_handed_in(course, judged):
    with pytest.raises(WorkError, match="submitted"):
        grade(course)


def test_a_student_who_handed_in_nothing(course, judged):
    hand_in(course, "ann", b"1")
    with pytest.raises(WorkError, match="zoe did not hand in ps2"):
        grade(course, students=("zoe",))


def test_without_a_gradebook(course, judged):
    hand_in(course, "ann", b"1")
    (course / "gradebook.db").unlink()
    with pytest.raises(WorkError, match="Run nbgrader generate_assignment ps2"):
        grade(course)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE grade_cells SET max_score = 99",
        "UPDATE base_cell SET name = name || '-old'",
    ],
    ids=["other points", "other cells"],
)
def test_the_gradebook_of_another_course(course, judged, statement):
    hand_in(course, "ann", b"1")
    with sqlite3.connect(course / "gradebook.db") as connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(WorkError, match="another ps2|does not know"):
        grade(course)


def test_a_file_that_is_no_gradebook(course, judged):
    hand_in(course, "ann", b"1")
    (course / "gradebook.db").write_text("these are the points of all students " * 9)
    with pytest.raises(WorkError, match="it is no gradebook"):
        grade(course)


def test_a_locked_gradebook(course, judged):
    hand_in(course, "ann", b"1")
    other = sqlite3.connect(course / "gradebook.db")
    try:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(WorkError, match="another program writes into it"):
            grade(course)
    finally:
        other.close()
    assert grade(course)[0]


def test_no_folder_for_the_results(course, judged):
    hand_in(course, "ann", b"1")
    (course / "judged").write_text("")
    with pytest.raises(WorkError, match="cannot be made"):
        grade(course)


def test_without_a_sandbox_nothing_runs(course, judged, monkeypatch):
    hand_in(course, "ann", b"1")
    monkeypatch.setattr(batch.sandbox, "missing", lambda: "bwrap is not installed")
    with pytest.raises(WorkError, match="no sandbox: bwrap is not installed"):
        grade(course)
    assert judged == []
    assert grade(course, unsafe=True)[0]


# -- the whole way ----------------------------------------------------------------


@pytest.fixture
def class_of_five(course, program):
    program("bwrap")
    pytest.importorskip("torch")
    hand_in(course, "right", filled(RELEASE))
    hand_in(course, "untouched", released(RELEASE))
    hand_in(course, "renamed", filled(RELEASE, mul=""), "my homework.ipynb")
    hand_in(course, "broken", b"%PDF-1.7")
    exits = filled(RELEASE)
    exits.cells[place(exits, "relu")].source += "\nimport os; os._exit(1)"
    hand_in(course, "exits", exits)
    return course


def expected():
    full = {name: (points, False) for name, points in FULL.items()}
    nothing = {name: (0.0, False) for name in (*FULL, WRITTEN)}
    waits = {WRITTEN: (None, True)}
    return {
        "right": full | waits,
        "untouched": nothing,
        "renamed": full | waits | {"mul-check": (0.0, False)},
        "broken": nothing,
        "exits": full | waits | {"relu-check": (0.0, False)},
    }


@pytest.mark.slow
def test_a_class(class_of_five):
    done = run(class_of_five, "autograder", "grade", SET, "--workers", "2")
    assert done.returncode == 1, done.stderr  # one of them could not be graded
    assert "4 graded: 4 new, 2 of them salvaged; 0 unchanged." in done.stdout
    assert "broken: the file is no notebook" in done.stdout
    assert "5 of 5" in done.stderr
    assert scores(class_of_five) == expected()
    done = run(class_of_five, "nbgrader", "generate_feedback", SET)
    assert done.returncode == 0, done.stderr
    page = class_of_five / "feedback" / "renamed" / SET / f"{SET}.html"
    assert "Mul.forward is not written yet" not in page.read_text()
    assert "there is no Mul in the notebook" in page.read_text()
    points = sum(points or 0 for points, _ in expected()["renamed"].values())
    assert f"Score: {points}" in page.read_text()


@pytest.mark.slow
def test_killed_twenty_times(class_of_five, tmp_path):
    quiet = Path(shutil.copytree(class_of_five, tmp_path / "quiet"))
    command = ("autograder", "grade", SET, "--seed", "7", "--workers", "1")
    start = time.monotonic()
    run(quiet, *command)
    whole = time.monotonic() - start
    rng = random.Random(3)
    for _ in range(20):
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=class_of_five,
            env=environment(class_of_five),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        with contextlib.suppress(subprocess.TimeoutExpired):  # or nothing was left
            process.wait(rng.uniform(0.1, 1.0) * whole)
        process.kill()
        process.wait()
    run(class_of_five, *command)
    assert scores(class_of_five) == scores(quiet) == expected()
    for path in sorted((quiet / "autograded").rglob("*.ipynb")):
        other = class_of_five / path.relative_to(quiet)
        assert other.read_bytes() == path.read_bytes()


def test_a_book_knows_what_it_has(course):
    result = Result("ann", dict.fromkeys(RELEASE.checks, 1.0))
    result.notebook = nbformat.writes(filled(RELEASE))
    release = batch.template.load(SET, course)
    with Book(course, release) as book:
        assert not book.has(result)
        book.record(result)
        assert book.has(result)
        result.scores["mul-check"] = 2.0
        assert not book.has(result)
