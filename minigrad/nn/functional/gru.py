"""The GRU layer over a whole sequence, in one node; see recurrent.py."""

import numpy as np
from numpy import ndarray

from ...core.op import Op
from ...ops.join import Cat, Stack
from ...ops.reduce import Sum
from .recurrent import (
    before,
    in_order,
    parts,
    product_grads,
    rows,
    sigmoid_in_place,
    stacked,
)


class Gru(Op, operands=4):
    """out[t] = n + z (out[t - 1] - n), n = tanh(x_n + r s_n), r and z = σ(x + s)

    Here s = out[t - 1] Wᵀ + b, for each of r, z and n. All r, z, n and s_n are one more
    output: a second derivative finds its way through them.
    """

    @staticmethod
    def forward(ctx, x, first, weight, bias, backwards):
        ctx.backwards = backwards
        count, batch, width = x.shape
        gates = np.empty((count, batch, width // 3 * 4), x.dtype)
        out = np.empty((count, batch, width // 3), x.dtype)
        b = np.zeros(width, x.dtype) if bias is None else bias
        gru_steps(in_order(backwards, x, gates, out), first, weight.T, b)
        ctx.save_for_backward(first, weight, out, gates)
        return out, gates

    @staticmethod
    def backward(ctx, grad, grad_gates):
        first, weight, out, gates = ctx.saved_tensors
        grad = np.zeros_like(out) if grad is None else grad
        h = before(out, first, ctx.backwards)
        change_x, change, kept = gru_change(
            grad, grad_gates, h, gates, weight, ctx.backwards
        )
        grads = product_grads(change, out, first, weight, ctx.backwards)
        grad_bias = Sum.call(rows(change, weight.shape[0]), 0, False)
        return change_x, grads[0] + kept, grads[1], grad_bias


def gru_steps(steps, h: ndarray, w: ndarray, b: ndarray) -> None:
    """Write r, z, n and s_n, and the output of each step, into their memory."""
    size = h.shape[-1]
    s = np.empty((len(h), 3 * size), h.dtype)
    with np.errstate(over="ignore"):  # of exp: then the gate is 0
        for given, gates, out in steps:
            np.dot(h, w, out=s)
            s += b
            both, new = gates[:, : 2 * size], gates[:, 2 * size : 3 * size]
            own = s[:, 2 * size :]
            np.add(given[:, : 2 * size], s[:, : 2 * size], out=both)
            sigmoid_in_place(both)
            gates[:, 3 * size :] = own
            np.multiply(both[:, :size], own, out=new)
            new += given[:, 2 * size :]
            np.tanh(new, out=new)
            np.subtract(h, new, out=out)
            out *= both[:, size:]
            out += new
            h = out


def gru_change(a, grad_gates, h, gates, weight, backwards: bool) -> tuple:
    """The changes of x and of s, (L, N, 3 H) each, and of the first state by z.

    From the last step on: what reaches out[t] goes to r, z and s_n by `inner`, and to
    out[t - 1] by z and, through the changes, by the weight. What comes to the gates as
    outputs is added by `extra`.
    """
    count, batch, size = h.shape
    r, z, n, s = parts(gates, 4)
    slope_r, slope_n = r * (1 - r), 1 - n * n
    to_n = (1 - z) * slope_n
    inner = to_n * s * slope_r, (h - n) * z * (1 - z), to_n * r
    inner, extra = Stack.call(*inner, 2), None
    if grad_gates is not None:
        grad_r, grad_z, grad_n, grad_s = parts(grad_gates, 4)
        more = grad_n * slope_n
        extra = (grad_r + more * s) * slope_r, grad_z * z * (1 - z), grad_s + more * r
        extra = Stack.call(*extra, 2)
    outs, changes, kept = [], [], None
    for t in range(count) if backwards else range(count - 1, -1, -1):
        out = a[t]
        if changes:
            out = out + kept + changes[-1].reshape((batch, 3 * size)) @ weight
        change = inner[t] * out[:, None]
        changes.append(change if extra is None else change + extra[t])
        outs.append(out)
        kept = out * z[t]
    new = stacked(outs, backwards) * to_n
    new = new if extra is None else new + more
    change = stacked(changes, backwards).reshape((count, batch, 3 * size))
    return Cat.call(change[:, :, : 2 * size], new, 2), change, kept
