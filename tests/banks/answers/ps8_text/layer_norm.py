"""Answers to LayerNorm."""

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

right, wrong = answers_to("LayerNorm")


def mean(a):
    return a.mean(-1, keepdim=True)


def norm_of(
    normalized=lambda x, eps: (x - mean(x)) / (mean((x - mean(x)) ** 2) + eps).sqrt(),
    scale=lambda x, eps: 1 / (mean((x - mean(x)) ** 2) + eps).sqrt(),
    of_input=lambda h, n, s: s * (h - mean(h) - n * mean(h * n)),
    of_weight=lambda grad, x, n: grad * n,
    summed=lambda a: a.reshape(-1, a.shape[-1]).sum(0),
    through=lambda grad, weight: grad * weight,
):
    """A layer norm of these parts."""

    class Norm(Function):
        @staticmethod
        def forward(ctx, input, weight, bias, eps):
            ctx.save_for_backward(input, weight)
            ctx.eps = eps
            out = normalized(input, eps)
            if weight is not None:
                out = out * weight
            return out if bias is None else out + bias

        @staticmethod
        def backward(ctx, grad):
            input, weight = ctx.saved_tensors
            needs = ctx.needs_input_grad
            n, s = normalized(input, ctx.eps), scale(input, ctx.eps)
            h = grad if weight is None else through(grad, weight)
            return (
                of_input(h, n, s) if needs[0] else None,
                summed(of_weight(grad, input, n)) if needs[1] else None,
                summed(grad) if needs[2] else None,
                None,
            )

    return Norm


Norm = norm_of()


def named(name, words, **parts):
    wrong(*words)(type(name, (norm_of(**parts),), {}))


@right
class AsInTheBook(Norm):
    pass


