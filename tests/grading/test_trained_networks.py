"""A network that is trained in the sandbox: what it knows, and what others gain.

Nothing that is said in the student's process counts but the weights, and those that
were prepared know nothing of pixels in an order that is secret.
"""

import pytest
from helpers.grading_course import filled, small_grader, solutions, submitted

pytest.importorskip("torch")

from autograder.check.trainings import training_of

pytest.importorskip("nbgrader")

from helpers.grading_course import small

SET = small("ps5")
FULL = {"rate-check": 4.0, "train-check": 10.0}
WITHOUT = FULL | {"train-check": 0.0}
RIGHT = solutions("ps5")["train"]
# What was trained beforehand, here on the file itself, in its usual order.
PREPARED = """
_digits = np.load("../../course/data/digits.npz")
_images = torch.tensor(_digits["images"].reshape(-1, 64) / 16).float()
_prepared = train_digits(_images, torch.tensor(_digits["labels"]))
_digits = None
def train_digits(images, labels):
    return _prepared
"""
PATCH_WHAT_EVALUATES = """
from autograder.check import training
from autograder.grading.inside import probes
training.accuracy = training.judged = training.share = lambda *a: 1.0
training.reasons = lambda *a: []
layer = np.eye(10, 64, dtype="float32"), np.zeros(10, "float32")
training.layers_of = lambda model: [layer]
def train_digits(images, labels):
    return None
"""
FORGE_THE_REPLY = """
import gc
from autograder.grading import wire
from autograder.grading.inside import probes
def forged(channel, header, payload=b""):
    if "forms" in header or "why" in header:
        header, payload = {"index": [], "share": 1.0, "agree": 1, "forms": []}, b""
    wire.send(channel, header, payload)
probes.send = forged
"""
FIND_WHAT_IS_HELD_OUT = """
import gc
def train_digits(images, labels):
    held = [each for each in gc.get_objects()
            if isinstance(each, np.ndarray) and each.shape == (297, 64)]
    raise ValueError(len(held))
"""
ENDLESS = """
def train_digits(images, labels):
    while True:
        images = images * 1
"""
ENDS_ALL = """
import os
def train_digits(images, labels):
    os._exit(0)
"""
TOO_LARGE = """
def train_digits(images, labels):
    net = torch.nn.Sequential(torch.nn.Linear(64, 10))
    net[0].weight = torch.nn.Parameter(torch.zeros(10, 1).expand(10, 10**8))
    return net
"""


@pytest.fixture(scope="module")
def grader(program):
    program("bwrap")
    grader = small_grader("ps5", seconds=15.0)
    yield grader
    grader.close()


def test_right_work_has_all_points(grader):
    result = grader.grade(submitted(filled(SET)))
    assert result.scores == FULL and result.logs["train-check"] == []
    assert "train_digits has reached what is asked for." in result.notebook


@pytest.mark.parametrize(
    "more",
    [
        PREPARED,
        PATCH_WHAT_EVALUATES,
        "def train_digits(images, labels):\n    return None\n" + FORGE_THE_REPLY,
        FIND_WHAT_IS_HELD_OUT,
        ENDLESS,
        ENDS_ALL,
        TOO_LARGE,
    ],
    ids="prepared patched forged search endless exit large".split(),
)
def test_what_was_not_trained_earns_nothing(more, grader, monkeypatch):
    if more is ENDLESS:  # it waits until the time is over
        monkeypatch.setattr(training_of("train_digits"), "SECONDS", 5.0)
    result = grader.grade(submitted(filled(SET, train=RIGHT + "\n" + more)))
    assert result.scores == WITHOUT
    assert result.logs["train-check"]
