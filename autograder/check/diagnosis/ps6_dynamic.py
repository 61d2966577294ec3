"""Mistakes in a recurrent cell, in a loop over lengths, in a root, a quotient, a Swish.

Each piece is composed of parts (`versions.family`, `ps3_functions.halves`), with tables
of wrong ones.
"""

from collections.abc import Callable

import minigrad as torch
from minigrad import Tensor
from minigrad.autograd import Function

from .computed import made_of, right
from .halves import halves
from .meanings import Meaning, add_meanings
from .mistakes import says_fact
from .versions import family, wrong_version

# -- RNNCell ----------------------------------------------------------------------


def rnn_cell(
    inside: Callable = lambda x, h, w, u, b, c: x @ w.t() + h @ u.t() + b + c,
    activate: Callable = torch.tanh,
    slope: Callable = lambda grad, h, out: grad * (1 - out * out),
    for_state: Callable = lambda d, grad, u: d @ u,
    for_four: Callable = lambda d, grad, x, h, out: (d.t() @ x, d.t() @ h),
    exchanged: Callable = lambda *four: four,
    for_bias: Callable = lambda d, grad: d.sum(0),
    kept: Callable = lambda *tensors: tensors,
    shared: list | None = None,
) -> type:
    """A Function of these parts; `slope` gives the gradient of what is inside tanh."""

    class RNNCell(Function):
        @staticmethod
        def forward(ctx, x, h, w, u, b, c):
            zero = torch.zeros(len(w), dtype=x.dtype)
            biases = (zero, zero) if b is None else (b, c)
            out = activate(inside(x, h, w, u, *biases))
            ctx.save_for_backward(x, h, w, u, out)
            if shared is not None:
                shared[:] = x, h, w, u, out
            return out

        @staticmethod
        def backward(ctx, grad):
            saved = ctx.saved_tensors if shared is None else shared
            grad, x, h, w, u, out = kept(grad, *saved)
            d = slope(grad, h, out)
            weights = for_four(d, grad, x, h, out)
            four = exchanged(d @ w, for_state(d, grad, u), *weights)
            needs = ctx.needs_input_grad[4:]
            return *four, *(for_bias(d, grad) if need else None for need in needs)

    return RNNCell


