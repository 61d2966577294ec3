"""Mistakes in products with second derivatives, and in the penalty on gradients.

Read: `hvp_of`, `jvp_of` and `penalty_of`, which are composed of parts
(`versions.family`), each with its wrong ones; and `stops_where`, for what raises.
"""

from collections.abc import Callable

import numpy as np

import minigrad as torch
from minigrad.autograd import grad

from .meanings import Meaning, add_meanings
from .mistakes import says_fact
from .versions import family, wrong_version

# -- hvp --------------------------------------------------------------------------

NOT_RECORDED = (
    "The first pass is not recorded: without create_graph=True a gradient has no "
    "history, and cannot be differentiated once more."
)


def _sum_of_products(gradients, vectors):
    return sum((g * v.detach()).sum() for g, v in zip(gradients, vectors, strict=True))


def _walked(total, inputs):
    if not total.requires_grad:
        return tuple(map(torch.zeros_like, inputs))
    return grad(total, inputs, materialize_grads=True)


def hvp_of(total: Callable = _sum_of_products) -> Callable:
    """An hvp that differentiates this number, made of gradients and vectors."""

    def hvp(function, inputs, vectors):
        value = function(*inputs)
        gradients = grad(value, inputs, create_graph=True, materialize_grads=True)
        return _walked(total(gradients, vectors), inputs)

    return hvp


def _pairs(gradients, vectors):
    return zip(gradients, vectors, strict=True)


family(
    "hvp",
    hvp_of,
    total={
        "A vector that has been computed from the inputs is differentiated, too. The "
        "vectors count as constants: detach them, or send them as upstream "
        "gradients.": lambda gs, vs: sum((g * v).sum() for g, v in _pairs(gs, vs)),
        "The vectors are not used: send them into the second pass.": (
            lambda gs, vs: sum(g.sum() for g in gs)
        ),
        "The product of each gradient with its vector is squared before it is "
        "differentiated.": lambda gs, vs: sum(
            (g * v.detach()).sum() ** 2 for g, v in _pairs(gs, vs)
        ),
        "Only the gradient of the first input is differentiated. Each of them is, with "
        "its vector, and all are added up.": (
            lambda gs, vs: _sum_of_products(gs[:1], vs[:1])
        ),
    },
)


def _each_by_itself(function, inputs, vectors):
    value = function(*inputs)
    gradients = grad(value, inputs, create_graph=True, materialize_grads=True)
    return tuple(
        grad(g, p, v, retain_graph=True, materialize_grads=True)[0]
        if g.requires_grad
        else torch.zeros_like(p)
        for g, p, v in zip(gradients, inputs, vectors, strict=True)
    )


def _times_the_vector(function, inputs, vectors):
    first = grad(function(*inputs), inputs, materialize_grads=True)
    return tuple(g * v.detach() for g, v in _pairs(first, vectors))


def _gradient_alone(function, inputs, vectors):
    return grad(function(*inputs), inputs, materialize_grads=True)


for _says, _own in (
    (
        "The gradient of each input is differentiated by that input alone, each by "
        "itself: what one input does to the gradient of another is missing.",
        _each_by_itself,
    ),
    (
        "That is the gradient itself, times the vector. Nothing is differentiated a "
        "second time.",
        _times_the_vector,
    ),
    ("That is the gradient. It must be differentiated once more.", _gradient_alone),
):
    wrong_version("hvp", _says)(_own)


@wrong_version(
    "hvp",
    "The vectors multiply after the second pass, entry by entry: those are row sums of "
    "the Hessian. Multiply the gradients by the vectors, and sum, before it.",
)
def _row_sums(function, inputs, vectors):
    total = hvp_of(lambda gs, vs: sum(g.sum() for g in gs))
    found = total(function, inputs, vectors)
    return tuple(g * v.detach() for g, v in _pairs(found, vectors))


# Which programs have a gradient without history, none with one, one that is None.
CONSTANT = {"linear_in_one_input", "linear_in_all"}
ALL_CONSTANT = {"linear_in_all"}
NOT_THERE = {"without_the_second_input", "without_the_first_input"}


def stops_where(programs: set[str], *errors: str) -> Callable:
    """Whether a run raises in these programs, in such words, and is right in others."""

    def fits(run) -> bool:
        if run.reference.program.name not in programs:
            return run.agrees
        found = run.seen.error
        return found is not None and any(each in found[1] for each in errors)

    return fits


