"""`check`: is a piece right? If so minigrad runs on it; if not, why not?

Read: `check`, then `_check_piece`, `_check_answer` and `_check_training`.
"""

import secrets
import warnings
from collections.abc import Callable, Iterable
from numbers import Real

import numpy as np

from minigrad import Tensor

from .check import questions, trainings
from .check.errors import blank_name, is_blank, line_of
from .check.explaining import raised_headline, report_of
from .check.pictures import picture_of_success
from .check.printing import seen_once, shortened
from .check.report import CheckFailed, Passed, Report, html, show
from .check.running import Run, oracle, run_fresh, run_recorded, run_second_order
from .notebook import in_notebook, outdated, told_if_it_lasts
from .pieces import registry
from .pieces.catalogue import PIECES
from .pieces.kinds import PieceError
from .pieces.registry import Mine
from .work import saving
from .work.folder import misplaced
from .work.progress import line_of_set, states_of_sets


def check(
    target: object,
    *,
    live: bool | None = None,
    order: int = 1,
    seed: int | None = None,
) -> Passed:
    """Compare a piece, or a predicted number, with PyTorch.

    `target` is the student's class or function, or the name of a piece. A piece that
    passes is plugged into minigrad; one that fails is not, and CheckFailed says why.

    First the programs of the piece run on recorded inputs, then on fresh random ones
    (drawn from `seed`). PyTorch says what is right there if it is imported already, or
    with `live=True`; otherwise minigrad's own version does, since importing PyTorch
    takes seconds. Second derivatives decide only with `order=2`; a piece that has none
    passes with a note.

    PieceError (a ValueError) if `target` is nothing that can be checked.
    """
    name = target if isinstance(target, str) else getattr(target, "__name__", "it")
    with told_if_it_lasts(name), warnings.catch_warnings(), shortened():
        warnings.simplefilter("ignore")
        subject = _resolved(target)
        own = subject.own if isinstance(subject, Mine) else subject
        if why := outdated(name, own):
            _fail(Report(f"{name} is not checked", [_not_checked(why)]))
        if not isinstance(subject, Mine):
            if subject.__name__ in questions.names():
                return _check_answer(subject)
            return _check_training(subject, seed)
        try:
            result = _check_piece(subject, live, order, seed)
        except KeyboardInterrupt as error:
            subject.reject()
            result = Report(f"The check of {subject.piece.name} was interrupted")
            result.line = line_of(error)
    if isinstance(result, Report):
        _fail(result)
    return result


def _not_checked(why: str) -> str:
    return (
        f"{why[0].upper()}{why[1:]}, so Python has only an earlier version. Mend the "
        "cell, run it, and check again."
    )


def _fail(report: Report) -> None:
    if in_notebook():
        show(str(report), html(report), report.picture)
    raise CheckFailed(report) from None


# -- what is to be checked --------------------------------------------------------


def _resolved(target: object) -> "Mine | Callable":
    """What is registered as `target`, or the function of a predicted number."""
    if isinstance(target, str):
        if target in questions.asked():
            raise PieceError(f"Hand over the function, without quotes: check({target})")
        name = registry.find(target).name
        if mine := registry.mine_of(name):
            return mine
        raise PieceError(
            f"There is no {name} of yours yet: run the cell that has @piece above it."
        )
    if isinstance(target, Real | tuple | list | np.ndarray | Tensor | None):
        raise PieceError(
            "check wants the class or function itself, and not what it returns: "
            "check(name), without () after the name."
        )
    name = getattr(target, "__name__", type(target).__name__)
    if name in PIECES:
        mine = registry.mine_of(name)
        return mine if mine and mine.own is target else registry.register(target)
    known = questions.asked()
    if name in known and callable(target):
        return target
    hint = registry.did_you_mean(name, [*PIECES, *known])
    raise PieceError(f"There is nothing to check by the name of {name}. {hint}")


# -- pieces -----------------------------------------------------------------------


