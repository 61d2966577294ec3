"""Wrong versions of a piece: what would be seen if the student had written that one.

    @wrong_version("order_nodes", "A node is listed before …")
    def order_nodes(roots): ...

Such a version is a hypothesis. It is plugged into minigrad in the place of the
student's and fits if every program then gives what it gives with the student's, right
or wrong. All that fit are told. Of one that is wrong in its `forward` the outputs are
enough: whoever misreads what is to be computed is wrong in backward as well.

Most versions are composed of parts, a few of which are wrong (`family`). If none with
one wrong part fits, those with two are tried: mistakes meet that nobody has listed.

Read: `wrong_version`, `family`, `fitting`, `computing`, and `way`, which looks at more
than the numbers.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice, product

import numpy as np

from minigrad.core import engine
from minigrad.core.graph import edge_of

from ...pieces.kinds import Piece
from ...pieces.registry import Mine, alone
from ...variant import published
from ..comparison import compare, is_output
from ..observation import Observation
from ..references import Reference, replayed
from . import slips


@dataclass(frozen=True, eq=False)
class Version:
    """A wrong version of `piece`, and what `says` what is wrong with it.

    `forward`: what is wrong is what it computes, whatever its gradients are. `order`:
    the derivatives that show it, 2 where the first ones are right. `fits(run)` says
    whether a run is as with this version, where that is known without running it.
    `vague`: it is said only if nothing else fits.
    """

    piece: str
    says: str
    own: Callable | type
    forward: bool = False
    order: int = 1
    fits: Callable | None = None
    vague: bool = False


_versions: list[Version] = []


def wrong_version(
    piece: str,
    says: str,
    forward: bool = False,
    order: int = 1,
    fits: Callable | None = None,
    vague: bool = False,
) -> Callable:
    """Make a function or class a hypothesis about a piece."""

    def add(own: Callable | type) -> Callable | type:
        _versions.append(Version(piece, says, own, forward, order, fits, vague))
        return own

    return add


def of_piece(name: str) -> list[Version]:
    """Every wrong version of a piece, of those that were imported."""
    return [each for each in _versions if each.piece == published(name)]


@dataclass(frozen=True)
class Family:
    """Versions of a piece composed of parts: `make(**chosen)` is one, `wrong` has the
    wrong choices of each part by what is said of them."""

    piece: str
    make: Callable
    wrong: dict[str, dict[str, object]]
    fits: Callable | None = None

    def version(self, says: str, **chosen: object) -> Version:
        """The version with these wrong parts."""
        fits = self.fits and (lambda run: self.fits(run, chosen))
        return Version(self.piece, says, self.make(**chosen), fits=fits)

    def with_one_mistake(self) -> Iterator[Version]:
        """Those that have a single wrong part."""
        for part, choices in self.wrong.items():
            for says, choice in choices.items():
                yield self.version(says, **{part: choice})

    def with_two_mistakes(self, likely: list[Version]) -> Iterator[Version]:
        """Those that have two wrong parts, at first with those of `likely` ones."""
        known = {version.says for version in likely}
        pairs = [
            (one, first, other, second)
            for one, other in combinations(self.wrong, 2)
            for first, second in product(self.wrong[one], self.wrong[other])
        ]
        pairs.sort(key=known.isdisjoint)
        for one, first, other, second in pairs:
            chosen = {one: self.wrong[one][first], other: self.wrong[other][second]}
            yield self.version(f"Two things. {first} {second}", **chosen)


_families: dict[str, Family] = {}


def family(
    piece: str,
    make: Callable,
    right: dict[str, str] | None = None,
    fits: Callable | None = None,
    **parts: dict,
) -> None:
    """Let versions be composed: `make(**chosen)` is the piece with the parts chosen,
    and right in all others. For each of its arguments `parts` has the wrong choices, by
    what is said of them, and `right` what is said after that. `fits(run, chosen)` says
    whether a run is as with these parts, where that is known without running it."""
    after = right or {}
    wrong = {
        part: {
            f"{says} {after.get(part, '')}".strip(): choices[says] for says in choices
        }
        for part, choices in parts.items()
    }
    _families[piece] = Family(piece, make, wrong, fits)
    _versions.extend(_families[piece].with_one_mistake())


def with_two_mistakes(name: str, likely: list[Version]) -> Iterator[Version]:
    """The composed versions of a piece that have two wrong parts."""
    known = _families.get(published(name))
    return known.with_two_mistakes(likely) if known else iter(())


MOST, MOST_SLIPS = 150, 600  # versions with two mistakes, and with a slip: how many


def fitting(piece: Piece, runs: list, shown, mine: Mine | None = None) -> list[str]:
    """What is said of the versions that do what the student's does, in every run.

    With the student's own (`mine`) at hand, the way to the numbers may decide."""
    name, takes_long = piece.name, shown.reference.program.takes_long
    others = [
        run for run in runs if run is not shown and not run.reference.program.takes_long
    ]
    others.sort(key=lambda run: run.agrees)

    def fits(version: Version) -> bool:
        return all(_does_the_same(version, piece, run) for run in others)

    likely = [
        version
        for version in of_piece(name)
        if version.order == shown.order
        and not version.vague
        and _does_the_same(version, piece, shown)
    ]
    found = list(filter(fits, likely))
    if not found:  # but for what is unusual
        others = _usual(others, shown)
        found = list(filter(fits, likely))
    if len(found) == 1 or (takes_long and not found):
        return _said(found)
    goes = _ways(mine, [shown, *others]) if mine else lambda version: True
    if found:  # more is seen in the way than in the numbers
        return _said(filter(goes, found))
    tried = islice(filter(goes, with_two_mistakes(name, likely)), MOST)
    two = (each for each in tried if _does_the_same(each, piece, shown) and fits(each))
    return _said(islice(two, 1))


