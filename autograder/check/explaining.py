"""From runs that differ to what a student is told: a `Report`.

In a notebook and in grading the same is told: `explained` makes it of what was observed
and of the account of the student's process, and needs none of the student's code.

Read: `report_of`, `explained`, then its parts: `_reasons`, `_why_it_raised`, `_rows`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from textwrap import shorten

import numpy as np

from ..pieces.kinds import Piece
from ..pieces.registry import Mine
from ..pieces.rules import DTYPE_LOST
from ..pieces.source import CannotKeep, text_of
from .account import WRITTEN, Account
from .comparison import Difference, is_output
from .diagnosis import reasons
from .diagnosis.cases import says_cases
from .diagnosis.labelled import label
from .diagnosis.meanings import meaning, told_of_facts
from .diagnosis.mistakes import Clue, clues_in
from .diagnosis.repairs import repaired
from .errors import blank_name, is_blank
from .flow import summed_down
from .inputs import plan_text
from .observation import AGAIN, gradient_of
from .pictures import picture_of_failure
from .references import Reference
from .report import Report, Row
from .running import SECOND, Run


def report_of(mine: Mine, runs: list[Run]) -> Report:
    """What to tell about a piece, some of whose runs differ: one of them is shown."""
    shown = shown_of(runs)
    raised = shown.seen.raised
    if raised is not None and is_blank(raised):
        return Report(f"{blank_name(raised, mine.piece.name)} is not written yet")
    mend = partial(repaired, mine, runs)
    report = explained(mine.piece, runs, _text(mine), mend)
    report.inputs = inputs_text(shown.reference.inputs)
    report.tally = _tally(runs, shown)
    report.picture = lambda: picture_of_failure(mine, shown)
    if raised is None:
        report.rows = _rows(shown)
        report.there = _there(shown)
    return report


def explained(
    piece: Piece,
    runs: list[Run],
    text: str = "",
    mend: Callable[[bool], list[str]] = lambda few: [],
) -> Report:
    """What happened in the first of the runs that differ, and why, without a number.

    `text` is the student's program. `mend(few)` says which small changes make it right,
    or tries but a few.
    """
    shown = shown_of(runs)
    account = shown.account
    report = Report(f"{piece.name} differs from PyTorch")
    report.formula = shown.reference.program.formula
    found = _reasons(piece, runs, shown)
    if labelled := label(piece, runs, text):
        found = _with(labelled, found, account)
    elif all(map(VAGUE.match, found)):
        found = [*_nan(runs), *mend(False)] or found
    elif _may_be_mended(account, found):
        found = [*found, *mend(True)]
    report.reasons = found or [where_it_differs(runs)]
    if account.breaks_a_rule:
        report.headline = f"{piece.name} breaks a rule"
    elif account.kind:
        name = f"{piece.name}.{account.running}".removesuffix(".")
        report.headline = headline(name, account.kind, account.text)
        report.line = account.line
    return report


def _with(labelled: str, found: list[str], account: Account) -> list[str]:
    """A label, and what was found but for guesses: before it a rule that is broken or a
    usual mistake, after it what is seen."""
    guess = account.means or "None of"
    told = [each for each in found if not VAGUE.match(each)]
    told = [each for each in told if not each.startswith(guess)]
    is_cause = not (account.kind or account.fault or any(map(SYMPTOM.match, told)))
    place = 1 if account.breaks_a_rule or (told and is_cause) else 0
    return [*told[:place], labelled, *told[place:]]


def _text(mine: Mine) -> str:
    try:
        return text_of(mine.own.__name__, mine.own)[0]
    except CannotKeep:
        return ""


# What says no more than where it is wrong, or is a guess.
VAGUE = re.compile(r"It is w|There .* shape|The .* sizes\.$")


def _may_be_mended(account: Account, found: list[str]) -> bool:
    """True if what is told is a symptom, whose cause a small change may show."""
    if account.kind == "RecursionError" or account.fault:
        return False
    return bool(account.kind) or any(map(SYMPTOM.match, found))


# What says what is seen, or is found out from numbers, which other mistakes may give.
SYMPTOM = re.compile(
    r"The (gradient|values|random|dtype|(first|second) backward) |For \w+, "
    r"|PyTorch raises|\w+ is missing in"
)


def shown_of(runs: list[Run]) -> Run:
    """Of the runs that differ, the first if it is of a single operation, and else the
    smallest."""
    wrong = [run for run in runs if not run.agrees]
    return wrong[0] if wrong[0].is_bare else min(wrong, key=_size)


def _size(run: Run) -> tuple[bool, bool, int, int]:
    """How much there is to look at in a run. One that shows a line comes first."""
    reference = run.reference
    plans = [each for each in reference.inputs.values() if isinstance(each, tuple)]
    text = reference.program.formula + repr(plans)
    nodes = len(reference.seen.graph) or UNKNOWN
    nodes += sum(map(is_output, reference.seen.arrays))
    has_line = run.account.line is not None
    return reference.program.takes_long, not has_line, nodes, len(text)


UNKNOWN = 8  # nodes of a program that runs its passes itself


def _nan(runs: list[Run]) -> list[str]:
    """Where a nan arises that PyTorch has not."""
    for run in runs:
        for each in run.differences:
            if run.account.nan and each.kind == "values":
                if np.isnan(each.got[~np.isnan(each.expected)]).any():
                    return [run.account.nan]
    return []


def where_it_differs(runs: list[Run]) -> str:
    """What is told where no mistake is known that would give these numbers."""
    if digits := _digits(runs):
        return (
            f"It is right to {digits} digits, and no further. What is an approximation "
            "there: a step, an eps, a loop that ends too early, a dtype?"
        )
    everywhere = len(runs) > 1 and not any(run.agrees for run in runs)
    found = "It is wrong in every run." if everywhere else _where(runs)
    return f"None of the usual mistakes explains it. {found}".strip()


def _digits(runs: list[Run]) -> int:
    """How many digits are right wherever something differs; 0 if fewer than three."""
    off = [0.0]
    for each in (each for run in runs for each in run.differences):
        if each.kind != "values":
            return 0
        usual = np.isfinite(each.expected) & (each.expected != 0)
        error = np.abs(each.got[usual] / each.expected[usual] - 1)
        if not np.isfinite(error).all():
            return 0
        off.append(error.max(initial=0.0))
    return int(-np.log10(max(off))) if 0 < max(off) < 1e-3 else 0


def _where(runs: list[Run]) -> str:
    """Which runs alone are wrong, if something tells them from the others."""
    return says_cases((run.reference, run.agrees) for run in runs)


def raised_headline(name: str, error: Exception) -> str:
    """One line for an exception in a student's code."""
    return headline(name, type(error).__name__, str(error).strip())


