"""Answers to Attention."""

import math

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

right, wrong = answers_to("Attention")


def total(a):
    return a.sum(-1, keepdim=True)


def past(L, S):
    return torch.tril(torch.ones(L, S)).bool()


def hidden(scores, is_causal):
    if is_causal:
        scores = scores.masked_fill(~past(*scores.shape[-2:]), -math.inf)
    return scores


def attention_of(
    scale=lambda q, k: 1 / math.sqrt(q.size(-1)),
    weights=lambda scores, causal: hidden(scores, causal).softmax(-1),
    change=lambda g, p: p * (g - total(g * p)),
    for_query=lambda d, q, k, s: d @ k * s,
    for_key=lambda d, q, k, s: d.mT @ q * s,
    for_value=lambda p, grad: p.mT @ grad,
):
    """An attention of these parts."""

    class Attend(Function):
        @staticmethod
        def forward(ctx, query, key, value, is_causal):
            ctx.scale = scale(query, key)
            p = weights(query @ key.mT * ctx.scale, is_causal)
            ctx.save_for_backward(query, key, value, p)
            return p @ value

        @staticmethod
        def backward(ctx, grad):
            q, k, v, p = ctx.saved_tensors
            d = change(grad @ v.mT, p)
            needs = ctx.needs_input_grad
            return (
                for_query(d, q, k, ctx.scale) if needs[0] else None,
                for_key(d, q, k, ctx.scale) if needs[1] else None,
                for_value(p, grad) if needs[2] else None,
                None,
            )

    return Attend


Attend = attention_of()


def named(name, words, **parts):
    wrong(*words)(type(name, (attention_of(**parts),), {}))


@right
class AsInTheBook(Attend):
    pass