def _never_recorded(run) -> bool:
    if error := run.seen.error:
        return "does not require grad" in error[1]
    outs = [each for name, each in run.seen.arrays.items() if name.startswith("out")]
    return bool(outs) and not any(each.any() for each in outs)


_CONSTANT = (
    "Where the function is linear in an input, the gradient is a constant with no "
    "history, and no pass can start from it. Leave such gradients out: their "
    "derivatives are 0."
)
_ALL = (
    "Where the function is linear in all inputs, no gradient has a history, and there "
    "is nothing to differentiate. Return zeros then."
)
_NONE = (
    "Where the function does not depend on an input, its gradient is None. Leave it "
    "out: its derivatives are 0."
)
_HISTORY, _NONES = "does not require grad", ("NoneType", "None", "expected Tensor")


def _careless(nones: bool, constants: bool, by_products: bool, guarded: bool):
    """An hvp that may leave out gradients that are None, or have no history; that adds
    up products, or starts from each gradient; and that may ask if there is nothing."""

    def hvp(function, inputs, vectors):
        first = grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
        pairs = [
            (g, v.detach())
            for g, v in zip(first, vectors, strict=True)
            if not (nones and g is None)
            if not (constants and g is not None and not g.requires_grad)
        ]
        some = any(g is None or g.requires_grad for g, _ in pairs)
        if guarded and not some:
            return tuple(map(torch.zeros_like, inputs))
        if by_products:
            total = sum((g * v).sum() for g, v in pairs)
            return grad(total, inputs, materialize_grads=True)
        gradients, sent = zip(*pairs, strict=True)
        return grad(gradients, inputs, sent, materialize_grads=True)

    return hvp


def _unrecorded(function, inputs, vectors):
    first = grad(function(*inputs), inputs, allow_unused=True)
    return grad(first, inputs, vectors)


for _says, _fits, _own in (
    (NOT_RECORDED, _never_recorded, _unrecorded),
    (
        _CONSTANT,
        stops_where(CONSTANT, _HISTORY),
        _careless(nones=True, constants=False, by_products=False, guarded=False),
    ),
    (
        _CONSTANT,
        stops_where(CONSTANT - ALL_CONSTANT, _HISTORY),
        _careless(nones=True, constants=False, by_products=False, guarded=True),
    ),
    (
        _ALL,
        stops_where(ALL_CONSTANT, _HISTORY),
        _careless(nones=True, constants=False, by_products=True, guarded=False),
    ),
    (
        _NONE,
        stops_where(NOT_THERE, *_NONES),
        _careless(nones=False, constants=True, by_products=True, guarded=True),
    ),
    (
        f"{_NONE} {_CONSTANT}",
        stops_where(NOT_THERE | CONSTANT, _HISTORY, *_NONES),
        _careless(nones=False, constants=False, by_products=False, guarded=False),
    ),
    (
        f"{_NONE} {_ALL}",
        stops_where(NOT_THERE | ALL_CONSTANT, _HISTORY, *_NONES),
        _careless(nones=False, constants=False, by_products=True, guarded=False),
    ),
):
    wrong_version("hvp", _says, fits=_fits)(_own)

# -- jvp --------------------------------------------------------------------------

TRANSPOSED = (
    "That is the transposed product, vector times Jacobian: v is sent back from y, as "
    "an upstream gradient. It says how much each entry of x counts, and not how y "
    "moves if x moves by v."
)


def _pass(y, x, u):
    return grad(y, x, u, create_graph=True)[0]


def jvp_of(v: Callable = lambda v, x: v.detach(), out: Callable = lambda out: out):
    """A jvp that sends `v` into the second pass, and returns what `out` makes of it."""

    def jvp(function, x, direction):
        y = function(x)
        u = torch.zeros_like(y, requires_grad=True)
        return out(grad(_pass(y, x, u), u, v(direction, x))[0])

    return jvp


family(
    "jvp",
    jvp_of,
    v={
        "v is not used: the second pass starts from ones. Send v into it.": (
            lambda v, x: torch.ones_like(x)
        ),
    },
    out={
        "The result is flattened: it has the shape of y.": lambda out: out.reshape(-1),
        "All entries of the result are summed up: it has the shape of y.": (
            lambda out: out.sum()
        ),
    },
)


@wrong_version("jvp", TRANSPOSED)
def _transposed(function, x, v):
    return grad(function(x), x, v.detach())[0]


