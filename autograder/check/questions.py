"""Questions whose answer is a number: what is right, and why a wrong one is wrong.

What PyTorch computes is packed in a file beside the references, so that nobody comes
upon an answer by reading or importing; `authoring.questions` has it in clear. Packed is
not secret.

A number is right if it is PyTorch's but for one part in 10,000: 0.1429 is not 1/7, and
0.14286 is.

Read: `Question`, `question`.
"""

import base64
import json
import math
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from ..variant import shown

FILE = Path(__file__).parent / "references" / "numbers.dat"
NAMES = ".names"  # the file beside it, where a notebook is graded: names alone
SETS = ("ps1", "ps2", "ps3", "ps4", "ps5", "ps6", "ps7", "ps8_images", "ps8_text")
# Functions that train a network (`trainings`).
TRAININGS = {
    "train_digits": "ps5",
    "train_images": "ps8_images",
    "train_text": "ps8_text",
}
TOLERANCE = 1e-4  # of the number; one that is 0 must be met to this


@dataclass(frozen=True)
class Question:
    """A question by the name of the student's function. `formula` says in a line what
    is asked, `wrong` are pairs: a number, and how it comes about."""

    name: str
    set: str
    formula: str
    value: float
    wrong: tuple[tuple[float, str], ...] = ()

    def is_right(self, number: float) -> bool:
        """True for what PyTorch computes, to `TOLERANCE`."""
        return _near(number, self.value)

    def reasons(self, number: float) -> list[str]:
        """How a wrong number comes about, if that is known."""
        if math.isnan(number):
            return ["nan is no number. What is asked for has one."]
        found = [says for wrong, says in self.wrong if _near(number, wrong)]
        if not found and self.value and _near(number, -self.value):
            found = ["The sign is wrong."]
        if not found and _is_rounded(number, self.value):
            found = ["It is rounded. Return a fraction, such as 1 / 7."]
        return found


def _near(number: float, wanted: float) -> bool:
    return math.isclose(number, wanted, rel_tol=TOLERANCE, abs_tol=TOLERANCE * 1e-3)


def _is_rounded(number: float, expected: float) -> bool:
    """True for what is right but for the digits after its first or a later one."""
    return any(round(expected, digits) == number for digits in range(1, 8))


def question(name: str) -> Question:
    """The question that a student's function of this name answers. KeyError if none."""
    return _by_name()[name]


def names() -> dict[str, str]:
    """The student's function of each question, with its problem set."""
    return {name: each.set for name, each in _by_name().items()}


def asked() -> dict[str, str]:
    """The student's functions that are checked and are no pieces, with their sets."""
    return names() | TRAININGS


def set_of_file(name: str) -> str:
    """The set that a file is about: "ps5" for ps5_layers, and ps8_text for itself."""
    return max((each for each in SETS if f"{name}_".startswith(f"{each}_")), key=len)


@cache
def _by_name() -> dict[str, Question]:
    return {shown(q.name): replace(q, name=shown(q.name)) for q in packed()}


# -- the file ---------------------------------------------------------------------


def packed() -> list[Question]:
    """The questions of every set."""
    file = FILE if FILE.exists() else FILE.with_suffix(NAMES)
    rows = json.loads(zlib.decompress(base64.b85decode(file.read_bytes())))
    return [
        Question(**row | {"wrong": tuple(map(tuple, row["wrong"]))}) for row in rows
    ]


def write(questions: Iterable[Question], file: Path = FILE) -> None:
    """Pack questions, those of each set in their order."""
    rows = sorted(map(asdict, questions), key=lambda row: row["set"])
    text = json.dumps(rows, ensure_ascii=False)
    file.write_bytes(base64.b85encode(zlib.compress(text.encode(), 9)))
    _by_name.cache_clear()


def write_names(file: Path) -> None:
    """Pack the names alone: beside a notebook that is graded no more is needed."""
    write((Question(q.name, q.set, "", math.nan) for q in packed()), file)
