"""Answers to RNNCell."""

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function
from minigrad.autograd.function import once_differentiable

right, wrong = answers_to("RNNCell")


class Cell(Function):
    """Right; the wrong ones below have another forward, or another backward."""

    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        total = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            total = total + bias_ih + bias_hh
        out = torch.tanh(total)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        d = grad * (1 - out * out)
        bias_ih = d.sum(0) if ctx.needs_input_grad[4] else None
        bias_hh = d.sum(0) if ctx.needs_input_grad[5] else None
        return (
            d @ weight_ih,
            d @ weight_hh,
            d.t() @ input,
            d.t() @ hidden,
            bias_ih,
            bias_hh,
        )


def backward_of(
    slope=lambda grad, x, h, w, u, out: grad * (1 - out * out),
    four=lambda d, x, h, w, u: (d @ w, d @ u, d.t() @ x, d.t() @ h),
    bias=lambda d: (d.sum(0), d.sum(0)),
):
    """A backward of these parts."""

    def backward(ctx, grad):
        x, h, w, u, out = ctx.saved_tensors
        d = slope(grad, x, h, w, u, out)
        needs = ctx.needs_input_grad[4:]
        last = [b if need else None for b, need in zip(bias(d), needs, strict=True)]
        return (*four(d, x, h, w, u), *last)

    return staticmethod(backward)


def forward_of(compute):
    """A forward that saves as it should, and computes something else."""

    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        zero = torch.zeros(len(weight_ih), dtype=input.dtype)
        both = (zero, zero) if bias_ih is None else (bias_ih, bias_hh)
        out = compute(input, hidden, weight_ih, weight_hh, *both)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    return staticmethod(forward)


@right
class AsInTheBook(Cell):
    pass


@right
class WithFunctions(Cell):
    @staticmethod
    def forward(ctx, x, h, w, u, b=None, c=None):
        linear = torch.nn.functional.linear
        h_new = (linear(x, w, b) + linear(h, u, c)).tanh()
        ctx.save_for_backward(x, h, w, u, h_new)
        return h_new

    @staticmethod
    def backward(ctx, grad_output):
        x, h, w, u, h_new = ctx.saved_tensors
        needs = ctx.needs_input_grad
        grads = [None] * 6
        da = grad_output - grad_output * h_new.pow(2)
        if needs[0]:
            grads[0] = da.matmul(w)
        if needs[1]:
            grads[1] = torch.mm(da, u)
        if needs[2]:
            grads[2] = torch.einsum("no,ni->oi", da, x)
        if needs[3]:
            grads[3] = torch.matmul(da.transpose(0, 1), h)
        for i in (4, 5):
            if needs[i]:
                grads[i] = da.sum(dim=0)
        return tuple(grads)


@right
class TheSumIsTakenAgain(Cell):
    """The inputs are saved, and tanh is computed once more."""

    @staticmethod
    def forward(ctx, x, h, w, u, b, c):
        ctx.save_for_backward(x, h, w, u, b, c)
        return TheSumIsTakenAgain.state(x, h, w, u, b, c)

    @staticmethod
    def state(x, h, w, u, b, c):
        both = torch.cat([x, h], 1) @ torch.cat([w, u], 1).T
        return torch.tanh(both if b is None else both + (b + c))

    @staticmethod
    def backward(ctx, grad):
        x, h, w, u, b, c = ctx.saved_tensors
        out = TheSumIsTakenAgain.state(x, h, w, u, b, c)
        delta = (1 - out) * (1 + out) * grad
        rows = None if b is None else delta.sum(0)
        return delta @ w, delta @ u, delta.T @ x, delta.T @ h, rows, rows


@right
class TheEngineSumsTheBias(Cell):
    @staticmethod
    def backward(ctx, grad):
        x, h, w, u, out = ctx.saved_tensors
        d = grad / (1 / (1 - out**2))
        four = d @ w, d @ u, (x.t() @ d).t(), (h.t() @ d).t()
        needs = ctx.needs_input_grad
        return (*four, *(d.sum(0, keepdim=False) if n else None for n in needs[4:]))


@wrong("derivative of tanh")
class NoDerivativeOfTanh(Cell):
    backward = backward_of(slope=lambda grad, x, h, w, u, out: grad)


