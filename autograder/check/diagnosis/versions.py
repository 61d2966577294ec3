"""Which slip of a right program does what the student's program does.

A slip (`slips`) is a hypothesis: a right program with a small mistake is plugged into
minigrad in the place of the student's, and fits if every program then gives what it
gives with the student's, right or wrong. Of one that is wrong in its `forward` the
outputs are enough: whoever misreads what is to be computed is wrong in backward too.

Read: `slipped`.
"""

from collections.abc import Callable

from ...pieces.kinds import Piece
from ...pieces.registry import alone
from ..comparison import compare, is_output
from ..observation import Observation
from ..references import Reference, replayed
from . import slips

MOST = 600  # slips that are tried


def slipped(piece: Piece, runs: list) -> list[str]:
    """What is said of the first slip that does what the student's does, in every run.

    Of a piece with a backward the outputs are enough if they are wrong, as above."""
    here = [run for run in runs if not run.reference.program.takes_long]
    here.sort(key=lambda run: (run.agrees, entries(run)))
    bare = [run for run in here if run.is_bare and _outputs(run.seen).arrays]
    in_forward = any(_outputs_differ(run.reference.seen, run.seen) for run in bare)
    usual = _usual(here, here[0]) if here else []
    known = {id(run) for run in usual}
    unusual = [run for run in here if id(run) not in known]
    nearly: list[str] = []
    found = slips.of_piece(piece.set, piece.name)
    if not in_forward:  # what is left for backward may be wrong all the same
        found = sorted(found, key=lambda each: each[0] == "forward")
    tried = [each for each in found if not (in_forward and each[0] == "backward")]
    for where, says, make in tried[:MOST]:
        try:
            own = make()
            if in_forward and where == "forward":
                fits = _computes_the_same(own, piece, bare)
            elif fits := all(_does_the_same(own, piece, run) for run in usual):
                nearly = nearly or [says]
                fits = all(_does_the_same(own, piece, run) for run in unusual)
        except Exception:  # no program, or no numbers come of it
            continue
        if fits:
            return [says]
    return nearly


def _usual(runs: list, shown) -> list:
    """Those without empty arrays and errors: in such the same mistake, written in two
    ways, need not do the same."""
    return [
        run
        for run in runs
        if all(getattr(value, "size", 1) for value in run.reference.inputs.values())
        if run.seen.error is None or shown.seen.error is not None
    ]


def entries(run) -> int:
    return sum(getattr(value, "size", 1) for value in run.reference.inputs.values())


def _does_the_same(own: Callable | type, piece: Piece, run) -> bool:
    parts = piece.parts(own)
    return not compare(run.seen, _observed(piece, parts, run.reference, run.order))


def _computes_the_same(own: Callable | type, piece: Piece, runs: list) -> bool:
    """True if the outputs of the piece by itself are the same; gradients are not looked
    at."""
    parts = piece.parts(own)
    return not any(
        _outputs_differ(run.seen, _observed(piece, parts, run.reference))
        for run in runs
    )


def _outputs_differ(one: Observation, other: Observation) -> bool:
    return bool(compare(_outputs(one), _outputs(other)))


def _outputs(seen: Observation) -> Observation:
    arrays = {what: array for what, array in seen.arrays.items() if is_output(what)}
    return Observation(arrays)


def _observed(piece: Piece, parts: dict, reference: Reference, order: int = 1):
    with alone(piece, parts):
        return replayed(reference, order)
