"""Answers to Linear."""

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function
from minigrad.autograd.function import once_differentiable

right, wrong = answers_to("Linear")


class Layer(Function):
    """Right; the wrong ones below have another forward, or another backward."""

    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        rows = grad.reshape(-1, weight.shape[0])
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = rows.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = rows.sum(0)
        return grad_input, grad_weight, grad_bias


def backward_of(weight, bias, input=lambda grad, w: grad @ w):
    """A backward of three formulas, the first two of which get tables of rows."""

    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        needs, rows = ctx.needs_input_grad, grad.reshape(-1, w.shape[0])
        return (
            input(grad, w) if needs[0] else None,
            weight(rows, x.reshape(-1, w.shape[1])) if needs[1] else None,
            bias(rows) if needs[2] else None,
        )

    return staticmethod(backward)


def product(rows, x):
    return rows.t() @ x


def total(rows):
    return rows.sum(0)


@right
class AsInTheBook(Layer):
    pass


@right
class ByEinsum(Function):
    @staticmethod
    def forward(ctx, input, weight, bias=None):
        ctx.save_for_backward(input, weight)
        out = torch.einsum("...i,oi->...o", input, weight)
        if bias is not None:
            out += bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        for_input, for_weight, for_bias = ctx.needs_input_grad
        return (
            torch.einsum("...o,oi->...i", grad, weight) if for_input else None,
            torch.einsum("...o,...i->oi", grad, input) if for_weight else None,
            grad.sum(tuple(range(grad.dim() - 1)))
            if for_bias and grad.dim() > 1
            else grad
            if for_bias
            else None,
        )


@right
class TheEngineSums(Function):
    """A table for each row: what was broadcast is summed by the engine."""

    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = (input.unsqueeze(-2) * weight).sum(-1)
        return out + bias if bias is not None else out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        return (
            grad.matmul(weight) if needs[0] else None,
            grad.unsqueeze(-1) * input.unsqueeze(-2) if needs[1] else None,
            grad if needs[2] else None,
        )


