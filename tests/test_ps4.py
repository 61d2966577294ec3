"""Problem set 4: questions, wrong versions, and a gradcheck made of what passed."""

import types

import numpy as np
import pytest
from graders.bank import RIGHT
from graders.ps4.numbers import RIGHT_NUMBERS, WRONG_NUMBERS

import minigrad
from autograder import CheckFailed, check, programs
from autograder.diagnosis import versions
from autograder.pieces import catalogue, forget_all
from autograder.programs.ps4_numbers import five

PIECES = [name for name, each in catalogue().items() if each.set == "ps4"]


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


def failure(answer):
    with pytest.raises(CheckFailed) as failed:
        check(answer)
    return failed.value.report


# -- questions --------------------------------------------------------------------


def prediction(name, number):
    def predict():
        return number

    predict.__name__ = name
    return predict


def test_every_question_of_the_set_has_a_bank():
    here = [each.name for each in programs.of_set("ps4") if not each.pieces]
    assert here == list(WRONG_NUMBERS) == list(RIGHT_NUMBERS)


@pytest.mark.parametrize("name", WRONG_NUMBERS)
def test_a_right_number_passes_however_it_is_written(name):
    assert len(RIGHT_NUMBERS[name]) >= 2
    for number in RIGHT_NUMBERS[name]:
        assert "is what PyTorch computes" in repr(check(prediction(name, number)))


@pytest.mark.parametrize("name", WRONG_NUMBERS)
def test_a_wrong_number_is_told_what_it_is(name):
    assert len(WRONG_NUMBERS[name]) >= 8
    for number, words in WRONG_NUMBERS[name].items():
        told = str(failure(prediction(name, number)))
        assert words in told, (number, told)


@pytest.mark.parametrize("name", WRONG_NUMBERS)
def test_a_number_that_nothing_explains_is_told_so_and_the_right_one_is_not(name):
    report = failure(prediction(name, 12345.678))
    right = f"{float(RIGHT_NUMBERS[name][0]):g}"
    assert report.reasons == [] and f" {right} " not in str(report)


# -- wrong versions ---------------------------------------------------------------


VERSIONS = [
    pytest.param(version, id=f"{name}-{version.own.__name__}-{i}")
    for name in PIECES
    for i, version in enumerate(versions.of_piece(name))
]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_wrong_version_is_recognized(version):
    """Each hypothesis fits itself, and hardly ever another fits as well."""
    own = version.own
    named = types.FunctionType(
        own.__code__, own.__globals__, version.piece, None, own.__closure__
    )
    report = failure(named)
    assert version.says in report.reasons and len(report.reasons) <= 2


# -- what passed carries the framework --------------------------------------------


@pytest.fixture
def students_gradcheck():
    for name in PIECES:
        check(RIGHT[name]["as_in_the_book"])


def test_the_students_gradcheck_finds_the_broken_one_of_five(students_gradcheck):
    x = minigrad.linspace(-1.5, 1.5, 4, dtype=minigrad.float64).requires_grad_()
    verdicts = [
        minigrad.autograd.gradcheck(function, x, raise_exception=False)
        for function in five(minigrad)
    ]
    assert verdicts == [True, False, True, True, True]


def test_gradgradcheck_runs_on_the_students_gradcheck(students_gradcheck):
    x = minigrad.tensor([0.3, -0.7], dtype=minigrad.float64, requires_grad=True)
    assert minigrad.autograd.gradgradcheck(lambda t: (t * t).sin(), x)


def test_a_backward_that_is_random_is_still_found(students_gradcheck):
    """What the student's function does not look at, minigrad does."""
    rng = np.random.default_rng(0)

    class Shaky(minigrad.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * (2 + rng.uniform(-1e-7, 1e-7))

    x = minigrad.tensor([0.5, 1.5], dtype=minigrad.float64, requires_grad=True)
    with pytest.raises(RuntimeError, match="Backward is not reentrant"):
        minigrad.autograd.gradcheck(Shaky.apply, x)
