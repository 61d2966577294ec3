"""Answers to MSE."""

import numpy as np
from banks.answers.bank import answers_to

from minigrad import Op

right, wrong = answers_to("MSE")


class Book(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad * 2 * (a - b) / ctx.n
        return grad_a, -grad_a


@right
class AsInTheBook(Book):
    pass


@right
class InThreeBranches(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        d = a - b
        if reduction == "none":
            return d * d
        if reduction == "sum":
            return np.sum(d * d)
        return np.mean(d * d)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / slope.size
        return grad * slope, -grad * slope


@right
class WithTheDifferenceSaved(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        difference = a - b
        ctx.save_for_backward(difference)
        ctx.reduction = reduction
        reduce = {"none": lambda x: x, "sum": np.sum, "mean": np.mean}[reduction]
        return reduce(np.square(difference))

    @staticmethod
    def backward(ctx, grad):
        (difference,) = ctx.saved_tensors
        n = difference.size if ctx.reduction == "mean" else 1
        return 2 / n * grad * difference, 2 / n * grad * -difference


@right
class WithNoneForTheWord(Book):
    @staticmethod
    def backward(ctx, grad):
        return *Book.backward(ctx, grad), None


@wrong("divided by n")
class NotDividedByN(Book):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * 2 * (a - b), grad * 2 * (b - a)


@wrong("factor 2")
class WithoutTheTwo(Book):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * (a - b) / ctx.n, grad * (b - a) / ctx.n


@wrong("other operand's sign")
class BothWithTheSameSign(Book):
    @staticmethod
    def backward(ctx, grad):
        grad_a, _ = Book.backward(ctx, grad)
        return grad_a, grad_a


@wrong("upstream gradient is missing")
class UpstreamIgnored(Book):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b) / ctx.n
        return slope, -slope


@wrong("divided by the number of rows")
class DividedByTheRows(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = len(a) if reduction == "mean" and a.ndim else 1
        squares = (a - b) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    backward = Book.backward


@wrong("divided by the number of rows")
class DividedByTheRowsInBackward(Book):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n = len(a) if ctx.n > 1 else 1
        return grad * 2 * (a - b) / n, grad * 2 * (b - a) / n


@wrong("mean whatever reduction says")
class AlwaysTheMean(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        return ((a - b) ** 2).mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b) / a.size
        return grad * slope, -grad * slope


@wrong("returned 1 gradient")
class OneGradient(Book):
    @staticmethod
    def backward(ctx, grad):
        return Book.backward(ctx, grad)[0]


@wrong("|a - b|")
class AbsoluteInsteadOfSquared(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        loss = abs(a - b)
        return loss if reduction == "none" else loss.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * np.sign(a - b) / ctx.n, grad * np.sign(b - a) / ctx.n


@wrong("the root")
class RootOfTheMean(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        return squares if reduction == "none" else np.sqrt(squares.sum() / ctx.n)

    backward = Book.backward


@wrong("The sum is missing", "reduction is sum")
class SumForgotten(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        return squares.mean() if reduction == "mean" else squares

    backward = Book.backward


@wrong("along the first axis alone")
class MeanAlongTheFirstAxis(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = len(a) if reduction == "mean" and a.ndim else 1
        squares = (a - b) ** 2
        if reduction == "none" or not a.ndim:
            return squares
        return squares.mean(0) if reduction == "mean" else squares.sum(0)

    backward = Book.backward


@wrong("None as the gradient of b")
class OnlyForA(Book):
    @staticmethod
    def backward(ctx, grad):
        return Book.backward(ctx, grad)[0], None


@wrong("divided by out.size")
class DividedByTheSizeOfGrad(Book):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b) / grad.size
        return grad * slope, -grad * slope


@wrong("divided by n twice")
class DividedTwice(Book):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad * 2 * (a - b) / ctx.n / ctx.n
        return grad_a, -grad_a


@wrong("and not (a - b)²")
class SlopeOfTheLoss(Book):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad * 2 * (a - b) ** 2 / ctx.n
        return grad_a, -grad_a