@wrong_version("jvp", TRANSPOSED)
def _transposed_by_a_product(function, x, v):
    return grad((function(x) * v.detach()).sum(), x)[0]


@wrong_version("jvp", TRANSPOSED)
def _transposed_where_it_can_be(function, x, v):
    y = function(x)
    if y.shape != x.shape:
        return jvp_of()(lambda x: y, x, v)
    return grad(y, x, v.detach())[0]


@wrong_version(
    "jvp",
    "The second pass goes to x, and there it finds second derivatives. The product is "
    "the derivative of the first pass by u, the upstream gradient that it started "
    "from.",
)
def _to_x(function, x, v):
    y = function(x)
    u = torch.ones_like(y, requires_grad=True)
    return grad(_pass(y, x, u), x, v.detach(), materialize_grads=True)[0]


@wrong_version(
    "jvp",
    "That is the gradient of the sum of y, times v entry by entry. It sums over the "
    "entries of y, where it must sum over those of x.",
)
def _entry_by_entry(function, x, v):
    return grad(function(x).sum(), x)[0] * v


@wrong_version("jvp", "That is the output itself, and no derivative of it.")
def _output(function, x, v):
    return function(x).detach()


def _is_near(run) -> bool:
    if run.seen.error or run.seen.facts["calls of function"] != 2:
        return False
    got, expected = run.seen.arrays["out"], run.reference.seen.arrays["out"]
    return got.shape == expected.shape and np.allclose(got, expected, 1e-2, 1e-2)


@wrong_version(
    "jvp",
    "The numbers are near and not equal: the product is computed by differences. Two "
    "backward passes give it exactly.",
    fits=_is_near,
)
def _by_differences(function, x, v):
    with torch.no_grad():
        return (function(x + 1e-4 * v) - function(x - 1e-4 * v)) / 2e-4


says_fact(
    "calls of function",
    "The function is called more than once. One graph is enough: pass back through it "
    "as often as need be, with retain_graph=True, or better twice.",
    lambda expected, got: got > expected,
    piece="jvp",
)
says_fact(
    "gradient of the squares",
    "The function is called more than once. One graph is enough: pass back through it "
    "as often as need be, with retain_graph=True, or better twice.",
    piece="jvp",
)
for _number in range(3):
    says_fact(
        f".grad {_number}, which was there before",
        "backward() writes into the .grad of every leaf, before anybody has asked for "
        "it. torch.autograd.grad returns the gradients, and touches no .grad.",
    )

# -- gradient_penalty -------------------------------------------------------------

NO_HISTORY = (
    "The penalty is a constant for the weights: the gradient that it is made of was "
    "not recorded, or was cut off from its history by detach. Ask for it with "
    "create_graph=True, and compute with that very tensor."
)


def slopes(function, x, create_graph: bool = True):
    x = x.detach().requires_grad_()
    return grad(function(x).sum(), x, create_graph=create_graph)[0]


def _rows(g):
    return g.reshape(len(g), -1)


def _norms(g):
    return _rows(g).norm(dim=1)


def _squares(norms, target):
    return ((norms - target) ** 2).mean()


def penalty_of(
    gradient: Callable = slopes, norms: Callable = _norms, mean: Callable = _squares
) -> Callable:
    """A gradient_penalty of these parts."""

    def gradient_penalty(function, x, target):
        return mean(norms(gradient(function, x)), target)

    return gradient_penalty


def _of_the_mean(function, x):
    return slopes(lambda x: function(x).mean() * torch.ones(1, dtype=x.dtype), x)


def _by_backward(function, x, create_graph: bool = True):
    x = x.detach().requires_grad_()
    function(x).sum().backward(create_graph=create_graph)
    return x.grad