def headline(name: str, kind: str, text: str) -> str:
    """One line for an exception: what is long, without its end."""
    text = text.split("\n")[0]
    if len(text) > 160:
        text = text.split(". ")[0]
    return f"{name} raised {kind}: {text}" if text else f"{name} raised {kind}"


def _tally(runs: list[Run], shown: Run) -> str:
    failed = {run.reference.program.name for run in runs if not run.agrees}
    every = {run.reference.program.name for run in runs}
    source, good = shown.reference.made_by, len(every) - len(failed)
    if not good:
        return f"No program agrees with {source}."
    agree = "agrees" if good == 1 else "agree"
    return f"{good} of {len(every)} programs {agree} with {source}."


def inputs_text(inputs: dict[str, object]) -> str:
    """The inputs of a program: shapes of arrays, and other values."""
    arrays = [name for name, value in inputs.items() if isinstance(value, np.ndarray)]
    return ", ".join(
        f"{name} {value.shape}" + _unless_usual(value.dtype)
        if name in arrays
        else plan_text(value, arrays)
        if name == "plan"
        else f"{name} = {value!r}"
        for name, value in inputs.items()
    )


def _unless_usual(dtype: np.dtype) -> str:
    return "" if dtype == np.float64 else f" {dtype}"


# -- reasons ----------------------------------------------------------------------


