"""Of every set: the numbers to find."""

import importlib

import pytest

from autograder import CheckFailed, check
from autograder.check import questions
from autograder.pieces.registry import forget_all

BANKS = {
    name: importlib.import_module(f"banks.answers.{name}.numbers")
    for name in ("ps1", "ps3", "ps4", "ps5", "ps6", "ps7", "ps8_images")
}
RIGHT, WRONG = {}, {}
for bank in BANKS.values():
    RIGHT |= bank.RIGHT_NUMBERS
    WRONG |= bank.WRONG_NUMBERS


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


def failure(answer, order=1):
    with pytest.raises(CheckFailed) as failed:
        check(answer, order=order)
    return failed.value.report


# -- questions --------------------------------------------------------------------


def prediction(name, number):
    def predict():
        return number

    predict.__name__ = name
    return predict


@pytest.mark.parametrize("name", BANKS)
def test_every_question_of_the_set_has_a_bank(name):
    here = [each for each, set in questions.names().items() if set == name]
    bank = BANKS[name]
    assert here == list(bank.WRONG_NUMBERS) == list(bank.RIGHT_NUMBERS)


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_number_passes_however_it_is_written(name):
    assert len(RIGHT[name]) >= 2
    for number in RIGHT[name]:
        assert "is what PyTorch computes" in repr(check(prediction(name, number)))


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_number_is_told_what_it_is(name):
    assert len(WRONG[name]) >= 8
    for number, words in WRONG[name].items():
        told = str(failure(prediction(name, number)))
        assert words in told, (number, told)


@pytest.mark.parametrize("name", WRONG)
def test_a_number_that_nothing_explains_is_told_so_and_the_right_one_is_not(name):
    report = failure(prediction(name, 12345.678))
    right = f"{float(RIGHT[name][0]):g}"
    assert report.reasons == [] and right not in str(report)


@pytest.mark.parametrize("name", WRONG)
def test_a_question_that_is_left_blank_is_named(name):
    def blank():
        raise NotImplementedError(f"write {name}")

    blank.__name__ = name
    assert str(failure(blank)) == f"{name} is not written yet."
