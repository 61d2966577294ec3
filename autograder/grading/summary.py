"""What the command `grade` says in the end: `lines`."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from . import finding
from .late import how_late
from .record import Book
from .run import Result

SLOW = 5  # times the median


def lines(
    set: str, submitted: Path, results: dict[str, Result], new: set[str], book: Book
) -> Iterator[str]:
    """How many were graded, `new` ones and others, and what to look at."""
    each = [results[name] for name in sorted(results)]
    good = [r for r in each if not (r.reason or r.failed)]
    salvaged = [r for r in good if r.notes and r.student in new]
    now = sum(result.student in new for result in good)
    yield (
        f"{set}: {len(good)} graded: {now} new, {len(salvaged)} of them salvaged; "
        f"{len(good) - now} unchanged."
    )
    yield from (f"    {r.student}: {'; '.join(r.notes)}" for r in salvaged)
    usual = median([r.seconds for r in good] or [0.0])
    if slow := [r for r in good if r.seconds > max(SLOW * usual, 60.0)]:
        yield f"{len(slow)} took long; half of all took {usual:.0f} s or less:"
        yield from (f"    {r.student}: {r.seconds:.0f} s" for r in slow)
    if late := book.settle():
        yield f"{len(late)} late:"
    for student, (seconds, off) in late.items():
        less = f", {off:.1f} points off" if off else ""
        yield f"    {student}: by {how_late(seconds)}{less}"
    for student, name, given, most in book.above():
        said = f"{student}: {name} has {given:g} points by hand"
        yield f"{said}, and {most:g} at most now: change them."
    if zero := [r for r in each if r.reason and not r.failed]:
        yield f"{len(zero)} with zero points, because nothing could be graded:"
        yield from (f"    {r.student}: {'; '.join([r.reason, *r.notes])}" for r in zero)
    for path in finding.misplaced(submitted, set, [*results]):
        name = path.partition("/")[0]
        yield f"{path} is in no folder: put it into {name}/{set}/."
    if failed := [r for r in each if r.failed]:
        yield f"{len(failed)} not graded:"
        yield from (f"    {r.student}: {r.failed}" for r in failed)
    if waiting := book.waiting():
        yield f"{waiting} wait for a person: open the formgrader."
    if any(result.unsafe for result in each):
        yield "Graded without a sandbox (--unsafe)."
