"""The judge on the bank of answers: right ones have all points, wrong ones have not.

The answers run in this process, as they would in a view; the judge does the rest. Of
each piece a few run with every test, the others with --slow: that `check` finds what
is wrong in each is seen in tests/autograder/test_graders.py.

What a process says of itself earns nothing, nor does what another seed would give: a
student's process can wrap the observation. So the answers to wrong pieces are told
again with words (facts, errors, graphs, printed forms) or with everything from the
references of another seed, and neither gains a point.
"""

import functools
import re
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("torch")

from banks.answers import bank

from autograder import CheckFailed, check
from autograder.check.report import Report
from autograder.grading import judge
from autograder.grading.inside.probes import View
from autograder.grading.judge import _as_sent, points, verdict_on_piece
from autograder.grading.key import make_key
from autograder.grading.wire import packed
from autograder.pieces import registry
from autograder.pieces.catalogue import PIECES

# PyTorch says so once in a process: as an error it would be what that program shows.
pytestmark = pytest.mark.filterwarnings("ignore:Using backward")

SEED, OTHER = 11, 0


@functools.cache
def key(set, seed):
    names = [name for name, each in PIECES.items() if each.set == set]
    with warnings.catch_warnings():  # whoever asks first
        warnings.filterwarnings("ignore", "Using backward")
        return make_key(names, [], seed)


def question(name, seed=SEED):
    return key(PIECES[name].set, seed).questions[name]


def said_by(name, answer, asked):
    """What an answer to a piece says to a question, and its arrays."""
    view = View(SimpleNamespace(user_ns={name: answer}), None)
    request = {k: v for k, v in asked.header.items() if k != "do"}
    try:
        return view._probe(payload=asked.payload, **request)
    finally:
        registry.forget_all()


@functools.cache
def said_by_wrong(name, answer):
    """The same of an answer of the bank, to the judge's question."""
    return said_by(name, bank.WRONG[name][answer], question(name))


def sent(said, arrays):
    index, payload = packed(arrays) if arrays else ([], b"")
    return said | {"index": index}, payload


def verdict(name, answer, seed=SEED, text="", said=None):
    """What the judge says of an answer to a piece, whose text the notebook has."""

    def ask(asked):
        return sent(*said_by(name, answer, asked))

    asked = question(name, seed)
    said = said or said_by(name, answer, asked)
    return verdict_on_piece(asked, *sent(*said), ask, text)


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
    return verdict(name, bank.WRONG[name][answer], said=said_by_wrong(name, answer))


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


# -- forged -----------------------------------------------------------------------


@pytest.fixture
def unexplained(monkeypatch):
    """Why something differs takes most of the time, and is of no matter here."""
    monkeypatch.setattr(judge, "why_differs", lambda *_: Report(""))


def rows_of(said, arrays):
    """Of each program, its row and arrays."""
    arrays = iter(arrays)
    return [
        (row, {each: next(arrays) for each in row["arrays"]})
        for row in said.get("seen", ())
    ]


def others(name):
    """What is right with another seed, by program and case."""
    return {
        (each.program.name, each.case): _as_sent(each.seen)
        for each in question(name, OTHER).references
    }


def share(name, rows):
    said = {"seen": [row | {"arrays": list(arrays)} for row, arrays in rows]}
    arrays = [array for _, arrays in rows for array in arrays.values()]
    return verdict_on_piece(question(name), *sent(said, arrays)).share


def forged(name, rows, whole):
    """The rows in the words of another seed, and with `whole` with its arrays too."""
    right = others(name)
    for reference, (row, arrays) in zip(question(name).references, rows, strict=True):
        told = right.get((reference.program.name, reference.case))
        if told is None:
            yield row, arrays
            continue
        words = {
            each: getattr(told, each) for each in ("graph", "text", "facts", "error")
        }
        if not whole:
            arrays = {k: v for k, v in arrays.items() if k in told.arrays}
        yield row | words, told.arrays if whole else arrays


def gains_nothing(name):
    said = {each: said_by_wrong(name, each) for each in bank.WRONG[name]}
    said["nothing"] = said_by(name, bank.stub(name), question(name))
    for answer, each in said.items():
        if rows := rows_of(*each):
            honest = share(name, rows)
            assert share(name, list(forged(name, rows, whole=False))) <= honest, answer
            assert share(name, list(forged(name, rows, whole=True))) == 0, answer
            assert honest == 0 or answer != "nothing"


QUICK = "no_grad"  # one piece runs with every test


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == QUICK else pytest.mark.slow)
        for name in PIECES
        if name in bank.WRONG
    ],
)
def test_no_forged_observation_gains_anything(name, unexplained):
    gains_nothing(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    "set", ["ps1", "ps2", "ps3", "ps4", "ps5", "ps6", "ps7", "ps8_images"]
)
def test_what_is_secret_does_not_depend_on_the_seed(set):
    def secret(seed):
        return {
            (name, reference.program.name)
            for name, each in key(set, seed).questions.items()
            for reference, secrets in zip(each.references, each.secrets, strict=True)
            if secrets
        }

    assert secret(SEED) == secret(OTHER)
