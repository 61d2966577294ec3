"""Answers to NLL."""

import numpy as np
from banks.answers.bank import answers_to

from minigrad import Op

right, wrong = answers_to("NLL")


class Book(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.shape, ctx.target = a.shape, target
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        n, classes = ctx.shape
        is_right = np.arange(classes) == ctx.target[:, None]
        return -grad / n * is_right


@right
class AsInTheBook(Book):
    pass


@right
class IntoZeros(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -np.mean(a[range(a.shape[0]), target])

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        out = np.zeros_like(a)
        out[np.arange(len(a)), target] = -grad / len(a)
        return out


@right
class InALoop(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a)
        ctx.target = target
        total = 0
        for row, right in zip(a, target, strict=True):
            total -= row[right]
        return total / a.dtype.type(len(a))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        out = np.zeros(a.shape, a.dtype)
        for i, right in enumerate(ctx.target):
            out[i, right] -= grad / len(a)
        return out, None


@right
class ByOneHot(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.hot = target[:, None] == np.arange(a.shape[1])
        return -(np.where(ctx.hot, a, 0)).sum() / len(a)

    @staticmethod
    def backward(ctx, grad):
        return grad * -ctx.hot.astype(grad.dtype) / len(ctx.hot)


@wrong("not divided by n")
class NotDivided(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.shape, ctx.target = a.shape, target
        return -a[np.arange(len(a)), target].sum()

    @staticmethod
    def backward(ctx, grad):
        return -grad * (np.arange(ctx.shape[1]) == ctx.target[:, None])


@wrong("not divided by n")
class NotDividedInBackward(Book):
    @staticmethod
    def backward(ctx, grad):
        return -grad * (np.arange(ctx.shape[1]) == ctx.target[:, None])


@wrong("divided by all entries")
class DividedByAllEntries(Book):
    @staticmethod
    def backward(ctx, grad):
        n, classes = ctx.shape
        return -grad / (n * classes) * (np.arange(classes) == ctx.target[:, None])


@wrong("sign")
class SignForgotten(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.shape, ctx.target = a.shape, target
        return a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        return -Book.backward(ctx, grad)


@wrong("sign")
class SignForgottenInBackward(Book):
    @staticmethod
    def backward(ctx, grad):
        return -Book.backward(ctx, grad)


@wrong("upstream gradient is missing")
class UpstreamForgotten(Book):
    @staticmethod
    def backward(ctx, grad):
        return Book.backward(ctx, grad / grad)


@wrong("The whole row of each sample")
class WholeRows(Book):
    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(-grad / ctx.shape[0], ctx.shape).copy()


@wrong("a[:, target] picks")
class EveryRowForEveryTarget(Book):
    @staticmethod
    def forward(ctx, a, target):
        ctx.shape, ctx.target = a.shape, target
        return -a[:, target].mean()


@wrong("logarithm is taken once more")
class LogarithmOnceMore(Book):
    @staticmethod
    def forward(ctx, a, target):
        ctx.shape, ctx.target = a.shape, target
        return -np.log(a[np.arange(len(a)), target]).mean()


@wrong("softmax is in it already")
class WithTheSoftmaxInIt(Book):
    @staticmethod
    def forward(ctx, a, target):
        ctx.target = target
        y = a - np.log(np.exp(a).sum(1, keepdims=True))
        ctx.save_for_backward(y)
        return -y[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        hot = np.arange(y.shape[1]) == ctx.target[:, None]
        return grad * (np.exp(y) - hot) / len(y)


@wrong("softmax is in it already")
class GradientOfCrossEntropy(Book):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a)
        ctx.shape, ctx.target = a.shape, target
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return (
            grad * (np.exp(a) - (np.arange(a.shape[1]) == ctx.target[:, None])) / len(a)
        )


@wrong("The largest of each row")
class TheLargestInsteadOfTheRight(Book):
    @staticmethod
    def forward(ctx, a, target):
        ctx.shape, ctx.target = a.shape, a.argmax(1)
        return -a.max(1).mean()


@wrong("out[:, target]")
class EveryColumnThatWasPicked(Book):
    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, grad.dtype)
        out[:, ctx.target] = -grad / ctx.shape[0]
        return out


@wrong("out[target] writes")
class RowsInstead(Book):
    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, grad.dtype)
        out[ctx.target % ctx.shape[0]] = -grad / ctx.shape[0]
        return out


@wrong("1 / a.shape[0] times")
class DividedTwice(Book):
    @staticmethod
    def backward(ctx, grad):
        return Book.backward(ctx, grad) / ctx.shape[0]


@wrong("dtype is lost")
class ZerosOfFloat64(Book):
    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape)
        out[np.arange(ctx.shape[0]), ctx.target] = -grad / ctx.shape[0]
        return out


@wrong("of shape (4,) for a")
class OnlyThePickedEntries(Book):
    @staticmethod
    def backward(ctx, grad):
        return np.full(ctx.shape[0], -grad / ctx.shape[0])


@wrong("One loss for each")
class OneLossForEach(Book):
    @staticmethod
    def forward(ctx, a, target):
        ctx.shape, ctx.target = a.shape, target
        return -a[np.arange(len(a)), target]