SLOPE = "d = grad * (1 - out * out), with the new state."
ALL = "d, the gradient of what stands in tanh, is what all six gradients are made of."
LOST = (
    "The gradients are right, and theirs are lost: they are computed {}, where nothing "
    "is recorded. Compute in backward, from the saved tensors as they are."
)
family(
    "RNNCell",
    rnn_cell,
    {"slope": SLOPE, "for_bias": "Each bias gets d.sum(0).", "for_state": ALL},
    inside={
        "Only one of the biases is added in forward.": (
            lambda x, h, w, u, b, c: x @ w.t() + h @ u.t() + b
        ),
        "The hidden state plays no part in forward.": (
            lambda x, h, w, u, b, c: x @ w.t() + b + c
        ),
    },
    activate={
        "forward takes no tanh of the sum.": lambda total: total,
        "forward takes a sigmoid. It is tanh.": torch.sigmoid,
    },
    slope={
        "The derivative of tanh is missing in backward: grad is the gradient of the "
        "new state, and not of what stands in tanh.": lambda grad, h, out: grad,
        "1 - h² is taken of the old state.": lambda grad, h, out: grad * (1 - h * h),
        "The slope used is 1 - out: the square is missing.": (
            lambda grad, h, out: grad * (1 - out)
        ),
        "The slope used is 1 + out².": lambda grad, h, out: grad * (1 + out * out),
        "The slope used is -2 out. The slope itself is asked for, not its own.": (
            lambda grad, h, out: grad * -2 * out
        ),
        "The slope is taken of the tanh of the new state, which is a tanh already.": (
            lambda grad, h, out: grad * (1 - out.tanh() ** 2)
        ),
        "The slope used is out * (1 - out), that of a sigmoid.": (
            lambda grad, h, out: grad * out * (1 - out)
        ),
    },
    for_state={
        "The old state gets zeros: the chain is truncated at every step.": (
            lambda d, grad, u: d @ u * 0
        ),
        "weight_hh is transposed on the way back, where forward transposes it.": (
            lambda d, grad, u: d @ u.t()
        ),
    },
    for_four={
        "The gradient of weight_hh is made with the new state. It was multiplied by "
        "the old one.": lambda d, grad, x, h, out: (d.t() @ x, d.t() @ out),
        "The gradients of both weights are transposed: they have the shapes of the "
        "weights, d.t() @ input and d.t() @ hidden.": (
            lambda d, grad, x, h, out: (x.t() @ d, h.t() @ d)
        ),
        "The gradient of weight_hh is transposed: it is d.t() @ hidden.": (
            lambda d, grad, x, h, out: (d.t() @ x, h.t() @ d)
        ),
    },
    exchanged={
        "The gradients of the two weights are swapped: they come in the order of "
        "forward's arguments.": lambda x, h, w, u: (x, h, u, w),
        "The gradients of input and hidden are swapped: they come in the order of "
        "forward's arguments.": lambda x, h, w, u: (h, x, w, u),
        "The gradients come in a wrong order (they are swapped): input, hidden, "
        "weight_ih, weight_hh, and then the biases.": lambda x, h, w, u: (x, w, h, u),
    },
    for_bias={
        "The gradient of a bias is the mean over the rows. It is the sum.": (
            lambda d, grad: d.mean(0)
        ),
        "The gradient of a bias is summed along the wrong dimension.": (
            lambda d, grad: d.sum(1)
        ),
        "The gradient of a bias is made of grad itself: the derivative of tanh is "
        "missing there.": lambda d, grad: grad.sum(0),
    },
    kept={
        LOST.format("from detach() or .data"): lambda grad, *all: (
            grad,
            *(each.detach() for each in all),
        ),
        LOST.format("in NumPy, by once_differentiable, or under no_grad"): (
            lambda *all: [each.detach() for each in all]
        ),
        "The gradients are right, and theirs are not: 1 - out² was computed in "
        "forward, or from something in between that has no history. Save the output, "
        "and compute the slope in backward.": lambda *all: (*all[:5], all[5].detach()),
    },
    shared={
        "What backward needs is kept in a place that all calls share, so a later call "
        "spoils an earlier one. Keep it on ctx: every call has its own.": [],
    },
)
wrong_version(
    "RNNCell",
    "The derivative of tanh is missing in the old state's part: hidden and weight_hh. "
    f"{ALL}",
)(
    rnn_cell(
        for_state=lambda d, grad, u: grad @ u,
        for_four=lambda d, grad, x, h, out: (d.t() @ x, grad.t() @ h),
    )
)
add_meanings(
    Meaning(
        "NoneType",
        "Both biases may be None, and None cannot be added. Ask bias_ih is not None.",
        line="bias|b",
    ),
    Meaning(
        "shapes cannot be multiplied",
        "Both weights are (out, in): forward transposes them, x @ weight_ih.t(), and "
        "backward does not, d @ weight_ih.",
    ),
    pieces=("RNNCell",),
)

# -- unroll -----------------------------------------------------------------------


def unroll_of(
    goes_on: Callable = lambda lengths, t: lengths > t,
    steps: Callable = lambda lengths, count: range(count),
    reads: Callable = lambda xs, t, mask: xs[t],
    after: Callable = lambda h, start: h,
    waits: Callable = lambda h: h,
    begin: Callable = lambda h: h,
    chosen: Callable = torch.where,
    result: Callable = lambda states: states[-1],
) -> Callable:
    """A loop of these parts: who goes on, what is read, what stands where none does."""

    def unroll(cell, xs, lengths, h):
        states = [h := begin(h)]
        start = h
        for t in steps(lengths, len(xs)):
            mask = goes_on(lengths, t).unsqueeze(1)
            new = cell(reads(xs, t, mask), after(h, start))
            h = chosen(mask, new, waits(h))
            states.append(h)
        return result(states)

    return unroll


