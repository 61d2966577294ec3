"""Pack the wrong answers of the blind rounds, each with what is wrong in it, and those
of the bank that no such answer explains (`answers/labels.json`).

    python -m banks.labelled [ROUNDS]         # in tests/

All rounds of a set are taken but the last, which measures what a check says to
strangers. ROUNDS ("ABC") names other ones.
"""

import gzip
import json
import re
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from io import StringIO

from banks import blind
from banks.answers.bank import LABELS, WRONG

from autograder.check.diagnosis import labelled
from autograder.check.running import run_recorded
from autograder.checking import until_blank
from autograder.pieces import registry
from autograder.pieces.catalogue import PIECES


def answers(rounds: Iterable[str], set: str) -> dict[str, list]:
    """By piece, what is packed of a set: a trace, and the answers that have it."""
    found: dict[str, dict[str, list]] = {}
    for name, seen, label, text in _known(rounds, set):
        if seen and any(seen):
            row = {"label": label, "words": dict(labelled.words(text, name))}
            found.setdefault(name, {}).setdefault(json.dumps(seen), []).append(row)
    return {
        name: [{"trace": json.loads(t), "answers": rows} for t, rows in each.items()]
        for name, each in found.items()
    }


def _known(rounds: Iterable[str], set: str) -> Iterator[tuple]:
    """Of each answer its piece, its trace, its label and its text."""
    for round in rounds:
        for each in blind.answers(round, set):
            if not each.is_right and each.exercise in PIECES:
                seen = blind.traced(each)
                yield each.exercise, seen, sentence(each.why), each.source
    for key, label in LABELS.items():
        name, _, answer = key.partition("/")
        if PIECES[name].set == set:
            yield name, _traced(WRONG[name][answer]), label, ""


def _traced(own) -> list:
    with redirect_stdout(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mine = registry.register(own)
        seen = labelled.trace(mine.piece, until_blank(run_recorded(mine)))
    registry.forget_all()
    return seen


def sentence(why: str) -> str:
    """A label: it begins and ends as a sentence does, or begins with a program."""
    why = " ".join(why.split())
    if not re.match(NAME, why):
        why = why[:1].upper() + why[1:]
    return why + "." * (not why.endswith((".", "!", "?")))


NAME = r"a ([^a-z]|(is|was|and|has|gets|itself)\b)|[b-z]\b|\w*[\d_(.=]|(out|grad|eps)\b"


def main(rounds: str) -> None:
    for set in sorted({piece.set for piece in PIECES.values() if piece.set}):
        found = answers(rounds or blind.earlier(set), set)
        text = json.dumps(found, sort_keys=True)
        labelled.packed(set).write_bytes(gzip.compress(text.encode(), mtime=0))
        each = [known["answers"] for of in found.values() for known in of]
        print(set, sum(map(len, each)), "answers,", len(each), "traces")


if __name__ == "__main__":
    main("".join(sys.argv[1:]))
