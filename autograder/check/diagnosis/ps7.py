"""Wrong cures of the eight patients, each as a whole program or Function.

Read: `cures`, then the tables: what is said, and what computes the same.
"""

import math
from collections.abc import Callable

import minigrad as torch
from minigrad.autograd import Function

from .computed import right
from .meanings import Meaning, add_meanings
from .versions import wrong_version

Table = dict[str, Callable]


def cures(name: str, table: Table) -> None:
    """Wrong versions of a program, by what is said of each."""
    for says, own in table.items():
        wrong_version(name, says)(own)


STILL_ILL = "This still computes what the patient did. "

# -- 1: fit_growth ----------------------------------------------------------------


def _growth(
    at: Callable = lambda start, w: w,
    mean: Callable = torch.Tensor.mean,
    more: int = 0,
    sign: int = 1,
    kept: bool = False,
) -> Callable:
    """A descent whose slope is taken at `at(start, w)`."""

    def fit_growth(start, x, y, rate, steps):
        w, total = start.detach().clone(), 0
        for _ in range(max(steps + more, 0)):
            v = at(start, w).detach().clone().requires_grad_()
            (slope,) = torch.autograd.grad(mean((x * v.exp() - y) ** 2), v)
            total = total + slope if kept else slope
            w = w - sign * rate * total
        return w

    return fit_growth


cures(
    "fit_growth",
    {
        "Every step uses the slope at the start. With retain_graph=True the error is "
        "gone, and the cause is not: x eʷ is computed once, before the loop, from the "
        "first w. Compute it anew in each step.": _growth(lambda start, w: start),
        "The gradients of the steps add up: w.grad is never set to None (or to 0) "
        "after a step.": _growth(kept=True),
        "The slopes are those of a sum. The loss is the mean of the squares.": (
            _growth(mean=torch.Tensor.sum)
        ),
        "w goes up the slope, and not down.": _growth(sign=-1),
        "One step too few is made.": _growth(more=-1),
        "One step too many is made.": _growth(more=1),
        "Only the first of the steps is made. Is the return inside of the loop?": (
            lambda start, x, y, rate, steps: _growth()(start, x, y, rate, min(steps, 1))
        ),
    },
)


@wrong_version("fit_growth", "start is changed. Work on a copy of it.")
def _start_moved(start, x, y, rate, steps):
    return start.copy_(_growth()(start, x, y, rate, steps)).clone()


# -- 2: line_loss -----------------------------------------------------------------


def _line(measure: Callable) -> Callable:
    return lambda w, b, x, y: measure((x @ w + b).reshape(-1), y)


def _table(p, y):
    return p[:, None] - y


cures(
    "line_loss",
    {
        STILL_ILL + "x @ w + b has the shape (n, 1) and y the shape (n,): the "
        "difference broadcasts to n × n, every prediction beside every target. Bring "
        "both to one shape first.": _line(lambda p, y: (_table(p, y) ** 2).mean()),
        "The n × n differences are still all there, and their squares are only "
        "divided by another number. Which shapes are subtracted? Bring both to one "
        "shape first.": _line(lambda p, y: (_table(p, y) ** 2).sum() / len(y)),
        "The n × n differences are still all there; a mean along one of the two axes "
        "comes before the square. Bring both to one shape first, then subtract.": (
            _line(lambda p, y: (_table(p, y).mean(0) ** 2).mean())
        ),
        "The n × n differences are still all there; a mean along one of the two axes "
        "comes before the square. Bring both to one shape first, and subtract.": (
            _line(lambda p, y: (_table(p, y).mean(1) ** 2).mean())
        ),
        "The squares are added up. The loss is their mean.": (
            _line(lambda p, y: ((p - y) ** 2).sum())
        ),
        "The mean comes before the square. It is the mean of the squares.": (
            _line(lambda p, y: (p - y).mean() ** 2)
        ),
        "The squares are added up and divided by n², as if all of the table were "
        "there. The loss is their mean.": (
            _line(lambda p, y: ((p - y) ** 2).sum() / len(y) ** 2)
        ),
        "There stands |difference| in the place of the square.": (
            _line(lambda p, y: (p - y).abs().mean())
        ),
        "The loss is halved. It has no factor 1/2.": (
            _line(lambda p, y: ((p - y) ** 2).mean() / 2)
        ),
        "The predictions are detached, or taken as numbers, so w and b get no "
        "gradient. The shapes are the cause; the graph must stay.": (
            _line(lambda p, y: ((p.detach() - y) ** 2).mean())
        ),
        "b is missing.": lambda w, b, x, y: (((x @ w)[:, 0] - y) ** 2).mean(),
        "The root is taken of the mean of the squares. The loss has no root.": (
            _line(lambda p, y: ((p - y) ** 2).mean() ** 0.5)
        ),
    },
)

