"""Problem set 4: five Functions, of which one is broken."""

from types import ModuleType


def five(lib: ModuleType) -> list:
    """Five Functions of a tensor, ready to be called. The gradient of one is wrong."""

    class Gauss(lib.autograd.Function):
        """out = exp(-x²)"""

        @staticmethod
        def forward(ctx, x):
            out = lib.exp(-x * x)
            ctx.save_for_backward(x, out)
            return out

        @staticmethod
        def backward(ctx, grad):
            x, out = ctx.saved_tensors
            return -2 * x * out * grad

    class Softsign(lib.autograd.Function):
        """out = x / (1 + |x|)"""

        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x / (1 + x.abs())

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad / (1 + x) ** 2

    class Swish(lib.autograd.Function):
        """out = x σ(x)"""

        @staticmethod
        def forward(ctx, x):
            gate = lib.sigmoid(x)
            ctx.save_for_backward(x, gate)
            return x * gate

        @staticmethod
        def backward(ctx, grad):
            x, gate = ctx.saved_tensors
            return grad * gate * (1 + x * (1 - gate))

    class LogCosh(lib.autograd.Function):
        """out = log cosh x"""

        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return lib.log(lib.cosh(x))

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * lib.tanh(x)

    class Bent(lib.autograd.Function):
        """out = (√(x² + 1) - 1) / 2 + x"""

        @staticmethod
        def forward(ctx, x):
            root = lib.sqrt(x * x + 1)
            ctx.save_for_backward(x, root)
            return (root - 1) / 2 + x

        @staticmethod
        def backward(ctx, grad):
            x, root = ctx.saved_tensors
            return grad * (x / (2 * root) + 1)

    return [each.apply for each in (Gauss, Softsign, Swish, LogCosh, Bent)]
