"""The judge on the bank of answers: right ones have all points, wrong ones have not.

The answers run in this process, as they would in a view; the judge does the rest. Of
each piece a few run with every test, the others with --slow: that `check` finds what
is wrong in each is seen in tests/autograder/test_graders.py.
"""

import functools
import re
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("torch")

from banks.answers import bank

from autograder import CheckFailed, check
from autograder.grading.inside.probes import View
from autograder.grading.judge import points, verdict_on_piece
from autograder.grading.key import make_key
from autograder.grading.wire import packed
from autograder.pieces import registry
from autograder.pieces.catalogue import PIECES


@functools.cache
def key(set, seed):
    names = [name for name, each in PIECES.items() if each.set == set]
    return make_key(names, [], seed)


def verdict(name, answer, seed=11, text=""):
    """What the judge says of an answer to a piece, whose text the notebook has."""
    view = View(SimpleNamespace(user_ns={name: answer}), None)

    def ask(question):
        request = {k: v for k, v in question.header.items() if k != "do"}
        said, arrays = view._probe(payload=question.payload, **request)
        said["index"], payload = packed(arrays) if arrays else ([], b"")
        return said, payload

    question = key(PIECES[name].set, seed).questions[name]
    try:
        return verdict_on_piece(question, *ask(question), ask, text)
    finally:
        registry.forget_all()


@pytest.fixture(autouse=True)
def whole():
    yield
    registry.forget_all()


def few_of(known):
    """The answers to a piece that run with every test; with --slow all do."""
    return sorted(known)[:4]


def cases(answers, quick):
    """Parametrize a test by these answers; those that are not `quick` are slow."""
    slow = pytest.mark.slow
    some = [pytest.param(*each, marks=() if quick(*each) else slow) for each in answers]
    return pytest.mark.parametrize("name, answer", some)


RIGHT = [(name, each) for name, known in bank.RIGHT.items() for each in known]
WRONG = [
    (name, each)
    for name, known in bank.WRONG.items()
    for each in known
    if each != "TheLibrarys"  # calls minigrad's own version, which no view has
]


@cases(RIGHT, lambda name, answer: answer in [*bank.RIGHT[name]][:2])
def test_a_right_answer_has_all_points(name, answer):
    found = verdict(name, bank.RIGHT[name][answer])
    assert (found.share, found.log) == (1.0, [])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_right_answers_have_all_points_on_any_inputs(seed):
    for name, answer in RIGHT:
        found = verdict(name, bank.RIGHT[name][answer], seed)
        assert (found.share, found.log) == (1.0, []), (name, answer)


@functools.cache
def of_wrong(name, answer):
    return verdict(name, bank.WRONG[name][answer])


@cases(WRONG, lambda name, answer: answer in few_of(bank.WRONG[name]))
def test_a_wrong_answer_has_not_and_is_told_why(name, answer):
    found = of_wrong(name, answer)
    assert found.share < 1.0
    assert points(found.share, 10.0) < 10.0
    assert found.log


def _is_told_as_in_the_notebook(name, answer):
    own = bank.WRONG[name][answer]
    with pytest.raises(CheckFailed) as failed:
        check(own, seed=5)
    registry.forget_all()
    log = of_wrong(name, answer).log
    return all(_plain(each) in map(_plain, log) for each in failed.value.report.reasons)


def _plain(text):
    """A reason without its numbers, which differ with the inputs."""
    return re.sub(r"[-+]?\d+(\.\d+(e[-+]?\d+)?)?|…", "#", text)


@pytest.mark.parametrize("name", sorted(bank.WRONG))
def test_the_log_says_what_the_notebook_says(name):
    known = few_of(bank.WRONG[name])
    told = [_is_told_as_in_the_notebook(name, each) for each in known]
    assert sum(told) >= len(known) - 1


@pytest.mark.slow
def test_the_log_says_what_the_notebook_says_nearly_always():
    told = [_is_told_as_in_the_notebook(*each) for each in WRONG[::3]]
    assert sum(told) >= 0.97 * len(told)


def test_the_log_holds_no_number_of_the_judges():
    log = "\n".join(
        verdict(
            "numerical_jacobian", bank.renamed(never_put_back, "numerical_jacobian")
        ).log
    )
    assert "left array[" in log and "…" in log
    assert not re.search(r"\d\.\d{5}", log)


def never_put_back(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        before = func()
        array[index] += eps
        rows.append((func() - before).reshape(-1) / eps)
    return np.stack(rows)


@pytest.mark.parametrize("name", sorted(bank.RIGHT))
def test_a_stub_has_none(name):
    found = verdict(name, bank.stub(name))
    assert found.share == 0.0 and "is not written yet" in found.log[0]
