"""Usual mistakes in the gradcheck of problem set 4.

A gradcheck is put together of parts: the pairs that are looked at (`WALKS`), the two
matrices that are compared (`COMPARED`), how far off they are (`ERRORS`), how far off
they may be (`ALLOWED`) and what that means of all entries (`RULES`). A wrong version
has a mistake in one part, or in two.

The matrices of a run are found once, and every version is tried on these.

Read: the tables, `Matrices`, `first_wrong`.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import product

import numpy as np

from minigrad.autograd import jacobians
from minigrad.autograd.gradcheck import GradcheckError

from ...pieces.catalogue import PIECES
from ...pieces.registry import alone
from ..observation import Observation
from ..references import Reference, replayed
from .meanings import Meaning, add_meanings
from .mistakes import cause, names_inside
from .versions import family

Pair = tuple[int, int]
Table = dict[str, Callable]


class Matrices:
    """What there is to compare: `analytic` and `numerical` by (output, input), and
    `other`, the numerical ones with the usual step of 1e-6. `tolerances` are given."""

    def __init__(self, func, inputs, eps, *tolerances: float) -> None:
        self.tolerances = tolerances
        outputs = func(*inputs)
        columns = range(len(inputs))
        self.pairs = list(product(range(len(outputs)), columns))
        self.analytic = {}
        for i, output in enumerate(outputs):
            found = jacobians.analytic_jacobian(output, list(inputs))
            self.analytic |= {(i, j): np.asarray(found[j]) for j in columns}

        def moved(eps: float) -> dict[Pair, np.ndarray]:
            return {
                (i, j): jacobians.numerical_jacobian(
                    lambda i=i: func(*inputs)[i].detach().numpy(),
                    inputs[j].detach().numpy(),
                    eps,
                )
                for i, j in self.pairs
            }

        self.numerical = moved(eps)
        self.other = self.numerical if eps == 1e-6 else moved(1e-6)


# -- the parts ------------------------------------------------------------------------


def _both(change: Callable) -> Callable:
    """`change` made to both matrices."""
    return lambda its, i, j: (change(its.analytic[i, j]), change(its.numerical[i, j]))


def _instead(which: Callable) -> Callable:
    """The numerical matrix of another pair: `which(pairs, i, j)`."""
    return lambda its, i, j: (its.analytic[i, j], its.numerical[which(its.pairs, i, j)])


def _told_by(says: str, parts: dict[str, Callable], form: Callable) -> Table:
    """An entry for each of `parts`, whose name stands in what is said."""
    return {says.format(name): form(part) for name, part in parts.items()}


FIGURES = {
    "mean": np.mean,
    "sum": np.sum,
    "norm": np.linalg.norm,
    "largest entry": lambda matrix: abs(matrix).max(initial=0.0),
}
PLACES = {
    "diagonal": np.diagonal,
    "first entry": lambda matrix: matrix.ravel()[:1],
    "first row": lambda matrix: matrix[:1],
    "first column": lambda matrix: matrix[:, :1],
}
ENDS = {
    "first output": lambda every: [p for p in every if p[0] == 0],
    "first input": lambda every: [p for p in every if p[1] == 0],
    "last output": lambda every: [p for p in every if p[0] == every[-1][0]],
    "last input": lambda every: [p for p in every if p[1] == every[-1][1]],
    "last pair": lambda every: every[-1:],
}
WALKS = _told_by("Only the {} is looked at.", ENDS, lambda end: end) | {
    "Only the first pair is looked at: return True stands inside of the loop. It "
    "belongs after both.": lambda every: every[:1],
    "Each output is compared for the input of the same number only.": (
        lambda every: [(i, j) for i, j in every if i == j]
    ),
    "The loops are the wrong way round: PyTorch goes through the outputs, and for each "
    "through the inputs. So it tells another pair when several are wrong.": (
        lambda every: sorted(every, key=lambda pair: pair[::-1])
    ),
    "The last wrong pair is told. PyTorch stops at the first.": lambda p: p[::-1],
}
_NO_NAN = "nan is replaced by a number, so that a gradient that is nan may pass"
COMPARED = {
    "The numerical Jacobian comes out as 0: nothing changes. {why}": (
        lambda its, i, j: (its.analytic[i, j], its.numerical[i, j] * 0)
    ),
    "values() always returns the first output: compute output i, func(*inputs)[i].": (
        _instead(lambda pairs, i, j: (0, j))
    ),
    "values() always returns the last output. A function looks up i when it is called, "
    "and then a loop that made it may be over: define it where it is used, or keep i, "
    "by values(i=i).": _instead(lambda pairs, i, j: (pairs[-1][0], j)),
    "The array that is moved is always that of the first input: take inputs[j].": (
        _instead(lambda pairs, i, j: (i, 0))
    ),
    "The step is another number, such as 1e-6: hand numerical_jacobian the eps that "
    "came in.": (
        lambda its, i, j: (its.analytic[i, j], its.other[i, j])
    ),
    "One of the two matrices is transposed.": (
        lambda its, i, j: (its.analytic[i, j].T, its.numerical[i, j])
    ),
    f"{_NO_NAN}: it must not.": (
        lambda its, i, j: (np.nan_to_num(its.analytic[i, j]), its.numerical[i, j])
    ),
    "The absolute values are compared: a gradient with the wrong sign passes.": (
        _both(np.abs)
    ),
}
COMPARED |= _told_by("Only the {} is compared. Each entry counts.", PLACES, _both)
COMPARED |= _told_by(
    "The two Jacobians are compared by one number each, their {}. Compare entry by "
    "entry.",
    FIGURES,
    _both,
)
ERRORS = {
    "The difference is squared, and the tolerance is not.": lambda a, n: (a - n) ** 2,
    f"{_NO_NAN}.": lambda a, n: np.nan_to_num(abs(a - n)),
    "The difference has no absolute value: a gradient that is too small passes.": (
        lambda a, n: a - n
    ),
    "The difference has no absolute value: a gradient that is too large passes.": (
        lambda a, n: n - a
    ),
}
_RIGHT = "the tolerance is atol + rtol |numerical|."
ALLOWED = {
    "The tolerance is relative to the analytic Jacobian. PyTorch takes rtol times the "
    "numerical one: a gradient that is too large must not widen its own tolerance.": (
        lambda a, n, at, rt: at + rt * abs(a)
    ),
    "The tolerance is relative to the larger of the two. PyTorch takes rtol times the "
    "numerical one: a gradient that is too large must not widen its own tolerance.": (
        lambda a, n, at, rt: at + rt * np.maximum(abs(a), abs(n))
    ),
    f"rtol is not used: {_RIGHT}": lambda a, n, at, rt: at,
    f"atol is not used: {_RIGHT}": lambda a, n, at, rt: rt * abs(n),
    f"atol and rtol are exchanged: {_RIGHT} np.allclose takes rtol before atol.": (
        lambda a, n, at, rt: rt + at * abs(n)
    ),
    "The larger of atol and rtol |numerical| is the tolerance. It is their sum.": (
        lambda a, n, at, rt: np.maximum(at, rt * abs(n))
    ),
    "The smaller of atol and rtol |numerical| is the tolerance. It is their sum.": (
        lambda a, n, at, rt: np.minimum(at, rt * abs(n))
    ),
    "The tolerance is atol + rtol: rtol is not multiplied by |numerical|.": (
        lambda a, n, at, rt: at + rt
    ),
    "The tolerance is (atol + rtol) |numerical|. Only rtol is multiplied by it.": (
        lambda a, n, at, rt: (at + rt) * abs(n)
    ),
    "The numerical Jacobian has no absolute value in the tolerance, which is negative "
    "where the slope is.": lambda a, n, at, rt: at + rt * n,
    "The tolerances are written down: use the arguments atol and rtol.": (
        lambda a, n, at, rt: 1e-5 + 1e-3 * abs(n)
    ),
    "rtol is NumPy's own, 1e-5: hand it to np.allclose.": (
        lambda a, n, at, rt: at + 1e-5 * abs(n)
    ),
    "The tolerances are NumPy's own: hand atol and rtol to np.allclose.": (
        lambda a, n, at, rt: 1e-8 + 1e-5 * abs(n)
    ),
}
ALLOWED |= _told_by(
    "The tolerance is that of the {} of the numerical Jacobian: small entries may be "
    "quite wrong. Each has a tolerance of its own.",
    FIGURES,
    lambda figure: lambda a, n, at, rt: at + rt * figure(abs(n)),
)
RULES = {
    "It is enough that one entry agrees. All of them must: .all(), not .any().": (
        lambda off, may: (off <= may).any()
    ),
    "A gradient that is nan passes. Every comparison with nan is False: ask whether "
    "all entries are close, not whether one is too far off.": (
        lambda off, may: not (off > may).any()
    ),
    "An error of just the size that is allowed is refused: it is <=, not <.": (
        lambda off, may: (off < may).all()
    ),
    "nan equals nan here: where both Jacobians are nan nothing is found wrong. A nan "
    "never passes (equal_nan=False).": (
        lambda off, may: ((off <= may) | np.isnan(off) & np.isnan(may)).all()
    ),
    "The two must be equal exactly. Differences are never exact: tolerances.": (
        lambda off, may: not off.any()
    ),
    "Nothing is ever found wrong.": lambda off, may: True,
}
RULES |= _told_by(
    "The {} of the errors is compared with that of the tolerances: an entry that is "
    "wrong hides among the others. Compare entry by entry.",
    {"mean or sum": np.mean, "norm": np.linalg.norm},
    lambda figure: lambda off, may: figure(off) <= figure(np.asarray(may)),
)
TOLD = {
    "The message has the numbers of output and input the wrong way round.": (
        lambda i, j: (j, i)
    ),
    "The message counts from 1. PyTorch's counts from 0.": lambda i, j: (i + 1, j + 1),
}
PARTS = {
    "walk": (lambda every: every, WALKS),
    "compared": (lambda its, i, j: (its.analytic[i, j], its.numerical[i, j]), COMPARED),
    "error": (lambda found, right: abs(found - right), ERRORS),
    "allowed": (lambda found, right, atol, rtol: atol + rtol * abs(right), ALLOWED),
    "rule": (lambda error, allowed: (error <= allowed).all(), RULES),
    "told": (lambda i, j: (i, j), TOLD),
}


def first_wrong(its: Matrices, wrong: dict[str, Callable]) -> Pair | None:
    """The pair that a gradcheck with these `wrong` parts tells of; None if all pass."""
    use = {name: wrong.get(name, right) for name, (right, _) in PARTS.items()}
    for i, j in use["walk"](its.pairs):
        with np.errstate(all="ignore"):
            found, right = use["compared"](its, i, j)
            error = np.asarray(use["error"](found, right))
            if not use["rule"](error, use["allowed"](found, right, *its.tolerances)):
                return use["told"](i, j)
    return None


# -- versions -------------------------------------------------------------------------


def told(i: int, j: int) -> GradcheckError:
    return GradcheckError(
        f"Jacobian mismatch for output {i} with respect to input {j},\n"
    )


class Verdicts:
    """What is seen of a run with a gradcheck that passes, and with one that does not;
    `its` are the matrices that it is about (None if it is never asked)."""

    def __init__(self, reference: Reference) -> None:
        self.its = None
        self.passed = self._with(reference, self._keep)
        self.failed = self.its and self._with(reference, self._fail)

    def _with(self, reference: Reference, own: Callable) -> Observation:
        piece = PIECES["gradcheck"]
        with alone(piece, piece.parts(own)):
            return replayed(reference)

    def _keep(self, func, inputs, eps, atol, rtol):
        self.its = Matrices(func, inputs, eps, atol, rtol)
        return True

    def _fail(self, func, inputs, eps, atol, rtol):
        raise told(0, 0)

    def are(self, run, wrong: dict[str, Callable]) -> bool:
        """True if a run is as with these wrong parts."""
        pair = None
        if self.its:
            try:
                pair = first_wrong(self.its, wrong)
            except (ValueError, IndexError) as error:
                return run.seen.error is not None and run.account.kind == (
                    type(error).__name__
                )
        if pair is None:
            return _seen(run.seen) == _seen(self.passed)
        where = "output 0 with respect to input 0", "output {} with respect to input {}"
        facts, error = _seen(self.failed)
        facts = {
            name: str(fact).replace(where[0], where[1].format(*pair)) if fact else fact
            for name, fact in facts.items()
        }
        return _seen(run.seen) == (facts, error)


def _seen(seen: Observation) -> tuple:
    return seen.facts, seen.error


_verdicts = lru_cache(maxsize=256)(Verdicts)  # those of a check


def _gradcheck(**wrong: Callable) -> Callable:
    def gradcheck(func, inputs, eps, atol, rtol):
        if pair := first_wrong(Matrices(func, inputs, eps, atol, rtol), wrong):
            raise told(*pair)
        return True

    return gradcheck


family(
    "gradcheck",
    _gradcheck,
    fits=lambda run, wrong: _verdicts(run.reference).are(run, wrong),
    **{name: table for name, (_, table) in PARTS.items()},
)


@cause("gradcheck")
def unchanged(own: Callable) -> str:
    """Why the values do not change when an entry is moved, as far as the code tells."""
    if "func" in names_inside(own):
        return "A copy is moved: inputs[j].detach().numpy() shares the memory."
    return (
        "values() returns what was computed before. It must call func anew, "
        "func(*inputs)[i]."
    )


add_meanings(
    Meaning(
        "does not require grad and does not|got 0 tensors and",
        "func may ask for gradients itself: gradgradcheck hands over a function that "
        "calls torch.autograd.grad. Call it with grad mode on, not under no_grad.",
        pieces=("gradcheck",),
    ),
)