def all_go_on(lengths: Tensor, t: int) -> Tensor:
    return lengths > -1


family(
    "unroll",
    unroll_of,
    goes_on={
        "The state is that after the padding: the padding is read like numbers. A "
        "sequence that has ended keeps its state. (To mask gradients alone does not "
        "help.)": all_go_on,
        "It is one step too many: a sequence of length n has its numbers at steps 0 to "
        "n - 1, so it goes on where lengths > t.": lambda lengths, t: lengths >= t,
        "The last number of each sequence is not read: it goes on where lengths > t, "
        "so also at step n - 1.": lambda lengths, t: lengths > t + 1,
    },
    steps={
        "Only the first number is read. Is the return inside the loop?": (
            lambda lengths, count: range(min(count, 1))
        ),
        "The first number is left out: steps are counted from 0.": (
            lambda lengths, count: range(1, count)
        ),
    },
    after={
        "The history of the state is cut at each step (detach), so that nothing flows "
        "further back than one step.": lambda h, start: h.detach(),
        "The cell always gets the state from the start, and not the one before.": (
            lambda h, start: start
        ),
    },
    waits={
        "The state of a sequence that has ended becomes 0. It keeps the one it had.": (
            lambda h: h * 0
        ),
        "The history of a state that waits is cut (detach): nothing flows back to its "
        "numbers.": lambda h: h.detach(),
    },
    begin={
        "It starts from zeros. The start is h, which is given.": torch.zeros_like,
    },
    chosen={
        "The two branches of where are swapped: where a sequence goes on it takes the "
        "new state.": lambda mask, new, h: torch.where(mask, h, new),
    },
    result={
        "All states are returned. Only the last is asked for, of shape (N, out).": (
            lambda states: torch.stack(states[1:])
        ),
    },
)


ZEROS = (
    "Zeros are read in the place of the padding. A zero is a number, too: the state "
    "goes on by the old state and the bias. A sequence that has ended keeps its state."
)


