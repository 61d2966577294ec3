"""Answers with labels: they are known by what they do, and told in a label's words."""

import pytest
from banks import blind, labelled
from banks.answers.bank import LABELS

from autograder.check.diagnosis import labelled as known
from autograder.check.running import run_recorded
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import mine_of

SETS = sorted({piece.set for piece in PIECES.values() if piece.set})


@pytest.mark.parametrize("set", SETS)
def test_what_is_packed_is_what_the_rounds_before_the_last_have(set):
    wrong = [
        answer
        for round in blind.earlier(set)
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


def test_a_label_of_a_program_that_is_written_in_another_way_is_told_as_anothers():
    """The same numbers by another way may come of another mistake."""
    answer = next(
        each
        for each in blind.answers(blind.earlier("ps2")[-1], "ps2")
        if not each.is_right and each.exercise == "Mul" and any(blind.traced(each))
    )
    with blind._started(answer) as names:
        blind._run_cell(answer, names)
        mine = mine_of("Mul")
        runs = list(run_recorded(mine))
        alike = known.label(mine.piece, runs, answer.source)
        other = known.label(mine.piece, runs, OTHER_WAY)
    assert alike and not alike.startswith(known.OTHERS)
    assert other.startswith(known.OTHERS)


OTHER_WAY = """
class Mul(Op):
    def forward(ctx, *args):
        return functools.reduce(operator.mul, args)

    def backward(ctx, grad):
        for each in range(2):
            while True:
                return [[grad][0]] and [lambda x: x + 1, {grad: grad}, f"{grad}"]
"""
