"""Questions whose answer is a number: what PyTorch computes, and usual wrong answers.

    @question
    def gradient_of_a_quotient(lib):
        "out = a * b / (a + b) for a = 3, b = 6: the gradient of a"
        ...

    WRONG = {"gradient_of_a_quotient": {2.0: "That is the value of out."}}

A file per problem set. Students do not come upon it: checks read what `record` packs
(`check.questions`), and a handout has no such folder. Every number here is a constant.

Read: `of_set`, `record`, `differences`.
"""

import importlib
from pathlib import Path

from ...check import questions
from ...check.questions import SETS, Question
from .computed import functions


def of_set(set: str, lib) -> list[Question]:
    """The questions of a problem set, as a library computes them."""
    wrong: dict[str, dict[float, str]] = {}
    for file in sorted(Path(__file__).parent.glob(f"{set}*.py")):
        wrong |= importlib.import_module(f"{__name__}.{file.stem}").WRONG
    return [
        Question(
            function.__name__,
            set,
            function.__doc__.strip(),
            float(function(lib).detach()),
            tuple(wrong.get(function.__name__, {}).items()),
        )
        for function in functions.get(set, [])
    ]


def record(set: str) -> Path:
    """Pack the questions of a problem set anew, as PyTorch computes them."""
    import torch

    others = [each for each in questions.packed() if each.set != set]
    questions.write([*others, *of_set(set, torch)])
    return questions.FILE


def differences(set: str) -> list[str]:
    """In what PyTorch, this folder and the packed questions differ."""
    import torch

    now = {each.name: each for each in of_set(set, torch)}
    kept = {each.name: each for each in questions.packed() if each.set == set}
    return [
        f"{name}: another question, number or reason"
        for name in now.keys() | kept.keys()
        if now.get(name) != kept.get(name)
    ]


__all__ = ["SETS", "differences", "of_set", "record"]
