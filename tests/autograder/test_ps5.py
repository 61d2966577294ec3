"""Problem set 5: programs that train, in the notebook and before the judge."""

import inspect
from types import SimpleNamespace

import numpy as np
import pytest
from banks.answers.ps5.training import RIGHT_PROGRAMS, WRONG_PROGRAMS

import minigrad as torch
from autograder import CheckFailed, check, hint
from autograder.check import training
from autograder.grading.inside.probes import View
from autograder.grading.judge import verdict_on_training
from autograder.grading.key import make_key
from autograder.grading.wire import packed

NAME = "train_digits"
SEED = 3


def named(program):
    def train_digits(images, labels):
        return program(images, labels)

    return train_digits


def verdict(program, seed=SEED):
    """What the judge says of a program, whose network begins with the same weights."""
    torch.manual_seed(seed)
    asked = make_key([], [NAME], seed).trainings[NAME]
    names = {} if program is None else {NAME: program}
    view = View(SimpleNamespace(user_ns=names), None)
    said, arrays = view._train(asked.payload, NAME, asked.header["index"])
    said["index"], payload = packed(arrays) if arrays else ([], b"")
    return verdict_on_training(asked, said, payload)


# -- the bank ---------------------------------------------------------------------


def test_the_bank_is_large_enough():
    assert len(RIGHT_PROGRAMS) >= 4 and len(WRONG_PROGRAMS) >= 12


@pytest.mark.parametrize("name", RIGHT_PROGRAMS)
def test_a_right_program_passes_and_has_all_points(name):
    program = named(RIGHT_PROGRAMS[name])
    assert "of the held-out digits it knows" in repr(check(program, seed=SEED))
    found = verdict(program)
    assert (found.share, found.log) == (1.0, [])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 13))
def test_points_do_not_depend_on_the_order_of_pixels(seed):
    for program in RIGHT_PROGRAMS.values():
        assert verdict(named(program), seed).share == 1.0, program


@pytest.mark.parametrize("name", WRONG_PROGRAMS)
def test_a_wrong_program_is_told_why(name):
    program, words = WRONG_PROGRAMS[name]
    with pytest.raises(CheckFailed) as failed:
        check(named(program), seed=SEED)
    told = str(failed.value)
    assert [word for word in words if word.lower() not in told.lower()] == [], told


@pytest.mark.parametrize("name", WRONG_PROGRAMS)
def test_a_wrong_program_has_fewer_points_and_is_told_the_same(name):
    program, words = WRONG_PROGRAMS[name]
    found = verdict(named(program))
    assert found.share < 1.0 and found.log
    if "squares" not in name:  # a grader's log has no lines of the student's
        log = "\n".join(found.log).lower()
        assert [word for word in words if word.lower() not in log] == [], log


def test_a_linear_network_that_reaches_80_percent_has_half():
    def train_digits(images, labels):
        net = training.nn.Sequential(training.nn.Linear(64, 10))
        with training.minigrad.no_grad():
            for digit in range(10):
                mean = images[labels == digit].mean(0)
                net[0].weight[digit] = mean
                net[0].bias[digit] = -(mean**2).sum() / 2
        return net

    found = verdict(train_digits)
    assert found.share == 0.5 and "88%" in found.log[0]


# -- a check ----------------------------------------------------------------------


def test_a_blank_is_named():
    def train_digits(images, labels):
        raise NotImplementedError("write train_digits")

    with pytest.raises(CheckFailed, match=r"^train_digits is not written yet\.$"):
        check(train_digits)
    assert verdict(train_digits).log == ["train_digits is not written yet."]
    assert verdict(None).log == [
        "train_digits: there is no function train_digits in the notebook."
    ]


def test_what_takes_too_long_is_told_so(monkeypatch):
    monkeypatch.setattr(training, "SECONDS", 0)
    with pytest.raises(CheckFailed, match="takes more than 0 seconds"):
        check(named(RIGHT_PROGRAMS["in_batches"]))


def test_the_name_is_one_to_check_and_has_hints():
    with pytest.raises(ValueError, match="without quotes"):
        check(NAME)
    assert len(hint(NAME, 3).steps) == 3


def test_what_is_given_has_the_form_that_the_exercise_says():
    seen = []

    def train_digits(images, labels):
        seen.append((images, labels))
        return WRONG_PROGRAMS["untrained"][0](images, labels)

    with pytest.raises(CheckFailed):
        check(train_digits)
    assert len(seen) == 3
    for images, labels in seen:
        assert images.shape == (1500, 64) and images.dtype is training.minigrad.float32
        assert labels.shape == (1500,) and labels.dtype is training.minigrad.int64
        assert 0 <= images.min() and images.max() == 1
        assert set(labels.tolist()) == set(range(10))
    assert not np.array_equal(seen[0][0].numpy(), seen[1][0].numpy())


def test_what_is_held_out_is_not_sent():
    asked = make_key([], [NAME], SEED).trainings[NAME]
    assert list(asked.header) == ["do", "name", "index"]
    assert [shape for _, shape in asked.header["index"]] == [[1500, 64], [1500]] * 3
    assert list(inspect.signature(training.train).parameters)[1:] == [
        "images",
        "labels",
    ]


# -- what comes out of the sandbox is read as data --------------------------------


def forged(**said):
    asked = make_key([], [NAME], SEED).trainings[NAME]
    arrays = said.pop("arrays", [])
    said["index"], payload = packed(arrays) if arrays else ([], b"")
    return verdict_on_training(asked, said, payload)


W, B = np.ones((10, 64), "float32"), np.ones(10, "float32")
LINEAR = [True, True]


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"forms": 3},
        {"forms": [3, 4, 5]},
        {"forms": [LINEAR], "arrays": [W, B]},
        {"forms": [LINEAR] * 4, "arrays": [W, B] * 4},
        {"forms": [LINEAR] * 3, "arrays": [W, B]},
        {"forms": [LINEAR] * 3, "arrays": [W.astype("float64"), B] * 3},
        {"forms": [LINEAR] * 3, "arrays": [W[:, 1:], B] * 3},
        {"forms": [LINEAR] * 3, "arrays": [W, B[1:]] * 3},
        {"forms": [[True]] * 3, "arrays": [W] * 3},
        {"forms": [[True, False, True]] * 3, "arrays": [W, B] * 3},
        {"forms": [[False]] * 3},
        {"forms": [[]] * 3},
        {"forms": [LINEAR * 9] * 3, "arrays": [W, B] * 27},
    ],
)
def test_a_forged_answer_has_no_points(said):
    found = forged(**said)
    assert found.share == 0 and found.log


@pytest.mark.parametrize("value", [np.nan, np.inf, 3e38])
def test_numbers_that_explode_have_no_points(value):
    arrays = [np.full_like(W, value), B] * 3
    assert forged(forms=[LINEAR] * 3, arrays=arrays).share == 0
