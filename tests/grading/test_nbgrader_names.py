"""nbgrader's own autograde and feedback: links lead nowhere, and any name is found."""

import os

import pytest

pytest.importorskip("torch")
pytest.importorskip("nbgrader")

from banks.attacks.kit import SET, make_course, work
from helpers.grading_course import run

SECRET = "the points of everybody"
ODD = ("[a]", "*", "a b'", "-x", "é" * 126)


@pytest.fixture(scope="module")
def course(program, tmp_path_factory):
    program("bwrap")
    course = tmp_path_factory.mktemp("course")
    make_course(course)
    (course / "points.csv").write_text(SECRET)
    for name in ODD:
        work(course, name).hand_in()
    work(course, "a\nb").hand_in()  # nbgrader cannot have it
    eve = work(course, "eve")
    eve.hand_in()
    (eve.folder / "data.csv").symlink_to(course / "points.csv")
    (eve.folder / "gradebook.db").symlink_to("../../../gradebook.db")
    (eve.folder / "timestamp.txt").symlink_to(course / "points.csv")
    (eve.folder / "all").symlink_to("../../..")
    os.mkfifo(eve.folder / "pipe")
    eve.file("mine.txt", "my own data")
    ivy = work(course, "ivy")
    (ivy.folder / f"{SET}.ipynb").symlink_to(f"../../../solutions/{SET}/{SET}.ipynb")
    joe = work(course, "joe")
    joe.folder.rmdir()
    joe.folder.symlink_to(course / "solutions" / SET)
    done = run(course, "nbgrader", "autograde", SET)
    assert done.returncode == 0, done.stderr
    done = run(course, "nbgrader", "generate_feedback", SET)
    assert done.returncode == 0, done.stderr
    return course


def test_no_link_is_followed(course):
    files = [
        *(course / "autograded").rglob("*"),
        *(course / "feedback").rglob("*"),
    ]
    assert not [each for each in files if each.is_symlink()]
    assert not [each for each in files if each.is_file() and SECRET in each.read_text()]
    names = {each.name for each in files}
    assert "mine.txt" in names and not names & {"data.csv", "gradebook.db", "pipe"}
    assert "ivy" not in names and "joe" not in names


@pytest.mark.parametrize("student", [*ODD, "eve"])
def test_who_has_an_odd_name_or_links_has_feedback(course, student):
    page = course / "feedback" / student / SET / f"{SET}.html"
    assert "agrees with PyTorch" in page.read_text()