def _reasons(piece: Piece, runs: list[Run], shown: Run) -> list[str]:
    """Why, as far as it is known; empty if it is not."""
    name, account = piece.name, shown.account
    if account.kind:
        found = _why_it_raised(piece, runs, shown)
        where = "" if account.breaks_a_rule or len(found) > 1 else _where(runs)
        if where.startswith("It is wrong wherever"):
            found = [" ".join([*found, where])]
        return found
    if found := told_of_facts(shown.reference, shown.differences):
        return found
    kinds = {difference.kind for difference in shown.differences}
    if kinds == {"error"}:
        return _why_it_did_not_raise(name, shown)
    bare = [run for run in runs if run.is_bare and piece.kind in WRITTEN]
    first = shown.differences[0]
    if _is_whole(first):
        return [_dtype_lost(first, False, account.fault)]
    if kinds == {"dtype"} or (first.kind == "dtype" and account.fault):
        are_right = all(map(_values_agree, runs))
        lost = [_dtype_lost(first, are_right, account.fault)]
        if are_right or kinds != {"dtype"}:
            return lost
        return lost + reasons(_clues(piece, bare), bare=True)
    if account.fault and name == "order_nodes":
        return [account.fault]
    if found := _errors_met(piece, shown):
        return found
    if any(not run.agrees for run in bare):
        found = reasons(_clues(piece, bare), bare=True)
        return found or _only_the_second(shown)
    for run in runs:
        if piece.kind == "function" and not run.agrees:
            if found := told_of_facts(run.reference, run.differences):
                return found
    program = shown.reference.program
    whole = [run for run in runs if run.reference.program is program]
    return reasons(_clues(piece, whole), bare=False) or _only_the_second(shown)


def _only_the_second(shown: Run) -> list[str]:
    if all(difference.what.startswith(SECOND) for difference in shown.differences):
        return [
            "The first derivatives are right, the second are not: the graph of the "
            "gradients is cut off. Does backward use what forward computed, or "
            "detach()? Save what was handed in, and compute the rest in backward."
        ]
    if not all(difference.what.endswith(AGAIN) for difference in shown.differences):
        return []
    return [
        "The first backward pass is right; a second one through the same graph is not. "
        "Does backward change what it needs again?"
    ]


def _clues(piece: Piece, runs: Iterable[Run]) -> list[Clue]:
    """What was seen in these runs, and gradients of the wrong shape, as returned."""
    elementwise = piece.kind == "op" and piece.op.elementwise
    clues: list[Clue] = []
    for run in runs:
        if run.seen.error is None:
            clues += clues_in(run.reference, run.seen.arrays)
        elif run.account.got is not None:
            clues += _clue_of_wrong_shape(run.reference, run.account, elementwise)
    return clues


def _clue_of_wrong_shape(
    reference: Reference, account: Account, elementwise: bool
) -> Iterator[Clue]:
    """A gradient as it was returned; or, where it broadcasts to the shape of the
    output, as it would have arrived had it been."""
    graph = reference.seen.graph
    edges = graph[0][1]
    if account.operand >= len(edges) or not edges[account.operand]:
        return
    leaf = graph[edges[account.operand][0]][0].removeprefix("leaf ")
    got, shape = account.got, reference.inputs[leaf].shape
    if elementwise and reference.out is not None:
        try:
            full = np.broadcast_to(got, reference.out.shape)
        except ValueError:
            full = got
        got = summed_down(full, shape)
    yield Clue(reference, gradient_of(leaf), got)


def _why_it_raised(piece: Piece, runs: list[Run], shown: Run) -> list[str]:
    account = shown.account
    if account.breaks_a_rule:
        bare = [run for run in runs if run.is_bare] if account.got is not None else []
        more = reasons(_clues(piece, bare), bare=True)
        origin = account.fault * account.text.startswith(DTYPE_LOST)
        told = " ".join(filter(None, [account.text, origin, *more[:1]]))
        return [told, *more[1:]]
    others = [run for run in runs if run.is_bare and run is not shown]
    more = reasons(_clues(piece, others), bare=True)
    return [account.means, *more] if account.means else more


def _why_it_did_not_raise(name: str, shown: Run) -> list[str]:
    """PyTorch noticed that saved arrays were freed or changed; here nobody did."""
    if kept := shown.account.kept:
        return [
            f"{name} keeps arrays as attributes ({', '.join(kept)}) of ctx, so "
            "nobody can free them, or notice that they were changed. Save arrays by "
            "ctx.save_for_backward."
        ]
    if shown.account.saves_a_copy:
        return [
            f"{name} saves what is no operand and no output: a copy, or something that "
            "forward computed. Save the operand itself, and compute the rest in "
            "backward: then a change of it is noticed."
        ]
    return [f"PyTorch raises an error here: {shown.reference.seen.error[1]}."]


