"""The answers that were written blind: read, judged, and run as they were judged."""

from collections import Counter
from pathlib import Path

import pytest
from banks import blind

from autograder.pieces.catalogue import PIECES
from tools.mutate.report import blind_table

ROOT = Path(__file__).parents[2]
ROUNDS = blind.rounds()
SETS = {round: {each.set for each in blind.answers(round)} for round in ROUNDS}
LAST = {set: round for round in ROUNDS for set in sorted(SETS[round])}
NEWER = {("A", "Polar")}  # an exercise that came after a round


@pytest.mark.parametrize("round", ROUNDS)
def test_every_answer_of_a_round_has_a_verdict(round):
    known, answers = blind.judged(round), list(blind.answers(round))
    assert known.keys() == {each.key for each in answers}
    assert {row["verdict"] for row in known.values()} <= set(blind.VERDICTS)
    assert all(each.why for each in answers if not each.is_right)


@pytest.mark.parametrize("round", ROUNDS)
@pytest.mark.parametrize("name", PIECES)
def test_every_exercise_has_wrong_and_right_ones(round, name):
    count = Counter(
        each.is_right for each in blind.answers(round) if each.exercise == name
    )
    is_asked = PIECES[name].set in SETS[round] and (round, name) not in NEWER
    full = (8, 3) if round < "G" else (5, 2)
    expected = full if is_asked else (0, 0)
    assert count[False] >= expected[0] and count[True] >= expected[1]


def test_the_page_has_the_verdicts():
    page = (ROOT / "docs" / "graders.md").read_text("utf-8")
    assert blind_table() in page


@pytest.mark.slow
@pytest.mark.parametrize("set", LAST)
def test_the_last_round_of_a_set_is_told_what_was_judged(set):
    known, other = blind.judged(LAST[set]), []
    for answer in blind.answers(LAST[set], set):
        if answer.exercise in ("train_digits", "train_images", "train_text"):
            continue  # what was learned differs from one processor to another
        set_of_nodes = "set(" if answer.exercise == "list_edges" else "list(set("
        if set_of_nodes in answer.source:
            continue  # it has its nodes in another order in each run
        before = known[answer.key]
        if (before["told"] or "").startswith("TimeoutError"):
            continue  # its loop would take all the time that it may
        said = blind.told(answer)
        if blind.verdict(answer, said, before) != before["verdict"]:
            other.append((answer.key, said))
    assert other == []
