"""Right programs of ps2, with which a check compares a student's.

`banks.right_programs` packs them. A second one of a piece is called `name_`.
"""

import math

import numpy as np

from minigrad import Op


class Add(Op):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


class Div(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad / b
        grad_b = -grad * a / (b * b)
        return grad_a, grad_b


class Div_(Op):
    @staticmethod
    def forward(ctx, a, b):
        out = a / b
        ctx.save_for_backward(out, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, b = ctx.saved_tensors
        return grad / b, -(grad * out / b)


class Pow(Op):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        n = ctx.n
        if n == 0:
            return grad * 0
        return grad * n * a ** (n - 1)


class Exp(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out


class Log(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a


class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out**2)


class ReLU(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)


class Abs(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        upwards = grad * (a > 0)
        downwards = grad * (a < 0)
        return upwards - downwards


class Sum(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        every = tuple(range(a.ndim)) if dim is None else np.atleast_1d(dim)
        dims = {int(i) % a.ndim for i in every}
        ctx.kept = [1 if i in dims else a.shape[i] for i in range(a.ndim)]
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        grad = grad.reshape(ctx.kept)
        return np.broadcast_to(grad, ctx.shape)


class Sum_(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim = dim
        ctx.keepdim = keepdim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None and not ctx.keepdim:
            grad = np.expand_dims(grad, ctx.dim)
        return grad * np.ones(ctx.shape, grad.dtype)


class Mean(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=keepdim)
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        ctx.n = a.size // max(out.size, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        grad = grad.reshape(ctx.kept)
        return np.broadcast_to(grad / ctx.n, ctx.shape)


class Mean_(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim, ctx.keepdim = a.shape, dim, keepdim
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = math.prod(ctx.shape) / max(grad.size, 1)
        if ctx.dim is not None and not ctx.keepdim:
            grad = np.expand_dims(grad, ctx.dim)
        return grad * np.ones(ctx.shape, grad.dtype) / n


class Max(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else a.max(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out) | np.isnan(a)
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(out.shape) / count.astype(a.dtype)


class Norm(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        squares = (a**2).sum(axis=dim, keepdims=True)
        out = np.sqrt(squares)
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        is_zero = out == 0
        slope = a / np.where(is_zero, 1, out)
        return np.where(is_zero, 0, grad.reshape(out.shape) * slope)


class Dot(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


class Mv(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        column = grad[:, None]
        return column * b, a.T @ grad


class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad


class Bmm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.mT, a.mT @ grad


class Bmm_(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        out = np.zeros((a.shape[0], a.shape[1], b.shape[2]), a.dtype)
        for i in range(a.shape[0]):
            out[i] = a[i] @ b[i]
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.zeros_like(a)
        grad_b = np.zeros_like(b)
        for i in range(a.shape[0]):
            grad_a[i] = grad[i] @ b[i].T
            grad_b[i] = a[i].T @ grad[i]
        return grad_a, grad_b


class Index(Op):
    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, grad.dtype)
        np.add.at(out, ctx.key, grad)
        return out


def sum_to_shape(grad, shape):
    front = grad.ndim - len(shape)
    axes = list(range(front))
    for i in range(len(shape)):
        if shape[i] == 1:
            axes.append(front + i)
    return grad.sum(tuple(axes)).reshape(shape)


def sum_to_shape_(grad, shape):
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    for i, size in enumerate(padded):
        if size == 1:
            kept = grad.shape[:i] + (1,) + grad.shape[i + 1 :]
            grad = grad.sum((i,)).reshape(kept)
    return grad.reshape(shape)


class Tanh_(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out**2)


class Mm_(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad
