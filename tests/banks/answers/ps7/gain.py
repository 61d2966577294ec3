"""Answers to Gain."""

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

right, wrong = answers_to("Gain")


class OnCtx(Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None


@right
class AsInTheBook(OnCtx):
    pass


@right
class SavedAsTensor(OnCtx):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(torch.tensor(factor, dtype=x.dtype))
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        (factor,) = ctx.saved_tensors
        return grad * factor, None


@right
class AClosure(OnCtx):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.back = lambda grad: grad * factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return ctx.back(grad), None


@right
class KeyedByCall(OnCtx):
    kept = {}

    @staticmethod
    def forward(ctx, x, factor):
        AKey.kept[ctx] = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return AKey.kept[ctx] * grad, None


AKey = KeyedByCall


class OnTheClass(OnCtx):
    factor = 1.0

    @staticmethod
    def forward(ctx, x, factor):
        OnTheClass.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return OnTheClass.factor * grad, None


@wrong("all calls share", "last that was written")
class ThePatient(OnTheClass):
    pass


STACK, FIRST, QUEUE, BY_SHAPE = [], [], [], {}


@wrong("all calls share")
class AStack(OnCtx):
    @staticmethod
    def forward(ctx, x, factor):
        STACK.append(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return STACK.pop() * grad, None


@wrong("all calls share")
class AQueue(OnCtx):
    @staticmethod
    def forward(ctx, x, factor):
        QUEUE.append(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return QUEUE.pop(0) * grad, None


@wrong("all calls share")
class AGlobal(OnCtx):
    @staticmethod
    def forward(ctx, x, factor):
        global FACTOR
        FACTOR = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return FACTOR * grad, None


@wrong("all calls share")
class ByShape(OnCtx):
    @staticmethod
    def forward(ctx, x, factor):
        BY_SHAPE[x.shape] = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return BY_SHAPE[grad.shape] * grad, None


@wrong("factor")
class Unscaled(OnCtx):
    @staticmethod
    def backward(ctx, grad):
        return grad, None


@wrong("upstream")
class NoUpstream(OnCtx):
    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * torch.ones_like(grad), None


@wrong("2 values")
class OneGradient(OnCtx):
    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad


@wrong("An attribute of ctx")
class SavedAsItIs(OnCtx):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(factor)
        return factor * x


@wrong("factor")
class TheOutputSaved(OnCtx):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x + factor