@right
class WithWhatForwardComputed(Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(dim=-1, keepdim=True)
        std = (centered.pow(2).mean(dim=-1, keepdim=True) + eps).sqrt()
        normal = centered / std
        ctx.save_for_backward(normal, std, weight)
        out = normal
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        normal, std, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        over = list(range(grad.dim() - 1))
        if ctx.needs_input_grad[0]:
            n = grad.shape[-1]
            g = grad if weight is None else grad * weight
            sums = g.sum(-1, keepdim=True), (g * normal).sum(-1, keepdim=True)
            grad_input = (n * g - sums[0] - normal * sums[1]) / (n * std)
        if ctx.needs_input_grad[1]:
            grad_weight = (grad * normal).sum(over) if over else grad * normal
        if ctx.needs_input_grad[2]:
            grad_bias = grad.sum(over) if over else grad
        return grad_input, grad_weight, grad_bias, None


@right
class InTermsOfMeanAndVariance(Norm):
    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        n = input.shape[-1]
        mu, var = mean(input), input.var(-1, unbiased=False, keepdim=True)
        root = (var + ctx.eps) ** -0.5
        h = grad if weight is None else grad * weight
        d_var = (h * (input - mu) * -0.5 * root**3).sum(-1, keepdim=True)
        d_mu = (-h * root).sum(-1, keepdim=True)
        d_mu = d_mu + d_var * (-2 * (input - mu)).mean(-1, keepdim=True)
        d_x = h * root + d_var * 2 * (input - mu) / n + d_mu / n
        normal = (input - mu) * root
        size = input.shape[-1]
        needs = ctx.needs_input_grad
        return (
            d_x if needs[0] else None,
            (grad * normal).reshape(-1, size).sum(0) if needs[1] else None,
            grad.reshape(-1, size).sum(0) if needs[2] else None,
            None,
        )


@right
class TheEngineSums(Norm):
    """Weight and bias get a gradient of the shape of grad: it is summed down."""

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        needs, eps = ctx.needs_input_grad, ctx.eps
        centered = input - mean(input)
        s = torch.rsqrt(mean(centered * centered) + eps)
        h = grad if weight is None else grad * weight
        inside = h - mean(h) - centered * s * s * mean(h * centered)
        return (
            s * inside if needs[0] else None,
            grad * centered * s if needs[1] else None,
            grad if needs[2] else None,
            None,
        )


# -- forward ----------------------------------------------------------------------


@wrong("divided by n - 1")
class Unbiased(Norm):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        var = input.var(-1, keepdim=True)
        ctx.save_for_backward(input, weight)
        ctx.eps = eps
        out = (input - input.mean(-1, keepdim=True)) / (var + eps).sqrt()
        out = out if weight is None else out * weight
        return out if bias is None else out + bias


def std(x):
    return mean((x - mean(x)) ** 2).sqrt()


named(
    "EpsOutside",
    ["under the root", "added to the root"],
    normalized=lambda x, eps: (x - mean(x)) / (std(x) + eps),
    scale=lambda x, eps: 1 / (std(x) + eps),
)
named(
    "NoEps",
    ["left out", "+ eps"],
    normalized=lambda x, eps: (x - mean(x)) / std(x),
    scale=lambda x, eps: 1 / std(x),
)
named(
    "SquareOfTheMean",
    ["loses all digits"],
    normalized=lambda x, eps: (x - mean(x)) / (mean(x**2) - mean(x) ** 2 + eps).sqrt(),
    scale=lambda x, eps: 1 / (mean(x**2) - mean(x) ** 2 + eps).sqrt(),
)
named(
    "NoMean",
    ["The mean is not subtracted"],
    normalized=lambda x, eps: x / (mean((x - mean(x)) ** 2) + eps).sqrt(),
)
named(
    "NoRoot",
    ["sqrt is left out"],
    normalized=lambda x, eps: (x - mean(x)) / (mean((x - mean(x)) ** 2) + eps),
)
named(
    "AlongTheRows",
    ["dimension 0"],
    normalized=lambda x, eps: (
        (x - x.mean(0, keepdim=True))
        / (x.var(0, unbiased=False, keepdim=True) + eps).sqrt()
    ),
)


@wrong("may be None")
class WeightWithoutAQuestion(Norm):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        ctx.save_for_backward(input, weight)
        ctx.eps = eps
        n = (input - mean(input)) / (mean((input - mean(input)) ** 2) + eps).sqrt()
        return n * weight + bias


@wrong("bias is multiplied by the weight")
class BiasInside(Norm):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        out = Norm.forward(ctx, input, None, bias, eps)
        ctx.save_for_backward(input, weight)
        return out if weight is None else out * weight


# -- the gradient of input --------------------------------------------------------

named(
    "MeanTermMissing",
    ["three terms", "mean of h = grad * weight is not subtracted"],
    of_input=lambda h, n, s: s * (h - n * mean(h * n)),
)
named(
    "VarianceTermMissing",
    ["three terms", "variance is missing"],
    of_input=lambda h, n, s: s * (h - mean(h)),
)
named(
    "AsIfConstant",
    ["as if mean and variance were"],
    of_input=lambda h, n, s: s * h,
)
named(
    "Sums",
    ["They are means"],
    of_input=lambda h, n, s: (
        s * (h - h.sum(-1, keepdim=True) - n * (h * n).sum(-1, keepdim=True))
    ),
)
named(
    "NotDivided",
    ["not divided by √(var + eps)"],
    of_input=lambda h, n, s: h - mean(h) - n * mean(h * n),
)
named(
    "PastTheWeight",
    ["goes past the weight"],
    through=lambda grad, weight: grad,
)

# -- weight and bias --------------------------------------------------------------

named(
    "InputForTheWeight",
    ["weight is input"],
    of_weight=lambda grad, x, n: grad * x,
)
named(
    "CenteredForTheWeight",
    ["not divided by √(var + eps)"],
    of_weight=lambda grad, x, n: grad * (x - mean(x)),
)
named(
    "MeanOverRows",
    ["averaged", "summed"],
    summed=lambda a: a.reshape(-1, a.shape[-1]).mean(0),
)


@wrong("argument 2 of forward, which needs none")
class AllComputed(Norm):
    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        n = (input - mean(input)) / (mean((input - mean(input)) ** 2) + ctx.eps).sqrt()
        s = 1 / (mean((input - mean(input)) ** 2) + ctx.eps).sqrt()
        h = grad if weight is None else grad * weight
        rows = grad.reshape(-1, grad.shape[-1])
        return (
            s * (h - mean(h) - n * mean(h * n)),
            (rows * n.reshape(rows.shape)).sum(0) if weight is not None else None,
            rows.sum(0) if ctx.needs_input_grad[2] else None,
            None,
        )


@wrong("backward returns 4 values")
class NothingForEps(Norm):
    @staticmethod
    def backward(ctx, grad):
        return Norm.backward(ctx, grad)[:3]
