"""Grading as an ordinary user: the same verdicts, and one clear line for bad input.

Where root runs the tests, a bubblewrap changes the user, and opens the way to folders
below root's own, that only root may enter.
"""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from banks.attacks.kit import ATTACKS, SET, make_course, work
from helpers.grading_course import ROOT, environment

pytest.importorskip("torch")
pytest.importorskip("nbgrader")

from test_grading_batch import scores

USER = 62_000
FULL = {"add-check": 2.0, "mul-check": 4.0, "predict-check": 4.0}
HOSTILE = (
    "processes_without_end",
    "reads_the_gradebook",
    "reads_the_seed_and_other_submissions",
    "writes_into_the_gradebook",
    "daemons",
)


def closed(path):
    """The first folder above a path that only its owner may enter, or None."""
    for each in (*reversed(path.parents), path):
        if not each.stat().st_mode & stat.S_IXOTH:
            return each
    return None


def opened(paths):
    """Arguments of bwrap for the way to `paths`."""
    ways = {path: closed(path) for path in paths}
    for each in dict.fromkeys(filter(None, ways.values())):
        yield from ("--perms", "0755", "--tmpfs", str(each))
    for path, way in ways.items():
        if way is not None:
            for each in reversed(path.parents):
                if each.is_relative_to(way):
                    yield from ("--perms", "0755", "--dir", str(each))
            yield from ("--bind", str(path), str(path))


def as_user(course, *command, more=(), **variables):
    """A command in the course, by somebody who is not root."""
    root = os.geteuid() == 0
    paths = [ROOT, Path(sys.prefix), Path(sys.base_prefix), course]
    wrapped = ["bwrap", "--dev-bind", "/", "/"]
    wrapped += [*opened(paths), *more, "--chdir", str(course), "--die-with-parent"]
    if root:
        wrapped += ["setpriv", f"--reuid={USER}", f"--regid={USER}"]
        wrapped += ["--clear-groups", "--no-new-privs"]
        for folder, folders, files in os.walk(course):
            for each in (folder, *(f"{folder}/{name}" for name in folders + files)):
                os.lchown(each, USER, USER)
    home = {"HOME": str(course), "USER": "somebody", "TMPDIR": "/var/tmp"}
    return subprocess.run(
        [*wrapped, *command],
        env=environment(course) | home | variables,
        capture_output=True,
        text=True,
        timeout=600,
    )


def grade(course, **more):
    command = (sys.executable, "-B", "-m", "autograder", "grade", SET)
    return as_user(course, *command, "--workers", "1", **more)


@pytest.fixture(scope="module")
def ready(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ready")
    make_course(folder)
    work(folder, "right", without=()).hand_in()
    work(folder, "nobody").hand_in()
    return folder


@pytest.fixture
def course(ready, tmp_path, program):
    program("bwrap")
    return Path(shutil.copytree(ready, tmp_path / "course"))


def one_line(done):
    assert done.returncode == 1
    said = [each for each in done.stderr.splitlines() if not each.startswith("[")]
    assert len(said) == 1 and said[0].startswith("autograder grade: "), done.stderr
    return said[0]


def test_a_gradebook_that_is_read_only(course):
    path = course / "gradebook.db"
    before = path.read_bytes()
    path.chmod(0o444)
    assert "gradebook.db: you may not write into it" in one_line(grade(course))
    path.chmod(0o644)
    course.chmod(0o555)
    try:
        assert "gradebook.db: you may not write into it" in one_line(grade(course))
    finally:
        course.chmod(0o755)
    assert path.read_bytes() == before
    assert not (course / "judged").exists() and not (course / "autograded").exists()


def test_where_user_namespaces_are_forbidden(course):
    """As bwrap says it there. It is found where PATH says, also outside of /usr."""
    fake = course / "bin" / "bwrap"
    fake.parent.mkdir()
    fake.write_text(
        "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n"
    )
    fake.chmod(0o755)
    path = f"{fake.parent}{os.pathsep}{os.environ['PATH']}"
    said = one_line(as_user_with_path(course, path))
    assert "setting up uid map" in said and "let you make user namespaces" in said
    assert not [*(course / "judged" / SET).glob("*.json")]


def as_user_with_path(course, path):
    command = f'PATH="{path}" exec "{sys.executable}" -B -m autograder grade {SET}'
    return as_user(course, "/bin/sh", "-c", command)


@pytest.mark.slow
def test_a_class(course):
    """Eighty other processes of the user are no processes of a student's."""
    for each in ATTACKS:
        if each.name in HOSTILE:
            given = work(course, each.name)
            each.act(given)
            given.hand_in()
    script = (
        'others=; for i in $(seq 80); do sleep 600 & others="$others $!"; done\n'
        f'"{sys.executable}" -B -m autograder grade {SET} --workers 1\n'
        "status=$?; ps -u $(id -u) -o args; kill $others; exit $status"
    )
    done = as_user(course, "/bin/sh", "-c", script)
    assert done.returncode == 0, done.stderr
    assert "86397" not in done.stdout and "left-by-attack" not in done.stdout
    found = {
        student: {name: points[name][0] for name in FULL}
        for student, points in scores(course).items()
    }
    nobody = FULL | {"mul-check": 0.0}
    assert found == {"right": FULL, "nobody": nobody} | dict.fromkeys(HOSTILE, nobody)


@pytest.mark.slow
def test_a_full_disk(course):
    """What was graded stays, and the next run goes on."""
    folder = course / "judged" / SET
    folder.mkdir(parents=True)
    small = ("--perms", "0777", "--size", "16384", "--tmpfs", str(folder))
    assert "the disk is full. Make room" in one_line(grade(course, more=small))
    done = grade(course)
    assert done.returncode == 0, done.stderr
    assert scores(course)["right"]["mul-check"][0] == 4.0
    assert scores(course).keys() == {"right", "nobody"}


@pytest.mark.slow
def test_without_a_sandbox_it_is_refused_or_recorded(course):
    """Neither is PATH without bwrap a way around it, nor is an unsafe result kept."""
    (course / "bin").mkdir()
    shutil.rmtree(course / "submitted" / "nobody")  # each view is a sandbox of its own
    said = one_line(as_user_with_path(course, str(course / "bin")))
    assert "no sandbox: bwrap is not installed" in said and "--unsafe" in said
    command = (sys.executable, "-B", "-m", "autograder", "grade", SET)
    done = as_user(course, *command, "--unsafe", "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "Graded without a sandbox (--unsafe)." in done.stdout
    kept = [*(course / "judged" / SET).glob("*.json")]
    assert len(kept) == 1 and '"unsafe": true' in kept[0].read_text()
    assert scores(course)["right"]["mul-check"][0] == 4.0
    again = grade(course)
    assert "1 graded: 1 new" in again.stdout and "--unsafe" not in again.stdout
    assert all('"unsafe": false' in each.read_text() for each in kept)