_ROOT = (
    "Where the gradient of a sample is 0, nan comes up: the slope of a root is "
    "infinite there, and 0 times that is nan, in where as well. Use norm, or replace "
    "the 0 before the root is taken."
)
family(
    "gradient_penalty",
    penalty_of,
    gradient={
        NO_HISTORY: lambda function, x: slopes(function, x, create_graph=False),
        "That is the gradient of the mean of the outputs, and so each row is n times "
        "too small. Take the gradient of their sum.": _of_the_mean,
        "backward() fills the .grad of the weights as well, before anybody has asked "
        "for it. torch.autograd.grad returns the gradient for x alone.": _by_backward,
        f"{NO_HISTORY} (And backward() fills the .grad of the weights as well.)": (
            lambda function, x: _by_backward(function, x, False)
        ),
    },
    norms={
        "That is the norm of the mean of all gradients. Take the norm for each sample, "
        "and the mean in the end.": lambda g: _rows(g).mean(0).norm(),
        "That is one norm of all samples together. Each sample has its own.": (
            lambda g: g.norm()
        ),
        "The norm is taken along the last axis alone. Of a sample with more axes all "
        "entries count: make a row of each.": lambda g: g.norm(dim=-1),
        "The norm is taken along axis 1 alone. Of a sample with more axes all entries "
        "count: make a row of each.": lambda g: g.norm(dim=1),
        "That is the squared norm: the root is missing.": (
            lambda g: (_rows(g) ** 2).sum(1)
        ),
        "That is the sum of the absolute values. The norm is the root of the sum of "
        "the squares.": lambda g: _rows(g).abs().sum(1),
        _ROOT: lambda g: (_rows(g) ** 2).sum(1).sqrt(),
    }
    | {
        f"An eps of {eps:g} stands under the root, and changes every norm. Where the "
        "gradient is 0 use norm, or where, and leave the others as they are.": (
            lambda g, eps=eps: ((_rows(g) ** 2).sum(1) + eps).sqrt()
        )
        for eps in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 1e-12, 1e-16)
    }
    | {
        f"An eps of {eps:g} is added to the norm. Where the gradient is 0 use norm, or "
        "where, and leave the others as they are.": (lambda g, eps=eps: _norms(g) + eps)
        for eps in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
    },
    mean={
        "Only norms above the target count. Shorter ones are punished, too.": (
            lambda norms, target: ((norms - target).clamp(min=0) ** 2).mean()
        ),
        "target is missing: subtract it from each norm.": lambda n, t: (n**2).mean(),
        "target is always 1 here, whatever is asked for.": (
            lambda n, t: ((n - 1) ** 2).mean()
        ),
        "The samples are added up: the sum must be divided by n, it is a mean.": (
            lambda n, t: ((n - t) ** 2).sum()
        ),
        "The difference from target is not squared.": lambda n, t: (n - t).mean(),
        "That is the mean norm, minus target, squared. Square for each sample, and "
        "take the mean in the end.": lambda n, t: (n.mean() - t) ** 2,
    },
)
says_fact(
    "x, if it still requires no grad",
    "x has been switched on: its requires_grad is True afterwards. It belongs to the "
    "caller: take x.detach().requires_grad_().",
    piece="gradient_penalty",
)

# -- errors -----------------------------------------------------------------------

UNUSED = "appears to not have been used"
add_meanings(
    Meaning(
        UNUSED,
        "The function does not depend on this input, or its gradient does not: that is "
        "no error here. allow_unused=True gives None for it, materialize_grads=True "
        "gives zeros.",
        pieces=("hvp",),
    ),
    Meaning(
        UNUSED,
        "What this pass starts from does not depend on where it goes to. Go from y to "
        "x, with u as upstream gradient; then from what came out to u, with v.",
        pieces=("jvp",),
    ),
    Meaning("NoneType", _NONE, pieces=("hvp",)),
    Meaning(
        "Mismatch in shape",
        "What starts the pass from y has the shape of y: an upstream gradient u of "
        "your own. v, which has the shape of x, belongs into the second pass.",
        pieces=("jvp",),
    ),
    Meaning(
        "One of the differentiated Tensors does not require grad",
        "The second pass goes to u, the upstream gradient of the first: u must require "
        "grad, before the first pass.",
        pieces=("jvp",),
    ),
    Meaning(
        "does not require grad and does not have a grad_fn",
        NOT_RECORDED,
        pieces=("jvp",),
    ),
    Meaning(
        "does not require grad and does not have a grad_fn",
        f"{NOT_RECORDED} {_CONSTANT}",
        pieces=("hvp",),
    ),
    Meaning(
        "One of the differentiated Tensors does not require grad",
        "x requires no grad. Make a tensor of your own of it that does: "
        "x.detach().requires_grad_().",
        pieces=("gradient_penalty",),
    ),
    Meaning(
        "a second time",
        "The graph was freed by the pass before. It is needed once more: ask for "
        "create_graph=True there, which keeps it.",
        pieces=("hvp", "jvp", "gradient_penalty"),
    ),
    Meaning(
        "grad can be (implicitly )?created only for scalar|grad can be implicitly",
        "A pass from several outputs needs their sum, or an upstream gradient.",
        pieces=("jvp", "gradient_penalty"),
    ),
)