@wrong_version("unroll", ZEROS)
def unroll(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        h = cell(x * (lengths > t).unsqueeze(1), h)
    return h


@wrong_version(
    "unroll",
    "The state is that after the padding, whose gradient alone is masked. The padding "
    "must have no influence: a sequence that has ended keeps its state.",
)
def unroll(cell, xs, lengths, h):  # noqa: F811
    for t, x in enumerate(xs):
        mask = (lengths > t).unsqueeze(1)
        h = cell(torch.where(mask, x, x.detach()), h)
    return h


def by_index(cell, xs, lengths, states: list) -> Tensor:
    """The state at the place before each length."""
    h = states[0]
    states = states[1:]
    for x in xs:
        h = cell(x, h)
        states.append(h)
    return torch.stack(states)[lengths - 1, torch.arange(len(lengths))]


wrong_version(
    "unroll",
    "A length of 0 is an index of -1: the state of the last step is taken. Such a "
    "sequence keeps its first state.",
)(lambda cell, xs, lengths, h: by_index(cell, xs, lengths, [h]))
wrong_version(
    "unroll",
    "The last number of each sequence is not read: with the first state before them, "
    "the state after n numbers is that with the index n, and not n - 1.",
)(lambda cell, xs, lengths, h: by_index(cell, xs, lengths, [h, h]))

TOO_LONG = {
    "All stop with the shortest sequence. Each has a length of its own.": min,
    "All go on to the end of the longest sequence, through the padding of the others. "
    "Each has a length of its own.": max,
    "Every sequence goes on for as long as the first sequence.": lambda all: all[0],
}


def as_long_as(count: Callable) -> Callable:
    def unroll(cell, xs, lengths, h):
        for t in range(count(lengths.tolist())):
            h = cell(xs[t], h)
        return h

    return unroll


for _says, _count in TOO_LONG.items():
    wrong_version("unroll", _says)(as_long_as(_count))
add_meanings(
    Meaning(
        "must match the size",
        "A mask of shape (N,) is spread along the wrong dimension of a state of shape "
        "(N, out). One of shape (N, 1), mask.unsqueeze(1), is for its rows.",
    ),
    Meaning(
        "Boolean value of Tensor",
        "An if wants a single True or False, and lengths are N of them: one of several "
        "sequences may go on, and not any other. Ask for all at once by torch.where.",
    ),
    Meaning(
        "in-place operation|inplace operation",
        "The state is changed in place. It belongs to the caller, or to the graph: "
        "torch.where makes a new one.",
    ),
    pieces=("unroll",),
)
says_fact(
    "h",
    "The state h is changed in place. It belongs to the caller: make a new one.",
    piece="unroll",
)

# -- Root -------------------------------------------------------------------------


def newton(a: Tensor, rounds: int = 60, start: Tensor | None = None) -> Tensor:
    r = a.detach() if start is None else start
    for _ in range(rounds):
        r = r - (r**3 + r - a) / (3 * r * r + 1)
    return r


TWICE = (
    "The gradient is right, and cannot be differentiated again: {}. Save the root "
    "itself, the very tensor that is returned, by ctx.save_for_backward, and compute "
    "the slope in backward by torch operations."
)
right("Root", out="the r with r³ + r = a", a="1 / (3 r² + 1), with r for the output")


def root_of(slope: Callable, find: Callable = newton) -> type:
    """A Function that saves its output; `slope` is a formula of a and the root."""

    class Root(Function):
        @staticmethod
        def forward(ctx, a):
            r = find(a)
            ctx.save_for_backward(a, r)
            return r

        @staticmethod
        def backward(ctx, grad):
            return slope(grad, *ctx.saved_tensors)

    return Root


def implicit(grad: Tensor, a: Tensor, r: Tensor) -> Tensor:
    return grad / (3 * r**2 + 1)


SLOPES: dict[str, Callable] = {
    "The slope is taken at a in the place of r: it is a formula of the root.": (
        lambda grad, a, r: implicit(grad, a, a)
    ),
    "A factor 3 is missing: the derivative of r³ is 3 r².": (
        lambda grad, a, r: grad / (r**2 + 1)
    ),
    "The second term of r³ + r is forgotten: the slope of r is 1.": (
        lambda grad, a, r: grad / (3 * r**2)
    ),
    "The equation is differentiated and not solved: (3 r² + 1) dr = da, so dr / da is "
    "1 divided by that.": lambda grad, a, r: grad * (3 * r**2 + 1),
    "A square is missing: the derivative of r³ is 3 * r², and not 3 * r.": (
        lambda grad, a, r: grad / (3 * r + 1)
    ),
    "That is the slope of a square root, 1 / (2 r), as in the lecture. Here the "
    "equation is r³ + r = a.": lambda grad, a, r: grad / (2 * r),
    TWICE.format(
        "the slope is a constant there, from forward, NumPy, detach() or no_grad"
    ): lambda grad, a, r: implicit(grad, a, r.detach()),
    TWICE.format(
        "nothing of backward is recorded, because of once_differentiable, NumPy or "
        "detach()"
    ): lambda grad, a, r: implicit(grad, a, r).detach(),
    TWICE.format("the upstream gradient is detached"): (
        lambda grad, a, r: implicit(grad.detach(), a, r)
    ),
}
for _says, _slope in SLOPES.items():
    wrong_version("Root", _says)(root_of(_slope))
wrong_version(
    "Root", "forward computes the cube root of a. The equation is r³ + r = a.", True
)(root_of(implicit, lambda a: a.sign() * a.abs() ** (1 / 3)))
for _rounds in range(1, 9):
    wrong_version(
        "Root",
        "The loop stops too early: where r is large it needs more rounds. Thirty are "
        "plenty.",
        True,
    )(root_of(implicit, lambda a, n=_rounds: newton(a, n, a * 0)))
add_meanings(
    Meaning(
        "in-place operation|modified by an inplace",
        "a is changed in place. It belongs to the caller: begin with a new tensor.",
    ),
    pieces=("Root",),
)

# -- safe_divide ------------------------------------------------------------------


def zeros_after(zero: Tensor, out: Tensor) -> Tensor:
    return torch.where(zero, 0.0, out)


def quotient(
    divisor: Callable = lambda b, zero: torch.where(zero, 1.0, b),
    divides: Callable = lambda a, b: a / b,
    after: Callable = zeros_after,
    kept: Callable = lambda a, b: (a, b),
) -> Callable:
    """A quotient of these parts, with what stands where b is 0 before and after."""

    def safe_divide(a, b):
        a, b = kept(a, b)
        zero = b == 0
        return after(zero, divides(a, divisor(b, zero)))

    return safe_divide


ONE = (
    "There is one where, after the division: it protects the value, and not the "
    "gradient. where sends 0 to the quotient, and 0 * inf is nan. Put another where "
    "before the division, with 1 in the place of each 0."
)
NO_AFTER = "Nothing puts 0 in the place of the quotient where b is 0."
family(
    "safe_divide",
    quotient,
    divisor={ONE: lambda b, zero: b},
    divides={
        "The quotient is upside down: a / b.": lambda a, b: b / a,
    },
    after={
        NO_AFTER: lambda zero, out: out,
    },
    kept={
        "b is detached: its gradient is lost.": lambda a, b: (a, b.detach()),
    },
)


@wrong_version("safe_divide", f"{NO_AFTER} {ONE}")
def safe_divide(a, b):
    return a / b


@wrong_version(
    "safe_divide", "Only where b is positive is it divided. Nothing but 0 counts as 0."
)
def safe_divide(a, b):  # noqa: F811
    good = b > 0
    return torch.where(good, a / torch.where(good, b, 1.0), 0.0)


@wrong_version(
    "safe_divide",
    "b itself is written into, in place, by which its gradient is lost, and the "
    "caller's b changed. torch.where makes a new one.",
)
def safe_divide(a, b):  # noqa: F811
    zero, b = b == 0, b.detach()
    b[zero] = 1.0
    return torch.where(zero, 0.0, a / b)


class Silenced(Function):
    """A quotient whose gradients are 0 where they would be nan."""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return torch.where(b == 0, 0.0, a / b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        found = grad / b, -grad * a / b**2
        return tuple(torch.where(each.isfinite(), each, 0.0) for each in found)


wrong_version(
    "safe_divide",
    "The gradients are right, and their own are nan: what is not finite is replaced "
    "after the division, in backward, and that where has the same trouble. The "
    "division must never see a 0.",
)(lambda a, b: Silenced.apply(a, b))

# A small number against the zero: what stands below the line, and whether a where
# follows.
AGAINST: dict[str, tuple[Callable, tuple[bool, ...]]] = {
    "b is clamped. Then negative and small ones are others, too: replace by where only "
    "what is 0.": (lambda b, eps: b.clamp(min=eps), (True, False)),
    "A small number is added to b, everywhere. Then no quotient is right: replace by "
    "where only what is 0.": (lambda b, eps: b + eps, (True, False)),
}
for _says, (_below, _follows) in AGAINST.items():
    for _eps in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-12):
        for _follow in _follows:
            wrong_version("safe_divide", _says)(
                quotient(
                    lambda b, zero, below=_below, eps=_eps: below(b, eps),
                    after=zeros_after if _follow else lambda zero, out: out,
                )
            )


@wrong_version(
    "safe_divide", "Small numbers count as 0, too. Nothing but 0 counts as 0."
)
def safe_divide(a, b):  # noqa: F811
    zero = b.abs() < 1e-6
    return torch.where(zero, 0.0, a / torch.where(zero, 1.0, b))


add_meanings(
    Meaning(
        "appears to not have been used",
        "A gradient is lost on the way: by detach(), .data, .item() or NumPy, or "
        "because b is written into in place. Compute with a and b as they are, and "
        "choose by torch.where.",
    ),
    Meaning(
        "in-place operation|inplace operation",
        "b is changed in place. It belongs to the caller: torch.where makes a new one.",
    ),
    Meaning(
        "no torch.nan_to_num",
        "nan_to_num is not there, and would hide a nan behind the mistake. Let none "
        "come up: the division must never see a 0.",
    ),
    Meaning(
        "Boolean value of Tensor",
        "An if wants a single True or False, and b has one for each entry. torch.where "
        "chooses entry by entry.",
    ),
    pieces=("safe_divide",),
)

# -- Swish ------------------------------------------------------------------------


def sigmoid(x: Tensor, beta: float) -> Tensor:
    return torch.sigmoid(beta * x)


def swish_slope(x: Tensor, s: Tensor, beta: float) -> Tensor:
    return s + beta * x * s * (1 - s)


def backward_of(formula: Callable) -> Callable:
    """A backward with a formula of x, s and beta as its slope."""
    return lambda grad, x, beta: grad * formula(x, sigmoid(x, beta), beta)


made_of("Swish", lambda x, beta: {"s": sigmoid(torch.tensor(x), beta).numpy()})
right("Swish", out="x * s, with s = sigmoid(beta * x)", x="s + beta * x * s * (1 - s)")
halves(
    "Swish",
    lambda x, beta: x * sigmoid(x, beta),
    backward_of(swish_slope),
    forwards={
        "beta is not used in forward.": lambda x, beta: x * torch.sigmoid(x),
        "forward returns the sigmoid alone: times x.": sigmoid,
    },
    backwards={
        "The product rule has two terms, and backward only has the first, s. x also "
        "stands in s.": backward_of(lambda x, s, beta: s),
        "The product rule has two terms, and backward only has the second.": (
            backward_of(lambda x, s, beta: beta * x * s * (1 - s))
        ),
        "A factor beta is missing: the inner derivative of the sigmoid.": (
            backward_of(lambda x, s, beta: swish_slope(x, s, 1.0))
        ),
        "A factor x is missing in the second term of the product rule.": (
            backward_of(lambda x, s, beta: s + beta * s * (1 - s))
        ),
        "There is a minus between the two terms of the product rule: it is a plus.": (
            backward_of(lambda x, s, beta: s - beta * x * s * (1 - s))
        ),
        "The slope of a sigmoid is s * (1 - s), and not s * (1 + s).": (
            backward_of(lambda x, s, beta: s + beta * x * s * (1 + s))
        ),
        "A pair of brackets is lost: grad belongs to both terms.": (
            lambda grad, x, beta: (
                (grad * sigmoid(x, beta) + swish_slope(x, sigmoid(x, beta), beta))
                - sigmoid(x, beta)
            )
        ),
        "The gradient is right, and its own is not: the sigmoid that backward uses is "
        "an intermediate result without a history, from forward, NumPy, or a detached "
        "x. Compute it again in backward.": (
            lambda grad, x, beta: grad * swish_slope(x, sigmoid(x.detach(), beta), beta)
        ),
        "The gradient is right, and its own is lost: the slope is a constant, computed "
        "where nothing is recorded (in forward, in NumPy, under no_grad, or of "
        "detach()). Save x itself, and compute the slope in backward.": (
            lambda grad, x, beta: grad * swish_slope(x, sigmoid(x, beta), beta).detach()
        ),
        "The gradient is right, and its own is lost: nothing of backward is recorded, "
        "because of once_differentiable, NumPy, no_grad or detach().": (
            lambda grad, x, beta: (
                grad * swish_slope(x, sigmoid(x, beta), beta)
            ).detach()
        ),
        "The gradient is right, and what flows by way of grad is lost: the upstream "
        "gradient has a history, too. Do not detach it.": (
            lambda grad, x, beta: grad.detach() * swish_slope(x, sigmoid(x, beta), beta)
        ),
    },
)