# -- 3: scaled_tanh ---------------------------------------------------------------


class _Data(Function):
    """What comes of y.data *= a: nobody records it, and tanh finds a * tanh(x)."""

    @staticmethod
    def forward(ctx, x, a):
        ctx.save_for_backward(torch.tanh(x) * a)
        return torch.tanh(x) * a

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return grad * (1 - y * y), None


cures(
    "scaled_tanh",
    {
        "The change goes around the graph, by .data or .detach(): the error is gone, "
        "and the gradients are wrong. tanh needs its own output in the backward pass, "
        "and finds a times as much; and nobody has recorded the product. Make a new "
        "tensor instead of changing this one.": lambda x, a: _Data.apply(x, a),
        "The gradient of a is missing. The product with a must be recorded: a as a "
        "tensor, not as a number, and neither detached nor under no_grad.": (
            lambda x, a: a.detach() * torch.tanh(x)
        ),
        "The gradient of x is missing: tanh(x) is detached before it is scaled, which "
        "takes the error away and the gradient with it.": (
            lambda x, a: a * torch.tanh(x).detach()
        ),
        "The result has no graph, so that neither x nor a gets a gradient.": (
            lambda x, a: (a * torch.tanh(x)).detach()
        ),
        "a multiplies x, before tanh. It multiplies tanh(x).": (
            lambda x, a: torch.tanh(a * x)
        ),
        "a multiplies twice.": lambda x, a: a * a * torch.tanh(x),
    },
)

# -- 4 and 8: Gain and Damp -------------------------------------------------------

right("Gain", out="factor * x", x="factor * grad")
right("Damp", out="x", x="factor * grad")


def _kept_in(take: Callable, forward: Callable, scale: Callable) -> type:
    """A Function whose factors lie in one list, from which backward takes one."""
    kept: list[float] = []

    class Kept(Function):
        @staticmethod
        def forward(ctx, x, factor):
            kept.append(factor)
            return forward(x, factor)

        @staticmethod
        def backward(ctx, grad):
            return scale(take(kept), grad), None

    return Kept


def _product(factor, value):
    return factor * value


TAKEN = {
    "the last that was written": lambda kept: kept[-1],
    "the last, and is taken out": lambda kept: kept.pop(),
    "the first, and is taken out": lambda kept: kept.pop(0),
    "the first that was written": lambda kept: kept[0],
}
for _name, _forward in (
    ("Gain", lambda x, f: f * x),
    ("Damp", lambda x, f: x.clone()),
):
    for _which, _take in TAKEN.items():
        wrong_version(
            _name,
            "The factor is kept in a place that all calls share (the class, a global, "
            f"a list), and backward reads {_which}. Every call needs its own, whatever "
            "the order and the number of backward passes: that is what ctx is for.",
        )(_kept_in(_take, _forward, _product))


def _scaled(backward: Callable, forward: Callable = lambda x, f: x.clone()) -> type:
    class Damped(Function):
        @staticmethod
        def forward(ctx, x, factor):
            ctx.factor = factor
            return forward(x, factor)

        @staticmethod
        def backward(ctx, grad):
            return backward(grad, ctx.factor), None

    return Damped


cures(
    "Damp",
    {
        "The upstream gradient is still changed in place: detach(), .data, view() and "
        "a second name share its memory, and the sum x + … has handed the same tensor "
        "to others. Compute a new one: grad * factor.": _scaled(
            lambda grad, f: grad.mul_(f)
        ),
        "The upstream gradient is still changed in place, and what is returned is a "
        "copy made too late (or one damped twice). Compute a new tensor: grad * "
        "factor.": _scaled(lambda grad, f: grad.mul_(f) * f),
        "The gradient is not damped: it is returned as it came.": _scaled(
            lambda grad, f: grad.clone()
        ),
        "forward damps as well. It returns the values of x as they are.": _scaled(
            lambda grad, f: grad * f, lambda x, f: x * f
        ),
        "forward damps, and backward does not. It is the other way round.": _scaled(
            lambda grad, f: grad * 1, lambda x, f: x * f
        ),
    },
)
wrong_version(
    "Gain",
    "The upstream gradient is changed in place, and others have the same tensor. "
    "Compute a new one: grad * factor.",
)(_scaled(lambda grad, f: grad.mul_(f), lambda x, f: f * x))

