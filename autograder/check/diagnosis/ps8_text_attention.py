"""Mistakes in attention, which is composed of parts (`versions.family`)."""

import math
from collections.abc import Callable

import minigrad as torch
from minigrad import Tensor
from minigrad.autograd import Function

from .computed import right
from .meanings import Meaning, add_meanings
from .versions import family, wrong_version

right(
    "Attention",
    out="p @ value, with p = softmax(query @ keyᵀ / √E) along the keys",
    query="change @ key / √E, with change = p * (g - Σ g * p) along the keys, and g = "
    "grad @ valueᵀ",
    key="changeᵀ @ query / √E, with change = p * (g - Σ g * p) along the keys, and g = "
    "grad @ valueᵀ",
    value="pᵀ @ grad",
)


def _sum(a: Tensor, dim: int = -1) -> Tensor:
    return a.sum(dim, keepdim=True)


def _seen(L: int, S: int) -> Tensor:
    """True for the keys that a query sees."""
    return torch.ones(L, S, dtype=torch.bool).tril()


def _hidden(scores: Tensor, seen: Tensor) -> Tensor:
    return scores.masked_fill(~seen, -math.inf)


def _later(scores: Tensor, seen: Tensor) -> Tensor:
    """As they are: what is hidden is set to 0 after the softmax."""
    return scores


def attention_of(
    scale: Callable = lambda q, k: 1 / math.sqrt(q.shape[-1]),
    seen: Callable = _seen,
    hidden: Callable = _hidden,
    when: Callable = bool,
    softmax: Callable = lambda scores: scores.softmax(-1),
    change: Callable = lambda g, p: p * (g - _sum(g * p)),
    again: Callable = lambda scale: scale,
    for_query: Callable = lambda d, q, k: d @ k,
    for_key: Callable = lambda d, q, k: d.mT @ q,
    for_value: Callable = lambda p, grad: p.mT @ grad,
) -> type:
    class Attention(Function):
        @staticmethod
        def forward(ctx, query, key, value, is_causal):
            ctx.scale = scale(query, key)
            scores = query @ key.mT * ctx.scale
            mask = seen(*scores.shape[-2:]) if when(is_causal) else None
            p = softmax(scores if mask is None else hidden(scores, mask))
            if mask is not None and hidden is _later:
                p = p * mask.to(p.dtype)
            ctx.save_for_backward(query, key, value, p)
            return p @ value

        @staticmethod
        def backward(ctx, grad):
            query, key, value, p = ctx.saved_tensors
            needs = ctx.needs_input_grad
            d = change(grad @ value.mT, p) * again(ctx.scale)
            return (
                for_query(d, query, key) if needs[0] else None,
                for_key(d, query, key) if needs[1] else None,
                for_value(p, grad) if needs[2] else None,
                None,
            )

    return Attention


_SCALE = "The scores are divided by √E, the root of how many numbers a query has. "
_CAUSAL = "With is_causal, query i sees the keys 0 to i. "
_ALL = (
    "A score changes the weights of all keys: from g = grad @ valueᵀ, the sum of g * p "
    "along the keys is subtracted. "
)
_FORWARD: dict[str, dict[str, Callable]] = {
    "scale": {
        f"{_SCALE}Here they are not.": lambda q, k: 1.0,
        f"{_SCALE}Here they are divided by E, without the root.": (
            lambda q, k: 1 / q.shape[-1]
        ),
        f"{_SCALE}Here it is the root of the number of keys.": (
            lambda q, k: 1 / math.sqrt(k.shape[-2])
        ),
    },
    "seen": {
        f"{_CAUSAL}Here its own key is hidden from it, too.": (
            lambda L, S: torch.ones(L, S, dtype=torch.bool).tril(-1)
        ),
        f"{_CAUSAL}Here it is the other way round: it sees the keys from i on.": (
            lambda L, S: torch.ones(L, S, dtype=torch.bool).triu()
        ),
        f"{_CAUSAL}Here the last query sees all keys, and those before it one less "
        "each.": lambda L, S: torch.ones(L, S, dtype=torch.bool).tril(S - L),
        f"{_CAUSAL}Here the mask has the size of the queries both ways.": (
            lambda L, S: torch.ones(L, L, dtype=torch.bool).tril()
        ),
    },
    "hidden": {
        "The mask comes after the softmax, so the weights of a query no longer add up "
        "to 1. Hide what comes later before it, by a score of -inf.": _later,
        f"{_CAUSAL}Here is_causal changes nothing.": lambda scores, seen: scores,
        "What is hidden has a score of 0, and exp 0 is 1: let it be -inf.": (
            lambda scores, seen: scores * seen.to(scores.dtype)
        ),
    },
    "when": {
        "Keys are hidden where is_causal is False, too.": lambda is_causal: True,
    },
    "softmax": {
        "The softmax goes along the queries, dimension -2. It goes along the keys, the "
        "last: the weights of each query add up to 1.": (
            lambda scores: scores.softmax(-2)
        ),
        "exp of a large score is inf, and inf / inf is nan. torch.softmax takes the "
        "largest score off first.": lambda scores: scores.exp() / _sum(scores.exp()),
    },
}
for _part, _choices in _FORWARD.items():
    for _says, _choice in _choices.items():
        _version = attention_of(**{_part: _choice})
        wrong_version("Attention", _says, forward=True)(_version)