@wrong("old state")
class OfTheOldState(Cell):
    backward = backward_of(slope=lambda grad, x, h, w, u, out: grad * (1 - h * h))


@right
class TheEngineSumsIt(Cell):
    """What was broadcast is summed by the engine, as PyTorch does it."""

    backward = backward_of(bias=lambda d: (d, d))


@wrong("bias", "mean")
class BiasIsAMean(Cell):
    backward = backward_of(bias=lambda d: (d.mean(0), d.mean(0)))


@wrong("bias", "wrong dimension")
class BiasOverTheWrongDimension(Cell):
    backward = backward_of(bias=lambda d: (d.sum(1), d.sum(1)))


@wrong("bias", "grad itself")
class BiasOfGrad(Cell):
    @staticmethod
    def backward(ctx, grad):
        x, h, w, u, out = ctx.saved_tensors
        d = grad * (1 - out**2)
        b = grad.sum(0)
        a = [b if need else None for need in ctx.needs_input_grad[4:]]
        return d @ w, d @ u, d.t() @ x, d.t() @ h, *a


@wrong("swapped")
class WeightsSwapped(Cell):
    backward = backward_of(
        four=lambda d, x, h, w, u: (d @ w, d @ u, d.t() @ h, d.t() @ x)
    )


@wrong("swapped")
class InputAndHiddenSwapped(Cell):
    backward = backward_of(
        four=lambda d, x, h, w, u: (d @ u, d @ w, d.t() @ x, d.t() @ h)
    )


@wrong("transposed")
class TransposedWeights(Cell):
    backward = backward_of(
        four=lambda d, x, h, w, u: (d @ w, d @ u, x.t() @ d, h.t() @ d)
    )


@wrong("transpose", "forward")
class NotTransposedOnTheWayBack(Cell):
    backward = backward_of(
        four=lambda d, x, h, w, u: (d @ w.t(), d @ u.t(), d.t() @ x, d.t() @ h)
    )


@wrong("1 - out", "square")
class WithoutTheSquare(Cell):
    backward = backward_of(slope=lambda grad, x, h, w, u, out: grad * (1 - out))


@wrong("1 + out²")
class WrongSign(Cell):
    backward = backward_of(slope=lambda grad, x, h, w, u, out: grad * (1 + out * out))


@wrong("2 out")
class DerivativeOfTheSquare(Cell):
    backward = backward_of(slope=lambda grad, x, h, w, u, out: grad * (-2 * out))


@wrong("tanh of the new state")
class TanhTwice(Cell):
    backward = backward_of(
        slope=lambda grad, x, h, w, u, out: grad * (1 - torch.tanh(out) ** 2)
    )


@wrong("out * (1 - out)")
class DerivativeOfASigmoid(Cell):
    backward = backward_of(slope=lambda grad, x, h, w, u, out: grad * out * (1 - out))


@wrong("upstream gradient")
class NoUpstream(Cell):
    backward = backward_of(
        slope=lambda grad, x, h, w, u, out: torch.ones_like(grad) * (1 - out * out)
    )


@wrong("returned None for argument 2")
class HiddenGetsNone(Cell):
    backward = backward_of(
        four=lambda d, x, h, w, u: (d @ w, None, d.t() @ x, d.t() @ h)
    )


@wrong("truncated")
class HiddenGetsZeros(Cell):
    backward = backward_of(
        four=lambda d, x, h, w, u: (d @ w, 0 * (d @ u), d.t() @ x, d.t() @ h)
    )


@wrong("state's part", "derivative of tanh")
class SlopeForTheInputOnly(Cell):
    @staticmethod
    def backward(ctx, grad):
        x, h, w, u, out = ctx.saved_tensors
        d = grad * (1 - out**2)
        b = d.sum(0)
        a = [b if need else None for need in ctx.needs_input_grad[4:]]
        return d @ w, grad @ u, d.t() @ x, grad.t() @ h, *a


@wrong("tanh")
class ForwardWithoutTanh(Cell):
    forward = forward_of(lambda x, h, w, u, b, c: x @ w.t() + h @ u.t() + b + c)


@wrong("one of the biases")
class OneBiasOnly(Cell):
    forward = forward_of(lambda x, h, w, u, b, c: torch.tanh(x @ w.t() + h @ u.t() + b))


