"""What a question of an exam is.

A question is a function of a random generator. It works its answer out by a formula,
and says with a program what PyTorch has to answer: a test runs it. Texts are Markdown
without TeX, since they are printed.

Read: `Question`, `question`, `same`, `words`.
"""

import math
import random
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field

Answer = float | str | tuple


@dataclass(frozen=True)
class Question:
    """`program` leaves the answer in `answer`, with PyTorch alone.

    `reasons` are those of a full answer, to what the text asks besides, too. `wrong`
    says which misconception leads to which other answer. `choices` holds what is
    offered, and for each the answer it stands for; without, the answer is written.
    """

    objective: str
    points: int
    text: str
    answer: Answer
    reasons: str
    program: str
    wrong: dict[Answer, str]
    choices: dict[str, Answer] = field(default_factory=dict)


bank: dict[str, Callable[[random.Random], Question]] = {}


def question(function: Callable[[random.Random], Question]):
    """Put a function that makes a question into the bank, under its name."""
    bank[function.__name__] = function
    return function


def ask(name: str, seed: int) -> Question:
    """The question of that name: the same for a seed, whatever else is drawn."""
    return bank[name](random.Random(f"{seed} {name}"))


def dedent(text: str) -> str:
    """A text that is indented in a program, from its first column."""
    return textwrap.dedent(text).strip("\n")


def listed(lines: dict[str, str]) -> str:
    """A Markdown list of {label: line of code}."""
    return "\n".join(f"- {label}: `{line}`" for label, line in lines.items())


def same(one: Answer, other: Answer) -> bool:
    """Equal; numbers to one part in 10,000, as in the problem sets, and nan to nan."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, str | tuple) or isinstance(other, str | tuple):
        return one == other
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-9)


def words(answer: Answer) -> str:
    """An answer as it is printed."""
    if isinstance(answer, tuple):
        return "(" + ", ".join(map(words, answer)) + ")"
    return answer if isinstance(answer, str) else f"{answer:.6g}"