def _errors_met(piece: Piece, shown: Run) -> list[str]:
    """What errors mean that a program caught, and noted as what became of a call."""
    name, kind = piece.name, piece.kind
    met = [
        str(each.got)
        for each in shown.differences
        if each.kind == "fact" and str(each.expected)[:40] != str(each.got)[:40]
    ]
    found = (meaning(text, name, kind) for text in met if "Error: " in text)
    return [means for means in found if means]


def _dtype_lost(difference: Difference, are_right: bool, origin: str) -> str:
    """`are_right`: the values are right everywhere."""
    lost = (
        f"{DTYPE_LOST} the {_full_name(difference.what)} is "
        f"{difference.got.dtype}, PyTorch's is {difference.expected.dtype}. {origin}"
    ).strip()
    return lost + " The values are right." * are_right


def _values_agree(run: Run) -> bool:
    return all(difference.kind == "dtype" for difference in run.differences)


def _is_whole(difference: Difference) -> bool:
    """True for whole numbers where PyTorch has floats."""
    kinds = [
        getattr(each, "dtype", np.dtype(object)).kind
        for each in (difference.expected, difference.got)
    ]
    return kinds[0] == "f" and kinds[1] in "iub"


def _full_name(what: str) -> str:
    if is_output(what):
        return what.replace("out", "output", 1)
    return what.partition(": ")[2] or what  # without its place in a tuple


# -- numbers ----------------------------------------------------------------------


def _rows(shown: Run) -> list[Row]:
    """Everything that was compared in a run, wrong or right."""
    wrong = {difference.what: difference for difference in shown.differences}
    for what in [what for what in wrong if what.endswith(AGAIN)]:
        if what.removesuffix(AGAIN) in wrong:  # no news
            del wrong[what]
    rows = [
        _row(wrong.pop(what)) if what in wrong else Row(what)
        for what in shown.reference.seen.arrays
        if what in wrong or (what in shown.seen.arrays and _is_shown(what))
    ]
    return rows + [_row(difference) for difference in wrong.values()]


def _is_shown(what: str) -> bool:
    return is_output(what) or not (what.endswith(AGAIN) or what.startswith("second"))


def _row(difference: Difference) -> Row:
    expected, got, index = difference.expected, difference.got, difference.index
    if difference.kind == "values" and index is not None:
        place = f"[{', '.join(map(str, index))}]" if index else ""
        return Row(difference.what, place, *_two_numbers(expected[index], got[index]))
    if difference.kind == "error":
        return Row("error", "", _error_text(expected), _error_text(got))
    if difference.kind == "dtype":
        return Row(difference.what, "dtype", str(expected.dtype), str(got.dtype))
    return Row(difference.what, "", _short(expected), _short(got))


def _two_numbers(expected: np.generic, got: np.generic) -> tuple[str, str]:
    """Both in as many digits as show the difference."""
    for digits in (5, 10, 17):
        texts = f"{expected:.{digits}g}", f"{got:.{digits}g}"
        if texts[0] != texts[1]:
            break
    return texts


def _error_text(error: list[str] | None) -> str:
    return error[0] if error else "no error"


def _short(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"shape {value.shape}"
    return shorten(str(value), 80, placeholder=" …")


def _there(shown: Run) -> str:
    """The inputs at the entry that is furthest off, where they have such an entry."""
    worst = shown.differences[0]
    if worst.kind != "values" or worst.index is None:
        return ""
    shape = worst.expected.shape
    arrays = dict(shown.reference.inputs)
    if shown.is_bare and not is_output(worst.what):
        arrays["grad"] = shown.reference.upstream["upstream 0"]
    values = [
        f"{name} = {array[worst.index]:.5g}"
        for name, array in arrays.items()
        if isinstance(array, np.ndarray) and array.shape == shape
    ]
    place = f"At {list(worst.index)}: " if worst.index else "There "
    return f"{place}{', '.join(values)}." if values else ""
