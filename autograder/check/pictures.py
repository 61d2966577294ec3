"""The picture beside a message. A message never fails because of its picture.

Read: `picture_of_success`, `picture_of_failure`, then what is marked in red.
"""

import numpy as np

from minigrad import viz

from ..pieces.registry import Mine, alone
from . import programs
from .comparison import is_output
from .diagnosis.order import faults_of
from .flow import first_wrong
from .observation import AGAIN, Observation, gradient_of, nodes_of
from .references import load, replayed
from .running import Run


def picture_of_success(mine: Mine) -> viz.Picture | None:
    """The graph of the first program of a piece, which runs on the student's now."""
    try:
        reference = load(programs.of_piece(mine.piece.name)[0])[0]
        return _drawn(replayed(reference), {})
    except Exception:
        return None


def picture_of_failure(mine: Mine, run: Run) -> viz.Picture | None:
    """The graph of a program that differs, with the wrong edge or node in red."""
    try:
        with np.errstate(all="ignore"):
            with alone(mine.piece, mine.parts):
                seen = replayed(run.reference)
                if any(out.requires_grad for out in seen.outputs):
                    return _drawn(seen, _wrong_places(mine, run, seen))
            with alone(mine.piece, None):  # its forward fails: how it should look
                seen = replayed(run.reference)
                return _drawn(seen, _nodes_of_piece(mine, seen))
    except Exception:
        return None


def _drawn(seen: Observation, highlight: dict) -> viz.Picture | None:
    outputs = [out for out in seen.outputs if out.requires_grad]
    names = dict(seen.leaves)
    if len(outputs) == 1:
        names["out"] = outputs[0]
    return viz.draw(*outputs, names=names, highlight=highlight) if outputs else None


# -- what is marked ---------------------------------------------------------------


def _wrong_places(mine: Mine, run: Run, seen: Observation) -> dict:
    """The first wrong edge if a gradient is wrong; else the nodes of the piece."""
    wrong = [difference.what for difference in run.differences]
    if mine.piece.name == "order_nodes" and (found := faults_of(mine, seen.outputs)):
        return {found[0].node: "error"}
    if any(is_output(what) for what in wrong) or seen.raised is not None:
        return _nodes_of_piece(mine, seen)
    if run.is_bare:
        return dict.fromkeys(_edges_of(seen, wrong), "error")
    found = first_wrong(seen, run.reference.upstream, run.reference.flow)
    return {found: "error"} if found else _nodes_of_piece(mine, seen)


def _edges_of(seen: Observation, wrong: list[str]) -> list[tuple]:
    """The edges of a bare program along which a wrong gradient flows."""
    node = seen.outputs[0].grad_fn
    names = {what.removesuffix(AGAIN) for what in wrong}
    return [
        (node, k)
        for k, (source, _) in enumerate(node.next_functions)
        for name, leaf in seen.leaves.items()
        if source is not None and source.variable is leaf and gradient_of(name) in names
    ]


def _nodes_of_piece(mine: Mine, seen: Observation) -> dict:
    """The nodes of the op that a piece is."""
    roots = [out for out in seen.outputs if out.requires_grad]
    if mine.piece.kind != "op" or not roots:
        return {}
    return {
        node: "error"
        for node in nodes_of(roots)
        if isinstance(node, mine.piece.op.node_class)
    }
