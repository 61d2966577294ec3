"""Answers to Sum."""

import numpy as np
from banks.answers.bank import answers_to

from minigrad import Op

right, wrong = answers_to("Sum")

# -- right -----------------------------------------------------------------------------


class Forward(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.add.reduce(a, axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else np.squeeze(out, axis=dim)


@right
class AsInTheBook(Forward):
    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


@right
class ByOnes(Forward):
    @staticmethod
    def backward(ctx, grad):
        return np.reshape(grad, ctx.kept) * np.ones(ctx.shape, grad.dtype)


@right
class ByExpandDims:
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.args = a.shape, dim, keepdim
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        shape, dim, keepdim = ctx.args
        if not keepdim and dim is not None:
            grad = np.expand_dims(grad, dim)
        return np.broadcast_to(grad, shape), None, None


@wrong("modified by an inplace operation")
class ThatSavesTheInput(Op):
    """Keeps more than it needs: a change of it is an error."""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return a.sum(dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        kept = np.empty(a.shape).sum(ctx.dim, keepdims=True).shape
        return np.zeros_like(a) + grad.reshape(kept)


@right
class WithALoop(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        dims = range(a.ndim) if dim is None else dim
        dims = (dims,) if isinstance(dims, int) else dims
        ctx.axes = sorted(d % max(a.ndim, 1) for d in dims)
        ctx.sizes = a.shape
        out = a.copy()
        for axis in reversed(ctx.axes):
            out = out.sum(axis)
        ctx.keepdim = keepdim
        kept = [1 if i in ctx.axes else n for i, n in enumerate(a.shape)]
        return np.asarray(out).reshape(kept) if keepdim else out

    @staticmethod
    def backward(ctx, grad):
        for axis in ctx.axes:
            if not ctx.keepdim:
                grad = np.expand_dims(grad, axis)
            grad = np.repeat(grad, ctx.sizes[axis], axis)
        return grad


# -- wrong -----------------------------------------------------------------------------


@wrong("not expanded", "shape of out")
class HandsOnUpstream(Forward):
    @staticmethod
    def backward(ctx, grad):
        return grad


@wrong("upstream gradient is missing")
class OfOnes(Forward):
    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.shape, grad.dtype)


@wrong("sum of the upstream gradient")
class OfAllUpstream(Forward):
    @staticmethod
    def backward(ctx, grad):
        return np.full(ctx.shape, grad.sum(), grad.dtype)


@wrong("could not be broadcast", "np.broadcast_to(grad, ctx.shape)")
class BroadcastsTooEarly(Forward):
    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad, ctx.shape)


@wrong("expanded along the wrong axis")
class ExpandsTheWrongAxis(Forward):
    @staticmethod
    def backward(ctx, grad):
        try:
            return np.broadcast_to(grad, ctx.shape)
        except ValueError:
            return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


@wrong("The gradient of a is 1 / n times what it should be")
class DividesTheGradient(Forward):
    @staticmethod
    def backward(ctx, grad):
        count = np.prod(ctx.shape) / max(np.prod(ctx.kept), 1)
        full = np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
        return (full / max(count, 1)).astype(grad.dtype)


@wrong("sign is wrong")
class Negated(Forward):
    @staticmethod
    def backward(ctx, grad):
        return -np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


@wrong("The slope used for a is a")
class TimesTheInput(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(a)
        ctx.kept = out.shape
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad.reshape(ctx.kept) * a


@wrong("The values are right, the shape is not: axes of size 1 are missing")
class IgnoresKeepdim(AsInTheBook):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim)


@wrong("The values are right, the shape is not: axes of size 1 are left")
class AlwaysKeeps(AsInTheBook):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        out = a.sum(axis=dim, keepdims=True)
        ctx.kept = out.shape
        return out


@wrong("forward computes the sum of a over all axes")
class IgnoresDim(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        return a.sum()

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad, ctx.shape)


@wrong("forward computes the sum of a over the axis after dim")
class OverTheOtherAxis(AsInTheBook):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if isinstance(dim, int) and a.ndim > 1:
            dim = (dim + 1) % a.ndim
        out = a.sum(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else out.squeeze(axis=dim)


@wrong("forward computes the mean of a over the axes in dim")
class IsAMean(AsInTheBook):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True).astype(a.dtype)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else out.squeeze(axis=dim)


@wrong("Wherever dim is a tuple: forward computes the sum of a over the")
class OfTheFirstAxis(AsInTheBook):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        dim = dim[0] if isinstance(dim, tuple) else dim
        out = a.sum(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else out.squeeze(axis=dim)


@wrong("raised TypeError", "minigrad calls it with 4 arguments")
class WithoutKeepdim(Op):
    @staticmethod
    def forward(ctx, a, dim=None):
        ctx.shape = a.shape
        return a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad, ctx.shape)


@wrong("returned its input a, or a view of it")
class OfOneIsAView(AsInTheBook):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.sum(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        if out.shape == a.shape:
            out = a
        return out if keepdim else out.squeeze(axis=dim)


@wrong("dtype is lost")
class InDoublePrecision(AsInTheBook):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.sum(axis=dim, keepdims=True, dtype=np.float64)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else out.squeeze(axis=dim)


@wrong("Sum.backward raised ValueError", "changes an array in place")
class WritesIntoTheView(Forward):
    @staticmethod
    def backward(ctx, grad):
        full = np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
        full *= 1
        return full


@wrong("second backward pass adds nothing")
class WorksOnce(Forward):
    @staticmethod
    def backward(ctx, grad):
        full = np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
        used, ctx.used = getattr(ctx, "used", False), True
        return full * (0 if used else 1)


@wrong("a second one through the same graph is not")
class ForgetsHalf(Forward):
    @staticmethod
    def backward(ctx, grad):
        full = np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
        used, ctx.used = getattr(ctx, "used", False), True
        return full / 2 if used else full
