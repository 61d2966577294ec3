"""Answers to Damp."""

from banks.answers.bank import answers_to

from minigrad.autograd import Function

right, wrong = answers_to("Damp")


class Damped(Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


@right
class AsInTheBook(Damped):
    pass


@right
class CopiedFirst(Damped):
    @staticmethod
    def backward(ctx, grad):
        grad = grad.clone()
        grad *= ctx.factor
        return grad, None


@right
class ANewName(Damped):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        damped = ctx.factor * grad
        return damped, None


@right
class TheOldName(Damped):
    @staticmethod
    def backward(ctx, grad):
        grad = grad.mul(ctx.factor)
        return grad, None


def changed(how):
    """A wrong Damp, by what its backward returns."""

    class Changed(Damped):
        @staticmethod
        def backward(ctx, grad):
            return how(grad, ctx.factor), None

    Changed.__name__ = how.__name__
    return Changed


@wrong("still changed in place")
@changed
def the_patient(grad, factor):
    grad *= factor
    return grad


@wrong("still changed in place")
@changed
def detached(grad, factor):
    grad = grad.detach()
    grad *= factor
    return grad


@wrong("still changed in place")
@changed
def by_data(grad, factor):
    grad.data *= factor
    return grad


@wrong("still changed in place")
@changed
def a_second_name(grad, factor):
    damped = grad
    damped.mul_(factor)
    return damped


@wrong("still changed in place")
@changed
def copied_too_late(grad, factor):
    grad *= factor
    return grad.clone()


@wrong("still changed in place")
@changed
def viewed(grad, factor):
    damped = grad.view(grad.shape)
    damped *= factor
    return damped


@wrong("not damped")
@changed
def copied_and_not_damped(grad, factor):
    return grad.clone()


@wrong("factor")
@changed
def divided(grad, factor):
    return grad / factor


@wrong("still changed in place")
@changed
def damped_and_restored_late(grad, factor):
    grad *= factor
    return grad * factor


@wrong("forward damps as well")
class ForwardToo(Damped):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor


@wrong("other way round")
class ForwardOnly(Damped):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad, None
