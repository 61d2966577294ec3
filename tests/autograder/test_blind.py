"""The answers that were written blind: read, judged, and run as they were judged."""

from collections import Counter
from pathlib import Path

import pytest
from banks import blind

from autograder.pieces.catalogue import PIECES
from tools.mutate.report import blind_table

ROOT = Path(__file__).parents[2]
ROUNDS = blind.rounds()
LAST = ROUNDS[-1]
# Exercises that came after a round.
NEWER = {("A", "Polar")}
NEWER |= {(r, n) for r in ("A", "B") for n in PIECES if PIECES[n].set == "ps5"}
LATER = ("ps6", "ps7", "ps8_images", "ps8_text")  # no round yet
NEWER |= {(r, n) for r in ("A", "B", "C") for n in PIECES if PIECES[n].set in LATER}


@pytest.mark.parametrize("round", ROUNDS)
def test_every_answer_of_a_round_has_a_verdict(round):
    known, answers = blind.judged(round), list(blind.answers(round))
    assert known.keys() == {each.key for each in answers}
    assert {row["verdict"] for row in known.values()} <= set(blind.VERDICTS)
    assert all(each.why for each in answers if not each.is_right)


@pytest.mark.parametrize("round", ROUNDS)
@pytest.mark.parametrize("name", PIECES)
def test_every_exercise_has_eight_wrong_and_three_right_ones(round, name):
    count = Counter(
        each.is_right for each in blind.answers(round) if each.exercise == name
    )
    expected = (0, 0) if (round, name) in NEWER else (8, 3)
    assert count[False] >= expected[0] and count[True] >= expected[1]


def test_the_page_has_the_verdicts():
    page = (ROOT / "docs" / "graders.md").read_text("utf-8")
    assert blind_table() in page


@pytest.mark.slow
def test_the_last_round_is_told_what_was_judged():
    known, other = blind.judged(LAST), []
    for answer in blind.answers(LAST):
        said = blind.told(answer)
        if (
            blind.verdict(answer, said, known[answer.key])
            != known[answer.key]["verdict"]
        ):
            other.append((answer.key, said))
    assert other == []
