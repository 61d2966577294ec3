"""The LSTM layer over a whole sequence, in one node; see recurrent.py."""

import numpy as np
from numpy import ndarray

from ...core.op import Op
from ...ops.join import Stack
from .recurrent import (
    before,
    in_order,
    pieces,
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
        states = gates, cells, before(cells, first_c, ctx.backwards)
        grad = np.zeros_like(out) if grad is None else grad
        more = grad_cells, grad_gates
        change, grad_c = lstm_change(grad, *more, states, weight, ctx.backwards)
        grads = product_grads(change, out, first, weight, ctx.backwards)
        return change.reshape(gates.shape), grads[0], grad_c, grads[1]


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


def lstm_factors(gates, cells, c):
    """What a change of c[t], of c[t] and of out[t] is multiplied by on its way.

    The three are for the way to the gates i, f, g and o, (L, N, 4, H), of which the
    last comes from out[t]; from out[t] to c[t]; from c[t] to c[t - 1]. The fourth is
    for what comes to the activated gates themselves.
    """
    size = cells.shape[2]
    i, f, g, o = (gates[..., k * size : (k + 1) * size] for k in range(4))
    bent = np.tanh(cells)
    slopes = i * (1 - i), f * (1 - f), 1 - g * g, o * (1 - o)
    inner = g * slopes[0], c * slopes[1], i * slopes[2], bent * slopes[3]
    return Stack.call(*inner, 2), o * (1 - bent * bent), f, slopes


def lstm_change(a, grad_cells, grad_gates, states, weight, backwards: bool):
    """The changes of the sums in the gates, (L, N, 4, H), and of the first c."""
    if isinstance(a, np.ndarray) and grad_gates is None:
        return _lstm_change(a, grad_cells, states, weight, backwards)
    inner, to_cell, forget, slopes = lstm_factors(*states)
    count, batch, _, size = inner.shape
    extra, changes, cell = None, [], None
    if grad_gates is not None:
        extra = grad_gates.reshape(inner.shape) * Stack.call(*slopes, 2)
    for t in range(count) if backwards else range(count - 1, -1, -1):
        out = a[t]
        if changes:
            out = out + changes[-1].reshape((batch, 4 * size)) @ weight
        total = out * to_cell[t]
        if grad_cells is not None:
            total = total + grad_cells[t]
        cell = total if cell is None else total + cell
        change = Stack.call(cell, cell, cell, out, 1) * inner[t]
        changes.append(change if extra is None else change + extra[t])
        cell = cell * forget[t]
    return stacked(changes, backwards), cell


def _lstm_change(a, grad_cells, states, weight, backwards: bool):
    """`lstm_change` for arrays, in place."""
    gates, cells, before = states
    out, product, cell, zero = np.zeros((4, *a.shape[1:]), a.dtype)
    changes = np.empty((*cells.shape[:2], 4, cells.shape[2]), a.dtype)
    if grad_cells is None:
        grad_cells = np.broadcast_to(zero, a.shape)
    after = np.zeros((len(zero), weight.shape[0]), a.dtype)
    for piece in pieces(gates, not backwards):
        inner, *more, _ = lstm_factors(gates[piece], cells[piece], before[piece])
        given = a[piece], grad_cells[piece], inner, *more, changes[piece]
        for new, new_cell, factor, slope, gate, change in in_order(
            not backwards, *given
        ):
            np.dot(after, weight, out=out)
            out += new
            cell += np.multiply(out, slope, out=product)
            cell += new_cell
            np.multiply(factor[:, :3], cell[:, None], out=change[:, :3])
            np.multiply(factor[:, 3], out, out=change[:, 3])
            cell *= gate
            after = change.reshape(after.shape)
    return changes, cell