def _usual(runs: list, shown) -> list:
    """Those without empty arrays and errors: in such the same mistake, written in two
    ways, need not do the same."""
    return [
        run
        for run in runs
        if all(getattr(value, "size", 1) for value in run.reference.inputs.values())
        if run.seen.error is None or shown.seen.error is not None
    ]


def slipped(piece: Piece, runs: list) -> list[str]:
    """What is said of the first slip that does what the student's does, in every run;
    or of the versions that are vague.

    Of a piece with a backward the outputs are enough if they are wrong, as above."""
    here = [run for run in runs if not run.reference.program.takes_long]
    here.sort(key=lambda run: (run.agrees, entries(run)))
    bare = [run for run in here if run.is_bare and _outputs(run.seen).arrays]
    in_forward = any(_outputs_differ(run.reference.seen, run.seen) for run in bare)
    if in_forward:
        known = of_piece(piece.name)
        fits = (e for e in known if not e.vague and _computes_the_same(e, piece, bare))
        if found := _said(islice(fits, 1)):
            return found
    usual = _usual(here, here[0]) if here else []
    known = {id(run) for run in usual}
    unusual = [run for run in here if id(run) not in known]
    tried, nearly = 0, []
    found = slips.of_piece(piece.set, piece.name)
    if not in_forward:  # what is left for backward may be wrong all the same
        found = sorted(found, key=lambda each: each[0] == "forward")
    for where, says, make in found:
        if in_forward and where == "backward":
            continue
        tried += 1
        if tried > MOST_SLIPS:
            break
        try:
            version = Version(piece.name, says, make())
            if in_forward and where == "forward":
                fits = _computes_the_same(version, piece, bare)
            elif fits := all(_does_the_same(version, piece, run) for run in usual):
                nearly = nearly or [says]
                fits = all(_does_the_same(version, piece, run) for run in unusual)
        except Exception:  # no program, or no numbers come of it
            continue
        if fits:
            return [says]
    if nearly:
        return nearly
    vague = [each for each in of_piece(piece.name) if each.vague]
    fits = (e for e in vague if all(_does_the_same(e, piece, run) for run in here))
    return _said(islice(fits, 1))


def entries(run) -> int:
    return sum(getattr(value, "size", 1) for value in run.reference.inputs.values())


def computing(piece: Piece, runs: list) -> list[str]:
    """What is said of the versions that are wrong in `forward` as the student's is."""
    return _said(
        version
        for version in of_piece(piece.name)
        if version.forward and _computes_the_same(version, piece, runs)
    )


def _said(versions: Iterable[Version]) -> list[str]:
    return list(dict.fromkeys(version.says for version in versions))


def _does_the_same(version: Version, piece: Piece, run) -> bool:
    if version.fits:
        return version.fits(run)
    parts = piece.parts(version.own)
    return not compare(run.seen, _observed(piece, parts, run.reference, run.order))


def _computes_the_same(version: Version, piece: Piece, runs: list) -> bool:
    """True if the outputs of the piece by itself are wrong, and those of the version.

    Gradients are not looked at, nor are runs that raised before there was an output.
    """
    parts = piece.parts(version.own)
    bare = [run for run in runs if run.is_bare and _outputs(run.seen).arrays]
    if not any(_outputs_differ(run.reference.seen, run.seen) for run in bare):
        return False
    for run in bare:
        if _outputs_differ(run.seen, _observed(piece, parts, run.reference)):
            return False
    return True


def _outputs_differ(one: Observation, other: Observation) -> bool:
    return bool(compare(_outputs(one), _outputs(other)))


def _outputs(seen: Observation) -> Observation:
    arrays = {what: array for what, array in seen.arrays.items() if is_output(what)}
    return Observation(arrays)


def _observed(piece: Piece, parts: dict, reference: Reference, order: int = 1):
    with alone(piece, parts):
        return replayed(reference, order)


# -- the way to the numbers -------------------------------------------------------


def _ways(mine: Mine, runs: list) -> Callable[[Version], bool]:
    """Whether a version goes the same way as the student's in every run."""
    name = mine.piece.name
    starts = [
        [edge_of(out) for out in run.seen.outputs if out.requires_grad] for run in runs
    ]
    starts = [roots for roots in starts if roots]
    with alone(mine.piece, mine.parts):  # it is judged
        theirs = [way(name, mine.parts, roots) for roots in starts]

    def goes(version: Version) -> bool:
        parts = mine.piece.parts(version.own)
        with alone(mine.piece, parts):
            return all(
                way(name, parts, roots) == known
                for roots, known in zip(starts, theirs, strict=True)
            )

    return goes


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
