"""The GRU layer over a whole sequence, in one node; see recurrent.py."""

import numpy as np
from numpy import ndarray

from ...core.op import Op
from ...ops.join import Stack
from ...ops.reduce import Sum
from .recurrent import (
    before,
    in_order,
    pieces,
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
        states = before(out, first, ctx.backwards), gates
        given, change, kept = gru_change(
            grad, grad_gates, states, weight, ctx.backwards
        )
        grads = product_grads(change, out, first, weight, ctx.backwards)
        grad_bias = Sum.call(rows(change, weight.shape[0]), 0, False)
        return given, grads[0] + kept, grads[1], grad_bias


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


def gru_factors(h, gates, grad_gates) -> tuple:
    """What changes are multiplied by on their way back through a step, and z.

    From out[t] to the sums in n and in z, from that in n to those in r and in s_n. Also
    what comes to these sums from the gates as outputs: of r, z, n and s_n, or None.
    """
    size = h.shape[2]
    r, z, n, s = (gates[..., k * size : (k + 1) * size] for k in range(4))
    slopes = r * (1 - r), z * (1 - z), 1 - n * n
    factors = (1 - z) * slopes[2], (h - n) * slopes[1], s * slopes[0], r
    extra = None
    if grad_gates is not None:
        extra = [grad_gates[..., k * size : (k + 1) * size] for k in range(4)]
        extra = [extra[k] * slopes[k] for k in range(3)] + extra[3:]
    return factors, z, extra


def gru_change(a, grad_gates, states, weight, backwards: bool) -> tuple:
    """The changes of x, of the sums s, (L, N, 3, H), and of the first state by z."""
    if isinstance(a, np.ndarray) and grad_gates is None:
        return _gru_change(a, *states, weight, backwards)
    factors, z, extra = gru_factors(*states, grad_gates)
    to_new, to_keep, to_reset, to_own = factors
    count, batch, size = z.shape
    changes, given, kept = [], [], None
    for t in range(count) if backwards else range(count - 1, -1, -1):
        out = a[t]
        if changes:
            out = out + kept + changes[-1].reshape((batch, 3 * size)) @ weight
        more = (0, 0, 0, 0) if extra is None else [each[t] for each in extra]
        new = out * to_new[t] + more[2]
        reset, keep = new * to_reset[t] + more[0], out * to_keep[t] + more[1]
        changes.append(Stack.call(reset, keep, new * to_own[t] + more[3], 1))
        given.append(Stack.call(reset, keep, new, 1))
        kept = out * z[t]
    given = stacked(given, backwards).reshape((count, batch, 3 * size))
    return given, stacked(changes, backwards), kept


def _gru_change(a, before, gates, weight, backwards: bool) -> tuple:
    """`gru_change` for arrays, in place."""
    count, batch, size = a.shape
    changes, given = np.empty((2, count, batch, 3, size), a.dtype)
    out, kept = np.zeros((2, batch, size), a.dtype)
    after = np.zeros((batch, 3 * size), a.dtype)
    for piece in pieces(gates, not backwards):
        factors, z, _ = gru_factors(before[piece], gates[piece], None)
        to_new, to_keep, to_reset, to_own = factors
        inner = np.stack((to_new * to_reset, to_keep, to_new * to_own), 2)
        steps = a[piece], inner, to_new, z, changes[piece], given[piece]
        for new, factor, slope, gate, change, change_x in in_order(
            not backwards, *steps
        ):
            np.dot(after, weight, out=out)
            out += kept
            out += new
            np.multiply(factor, out[:, None], out=change)
            change_x[:, :2] = change[:, :2]
            np.multiply(slope, out, out=change_x[:, 2])
            np.multiply(out, gate, out=kept)
            after = change.reshape(after.shape)
    return given.reshape((count, batch, 3 * size)), changes, kept
