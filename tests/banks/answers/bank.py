"""Answers that students might give to a piece, and what each must be told.

    right, wrong = answers_to("Mul")

    @right                      # the check must pass
    class AsInTheBook(Op): ...

    @wrong("words", ...)        # it must fail, and its report have these words, or the
    class Swapped(Op): ...      # label of an answer that does the same

An answer is a class, or a function where the piece is one.

A file per piece lies in a folder per problem set. `RIGHT` and `WRONG` hold them by
piece and name, `LABELS` a label for those wrong ones that need one; `stub` is what the
release has.
"""

import importlib
import json
import types
from functools import cache
from pathlib import Path

from autograder.check.diagnosis import labelled
from autograder.pieces.catalogue import PIECES
from autograder.pieces.kinds import METHODS
from minigrad import Op
from minigrad.autograd import Function

RIGHT: dict[str, dict[str, type]] = {}
WRONG: dict[str, dict[str, type]] = {}
WORDS: dict[type, tuple[str, ...]] = {}
LABELS = json.loads(Path(__file__).with_name("labels.json").read_text("utf-8"))


def answers_to(piece):
    """The two decorators for the answers to a piece."""
    rights, wrongs = RIGHT.setdefault(piece, {}), WRONG.setdefault(piece, {})

    def right(answer):
        rights[answer.__name__] = _named(piece, answer)
        return answer

    def wrong(*words):
        def add(answer):
            named = wrongs[answer.__name__] = _named(piece, answer)
            WORDS[named] = words
            return answer

        return add

    return right, wrong


def is_told(answer, said):
    """True if the words of a wrong answer are said, or the label of one like it."""
    has_words = all(word in said for word in WORDS[answer])
    return has_words or any(each in said for each in _labels(answer.__name__))


@cache
def _labels(piece):
    known = labelled.of_piece(PIECES[piece])
    return {row["label"] for each in known for row in each["answers"]}


def _named(piece, answer):
    """The answer, called as the piece is. ValueError for a name used twice."""
    if answer.__name__ in RIGHT[piece].keys() | WRONG[piece].keys():
        raise ValueError(f"two answers to {piece} are called {answer.__name__}")
    return renamed(answer, piece)


def renamed(own, name):
    """A function or class under the name of a piece."""
    if isinstance(own, type):
        return type(name, (own,), {})
    named = copied(own)
    named.__name__, named.__kwdefaults__ = name, own.__kwdefaults__
    return named


def copied(function):
    """A copy of a function of minigrad's, which is there while a piece is judged."""
    return types.FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )


def stub(piece):
    """What the release has in the place of a piece."""
    target = PIECES[piece]
    if target.kind == "op":
        return _op_stub(piece)
    if target.kind == "methods":
        return type(piece, (), {m: _blank(f"{piece}.{m}") for m in target.names})
    if target.kind == "function":
        blanks = {m: staticmethod(_blank(f"{piece}.{m}")) for m in METHODS}
        return type(piece, (Function,), blanks)
    blank = _blank(piece) if piece != "apply" else _blank_of_a_function(piece)
    blank.__name__ = piece
    return blank


def _blank(name):
    def blank(*args):
        raise NotImplementedError(f"write {name}")

    return blank


def _blank_of_a_function(name):
    def blank(function, *args):
        raise NotImplementedError(f"write {name}")

    return blank


def _op_stub(piece):
    def forward(ctx, *args):
        raise NotImplementedError(f"write {piece}.forward")

    def backward(ctx, grad):
        raise NotImplementedError(f"write {piece}.backward")

    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type(piece, (Op,), methods)


def every(answers):
    """(piece, name, class) of each answer, for parametrize."""
    return [
        (p, name, one) for p, named in answers.items() for name, one in named.items()
    ]


for _file in sorted(Path(__file__).parent.glob("ps*/*.py")):
    importlib.import_module(f"banks.answers.{_file.parent.name}.{_file.stem}")
