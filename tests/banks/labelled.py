"""Pack the wrong answers of the blind rounds, each with what is wrong in it.

    python -m banks.labelled [ROUNDS]         # in tests/

All rounds are taken but the last, which measures what a check says to strangers. ROUNDS
("ABC") names other ones.
"""

import json
import lzma
import re
import sys

from banks import blind

from autograder.check.diagnosis import labelled
from autograder.pieces.catalogue import PIECES


def answers(rounds: str, set: str) -> dict[str, list]:
    """By piece, what is packed of a set: a trace, and the answers that have it."""
    found: dict[str, dict[str, list]] = {}
    for round in rounds:
        for answer in blind.answers(round, set):
            if answer.is_right or answer.exercise not in PIECES:
                continue
            seen = blind.traced(answer)
            if seen and any(seen):
                of_piece = found.setdefault(answer.exercise, {})
                words = labelled.words(answer.source, answer.exercise)
                row = {"label": sentence(answer.why), "words": dict(words)}
                of_piece.setdefault(json.dumps(seen), []).append(row)
    return {
        name: [{"trace": json.loads(t), "answers": rows} for t, rows in each.items()]
        for name, each in found.items()
    }


def sentence(why: str) -> str:
    """A label: it begins and ends as a sentence does, or begins with a program."""
    why = " ".join(why.split())
    if not re.match(NAME, why):
        why = why[:1].upper() + why[1:]
    return why + "." * (not why.endswith((".", "!", "?")))


NAME = r"a ([^a-z]|(is|was|and|has|gets|itself)\b)|[b-z]\b|\w*[\d_(.=]|(out|grad|eps)\b"


def main(rounds: str) -> None:
    for set in sorted({piece.set for piece in PIECES.values() if piece.set}):
        found = answers(rounds, set)
        text = json.dumps(found, sort_keys=True)
        labelled.packed(set).write_bytes(lzma.compress(text.encode()))
        each = [known["answers"] for of in found.values() for known in of]
        print(set, sum(map(len, each)), "answers,", len(each), "traces")


if __name__ == "__main__":
    main("".join(sys.argv[1:]) or "".join(blind.rounds()[:-1]))