# -- 5: energy --------------------------------------------------------------------


def _energy(parts: Callable) -> Callable:
    def energy(a, b):
        each = torch.stack(parts(a, b))
        return (each * each).sum()

    return energy


def _new_leaf(a, b):
    parts = torch.stack([a * a, a * b, b]).detach().requires_grad_()
    return (parts * parts).sum()


cures(
    "energy",
    {
        "Neither a nor b gets a gradient. torch.tensor, .item(), .detach() and .data "
        "take the numbers only. requires_grad makes a new beginning of these, a leaf: "
        "that takes the error away, and not the cause. torch.stack keeps the graph.": (
            _new_leaf
        ),
        "The part a b is cut off from the graph.": _energy(
            lambda a, b: [a * a, (a * b).detach(), b]
        ),
        "The part b is cut off from the graph.": _energy(
            lambda a, b: [a * a, a * b, b.detach()]
        ),
        "The parts are added without being squared.": lambda a, b: a * a + a * b + b,
        "The root of the sum is taken. The energy has no root.": (
            lambda a, b: (a**4 + (a * b) ** 2 + b * b) ** 0.5
        ),
        "The sum of the parts is squared. The energy is the sum of their squares.": (
            lambda a, b: (a * a + a * b + b) ** 2
        ),
        "The first part is a a, and not a.": lambda a, b: a * a + (a * b) ** 2 + b * b,
        "The mean of the squares is taken. The energy is their sum.": (
            lambda a, b: (a**4 + (a * b) ** 2 + b * b) / 3
        ),
    },
)

# -- 6: way_down ------------------------------------------------------------------


def _points(start, rate: float, steps: int) -> list:
    path = [start.detach().clone()]
    for _ in range(steps):
        path.append(path[-1] * (1 - 2 * rate))
    return path


def _path(rows: Callable) -> Callable:
    return lambda start, rate, steps: torch.stack(rows(_points(start, rate, steps)))


cures(
    "way_down",
    {
        "All rows are the last point. detach(), .data, view() and copies of the list "
        "all share the memory of the one tensor that is changed in place. Each row "
        "needs numbers of its own.": _path(lambda path: path[-1:] * len(path)),
        "The rows are one step late: the first is the point after a step, not the "
        "start, and the last stands there twice.": _path(
            lambda path: [*path[1:], path[-1]]
        ),
        "The start is missing.": _path(lambda path: path[1:]),
        "The last point is missing: the path has steps + 1 rows.": _path(
            lambda path: path[:-1]
        ),
        "The factor 2 of the slope is missing: that of w² is 2 w.": (
            lambda start, rate, steps: torch.stack(_points(start, rate / 2, steps))
        ),
        "The points are right, and in the wrong order.": _path(lambda path: path[::-1]),
        "The points stand side by side, as columns. Each is a row: stack them along "
        "the first dimension.": lambda start, rate, steps: torch.stack(
            _points(start, rate, steps), -1
        ),
    },
)


@wrong_version("way_down", "start is changed. Work on a copy of it.")
def _start_walked(start, rate, steps):
    path = _points(start, rate, steps)
    start.detach().copy_(path[-1])
    return torch.stack(path)


# -- 7: agrees --------------------------------------------------------------------


def _agrees(
    rtol: float = 1e-3,
    atol: float = 1e-3,
    eps: float = 1e-6,
    kind: str = "float64",
    joined: Callable = torch.all,
    sides: tuple[int, int] = (1, -1),
) -> Callable:
    """A judge with this tolerance, step and dtype of x."""

    def agrees(function, slope, x):
        x = x.double() if kind == "float64" else x
        up, down = (function(x + each * eps) for each in sides)
        quotient = (up - down) / ((sides[0] - sides[1]) * eps)
        wanted = slope(x)
        return bool(joined((quotient - wanted).abs() <= atol + rtol * wanted.abs()))

    return agrees