def _check_piece(
    mine: Mine, live: bool | None, order: int, seed: int | None
) -> "Passed | Report":
    runs = until_blank(run_recorded(mine))
    lib = oracle(live)
    if all(run.agrees for run in runs):
        seed = secrets.randbits(32) if seed is None else seed
        recorded, runs = runs, list(run_fresh(mine, lib, seed))
    if not all(run.agrees for run in runs):
        mine.reject("empty" if _meets_a_blank(runs[-1]) else "failed")
        return report_of(mine, runs)
    second = list(run_second_order(mine))
    wrong = [run for run in second if not run.agrees]
    if wrong and order > 1:
        mine.reject()
        return report_of(mine, second)
    mine.accept()
    passed = Passed(f"{mine.piece.name} agrees with PyTorch", _details(recorded, runs))
    if mine.piece.in_minigrad:
        passed.details.append(_what_follows(mine))
        if not_saved := saving.save(mine):
            passed.notes.append(not_saved)
        if elsewhere := misplaced():
            passed.notes.append(elsewhere)
    if wrong:
        passed.notes.append(_second_order_note(wrong[0]))
    passed.picture = lambda: picture_of_success(mine)
    return passed


def until_blank(runs: Iterable[Run]) -> list[Run]:
    """The runs, up to the first that meets a blank.

    The first of all is enough, too, where the piece calls itself without end in it: in
    each of the others that would take as long again.
    """
    seen = []
    for run in runs:
        seen.append(run)
        seen_once()
        endless = len(seen) == 1 and isinstance(run.seen.raised, RecursionError)
        if endless or _meets_a_blank(run):
            break
    return seen


def _meets_a_blank(run: Run) -> bool:
    return run.seen.raised is not None and is_blank(run.seen.raised)


def _details(recorded: list[Run], fresh: list[Run]) -> list[str]:
    count = len({run.reference.program for run in recorded})
    made_by = recorded[0].reference.made_by
    text = f"On {len(recorded)} inputs {count} programs give what {made_by} gave"
    if not fresh:
        return [f"{text}."]
    source = fresh[0].reference.made_by
    return [f"{text}; on {len(fresh)} fresh ones, what {source} gives."]


def _what_follows(mine: Mine) -> str:
    states = states_of_sets()[mine.piece.set]
    return (
        f"From now on minigrad runs on your {mine.piece.name}. "
        f"{line_of_set(mine.piece.set, states)}."
    )


def _second_order_note(run: Run) -> str:
    """What a piece that is right lacks for create_graph=True."""
    raised, beyond = run.seen.raised, "It is all that this set asks for. Beyond that: "
    if raised is None:
        return f"{beyond}second derivatives (create_graph=True) come out wrong."
    line = line_of(raised)
    where = f"in the line {line.text} " if line else ""
    return (
        f"{beyond}for second derivatives (create_graph=True) backward gets Tensors, "
        f"and {where}{type(raised).__name__} is raised."
    )


# -- predicted numbers ------------------------------------------------------------


def _check_answer(function: Callable) -> Passed:
    """A number that a student predicts. It is not told when it is wrong."""
    name = function.__name__
    question = questions.question(name)
    try:
        value = function()
    except Exception as error:
        if is_blank(error):
            written = blank_name(error, name)
            _fail(Report(f"{written} is not written yet"))
        report = Report(raised_headline(name, error))
        report.line = line_of(error)
        _fail(report)
    number = _number(value)
    if number is None:
        report = Report(f"{name} returned {_kind(value)}, not a number")
        report.reasons = [_how_to_a_number(value)]
        _fail(report)
    if not question.is_right(number):
        report = Report(f"{name}: {number:.10g} is not what PyTorch computes")
        report.reasons = question.reasons(number)
        _fail(report)
    return Passed(f"{name}: {number:.10g} is what PyTorch computes")


def _kind(value: object) -> str:
    return "None" if value is None else f"an object of type {type(value).__name__}"


def _how_to_a_number(value: object) -> str:
    """What to do about a prediction that is no number."""
    if value is None:
        return "Is there a return? What is printed is not returned."
    if isinstance(value, str):
        return "Write it without quotes."
    if isinstance(value, Tensor):
        return "Of a tensor with a single entry, .item() gives the number."
    if isinstance(value, tuple) and all(isinstance(each, int) for each in value):
        return "A decimal point is a point: 0.5, not 0,5. Return a single number."
    return "Return a single number."


def _number(value: object) -> float | None:
    """The number that was predicted; None if it is none."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, Real) and not isinstance(value, bool):
        return float(value)
    return None


# -- a network --------------------------------------------------------------------


def _check_training(function: Callable, seed: int | None) -> Passed:
    """A function that trains a network, on data that are numbered anew."""
    try:
        seed = secrets.randbits(32) if seed is None else seed
        result = trainings.checked(function, seed)
    except KeyboardInterrupt as error:
        result = Report(f"The check of {function.__name__} was interrupted")
        result.line = line_of(error)
    if isinstance(result, Report):
        _fail(result)
    return result
