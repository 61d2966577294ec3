"""Answers to Mul."""

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch
from minigrad import Op

right, wrong = answers_to("Mul")

# -- right -----------------------------------------------------------------------------


class SavesBoth(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b


@right
class AsInTheBook(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


@right
class OfNumPysNames:
    """No Op, NumPy's functions, the factors in the other order."""

    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return np.multiply(x, y)

    @staticmethod
    def backward(ctx, upstream):
        x, y = ctx.saved_tensors
        return np.multiply(y, upstream), np.multiply(x, upstream)


@right
class ThatAsksWhatIsNeeded(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        need_a, need_b = ctx.needs_input_grad
        return grad * b if need_a else None, grad * a if need_b else None


@right
class ThatSumsByItself(SavesBoth):
    """Undoes broadcasting although the engine does."""

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors

        def down(full, shape):
            full = full.sum(axis=tuple(range(full.ndim - len(shape))))
            ones = tuple(i for i, n in enumerate(shape) if n == 1)
            return full.sum(axis=ones, keepdims=True)

        return down(grad * b, np.shape(a)), down(grad * a, np.shape(b))


@right
class ByEinsum(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.einsum("...,...->...", grad, b), np.einsum("...,...->...", grad, a)


# -- wrong -----------------------------------------------------------------------------


@wrong("upstream gradient is missing", "for a and b")
class ForgetsUpstream(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return b, a


@wrong("upstream gradient is missing", "for b is the slope")
class ForgetsUpstreamOfB(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, a


@wrong("For a and b, backward returns the gradient of the other operand")
class Swapped(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * a, grad * b


@wrong(
    "A factor is missing: what backward returns for a is the upstream",
    "A factor is missing: what backward returns for b is the upstream",
)
class HandsOnUpstream(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        return grad, grad


@wrong("factor is missing", "for b is the upstream gradient alone")
class FactorOfBMissing(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad


@wrong("sign is wrong", "gradient of b")
class SignOfB(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, -grad * a


@wrong("constant factor", "gradient of a and b is 2 times")
class Twice(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return 2 * grad * b, 2 * grad * a


@wrong("sum of the upstream gradient")
class SumsUpstream(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad.sum() * (b + 0 * grad), grad.sum() * (a + 0 * grad)


@wrong("mean of the upstream gradient")
class AveragesUpstream(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        mean = grad.mean() if grad.size else 0.0
        return mean * (b + 0 * grad), mean * (a + 0 * grad)


@wrong("The slope used for a is out")
class TimesOut(Op):
    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(a, b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, out = ctx.saved_tensors
        return grad * out, grad * out


@wrong("Where a is 0, infinite or nan, and only there, the gradient of a is")
class DividesTheOutput(Op):
    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(a, b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, out = ctx.saved_tensors
        return grad * out / a, grad * a


@wrong("The slope used for a is a + b", "The slope used for b is a + b")
class ProductRule(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * (a + b), grad * (a + b)


@wrong("forward computes a + b, not a * b")
class Adds(SavesBoth):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


@wrong("averaged where it must be summed", "a and b")
class AveragesBroadcast(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return _mean_down(grad * b, np.shape(a)), _mean_down(grad * a, np.shape(b))


def _mean_down(full, shape):
    axes = tuple(
        i
        for i in range(-full.ndim, 0)
        if -i > len(shape) or (shape[i] == 1 and full.shape[i] > 1)
    )
    return full.mean(axis=axes, keepdims=True).reshape(shape) if axes else full


@wrong("gradient of shape (4,)", "which has the shape (3, 1)")
class SumsTheWrongAxis(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a, grad_b = grad * b, grad * a
        if grad_a.shape != np.shape(a):
            grad_a = grad_a.sum(axis=0)
        return grad_a, grad_b


@wrong("returned 1 gradient", "2 operands: a, b")
class OneGradient(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b


@wrong("None as the gradient of b")
class NoneForB(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, None


@wrong("backward returned None", "return?")
class ForgetsReturn(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        _ = grad * b, grad * a


@wrong("forward returned None", "return?")
class ForwardWithoutReturn(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)


@wrong("returned a list")
class List(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return [grad * b, grad * a]


@wrong("type list")
class ListOfNumbers(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return (a * b).tolist() if (a * b).ndim else a * b


@wrong("dtype object")
class Objects(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return (a * b).astype(object)


@wrong("a matrix", "plain NumPy array")
class Matrix(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        out = a * b
        return out.view(np.matrix) if np.ndim(out) == 2 else out


@wrong("returned a Tensor", "arrays in, arrays out")
class Tensor(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return torch.tensor(a * b)


@wrong("dtype is lost", "float64", "float32")
class ForgetsDtype(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * np.array(b, dtype=float)


@wrong("dtype is lost", "gradient of a is float64")
class GradientForgetsDtype(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad = grad.astype(np.float64)
        return grad * b, grad * a


@wrong("forward changed a in place")
class InPlace(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        if a.shape == np.broadcast_shapes(a.shape, np.shape(b)):
            a *= b
            return a.copy()
        return a * b


@wrong("backward changed the gradient it got")
class ChangesUpstream(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad * b
        grad *= a
        return grad_a, grad


@wrong("backward changed a in place")
class ChangesSaved(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad * b
        if a.shape == grad.shape:
            a *= grad
            return grad_a, a.copy()
        return grad_a, grad * a


@wrong("attributes (a, b) of ctx", "save_for_backward")
class KeepsAttributes(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.b, grad * ctx.a


@wrong("saves what is no operand")
class SavesCopies(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(np.array(a), np.array(b))
        return a * b


_kept = {}


@wrong("a later call of forward left behind", "ctx")
class KeepsOutsideOfCtx(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        _kept["a"], _kept["b"] = a, b
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad * _kept["b"], grad * _kept["a"]


@wrong("raised ValueError", "not enough values to unpack", "a, b = ctx.saved_tensors")
class SavesTwice(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a)
        ctx.save_for_backward(b)
        return a * b


@wrong("raised TypeError", "minigrad calls it with 3 arguments", "(ctx, a)")
class OfOneOperand(AsInTheBook):
    @staticmethod
    def forward(ctx, a):
        return a * a


@wrong("raised NameError", "return a * c", "Misspelt.forward")
class Misspelt(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        return a * c  # noqa: F821


@wrong("Mul.forward calls itself")
class CallsItself(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return (torch.tensor(a) * torch.tensor(b)).numpy()


@wrong("Mul.forward calls itself")
class CallsMinigrads(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        from minigrad.ops.elementwise import Mul

        return Mul.forward(ctx, a, b)


@wrong("saves the output too")
class SavesOutToo(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(a, b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, _ = ctx.saved_tensors
        return grad * b, grad * a