@right
class OnlyWhatIsNeededIsSaved(Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        for_input, for_weight, _ = ctx.needs_input_grad
        ctx.save_for_backward(
            input if for_weight else None, weight if for_input else None
        )
        result = torch.matmul(input, weight.transpose(0, 1))
        if bias is None:
            return result
        return result.add(bias)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        flat = grad.reshape(-1, grad.shape[-1])
        grad_input = None if weight is None else grad @ weight
        grad_weight = None
        if input is not None:
            grad_weight = flat.T @ input.reshape(-1, input.shape[-1])
        return grad_input, grad_weight, flat.sum(0) if ctx.needs_input_grad[2] else None


# -- forward ----------------------------------------------------------------------


@wrong("does not transpose the weight")
class WeightAsItIs(Layer):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight
        return out if bias is None else out + bias


@wrong("The bias is not added")
class NoBias(Layer):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        return input @ weight.t()


@wrong("may be None")
class BiasWithoutAQuestion(Layer):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        return input @ weight.t() + bias


@wrong("bias is not None")
class IfBias(Layer):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        if bias:
            out = out + bias
        return out


@wrong("bias is subtracted")
class BiasSubtracted(Layer):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        return out if bias is None else out - bias


# -- the weight -------------------------------------------------------------------


@wrong("The gradient of the weight is transposed")
class TransposedWeight(Layer):
    backward = backward_of(lambda rows, x: x.t() @ rows, total)


@wrong("moves the numbers to wrong places")
class ReshapedWeight(Layer):
    backward = backward_of(
        lambda rows, x: (x.t() @ rows).reshape(rows.shape[1], x.shape[1]), total
    )


@wrong("mean over the rows")
class MeanForTheWeight(Layer):
    backward = backward_of(lambda rows, x: rows.t() @ x / x.shape[0], total)


@wrong("upstream gradient is missing", "weight")
class NoUpstreamForTheWeight(Layer):
    backward = backward_of(lambda rows, x: (rows * 0 + 1).t() @ x, total)


# -- the bias ---------------------------------------------------------------------


@wrong("gradient of the bias is the mean over the rows")
class MeanForTheBias(Layer):
    backward = backward_of(product, lambda rows: rows.mean(0))


@wrong("wrong dimension")
class OtherSumForTheBias(Layer):
    backward = backward_of(product, lambda rows: rows.sum(1))


@wrong("a single number, the sum of all")
class OneNumberForTheBias(Layer):
    backward = backward_of(product, lambda rows: rows.sum())


@wrong("for bias is 1 everywhere")
class OnesForTheBias(Layer):
    backward = backward_of(product, lambda rows: torch.ones_like(rows[0]))


@wrong("mean over the rows", "Two things", "transposed")
class MeanAndTransposed(Layer):
    backward = backward_of(lambda rows, x: x.t() @ rows, lambda rows: rows.mean(0))


# -- shapes -----------------------------------------------------------------------


@wrong("puts all rows below one another")
class NotFlattened(Layer):
    """The lecture's layer: for a batch of rows, and for nothing else."""

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        return (
            grad @ weight if needs[0] else None,
            grad.t() @ input if needs[1] else None,
            grad.sum(0) if needs[2] else None,
        )


@wrong("puts all rows below one another")
class NoSingleRow(Layer):
    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        return (
            grad @ weight if needs[0] else None,
            grad.mT @ input if needs[1] else None,
            grad.flatten(0, -2).sum(0) if needs[2] else None,
        )


@wrong("puts all rows below one another")
class OneFrontDimensionSummed(Layer):
    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        if grad.dim() == 3:
            grad2, input2 = grad.flatten(0, 1), input.flatten(0, 1)
        else:
            grad2, input2 = grad, input
        return (
            grad @ weight if needs[0] else None,
            grad2.t() @ input2 if needs[1] else None,
            grad2.sum(0) if needs[2] else None,
        )


@wrong("view needs", "reshape")
class Views(Layer):
    """No upstream gradient may lie across."""

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        rows = grad.view(-1, weight.shape[0])
        return (
            grad @ weight if needs[0] else None,
            rows.t() @ input.view(-1, weight.shape[1]) if needs[1] else None,
            rows.sum(0) if needs[2] else None,
        )


# -- what is not needed -----------------------------------------------------------


@wrong("argument 1 of forward, which needs none")
class AllThreeComputed(Layer):
    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        rows = grad.reshape(-1, weight.shape[0])
        inputs = input.reshape(-1, weight.shape[1])
        bias = rows.sum(0) if ctx.needs_input_grad[2] else None
        return grad @ weight, rows.t() @ inputs, bias


@wrong("and throws it away")
class ComputedAndDropped(Layer):
    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        rows = grad.reshape(-1, weight.shape[0])
        found = (
            grad @ weight,
            rows.t() @ input.reshape(-1, weight.shape[1]),
            rows.sum(0),
        )
        return tuple(
            each if needed else None
            for each, needed in zip(found, ctx.needs_input_grad, strict=True)
        )


@wrong("The sum for the bias")
class BiasAlwaysSummed(Layer):
    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        rows = grad.reshape(-1, weight.shape[0])
        inputs = input.reshape(-1, weight.shape[1])
        bias = rows.sum(0)
        return (
            grad @ weight if needs[0] else None,
            rows.t() @ inputs if needs[1] else None,
            bias if needs[2] else None,
        )


@wrong("argument 3 of forward, which needs none")
class AGradientForNoBias(Layer):
    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        rows = grad.reshape(-1, weight.shape[0])
        inputs = input.reshape(-1, weight.shape[1])
        return (
            grad @ weight if needs[0] else None,
            rows.t() @ inputs if needs[1] else None,
            rows.sum(0),
        )


@wrong("backward returns 3 values")
class TwoGradients(Layer):
    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        rows = grad.reshape(-1, weight.shape[0])
        inputs = input.reshape(-1, weight.shape[1])
        return grad @ weight, rows.t() @ inputs


@wrong("shape of its argument")
class InTheWrongOrder(Layer):
    @staticmethod
    def backward(ctx, grad):
        input, weight, bias = Layer.backward(ctx, grad)
        return weight, input, bias


# -- what is kept -----------------------------------------------------------------


@wrong("as an attribute")
class Attributes(Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.input, ctx.weight = input, weight
        out = input @ weight.t()
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        needs = ctx.needs_input_grad
        rows = grad.reshape(-1, grad.shape[-1])
        inputs = ctx.input.reshape(-1, ctx.input.shape[-1])
        return (
            grad @ ctx.weight if needs[0] else None,
            rows.t() @ inputs if needs[1] else None,
            rows.sum(0) if needs[2] else None,
        )


@wrong("theirs are lost")
class WithoutHistory(Layer):
    @staticmethod
    def backward(ctx, grad):
        input, weight = (each.detach() for each in ctx.saved_tensors)
        needs = ctx.needs_input_grad
        rows = grad.reshape(-1, weight.shape[0])
        inputs = input.reshape(-1, weight.shape[1])
        return (
            grad @ weight if needs[0] else None,
            rows.t() @ inputs if needs[1] else None,
            rows.sum(0) if needs[2] else None,
        )


@wrong("by once_differentiable")
class Once(Layer):
    backward = staticmethod(once_differentiable(Layer.backward))


LATEST = {}


@wrong("a place that all calls share")
class OnePlaceForAll(Layer):
    @staticmethod
    def forward(ctx, input, weight, bias):
        LATEST["input"], LATEST["weight"] = input, weight
        out = input @ weight.t()
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = LATEST["input"], LATEST["weight"]
        needs = ctx.needs_input_grad
        rows = grad.reshape(-1, weight.shape[0])
        inputs = input.reshape(-1, weight.shape[1])
        return (
            grad @ weight if needs[0] else None,
            rows.t() @ inputs if needs[1] else None,
            rows.sum(0) if needs[2] else None,
        )


@wrong("changes the upstream gradient in place")
class UpstreamChanged(Layer):
    @staticmethod
    def backward(ctx, grad):
        found = Layer.backward(ctx, grad.clone())
        if not torch.is_grad_enabled():
            grad.mul_(2.0)
        return found


@wrong("theirs are lost")
class InNumPy(Layer):
    @staticmethod
    def backward(ctx, grad):
        input, weight = (each.detach().numpy() for each in ctx.saved_tensors)
        rows = grad.detach().numpy().reshape(-1, weight.shape[0])
        inputs = input.reshape(-1, weight.shape[1])
        found = (rows @ weight).reshape(input.shape), rows.T @ inputs, rows.sum(0)
        return tuple(
            torch.from_numpy(np.ascontiguousarray(each)) if need else None
            for each, need in zip(found, ctx.needs_input_grad, strict=True)
        )