family(
    "Attention",
    attention_of,
    **_FORWARD,
    change={
        f"{_ALL}Here nothing is.": lambda g, p: p * g,
        f"{_ALL}Here each takes part in its own weight alone, p * (1 - p) * g.": (
            lambda g, p: p * (1 - p) * g
        ),
        f"{_ALL}Here the sum goes over all entries.": (
            lambda g, p: p * (g - (g * p).sum())
        ),
        "backward leaves the softmax out: what arrives at the weights is not yet what "
        "arrives at the scores.": lambda g, p: g,
    },
    again={
        "The scale is missing in backward: the gradients of query and key are divided "
        "by √E, as the scores are.": lambda scale: 1.0,
        "The scale comes twice in backward.": lambda scale: scale**2,
    },
    for_query={
        "The gradient of query is multiplied by query. It gets the key.": (
            lambda d, q, k: d @ q
        ),
        "The gradient of query is divided by √E twice, that of key once.": (
            lambda d, q, k: d @ k / math.sqrt(q.shape[-1])
        ),
    },
    for_key={
        "The gradient of key lacks a transpose: it is changeᵀ @ query.": (
            lambda d, q, k: d @ q
        ),
        "The gradient of key lacks the scale, 1 / √E, that of query has it.": (
            lambda d, q, k: d.mT @ q * math.sqrt(q.shape[-1])
        ),
    },
    for_value={
        "The gradient of value lacks a transpose: it is pᵀ @ grad, the sum over all "
        "queries that looked there.": lambda p, grad: p @ grad,
        "The gradient of value lacks the weights: it is pᵀ @ grad.": (
            lambda p, grad: torch.ones_like(p).mT @ grad
        ),
    },
)
add_meanings(
    Meaning(
        r"t\(\) expects|at most 2-D",
        "There may be dimensions in front. key.mT, or key.transpose(-2, -1), swaps the "
        "last two, whatever stands before them.",
    ),
    Meaning(
        "shapes cannot be multiplied|must match the size|got .* but expected shape"
        "|Expected size|inconsistent",
        "Shapes do not fit in the line shown. Scores, weights and what arrives at them "
        "have the shape (..., L, S), grad (..., L, Ev), value (..., S, Ev). There "
        "need not be as many queries as keys.",
    ),
    pieces=("Attention",),
)

# -- a step as a function of the library ------------------------------------------


def step_of(
    codes: Callable = lambda codes: (codes[:, :-1], codes[:, 1:]),
    start: Callable = lambda rows, positions: rows + positions,
    norm: Callable = lambda f, x, w, b: f.layer_norm(x, x.shape[-1:], w, b),
    causal: bool = True,
    order: tuple = (0, 1, 2),
    linear: Callable = lambda f, a, w: f.linear(a, w),
    added: Callable = lambda x, a, found: x + found,
    counted: Callable = lambda scores, wanted: (scores, wanted),
    reduction: str = "mean",
    gradients: Callable = lambda lib, loss, tensors: lib.autograd.grad(
        loss, tensors, allow_unused=True, materialize_grads=True
    ),
) -> Callable:
    def text_loss_and_gradients(lib, given, tensors):
        f, (inside, wanted) = lib.nn.functional, codes(given)
        tokens, positions, gain, shift, *three, weight, bias = tensors
        x = start(f.embedding(inside, tokens), positions)
        a = norm(f, x, gain, shift)
        three = [linear(f, a, three[i]) for i in order]
        attend = f.scaled_dot_product_attention
        x = added(x, a, attend(*three, is_causal=causal))
        scores, wanted = counted(f.linear(x, weight, bias), wanted)
        pair = scores.flatten(0, 1), wanted.flatten()
        loss = f.cross_entropy(*pair, reduction=reduction)
        return loss, gradients(lib, loss, tensors)

    return text_loss_and_gradients


def _left_in_grad(lib, loss: Tensor, tensors: list) -> list:
    loss.backward()
    return [each.grad for each in tensors]


family(
    "text_loss_and_gradients",
    step_of,
    codes={
        "What is foretold is what goes in. The first L characters of each row go in, "
        "the last L are foretold.": lambda codes: (codes[:, :-1], codes[:, :-1]),
    },
    start={
        "The positions are not added.": lambda rows, positions: rows,
        "Every place gets the row of the first position.": (
            lambda rows, positions: rows + positions[:1]
        ),
    },
    norm={
        "x is detached before the layer norm: the tables get no gradient by way of "
        "attention.": lambda f, x, w, b: f.layer_norm(x.detach(), x.shape[-1:], w, b),
    },
    causal={"Attention is not causal.": False},
    order={
        "query and key are exchanged.": (1, 0, 2),
    },
    added={
        "x is not added to what attention gives.": lambda x, a, found: found,
        "What attention gives is added to the normalized x, and not to x itself.": (
            lambda x, a, found: a + found
        ),
    },
    linear={
        "The weights of query, key and value multiply as they are. A Linear multiplies "
        "by the transpose.": lambda f, a, w: a @ w,
    },
    counted={
        "Softmax is applied before cross_entropy, which has it inside.": (
            lambda scores, wanted: (scores.softmax(-1), wanted)
        ),
        "Only the last place of each row counts. The loss is the mean over all.": (
            lambda scores, wanted: (scores[:, -1:], wanted[:, -1:])
        ),
    },
    reduction={"The loss is a sum. It is the mean over all places.": "sum"},
    gradients={
        "Called a second time with the same tensors, it gives other gradients: "
        "backward() adds to what is left in .grad from the first time. "
        "lib.autograd.grad(loss, tensors) leaves nothing there.": _left_in_grad,
    },
)
add_meanings(
    Meaning(
        "not have been used in the graph",
        "The tensor of that number, counted from 0, has no part in the loss: they are "
        "tokens, positions, weight and bias of the norm, query, key, value, weight, "
        "bias.",
    ),
    pieces=("text_loss_and_gradients",),
)