@right
class WithNothingKeptButTheInputs(Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.save_for_backward(query, key, value)
        ctx.is_causal = is_causal
        return WithNothingKeptButTheInputs.weights(query, key, is_causal) @ value

    @staticmethod
    def weights(query, key, is_causal):
        scores = torch.matmul(query, key.transpose(-2, -1)) / query.shape[-1] ** 0.5
        if is_causal:
            L, S = scores.shape[-2:]
            later = torch.arange(S) > torch.arange(L)[:, None]
            scores = torch.where(later, float("-inf"), scores)
        return torch.softmax(scores, dim=-1)

    @staticmethod
    def backward(ctx, grad):
        query, key, value = ctx.saved_tensors
        p = WithNothingKeptButTheInputs.weights(query, key, ctx.is_causal)
        for_query, for_key, for_value, _ = ctx.needs_input_grad
        dp = torch.matmul(grad, value.transpose(-2, -1))
        ds = p * dp - p * (p * dp).sum(dim=-1, keepdim=True)
        ds = ds / query.shape[-1] ** 0.5
        dq = torch.matmul(ds, key) if for_query else None
        dk = torch.matmul(ds.transpose(-2, -1), query) if for_key else None
        dv = torch.matmul(p.transpose(-2, -1), grad) if for_value else None
        return dq, dk, dv, None


@right
class ByEinsum(Function):
    @staticmethod
    def forward(ctx, q, k, v, is_causal):
        s = torch.einsum("...le,...se->...ls", q, k) / math.sqrt(q.shape[-1])
        if is_causal:
            s = s + torch.full(s.shape[-2:], -math.inf, dtype=s.dtype).triu(1)
        e = torch.exp(s - s.amax(-1, keepdim=True))
        p = e / e.sum(-1, keepdim=True)
        ctx.save_for_backward(q, k, v, p)
        return torch.einsum("...ls,...se->...le", p, v)

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        dq = dk = dv = None
        if ctx.needs_input_grad[2]:
            dv = torch.einsum("...ls,...le->...se", p, grad)
        g = torch.einsum("...le,...se->...ls", grad, v)
        d = p * (g - (g * p).sum(-1, keepdim=True)) / math.sqrt(q.shape[-1])
        if ctx.needs_input_grad[0]:
            dq = torch.einsum("...ls,...se->...le", d, k)
        if ctx.needs_input_grad[1]:
            dk = torch.einsum("...ls,...le->...se", d, q)
        return dq, dk, dv, None


@right
class WithTheOutput(Attend):
    """Σ g p is the same as the product of grad and out: one multiplication less."""

    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scaled = query / math.sqrt(query.shape[-1])
        p = hidden(scaled @ key.mT, is_causal).softmax(-1)
        out = p @ value
        ctx.save_for_backward(query, key, value, p, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p, out = ctx.saved_tensors
        change = p * (grad @ value.mT - total(grad * out)) / math.sqrt(query.shape[-1])
        needs = ctx.needs_input_grad
        return (
            change @ key if needs[0] else None,
            change.mT @ query if needs[1] else None,
            p.mT @ grad if needs[2] else None,
            None,
        )


# -- forward ----------------------------------------------------------------------

named("NoScale", ["divided by √E", "Here they are not"], scale=lambda q, k: 1.0)
named("NoRoot", ["without the root"], scale=lambda q, k: 1 / q.size(-1))
named(
    "RootOfTheKeys",
    ["root of the number of keys"],
    scale=lambda q, k: 1 / math.sqrt(k.size(-2)),
)
named(
    "Multiplied",
    ["`1 / math.sqrt(query.shape[-1])` belongs"],
    scale=lambda q, k: math.sqrt(q.size(-1)),
)


def masked_after(scores, is_causal):
    p = scores.softmax(-1)
    return p * past(*p.shape[-2:]) if is_causal else p


named("MaskAfterSoftmax", ["mask comes after the softmax"], weights=masked_after)
named(
    "NoMask",
    ["is_causal changes nothing"],
    weights=lambda scores, causal: scores.softmax(-1),
)
named(
    "AlwaysMasked",
    ["where is_causal is False, too"],
    weights=lambda scores, causal: hidden(scores, True).softmax(-1),
)
named(
    "TheOtherWayRound",
    ["the other way round", "from i on"],
    weights=lambda scores, causal: (
        scores.masked_fill(
            torch.ones(scores.shape[-2:]).tril(-1).bool(), -math.inf
        ).softmax(-1)
        if causal
        else scores.softmax(-1)
    ),
)
named(
    "OwnKeyHidden",
    ["its own key is hidden"],
    weights=lambda scores, causal: (
        scores.masked_fill(
            torch.ones(scores.shape[-2:]).triu().bool(), -math.inf
        ).softmax(-1)
        if causal
        else scores.softmax(-1)
    ),
)
named(
    "ZeroForHidden",
    ["exp 0 is 1"],
    weights=lambda scores, causal: (
        (scores * past(*scores.shape[-2:])).softmax(-1)
        if causal
        else scores.softmax(-1)
    ),
)
named(
    "NotLowEnough",
    ["hidden scores are -1e9"],
    weights=lambda scores, causal: (
        scores.masked_fill(~past(*scores.shape[-2:]), -1e9).softmax(-1)
        if causal
        else scores.softmax(-1)
    ),
)
named(
    "AlongTheQueries",
    ["along the queries, dimension -2"],
    weights=lambda scores, causal: hidden(scores, causal).softmax(-2),
)
named(
    "AlongDimensionOne",
    ["`1` where `-1`"],
    weights=lambda scores, causal: hidden(scores, causal).softmax(1),
)


def by_hand(scores, is_causal):
    e = hidden(scores, is_causal).exp()
    return e / total(e)


named("NoMaximum", ["exp of a large score is inf"], weights=by_hand)

# -- backward ---------------------------------------------------------------------

named(
    "NoSumInTheSoftmax",
    ["sum of g * p", "Here nothing is"],
    change=lambda g, p: p * g,
)
named("Diagonal", ["p * (1 - p) * g"], change=lambda g, p: p * (1 - p) * g)
named("NoSoftmax", ["leaves the softmax out"], change=lambda g, p: g)
named(
    "NoScaleInBackward",
    ["scale is missing in backward"],
    for_query=lambda d, q, k, s: d @ k,
    for_key=lambda d, q, k, s: d.mT @ q,
)
named(
    "NoScaleForTheKey",
    ["gradient of key lacks the scale"],
    for_key=lambda d, q, k, s: d.mT @ q,
)
named(
    "KeyNotTransposed",
    ["gradient of key lacks a transpose"],
    for_key=lambda d, q, k, s: d @ q * s,
)
named(
    "ValueNotTransposed",
    ["gradient of value lacks a transpose"],
    for_value=lambda p, grad: p @ grad,
)
named(
    "QueryTwice",
    ["multiplied by query"],
    for_query=lambda d, q, k, s: d @ q * s,
)
named(
    "ValueWithoutWeights",
    ["gradient of value lacks the weights"],
    for_value=lambda p, grad: torch.ones_like(p).mT @ grad,
)


@wrong("may be dimensions in front")
class TransposedByT(Attend):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = query.shape[-1] ** -0.5
        p = hidden(query @ key.t() * ctx.scale, is_causal).softmax(-1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value


@wrong("returned None for argument 2")
class NothingForTheKey(Attend):
    @staticmethod
    def backward(ctx, grad):
        found = Attend.backward(ctx, grad)
        return found[0], None, *found[2:]


@wrong("argument 1 of forward, which needs none")
class AllComputed(Attend):
    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        g = grad @ v.mT
        d = p * (g - total(g * p)) * ctx.scale
        return d @ k, d.mT @ q, p.mT @ grad, None


@wrong("backward returns 4 values")
class ThreeGradients(Attend):
    @staticmethod
    def backward(ctx, grad):
        return Attend.backward(ctx, grad)[:3]