@wrong("sigmoid")
class ForwardWithASigmoid(Cell):
    forward = forward_of(
        lambda x, h, w, u, b, c: torch.sigmoid(x @ w.t() + h @ u.t() + b + c)
    )


@wrong("hidden state", "forward")
class TheOldStateIsLeftOut(Cell):
    forward = forward_of(lambda x, h, w, u, b, c: torch.tanh(x @ w.t() + b + c))


@wrong("theirs are lost")
class OnceOnly(Cell):
    backward = staticmethod(once_differentiable(vars(Cell)["backward"].__func__))


@wrong("theirs are not", "computed in forward")
class SlopeFromForward(Cell):
    @staticmethod
    def forward(ctx, x, h, w, u, b, c):
        linear = torch.nn.functional.linear
        out = torch.tanh(linear(x, w, b) + linear(h, u, c))
        ctx.save_for_backward(x, h, w, u, 1 - out * out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, w, u, slope = ctx.saved_tensors
        d = grad * slope
        b = [d.sum(0) if need else None for need in ctx.needs_input_grad[4:]]
        return d @ w, d @ u, d.t() @ x, d.t() @ h, *b


@wrong("theirs are lost")
class InNumPy(Cell):
    @staticmethod
    def backward(ctx, grad):
        x, h, w, u, out = (each.detach().numpy() for each in ctx.saved_tensors)
        d = grad.detach().numpy() * (1 - out**2)
        tensors = map(torch.from_numpy, (d @ w, d @ u, d.T @ x, d.T @ h))
        b = torch.from_numpy(np.asarray(d.sum(0)))
        return *tensors, *(b if need else None for need in ctx.needs_input_grad[4:])


@wrong("kept in a place")
class KeptOnTheClass(Cell):
    @staticmethod
    def forward(ctx, x, h, w, u, b, c):
        linear = torch.nn.functional.linear
        out = torch.tanh(linear(x, w, b) + linear(h, u, c))
        KeptOnTheClass.kept = x, h, w, u, out
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, w, u, out = KeptOnTheClass.kept
        d = grad * (1 - out**2)
        b = [d.sum(0) if need else None for need in ctx.needs_input_grad[4:]]
        return d @ w, d @ u, d.t() @ x, d.t() @ h, *b


@wrong("keeps a tensor as ctx.x")
class KeptAsAttributes(Cell):
    @staticmethod
    def forward(ctx, x, h, w, u, b, c):
        linear = torch.nn.functional.linear
        out = torch.tanh(linear(x, w, b) + linear(h, u, c))
        ctx.save_for_backward(out)
        ctx.x, ctx.h, ctx.w, ctx.u = x, h, w, u
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        d = grad * (1 - out**2)
        b = [d.sum(0) if need else None for need in ctx.needs_input_grad[4:]]
        return d @ ctx.w, d @ ctx.u, d.t() @ ctx.x, d.t() @ ctx.h, *b


@wrong("returns 6 values")
class FourGradients(Cell):
    @staticmethod
    def backward(ctx, grad):
        x, h, w, u, out = ctx.saved_tensors
        d = grad * (1 - out**2)
        return d @ w, d @ u, d.t() @ x, d.t() @ h


@wrong("bias", "None")
class GradientOfAnAbsentBias(Cell):
    @staticmethod
    def backward(ctx, grad):
        x, h, w, u, out = ctx.saved_tensors
        d = grad * (1 - out**2)
        return d @ w, d @ u, d.t() @ x, d.t() @ h, d.sum(0), d.sum(0)


@wrong("is not None")
class NoQuestionForTheBias(Cell):
    @staticmethod
    def forward(ctx, x, h, w, u, b, c):
        out = torch.tanh(x @ w.t() + b + h @ u.t() + c)
        ctx.save_for_backward(x, h, w, u, out)
        return out


@wrong("is not None")
class BiasesIfTheyNeedAGradient(Cell):
    @staticmethod
    def forward(ctx, x, h, w, u, b, c):
        total = x @ w.t() + h @ u.t()
        if ctx.needs_input_grad[4] or ctx.needs_input_grad[5]:
            total = total + b + c
        out = torch.tanh(total)
        ctx.save_for_backward(x, h, w, u, out)
        return out
