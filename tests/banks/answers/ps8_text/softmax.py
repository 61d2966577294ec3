"""Answers to Softmax."""

import numpy as np
from banks.answers.bank import answers_to

from minigrad import Op

right, wrong = answers_to("Softmax")


class Book(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        out = e / e.sum(dim, keepdims=True)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return out * (grad - (grad * out).sum(ctx.dim, keepdims=True))


def forward_of(compute):
    def forward(ctx, a, dim):
        out = compute(a, dim)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    return staticmethod(forward)


def backward_of(compute):
    """A backward of p, g and the dimension."""

    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return compute(out, grad, ctx.dim)

    return staticmethod(backward)


def total(a, dim):
    return a.sum(dim, keepdims=True)


@right
class AsInTheBook(Book):
    pass


@right
class MultipliedOut(Book):
    backward = backward_of(lambda p, g, dim: p * g - p * total(p * g, dim))


@right
class WithTheInputSaved(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.dim = dim
        e = np.exp(a - np.max(a, axis=dim, keepdims=True))
        return e / np.sum(e, axis=dim, keepdims=True)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        e = np.exp(a - np.max(a, axis=ctx.dim, keepdims=True))
        p = e / np.sum(e, axis=ctx.dim, keepdims=True)
        return p * (grad - np.sum(p * grad, axis=ctx.dim, keepdims=True))


@right
class ByLogaddexp(Book):
    forward = forward_of(
        lambda a, dim: np.exp(a - np.logaddexp.reduce(a, axis=dim, keepdims=True))
    )


# -- forward ----------------------------------------------------------------------


@wrong("No maximum is subtracted")
class NoMaximum(Book):
    forward = forward_of(lambda a, dim: np.exp(a) / total(np.exp(a), dim))


@wrong("largest of all scores")
class OneMaximum(Book):
    """Right in most runs: what differs are rows of different size."""

    forward = forward_of(
        lambda a, dim: (
            np.exp(a - a.max()) / total(np.exp(a - a.max()), dim) if a.size else a
        )
    )


@wrong("left out", "`e`")
class NoSum(Book):
    forward = forward_of(lambda a, dim: np.exp(a - a.max(dim, keepdims=True)))


@wrong("over all entries")
class OverAll(Book):
    forward = forward_of(
        lambda a, dim: (
            np.exp(a - a.max(initial=-1e300)) / np.exp(a - a.max(initial=-1e300)).sum()
        )
    )


@wrong("the last axis, whatever dim says")
class LastAxis(Book):
    @staticmethod
    def forward(ctx, a, dim):
        return Book.forward(ctx, a, a.ndim - 1)


@wrong("logarithm of the softmax")
class Logarithm(Book):
    forward = forward_of(
        lambda a, dim: (
            a
            - a.max(dim, keepdims=True)
            - np.log(total(np.exp(a - a.max(dim, keepdims=True)), dim))
        )
    )


@wrong("keepdims=True")
class NoKeepdims(Book):
    forward = forward_of(lambda a, dim: np.exp(a) / np.exp(a).sum(dim))


# -- backward ---------------------------------------------------------------------


@wrong("out * (1 - out) * grad")
class Diagonal(Book):
    backward = backward_of(lambda p, g, dim: p * (1 - p) * g)


@wrong("Here nothing is")
class NoSumOfGradients(Book):
    backward = backward_of(lambda p, g, dim: p * g)


@wrong("it is the sum of grad")
class SumOfGradAlone(Book):
    backward = backward_of(lambda p, g, dim: p * (g - total(g, dim)))


@wrong("factor out is missing")
class NoFactor(Book):
    backward = backward_of(lambda p, g, dim: g - total(g * p, dim))


@wrong("gradient of log-softmax")
class OfTheLogarithm(Book):
    backward = backward_of(lambda p, g, dim: g - p * total(g, dim))


@wrong("sum goes over all entries")
class SumOverAll(Book):
    backward = backward_of(lambda p, g, dim: p * (g - (g * p).sum()))


@wrong("the first axis, whatever dim says")
class FirstAxis(Book):
    backward = backward_of(lambda p, g, dim: p * (g - total(g * p, 0)))


@wrong("sign is wrong")
class OtherSign(Book):
    backward = backward_of(lambda p, g, dim: p * (total(g * p, dim) - g))


@wrong("Here it is their mean")
class Mean(Book):
    backward = backward_of(lambda p, g, dim: p * (g - (g * p).mean(dim, keepdims=True)))


@wrong("kept on the class")
class OnTheClass(Book):
    @staticmethod
    def forward(ctx, a, dim):
        OnTheClass.dim = dim
        return Book.forward(ctx, a, dim)

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return out * (grad - total(grad * out, OnTheClass.dim))
