"""Questions whose answer is a number: what PyTorch computes, and usual wrong answers.

    @question
    def gradient_of_a_quotient(lib):
        "out = a * b / (a + b) for a = 3, b = 6: the gradient of a"
        ...

    WRONG = {"gradient_of_a_quotient": {2.0: "That is the value of out."}}

A file per problem set. Students do not come upon it: checks read what `record` packs
(`check.questions`), and a handout has no such folder. Numbers that a variant may draw
are arguments of the function, and of what stands in WRONG (`computed`).

Read: `of_set`, `draw`, `record`, `differences`.
"""

import functools
import importlib
import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...check import questions
from ...check.questions import SETS, Question
from .computed import Computed, computations


def of_set(set: str, lib) -> list[Question]:
    """The questions of a problem set, as a library computes them."""
    wrong = _wrong(set)
    return [
        _asked(each, set, lib, wrong.get(each.name, {}), each.numbers)
        for each in computations.get(set, [])
    ]


def _wrong(set: str) -> dict[str, Any]:
    """What usual wrong numbers mean, of each question."""
    found: dict[str, Any] = {}
    for file in sorted(Path(__file__).parent.glob(f"{set}*.py")):
        found |= importlib.import_module(f"{__name__}.{file.stem}").WRONG
    return found


def _asked(computed: Computed, set: str, lib, wrong, numbers: dict) -> Question:
    """A question with these numbers."""
    return Question(
        computed.name,
        set,
        " ".join(computed.function.__doc__.split()).format(**numbers),
        float(computed.function(lib, **numbers).detach()),
        tuple((wrong(**numbers) if callable(wrong) else wrong).items()),
    )


def draw(set: str, seed: int, lib) -> dict[str, tuple[Computed, dict[str, Any]]]:
    """{question: (its computation, other numbers)}, drawn from a seed: such that no
    usual mistake gives what is right, and each gives a number of its own."""
    wrong, found = _wrong(set), {}
    for each in computations.get(set, []):
        asked = functools.partial(_asked, each, set, lib, wrong.get(each.name, {}))
        now, others = asked(each.published), list(_combined(each.choices))[1:]
        random.Random(f"{seed} {each.name}").shuffle(others)
        for numbers in others:
            new = asked(numbers)
            apart = [now.value, *(number for number, _ in new.wrong)]
            if len(new.wrong) >= len(now.wrong) and not any(map(new.is_right, apart)):
                found[each.name] = each, numbers
                break
    return found


def _combined(choices: dict[str, tuple]) -> Iterator[dict[str, Any]]:
    """All choices of numbers, the published ones first."""
    for values in itertools.product(*choices.values()):
        yield dict(zip(choices, values, strict=True))


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


__all__ = ["SETS", "differences", "draw", "of_set", "record"]
