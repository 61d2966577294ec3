"""Answers to ZeroHead."""

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

right, wrong = answers_to("ZeroHead")


class Head(Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        grad_input = grad.clone()
        grad_input.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad_input, None, None


@right
class AsInTheBook(Head):
    pass


@right
class WithAMask(Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        mask = torch.ones_like(input)
        mask.transpose(0, dim)[:n] = 0
        ctx.save_for_backward(mask)
        return input * mask

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return grad * mask, None, None


@right
class WithZerosInFront(Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.dim, ctx.head = dim, torch.zeros_like(input.narrow(dim, 0, n))
        tail = input.narrow(dim, n, input.shape[dim] - n)
        return torch.cat([ctx.head, tail], dim)

    @staticmethod
    def backward(ctx, grad):
        n = ctx.head.shape[ctx.dim]
        tail = grad.narrow(ctx.dim, n, grad.shape[ctx.dim] - n)
        return torch.cat([ctx.head, tail], ctx.dim), None, None


@wrong("The upstream gradient is missing")
class SlopeAlone(Head):
    @staticmethod
    def backward(ctx, grad):
        return Head.backward(ctx, torch.ones_like(grad))


@wrong("passes the gradient on as it is")
class PassedOn(Head):
    @staticmethod
    def backward(ctx, grad):
        return grad, None, None


@wrong("forward changed its input in place")
class InPlace(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        input.narrow(dim, 0, n).zero_()
        return input


@wrong("changes the upstream gradient in place")
class GradInPlace(Head):
    @staticmethod
    def backward(ctx, grad):
        grad.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad, None, None


@wrong("forward zeroes the tail")
class TheTail(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        return input - Head.forward(ctx, input, n, dim)


@wrong("dim is not used", "dimension 1")
class ColumnsAsInTheLecture(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out[:, :n] = 0
        return out


@wrong("dim is not used", "first dimension")
class Rows(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out[:n] = 0
        return out


@wrong("dim is not used", "last dimension")
class TheLastDimension(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out[..., :n] = 0
        return out


@wrong("backward zeroes", "dim is not used")
class BackwardWithoutDim(Head):
    @staticmethod
    def backward(ctx, grad):
        grad = grad.clone()
        grad[..., : ctx.n] = 0
        return grad, None, None


@wrong("the last n places along dim")
class TheLastOnes(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        Head.forward(ctx, input, n, dim)
        out = input.clone()
        out.narrow(dim, input.shape[dim] - n, n).zero_()
        return out


@wrong("the tail instead of the head")
class TailOfTheGradient(Head):
    @staticmethod
    def backward(ctx, grad):
        return grad - Head.backward(ctx, grad)[0], None, None


@wrong("incorrect number of gradients", "None for what is no tensor")
class NonesMissing(Head):
    @staticmethod
    def backward(ctx, grad):
        return Head.backward(ctx, grad)[0]


@wrong("an object of type float", "None for what has none")
class NumbersForNumbers(Head):
    @staticmethod
    def backward(ctx, grad):
        return Head.backward(ctx, grad)[0], 0.0, 0.0


@wrong("None for argument 1", "in the order of forward's arguments")
class NonesFirst(Head):
    @staticmethod
    def backward(ctx, grad):
        return None, None, Head.backward(ctx, grad)[0]


_kept = {}


@wrong("all calls share")
class SharedByAll(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        _kept.update(n=n, dim=dim)
        return Head.forward(ctx, input, n, dim)

    @staticmethod
    def backward(ctx, grad):
        ctx.n, ctx.dim = _kept["n"], _kept["dim"]
        return Head.backward(ctx, grad)


@wrong("handed back")
class ItselfForNone(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        out = Head.forward(ctx, input, n, dim)
        return out if n else input


@wrong("None for argument 1")
class NoGradient(Head):
    @staticmethod
    def backward(ctx, grad):
        return None, None, None


@wrong("forward returned None. Is there a return?")
class NoReturn(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        Head.forward(ctx, input, n, dim)


@wrong("The dtype is lost")
class InFloat64(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        return Head.forward(ctx, input.double(), n, dim)


@wrong("invalid gradient", "has the shape of the input")
class PartOfTheGradient(Head):
    @staticmethod
    def backward(ctx, grad):
        length = grad.shape[ctx.dim] - ctx.n
        return grad.narrow(ctx.dim, ctx.n, length), None, None


@wrong("can only save variables", "An attribute of ctx")
class NSaved(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.save_for_backward(n)
        return Head.forward(ctx, input, n, dim)


@wrong("along dimension 1 wherever dim is not 0")
class TheFirstOrTheSecond(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        if dim == 0:
            out[:n] = 0
        else:
            out[:, :n] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        return TheFirstOrTheSecond.forward(ctx, grad, ctx.n, ctx.dim), None, None


@wrong("dim is not used", "dimension 1")
class ColumnsBothWays(ColumnsAsInTheLecture):
    @staticmethod
    def backward(ctx, grad):
        grad = grad.clone()
        grad[:, : ctx.n] = 0
        return grad, None, None


@wrong("narrow gives only the head", "forward returns")
class HeadAlone(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        return input.clone().narrow(dim, 0, n).zero_()


@wrong("narrow gives only the head", "backward returns")
class HeadOfTheGradientAlone(Head):
    @staticmethod
    def backward(ctx, grad):
        return grad.clone().narrow(ctx.dim, 0, ctx.n).zero_(), None, None


@wrong("The head is cut off")
class CutOff(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        return input.narrow(dim, n, input.shape[dim] - n)


@wrong("one place too many")
class OneTooManyBothWays(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        return Head.forward(ctx, input, n + 1, dim)


@wrong("name 'n' is not defined", "ctx carries it over")
class NForgotten(Head):
    @staticmethod
    def backward(ctx, grad):
        grad = grad.clone()
        grad[:, :n] = 0  # noqa: F821
        return grad, None, None


@wrong("forward's argument of that name", "ctx carries over")
class InputForgotten(Head):
    @staticmethod
    def backward(ctx, grad):
        mask = torch.ones_like(input)
        return grad * mask, None, None


@wrong("forward gets ctx", "def forward(ctx, ...)")
class NoCtx(Head):
    @staticmethod
    def forward(input, n, dim):
        return input.clone()


@wrong("incorrect number of gradients", "Here it returns 2.")
class OneNoneMissing(Head):
    @staticmethod
    def backward(ctx, grad):
        return Head.backward(ctx, grad)[:2]


@wrong("breaks a rule", "a list: return a tuple")
class AListOfGradients(Head):
    @staticmethod
    def backward(ctx, grad):
        return [*Head.backward(ctx, grad)]


@wrong("it is zero_()")
class ZeroWithoutUnderscore(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        return input.clone().narrow(dim, 0, n).zero()


@wrong("Where x is 0, and only there, the gradient of x is 0")
class ZerosOfTheOutput(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        out = Head.forward(ctx, input, n, dim)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (out != 0), None, None


@wrong("where dim is negative: -1 is the last")
class SlicesBeforeDim(Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.index = (slice(None),) * dim + (slice(0, n),)
        out = input.clone()
        out[ctx.index] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        grad = grad.clone()
        grad[ctx.index] = 0
        return grad, None, None
