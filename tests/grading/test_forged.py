"""What a process says of itself earns nothing, nor does what another seed would give.

A student's process can wrap the observation. So the answers to wrong pieces are told
again with words (facts, errors, graphs, printed forms) or with everything from the
references of another seed: neither gains a point.
"""

import functools
from types import SimpleNamespace

import pytest

pytest.importorskip("torch")

from banks.answers import bank

from autograder.grading import judge
from autograder.grading.inside.probes import View
from autograder.grading.judge import _as_sent, verdict_on_piece
from autograder.grading.key import make_key
from autograder.grading.wire import packed
from autograder.pieces import registry
from autograder.pieces.catalogue import PIECES

# PyTorch says so once in a process: as an error it would be what that program shows.
pytestmark = pytest.mark.filterwarnings("ignore:Using backward")

SEED, OTHER = 11, 999
QUICK = "no_grad"  # one piece runs with every test
SLOW = [name for name in PIECES if name in bank.WRONG and name != QUICK]


@pytest.fixture(autouse=True)
def unexplained(monkeypatch):
    """Why something differs takes most of the time, and is of no matter here."""
    monkeypatch.setattr(judge, "why_differs", lambda *_: [])


@functools.cache
def key(set, seed):
    names = [name for name, each in PIECES.items() if each.set == set]
    return make_key(names, [], seed)


def question(name, seed=SEED):
    return key(PIECES[name].set, seed).questions[name]


def said_by(name, answer):
    """What an answer does with the judge's programs: for each, its row and arrays."""
    asked = {k: v for k, v in question(name).header.items() if k != "do"}
    view = View(SimpleNamespace(user_ns={name: answer}), None)
    try:
        said, arrays = view._probe(payload=question(name).payload, **asked)
    finally:
        registry.forget_all()
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
    said["index"], payload = packed(arrays) if arrays else ([], b"")
    return verdict_on_piece(question(name), said, payload).share


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


def gains_nothing(name, most=None):
    answers = {"nothing": bank.stub(name), **bank.WRONG[name]}
    for answer, own in list(answers.items())[:most]:
        if rows := said_by(name, own):
            honest = share(name, rows)
            assert share(name, list(forged(name, rows, whole=False))) <= honest, answer
            assert share(name, list(forged(name, rows, whole=True))) == 0, answer
            assert honest == 0 or answer != "nothing"


def test_a_forged_observation_gains_nothing():
    gains_nothing(QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_no_forged_observation_gains_anything(name):
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
