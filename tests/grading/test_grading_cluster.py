"""A class graded on a Dask cluster: the same gradebook, also when a worker is lost."""

import json
import subprocess
import sys
import time

import pytest
from helpers.grading_course import (
    SMALL,
    environment,
    filled,
    make_course,
    released,
    run,
    small,
)

pytest.importorskip("nbgrader")
pytest.importorskip("torch")

from test_grading_batch import SET, hand_in, scores

RELEASE = small(SET)
SUBMISSIONS = 8


def class_in(folder):
    course = make_course(folder, SET, SMALL[SET])
    for number in range(SUBMISSIONS):
        notebook = released(RELEASE) if number % 4 == 3 else filled(RELEASE)
        if number % 4 == 2:
            wrong = "@piece\nclass Mul(Op):\n    pass\n"
            notebook = filled(RELEASE, mul=wrong)
        hand_in(course, f"student-{number}", notebook)
    hand_in(course, "empty", b"")
    return course


class Cluster:
    """A scheduler and workers on loopback."""

    def __init__(self, folder):
        self.folder, self.processes = folder, []
        self.file = folder / "scheduler.json"
        host = ("--host", "127.0.0.1", "--scheduler-file", str(self.file))
        self.start("scheduler", *host, "--port", "0", "--no-dashboard")
        self.wait(self.file.exists)
        self.address = json.loads(self.file.read_text())["address"]

    def worker(self):
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
        return self.start("worker", self.address, *options)

    def start(self, *command):
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *command],
            cwd=self.folder,
            env=environment(self.folder),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process

    @staticmethod
    def wait(until, seconds=300):
        end = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < end
            time.sleep(0.1)

    def close(self):
        for each in reversed(self.processes):
            each.kill()
            each.wait()


@pytest.fixture
def cluster(tmp_path):
    pytest.importorskip("distributed")
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.close()


@pytest.mark.slow
def test_a_lost_worker_changes_nothing(tmp_path, cluster, program):
    program("bwrap")
    alone = class_in(tmp_path / "alone")
    together = class_in(tmp_path / "together")
    command = ("autograder", "grade", SET, "--seed", "7")
    run(alone, *command)
    lost, _ = cluster.worker(), cluster.worker()
    judged = together / "judged" / SET
    with open(tmp_path / "said.txt", "w+") as said:
        grading = subprocess.Popen(
            [sys.executable, "-m", *command, "--scheduler", cluster.address],
            cwd=together,
            env=environment(together),
            stdout=said,
            stderr=said,
        )
        cluster.wait(lambda: grading.poll() is not None or [*judged.glob("*.json")])
        assert grading.poll() is None
        lost.kill()
        assert grading.wait(600) == 1  # the empty one has no points
        said.seek(0)
        assert "1 with zero points" in said.read()
    assert scores(together) == scores(alone)
    assert len(scores(together)) == SUBMISSIONS + 1
    for path in judged.glob("*.json"):
        here, there = (
            json.loads((course / "judged" / SET / path.name).read_text())
            for course in (together, alone)
        )
        for each in (here, there):
            del each["seconds"]
        assert here == there


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_one_line(tmp_path, program):
    pytest.importorskip("distributed")
    course = class_in(tmp_path / "course")
    nowhere = "tcp://127.0.0.1:9"
    done = run(course, "autograder", "grade", SET, "--scheduler", nowhere)
    assert done.returncode == 1
    assert f"autograder grade: no scheduler at {nowhere}" in done.stderr
    assert "Traceback" not in done.stderr
    assert not [*(course / "judged" / SET).glob("*.json")]
