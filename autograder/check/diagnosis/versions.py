"""Wrong versions of a piece: what would be seen if the student had written that one.

    @wrong_version("order_nodes", "A node is listed before …")
    def order_nodes(roots): ...

Such a version is a hypothesis. It is plugged into minigrad in the place of the
student's and fits if every program then gives what it gives with the student's, right
or wrong. All that fit are told. Of one that is wrong in its `forward` the outputs are
enough: whoever misreads what is to be computed is wrong in backward as well.

Read: `wrong_version`, `fitting`, `computing`, and `way`, which looks at more than the
numbers.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from minigrad.core import engine
from minigrad.core.graph import edge_of

from ...pieces.registry import Mine, alone
from ...variant import published
from ..comparison import compare, is_output
from ..observation import Observation
from ..references import Reference, replayed


@dataclass(frozen=True, eq=False)
class Version:
    """A wrong version of `piece`, and what `says` what is wrong with it.

    `forward`: what is wrong is what it computes, whatever its gradients are. `order`:
    the derivatives that show it, 2 where the first ones are right.
    """

    piece: str
    says: str
    own: Callable | type
    forward: bool = False
    order: int = 1


_versions: list[Version] = []


def wrong_version(
    piece: str, says: str, forward: bool = False, order: int = 1
) -> Callable:
    """Make a function or class a hypothesis about a piece."""

    def add(own: Callable | type) -> Callable | type:
        _versions.append(Version(piece, says, own, forward, order))
        return own

    return add


def of_piece(name: str) -> list[Version]:
    """Every wrong version of a piece, of those that were imported."""
    return [each for each in _versions if each.piece == published(name)]


def fitting(mine: Mine, runs: list, shown) -> list[str]:
    """What is said of the versions that do what the student's does, in every run."""
    runs = [shown, *(run for run in runs if run is not shown)]
    found = _doing_the_same(mine, runs) or _doing_the_same(mine, _usual(runs))
    if len(found) > 1:  # the numbers do not tell them apart: how they come about may
        found = [
            each for each in found if _goes_the_same_way(each, mine, runs)
        ] or found
    return _said(found)


def _doing_the_same(mine: Mine, runs: list) -> list[Version]:
    return [
        version
        for version in of_piece(mine.piece.name)
        if version.order == runs[0].order
        if all(_does_the_same(version, mine, run) for run in runs)
    ]


def _usual(runs: list) -> list:
    """The first, and those without empty arrays and errors: in such the same mistake,
    written in two ways, need not do the same."""
    return runs[:1] + [
        run
        for run in runs[1:]
        if all(getattr(value, "size", 1) for value in run.reference.inputs.values())
        if run.seen.raised is None or runs[0].seen.raised is not None
    ]


def computing(mine: Mine, runs: list) -> list[str]:
    """What is said of the versions that are wrong in `forward` as the student's is."""
    return _said(
        version
        for version in of_piece(mine.piece.name)
        if version.forward and _computes_the_same(version, mine, runs)
    )


def _said(versions: Iterable[Version]) -> list[str]:
    return list(dict.fromkeys(version.says for version in versions))


def _does_the_same(version: Version, mine: Mine, run) -> bool:
    parts = mine.piece.parts(version.own)
    return not compare(run.seen, _observed(mine, parts, run.reference, run.order))


def _computes_the_same(version: Version, mine: Mine, runs: list) -> bool:
    """True if the outputs of the piece by itself are wrong, and those of the version.

    Gradients are not looked at, nor are runs that raised before there was an output.
    """
    parts = mine.piece.parts(version.own)
    bare = [run for run in runs if run.is_bare and _outputs(run.seen).arrays]
    if not any(_outputs_differ(run.reference.seen, run.seen) for run in bare):
        return False
    return not any(
        _outputs_differ(run.seen, _observed(mine, parts, run.reference)) for run in bare
    )


def _outputs_differ(one: Observation, other: Observation) -> bool:
    return bool(compare(_outputs(one), _outputs(other)))


def _outputs(seen: Observation) -> Observation:
    arrays = {what: array for what, array in seen.arrays.items() if is_output(what)}
    return Observation(arrays)


def _observed(mine: Mine, parts: dict, reference: Reference, order: int = 1):
    with alone(mine.piece, parts):
        return replayed(reference, order)


# -- the way to the numbers -------------------------------------------------------


def _goes_the_same_way(version: Version, mine: Mine, runs: list) -> bool:
    parts = mine.piece.parts(version.own)
    roots = [
        [edge_of(out) for out in run.seen.outputs if out.requires_grad] for run in runs
    ]
    return all(
        way(mine.piece.name, mine.parts, each) == way(mine.piece.name, parts, each)
        for each in roots
        if each
    )


def way(piece: str, parts: dict, roots: list) -> object:
    """The order that is returned, or the nodes that run with what was sent to them.

    None for a piece about which there is no more to see, or that raises.
    """
    try:
        if piece == "order_nodes":
            return parts[piece](roots)
        if piece == "run":
            dry = _DryRun()
            order = engine.order_nodes(roots)
            parts[piece](order, dict.fromkeys(roots, np.ones(())), dry)
            return dry.seen
    except Exception:
        pass
    return None


class _DryRun:
    """A pass that computes nothing: each node sends ones along its edges."""

    def __init__(self) -> None:
        self.seen: list[tuple] = []

    def step(self, node, grad) -> tuple | None:
        self.seen.append((node, None if grad is None else float(grad)))
        if grad is None or not node._edges:
            return None
        return tuple(np.ones(()) for _ in node._edges)