LOOSE = (
    "A slope that is off by a tenth in one entry passes. Whatever lets more pass (a "
    "looser tolerance, a larger share) takes the false alarm away and the judge with "
    "it: the quotient is what is bad. In float32, x + 1e-6 has hardly any digits of "
    "the step."
)
cures(
    "agrees",
    {
        STILL_ILL + "Right slopes are refused in float32: x + 1e-6 has hardly any "
        "digits of the step left, and a cast of the quotient comes too late. Cast x "
        "before anything is added to it.": _agrees(1e-4, 1e-4, kind="float32"),
        "It is enough for it that one entry agrees. All must.": _agrees(
            joined=torch.any
        ),
        "It compares the sums, or means, of all entries. Each entry must agree.": (
            lambda function, slope, x: math.isclose(
                ((function(x.double() + 1e-6) - function(x.double() - 1e-6)) / 2e-6)
                .mean()
                .item(),
                slope(x.double()).mean().item(),
                rel_tol=1e-3,
            )
        ),
        "The answer is the wrong way round.": lambda function, slope, x: (
            not _agrees()(function, slope, x)
        ),
    },
)


@wrong_version("agrees", LOOSE, fits=lambda run: _lets_more_pass(run), vague=True)
def _loose(function, slope, x):
    return True


@wrong_version(
    "agrees",
    "Right slopes are refused in float64, too: the quotient is not the slope. It is "
    "(f(x + eps) - f(x - eps)) / (2 * eps), with all its brackets, and an eps that is "
    "neither so large that the curve bends nor so small that no digits are left.",
    fits=lambda run: _refuses_more(run),
    vague=True,
)
def _no_slope(function, slope, x):
    return False


def _verdicts(run) -> tuple | None:
    """What is right and what was said, with 1 for each slope that passed."""
    got = run.seen.arrays.get("verdicts")
    if got is None or got.shape != run.reference.seen.arrays["verdicts"].shape:
        return None
    w = run.reference.inputs["weights"]
    return run.reference.seen.arrays["verdicts"] / w > 0, got / w > 0


def _lets_more_pass(run) -> bool:
    both = _verdicts(run)
    return both is not None and bool((both[1] >= both[0]).all())


def _refuses_more(run) -> bool:
    both = _verdicts(run)
    return both is not None and bool((both[1] <= both[0]).all())


# -- errors -----------------------------------------------------------------------

add_meanings(
    Meaning(
        "second time",
        "Something that the loss needs is computed before the loop, once, and its "
        "graph is freed by the first backward pass. Compute it in each step. "
        "(retain_graph=True would only keep the slope at the start.)",
        pieces=("fit_growth",),
    ),
    Meaning(
        "modified by an inplace operation",
        "The graph of an earlier step is walked again, and w has been changed since. "
        "x eʷ must be computed in each step, from the w of that step.",
        pieces=("fit_growth",),
    ),
    Meaning(
        "does not require grad and does not",
        "The loss has lost its graph: detach(), .data and .item() cut it, and what is "
        "computed inside of no_grad, as w = w - …, requires no grad. In each step w "
        "must require grad, and x eʷ be computed of it.",
        pieces=("fit_growth",),
    ),
    Meaning(
        "modified by an inplace operation",
        "tanh has saved its output for the backward pass, and this is changed in "
        "place, under no_grad as well; a copy made afterwards comes too late. Compute "
        "a new tensor: a * y.",
        pieces=("scaled_tanh",),
    ),
    Meaning(
        "does not require grad and does not|One of the differentiated",
        "The result has no graph: .data, .detach(), .item() or no_grad takes it away. "
        "Make a new tensor by an ordinary product.",
        pieces=("scaled_tanh",),
    ),
    Meaning(
        r"pop from|list index|KeyError",
        "What one call needs is looked for in a place that all calls share. A second "
        "backward pass finds it gone. Keep it on ctx.",
        pieces=("Gain", "Damp"),
    ),
    Meaning(
        r"did not match|same dtype|Float did not match|expected .*Double",
        "One side is float32, the other float64. Cast x, once and first; function and "
        "slope then compute in its dtype.",
        pieces=("agrees",),
    ),
    Meaning(
        "zero-dimensional",
        "A single number has no axis to be joined along. torch.stack makes one.",
        pieces=("energy", "way_down"),
    ),
    Meaning(
        "leaf Variable that requires grad",
        "A step changes w in place, and w is a leaf. Steps are made under "
        "torch.no_grad().",
        pieces=("fit_growth",),
    ),
)
