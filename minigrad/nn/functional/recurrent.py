"""Recurrent layers over whole sequences, each one node: the RNN, and what all share.

The others are in lstm.py and gru.py.

The input of a layer here is what its own input contributes to the gates at each step,
x W_ihᵀ + b, of shape (L, N, gates H). Only the recurrent product is made step by step.
So it is in backward: what does not depend on the steps after is computed for the whole
sequence at once, and one product with the recurrent weight, (gates H, H), is left.

`backwards` says that the last step comes first. Forward computes its steps in place, in
memory that is new.
"""

from functools import partial

import numpy as np
from numpy import ndarray

from ...autograd.tied import Tied
from ...core.op import Op
from ...ops.join import Cat, Stack


def in_order(backwards: bool, *sequences):
    """The steps of several sequences together, from the first on or from the last."""
    return zip(*[each[::-1] if backwards else each for each in sequences], strict=True)


# -- in backward ------------------------------------------------------------------


def before(out, first, backwards: bool):
    """The state before each step, of the states after each step."""
    first = first.reshape((1, *first.shape))
    return Cat.call(out[1:], first, 0) if backwards else Cat.call(first, out[:-1], 0)


def parts(x, number: int) -> list:
    """A sequence of gates side by side as one sequence for each."""
    size = x.shape[2] // number
    return [x[:, :, k * size : (k + 1) * size] for k in range(number)]


def rows(x, width: int):
    """A sequence as the rows of one matrix."""
    return x.reshape((x.shape[0] * x.shape[1], width))


def stacked(changes: list, backwards: bool):
    """Changes, those of the last step first, as a sequence."""
    return Stack.call(*(changes if backwards else changes[::-1]), 0)


def product_grads(change, states, first, weight, backwards: bool) -> tuple:
    """The gradients of the first state and of the weight in the recurrent product."""
    change = change.reshape((*change.shape[:2], weight.shape[0]))
    grad_first = change[-1 if backwards else 0] @ weight
    earlier = rows(before(states, first, backwards), weight.shape[1])
    return grad_first, rows(change, weight.shape[0]).T @ earlier


# -- steps of arrays --------------------------------------------------------------


def sigmoid_in_place(a: ndarray) -> None:
    """1 / (1 + exp(-a))"""
    np.negative(a, out=a)
    np.exp(a, out=a)
    a += 1
    np.reciprocal(a, out=a)


# -- RNN --------------------------------------------------------------------------


class RnnTanh(Op, operands=3):
    """out[t] = tanh(x[t] + out[t - 1] Wᵀ), where `first` is the state before"""

    activate = np.tanh

    @staticmethod
    def forward(ctx, x, first, weight, backwards):
        ctx.backwards = backwards
        out = rnn_steps(ctx._op.activate, x, first, weight, backwards)
        ctx.save_for_backward(first, weight, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        first, weight, out = ctx.saved_tensors
        change = rnn_change(grad, 1 - out * out, weight, ctx.backwards)
        return change, *product_grads(change, out, first, weight, ctx.backwards)


class RnnRelu(RnnTanh):
    """out[t] = max(0, x[t] + out[t - 1] Wᵀ), where `first` is the state before"""

    activate = partial(np.maximum, 0)

    @staticmethod
    def backward(ctx, grad):
        first, weight, out = ctx.saved_tensors
        slope = (out > 0) * np.ones_like(out)
        grad = Tied.call(grad, out)
        change = rnn_change(grad, slope, weight, ctx.backwards)
        return change, *product_grads(change, out, first, weight, ctx.backwards)


def rnn_steps(activate, x: ndarray, h: ndarray, weight: ndarray, backwards: bool):
    """The states of all steps; `activate` writes into `out`."""
    states, w = np.empty(x.shape, x.dtype), weight.T
    for given, new in in_order(backwards, x, states):
        h = np.dot(h, w, out=new)
        h += given
        activate(h, out=h)
    return states


def rnn_change(a, slope, weight, backwards: bool):
    """d[t] = (a[t] + d[t + 1] W) slope[t]"""
    changes = []
    if isinstance(a, np.ndarray):
        out = np.empty(slope.shape, slope.dtype)
        after = np.zeros(slope.shape[1:], slope.dtype)
        for given, factor, change in in_order(not backwards, a, slope, out):
            after = np.dot(after, weight, out=change)
            after += given
            after *= factor
        return out
    for t in range(len(a)) if backwards else range(len(a) - 1, -1, -1):
        total = a[t] + changes[-1] @ weight if changes else a[t]
        changes.append(total * slope[t])
    return stacked(changes, backwards)
