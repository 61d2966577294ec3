"""Answers with labels: they are known by what they do, and told in a label's words."""

import pytest
from banks import blind, labelled
from banks.answers.bank import LABELS

from autograder.check.diagnosis import labelled as known
from autograder.pieces.catalogue import PIECES

SETS = sorted({piece.set for piece in PIECES.values() if piece.set})
BEFORE = blind.rounds()[:-1]


@pytest.mark.parametrize("set", SETS)
def test_what_is_packed_is_what_the_rounds_before_the_last_have(set):
    wrong = [
        answer
        for round in BEFORE
        for answer in blind.answers(round, set)
        if not answer.is_right and answer.exercise in PIECES
    ]
    each_trace = [each for of in known._of_set(set).values() for each in of]
    labels = {row["label"] for each in each_trace for row in each["answers"]}
    assert labels <= {labelled.sentence(each.why) for each in wrong} | {
        *LABELS.values()
    }
    for answer in wrong[::40]:
        if answer.exercise == "list_edges":  # a set of nodes: another order each time
            continue
        if seen := blind.traced(answer):
            assert _is_there(answer, seen), f"python -m banks.labelled: {answer.key}"


def _is_there(answer, seen):
    label = labelled.sentence(answer.why)
    return not any(seen) or any(
        known.is_same(seen, each["trace"])
        and label in [row["label"] for row in each["answers"]]
        for each in known._of_set(answer.set)[answer.exercise]
    )


@pytest.mark.parametrize("set", SETS)
def test_no_program_is_packed(set):
    for of in known._of_set(set).values():
        for each in of:
            for answer in each["answers"]:
                assert answer.keys() == {"label", "words"}
                assert all(type(count) is int for count in answer["words"].values())
