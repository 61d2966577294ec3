"""The LSTM layer over a whole sequence, in one node; see recurrent.py."""

import numpy as np
from numpy import ndarray

from ...core.op import Op
from ...ops.join import Cat, Stack
from .recurrent import (
    before,
    in_order,
    parts,
    product_grads,
    sigmoid_in_place,
    stacked,
)


class Lstm(Op, operands=4):
    """c[t] = f c[t - 1] + i g and out[t] = o tanh(c[t]), with the gates i, f, g, o

    These are σ, and tanh for g, of x[t] + out[t - 1] Wᵀ. All c and all gates are
    outputs, too: a second derivative finds its way through them.
    """

    @staticmethod
    def forward(ctx, x, first, first_c, weight, backwards):
        ctx.backwards = backwards
        gates = np.empty(x.shape, x.dtype)
        cells = np.empty((*x.shape[:2], weight.shape[1]), x.dtype)
        out = np.empty_like(cells)
        steps = in_order(backwards, x, gates, cells, out)
        lstm_steps(steps, first, first_c, weight.T)
        ctx.save_for_backward(first, first_c, weight, out, cells, gates)
        return out, cells, gates

    @staticmethod
    def backward(ctx, grad, grad_cells, grad_gates):
        first, first_c, weight, out, cells, gates = ctx.saved_tensors
        grad = np.zeros_like(out) if grad is None else grad
        states = gates, cells, before(cells, first_c, ctx.backwards)
        grads = grad, grad_cells, grad_gates
        change, grad_c = lstm_change(*grads, *states, weight, ctx.backwards)
        grads = product_grads(change, out, first, weight, ctx.backwards)
        return change, grads[0], grad_c, grads[1]


def lstm_steps(steps, h: ndarray, c: ndarray, w: ndarray) -> None:
    """Write gates, c and output of each step into their memory."""
    size = c.shape[-1]
    new, product = np.empty(c.shape, c.dtype), np.empty(c.shape, c.dtype)
    with np.errstate(over="ignore"):  # of exp: then the gate is 0
        for given, gates, cell, out in steps:
            np.dot(h, w, out=gates)
            gates += given
            np.tanh(gates[:, 2 * size : 3 * size], out=new)
            sigmoid_in_place(gates)  # all four: less calls than for three of them
            gates[:, 2 * size : 3 * size] = new
            np.multiply(gates[:, size : 2 * size], c, out=cell)
            cell += np.multiply(gates[:, :size], new, out=product)
            np.tanh(cell, out=product)
            np.multiply(gates[:, 3 * size :], product, out=out)
            h, c = out, cell


def lstm_change(
    a, grad_cells, grad_gates, gates, cells, c, weight, backwards: bool
) -> tuple:
    """The changes of the sums in the gates, (L, N, 4 H), and of the first c.

    From the last step on: what reaches c[t] goes to i, f and g by `inner`, and to
    c[t - 1] by f; what reaches out[t] goes to o by `to_o`, and to c[t] by `to_c`.
    """
    count, batch, size = cells.shape
    i, f, g, o = parts(gates, 4)
    bent = np.tanh(cells)
    slopes = i * (1 - i), f * (1 - f), 1 - g * g, o * (1 - o)
    inner = Stack.call(g * slopes[0], c * slopes[1], i * slopes[2], 2)
    to_o, to_c = bent * slopes[3], o * (1 - bent * bent)
    extra = None if grad_gates is None else grad_gates * Cat.call(*slopes, 2)
    changes, cell = [], None
    for t in range(count) if backwards else range(count - 1, -1, -1):
        out = a[t] + changes[-1] @ weight if changes else a[t]
        new = out * to_c[t]
        new = new if grad_cells is None else new + grad_cells[t]
        cell = new if cell is None else new + cell
        change = (inner[t] * cell[:, None]).reshape((batch, 3 * size))
        change = Cat.call(change, to_o[t] * out, 1)
        changes.append(change if extra is None else change + extra[t])
        cell = cell * f[t]
    return stacked(changes, backwards), cell
