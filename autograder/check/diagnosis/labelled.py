"""Answers that were given before, each with its mistake, known by what they do.

Hundreds of wrong answers to each exercise were written and labelled: a sentence says
what is wrong in each. One that gives in every recorded run just what the student's
gives (the same wrong numbers, errors and facts, in the same runs) most likely has the
same mistake. Of several, that is told whose program is most like the student's.

They are packed, a file for each set: of an answer its label, how often each kind of
expression stands in it, and a number for each run. `python -m banks.labelled`, in
`tests/`, packs them.

Read: `label`, then `trace`.
"""

import gzip
import json
import re
import zlib
from collections import Counter
from functools import cache
from math import isclose
from pathlib import Path

import numpy as np

from ...pieces.kinds import Piece
from ...variant import published
from .. import programs
from ..comparison import Difference
from ..references import load
from . import nearest

OTHER_EACH_TIME = r'0x\w+|<[^>]*>|(?<=KeyError", ")\d+'
HERE = Path(__file__).parent
ALIKE = 0.8  # below it, one of six labels speaks of what the student does not do
OTHERS = "Another program that gives just the same had this mistake: "
NEAR = 1e-5  # two numbers of one mistake differ by rounding at most


def packed(set: str) -> Path:
    """The file of a set."""
    return HERE / f"labelled_{set}.dat"


@cache
def _of_set(set: str) -> dict[str, list]:
    try:
        return json.loads(gzip.decompress(packed(set).read_bytes()))
    except FileNotFoundError:
        return {}


def of_piece(piece: Piece) -> list[dict]:
    """What is known of a piece: traces, each with the answers that have it."""
    return _of_set(piece.set).get(published(piece.name), [])


def label(piece: Piece, runs: list, text: str) -> str:
    """What is wrong in the answer that does the same and is most like `text`, the
    student's program; empty if no answer does the same. Of one that is written in
    another way it is said that it is another's."""
    seen, own = trace(piece, runs), words(text, piece.name)
    found = [
        (nearest.likeness(own, Counter(answer["words"])), answer)
        for known in of_piece(piece)
        if is_same(seen, known["trace"])
        for answer in known["answers"]
    ]
    if not found:
        return ""
    likeness, best = max(found, key=lambda each: each[0])
    is_other = own and best["words"] and likeness < ALIKE
    return OTHERS * bool(is_other) + best["label"]


def words(text: str, name: str) -> Counter:
    """How often each kind of expression stands in the last definition of `name`."""
    own = nearest.definition(text, name)
    return nearest.words(own) if own else Counter()


# -- what was seen ----------------------------------------------------------------


def trace(piece: Piece, runs: list) -> list:
    """For each reference of a piece what was seen in its run: a code for what differs
    and a number for the arrays that do; 0 if nothing does, None if it was not run."""
    by_reference = {id(run.reference): run for run in runs}
    known = [each for p in programs.of_piece(piece.name) for each in load(p)]
    found = [by_reference.get(id(reference)) for reference in known]
    return [run and _row(run.differences) for run in found]


def _row(differences: list[Difference]) -> "list | int":
    if not differences:
        return 0
    kinds, total = [], 0.0
    for i, each in enumerate(differences):
        kinds += [each.what, each.kind]
        if isinstance(each.got, np.ndarray):
            kinds += [str(each.got.shape), str(each.got.dtype)]
            total += (1 + i) * _number(each.got)
        else:
            kinds.append(
                re.sub(r"0x\w+|<[^>]*>", "", json.dumps(each.got, default=str))
            )
    return [zlib.crc32("\n".join(kinds).encode()), float(f"{total:.7g}")]


def _number(array: np.ndarray) -> float:
    """One number for an array, another one if its entries change or change places."""
    if array.dtype.kind not in "fiub":
        return 0.0
    entries = array.astype(float).ravel()
    weights = np.cos(2.4 * np.arange(1, entries.size + 1)) + 0.37
    codes = (
        (np.isnan(entries), 3.1),
        (entries == np.inf, 5.3),
        (entries == -np.inf, 7.7),
    )
    for where, code in codes:
        entries[where] = code
    return float(weights @ entries)


def is_same(seen: list, known: list) -> bool:
    """True if two traces agree in all runs that both have, of which one differs."""
    if len(seen) != len(known):
        return False
    both = [(a, b) for a, b in zip(seen, known, strict=True) if None not in (a, b)]
    return any(a for a, _ in both) and all(map(_agree, *zip(*both, strict=True)))


def _agree(one: "list | int", other: "list | int") -> bool:
    if not one or not other or one[0] != other[0]:
        return one == other
    return isclose(one[1], other[1], rel_tol=NEAR, abs_tol=NEAR)
