"""Problem set 8, text: programs that train, in the notebook and before the judge."""

from types import SimpleNamespace

import numpy as np
import pytest
from banks.answers.ps8_text.training import (
    LONG_TEXTS,
    RIGHT_TEXTS,
    WRONG_TEXTS,
    Model,
)

import minigrad as torch
from autograder import CheckFailed, check, hint
from autograder.check import training_text
from autograder.grading.inside.probes import View
from autograder.grading.judge import verdict_on_training
from autograder.grading.key import make_key
from autograder.grading.wire import packed
from minigrad import nn

NAME = "train_text"
SEED = 3


def named(program):
    def train_text(text):
        return program(text)

    return train_text


def verdict(program, seed=SEED):
    """What the judge says of a program, whose network begins with the same weights."""
    torch.manual_seed(seed)
    asked = make_key([], [NAME], seed).trainings[NAME]
    names = {} if program is None else {NAME: program}
    view = View(SimpleNamespace(user_ns=names), None)
    said, arrays = view._train(asked.payload, NAME, asked.header["index"])
    said["index"], payload = packed(arrays) if arrays else ([], b"")
    return verdict_on_training(asked, said, payload)


def model_of(text):
    """A model that is right in its form, and was not trained."""
    return training_text.model_of(Model(57), 57)


# -- the bank ---------------------------------------------------------------------


def test_the_bank_is_large_enough():
    assert len(RIGHT_TEXTS) >= 4 and len(WRONG_TEXTS) + len(LONG_TEXTS) >= 12


def test_what_reaches_the_bound_passes(monkeypatch):
    monkeypatch.setattr(training_text, "WANTED", 3.2)  # what 60 steps reach
    program = named(WRONG_TEXTS["too_few_steps"][0])
    assert "loss on the held-out passages" in repr(check(program, seed=SEED))
    assert verdict(program).share == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT_TEXTS)
def test_a_right_program_has_all_points(name):
    found = verdict(named(RIGHT_TEXTS[name]))
    assert (found.share, found.log) == (1.0, [])


@pytest.mark.parametrize("name", WRONG_TEXTS)
def test_a_wrong_program_is_told_why_and_has_fewer_points(name):
    told_why(*WRONG_TEXTS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG_TEXTS)
def test_a_program_that_trains_something_else_is_told_so(name):
    told_why(*LONG_TEXTS[name])


def told_why(program, words):
    with pytest.raises(CheckFailed) as failed:
        check(named(program), seed=SEED)
    found = verdict(named(program))
    assert found.share < 1.0
    for told in (str(failed.value), "\n".join(found.log)):
        assert [word for word in words if word.lower() not in told.lower()] == [], told


# -- what is asked ----------------------------------------------------------------


def test_what_is_given_has_the_form_that_the_exercise_says():
    tasks = training_text.tasks(SEED)
    assert len(tasks) == 3
    for each in tasks:
        assert each.text.shape == (90_714,) and each.text.dtype == np.int64
        assert sorted(set(each.text)) == list(range(57))
        assert len(each.passages) == 10_000
    first, second = tasks[:2]
    assert not np.array_equal(first.text, second.text)


def test_what_is_held_out_is_not_sent():
    asked = make_key([], [NAME], SEED).trainings[NAME]
    assert list(asked.header) == ["do", "name", "index"]
    assert [shape for _, shape in asked.header["index"]] == [[90_714]] * 3


def test_the_judge_computes_what_the_model_computes():
    text = training_text.tasks(SEED)[0].text
    model = Model(57, 16)
    codes = text[: 3 * 16].reshape(3, 16)
    ours = training_text.scores(training_text.model_of(model, 57), codes)
    theirs = model(training_text.minigrad.tensor(codes)).detach().numpy()
    assert np.allclose(ours, theirs, atol=1e-4)


def test_a_loss_of_a_guess_is_the_logarithm_of_how_many_characters_there_are():
    model = {name: 0 * each for name, each in model_of(None).items()}
    passages = training_text.tasks(SEED)[0].passages
    assert training_text.loss(model, passages) == pytest.approx(np.log(57))


def test_half_of_the_points_are_for_less():
    wanted, half = training_text.WANTED, training_text.HALF
    shares = [training_text.share(each) for each in (wanted, half, half + 0.01)]
    assert shares == [1.0, 0.5, 0.0]


def test_a_blank_is_named():
    def train_text(text):
        raise NotImplementedError("write train_text")

    with pytest.raises(CheckFailed, match=r"^train_text is not written yet\.$"):
        check(train_text)
    assert verdict(None).share == 0 and len(hint(NAME, 3).steps) == 3


# -- what comes out of the sandbox is read as data --------------------------------


def forged(arrays, forms=None):
    asked = make_key([], [NAME], SEED).trainings[NAME]
    said = {"forms": forms}
    said["index"], payload = packed(arrays) if arrays else ([], b"")
    return verdict_on_training(asked, said, payload)


def whole():
    return [array for _ in range(3) for array in model_of(None).values()]


def test_models_go_from_one_process_to_the_other():
    forms, arrays = training_text.arrays_of([model_of(None)] * 3)
    found = training_text.networks_of(forms, arrays)
    assert [[*each] for each in found] == [[*training_text.SHAPES]] * 3


@pytest.mark.parametrize(
    "change",
    [
        lambda arrays: [],
        lambda arrays: arrays[:-1],
        lambda arrays: [*arrays, arrays[0]],
        lambda arrays: [each.astype("float64") for each in arrays],
        lambda arrays: [arrays[0][1:], *arrays[1:]],
        lambda arrays: arrays[::-1],
        lambda arrays: [np.full_like(each, np.nan) for each in arrays],
        lambda arrays: [np.full_like(each, 3e38) for each in arrays],
    ],
)
def test_a_forged_answer_has_no_points(change):
    found = forged(change(whole()))
    assert found.share == 0 and found.log


def test_a_model_needs_no_class_of_its_own():
    """What counts are the names of its parameters."""
    model, holder = Model(57), nn.Module()
    for name, layer in model.named_children():
        holder.add_module(name, layer)
    assert training_text.model_of(holder, 57).keys() == training_text.SHAPES.keys()
