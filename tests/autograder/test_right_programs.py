"""Right programs, with which a student's is compared: they are right, and packed."""

import ast

import pytest
from banks import right_programs

from autograder import check
from autograder.check.diagnosis import programs as packed
from autograder.grading import tree
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all

MODELS = [
    pytest.param(name, text, id=f"{name}-{i}")
    for set in sorted({piece.set for piece in PIECES.values() if piece.set})
    for name, texts in right_programs.models(set).items()
    for i, text in enumerate(texts)
]


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


def called(name, own):
    if isinstance(own, type):
        return type(name, (own,), {})
    own.__name__ = name
    return own


def test_every_piece_of_minigrad_and_of_a_set_has_a_model():
    assert {name for name, piece in PIECES.items() if piece.set} == {
        each.values[0] for each in MODELS
    }


def test_what_is_packed_is_what_the_banks_have():
    for set, each in right_programs.programs().items():
        assert each == packed._of_set(set), f"python -m banks.right_programs: {set}"


@pytest.mark.parametrize("name, text", MODELS)
def test_a_model_is_right(name, text):
    names = right_programs.scope(PIECES[name].set)
    exec(text, names)
    assert check(called(name, names[ast.parse(text).body[0].name]))


def test_right_programs_are_not_where_a_class_is_graded():
    names = ["right_ps7.dat", "ps7.py"]
    assert tree._LEFT_OUT("diagnosis", names) == {"right_ps7.dat"}
