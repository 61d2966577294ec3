"""Answers to LogSoftmax."""

import numpy as np
from banks.answers.bank import answers_to

from minigrad import Op

right, wrong = answers_to("LogSoftmax")


class Book(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a = a - a.max(dim, keepdims=True)
        out = a - np.log(np.exp(a).sum(dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(ctx.dim, keepdims=True)


@right
class AsInTheBook(Book):
    pass


@right
class WithTheSoftmaxSaved(Op):
    @staticmethod
    def forward(ctx, a, dim):
        top = np.max(a, axis=dim, keepdims=True)
        e = np.exp(a - top)
        total = e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(e / total)
        ctx.axis = dim
        return a - top - np.log(total)

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return grad - p * grad.sum(axis=ctx.axis, keepdims=True)


@right
class ByLogaddexp(Op):
    @staticmethod
    def forward(ctx, a, dim):
        out = a - np.logaddexp.reduce(a, axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    backward = Book.backward


@right
class WithTheInputSaved(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.dim = dim
        top = np.expand_dims(a.max(dim), dim)
        return a - top - np.log(np.expand_dims(np.exp(a - top).sum(dim), dim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        e = np.exp(a - np.max(a, axis=ctx.dim, keepdims=True))
        p = e / np.sum(e, axis=ctx.dim, keepdims=True)
        return grad - p * np.sum(grad, axis=ctx.dim, keepdims=True)


@wrong("No maximum is subtracted")
class NoMaximum(Op):
    @staticmethod
    def forward(ctx, a, dim):
        out = a - np.log(np.exp(a).sum(dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    backward = Book.backward


@wrong("The maximum of all scores")
class MaximumOfAll(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a = a - a.max() if a.size else a
        out = a - np.log(np.exp(a).sum(dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    backward = Book.backward


@wrong("logarithm of the softmax")
class LogOfSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return np.log(p)

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return grad - p * grad.sum(ctx.dim, keepdims=True)


@wrong("logarithm of the softmax")
class LogOfSoftmaxWithATinyNumber(Book):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        out = np.log(p + 1e-12)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out


@wrong("The sum goes along another axis", "dim")
class AlwaysTheLastAxis(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a = a - a.max(-1, keepdims=True)
        out = a - np.log(np.exp(a).sum(-1, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * np.sum(grad, axis=-1, keepdims=True)


@wrong("over all entries")
class SumOfEverything(Op):
    @staticmethod
    def forward(ctx, a, dim):
        if a.size:
            a = a - a.max()
        out = a - np.log(np.exp(a).sum())
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * np.sum(grad)


@wrong("The upstream gradients are not summed")
class UpstreamNotSummed(Book):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out)


@wrong("The upstream gradients are not summed")
class EachWithItsOwn(Book):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - np.exp(out))


@wrong("The upstream gradients are summed over all entries")
class UpstreamSummedOverAll(Book):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum()


@wrong("out in the place of the softmax")
class OutForSoftmax(Book):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - out * np.sum(grad, axis=ctx.dim, keepdims=True)


@wrong("This is the gradient of the softmax")
class GradientOfSoftmax(Book):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        return p * (grad - np.sum(grad * p, axis=ctx.dim, keepdims=True))


@wrong("the softmax, without its logarithm")
class Softmax(Book):
    @staticmethod
    def forward(ctx, a, dim):
        out = np.exp(Book.forward(ctx, a, dim))
        return out


@wrong("in float32")
class InFloat32(Book):
    @staticmethod
    def forward(ctx, a, dim):
        out = Book.forward(ctx, a.astype("float32"), dim)
        return out.astype(a.dtype)


@wrong("always the second")
class AlwaysAxisOne(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a = a - a.max(axis=1, keepdims=True)
        out = a - np.log(np.exp(a).sum(axis=1, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * np.sum(grad, axis=1, keepdims=True)


@wrong("keepdims=True")
class WithoutKeepdims(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a = a - a.max(dim)
        out = a - np.log(np.exp(a).sum(dim))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    backward = Book.backward


@wrong("keepdims=True")
class WithoutKeepdimsInBackward(Book):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * np.sum(grad, axis=ctx.dim)


@wrong("exp(a) in the place of")
class ExponentialsForTheSoftmax(Book):
    @staticmethod
    def forward(ctx, a, dim):
        out = Book.forward(ctx, a, dim)
        ctx.save_for_backward(a)
        return out


@wrong("grad multiplies both")
class GradTimesTheRest(Book):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - np.exp(out) * grad.sum(ctx.dim, keepdims=True))


@wrong("inside of the sum")
class SumOfTheProducts(Book):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        return grad - np.sum(grad * p, axis=ctx.dim, keepdims=True)


@wrong("a place that all calls share")
class DimOnTheClass(Book):
    @staticmethod
    def forward(ctx, a, dim):
        DimOnTheClass.dim = dim
        return Book.forward(ctx, a, dim)

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(DimOnTheClass.dim, keepdims=True)


@wrong("undone by itself")
class MovedTheWrongWayBack(Book):
    @staticmethod
    def forward(ctx, a, dim):
        moved = np.moveaxis(a, dim, 0)
        moved = moved - moved.max(0)
        out = np.moveaxis(moved - np.log(np.exp(moved).sum(0)), dim, 0)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out
