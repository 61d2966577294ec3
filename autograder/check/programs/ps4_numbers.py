"""Problem set 4: numbers to find, and five Functions of which one is broken."""

from types import ModuleType

from .program import answer


@answer
def central_difference_of_a_cube(lib):
    """(f(x + eps) - f(x - eps)) / (2 eps) for f(x) = x³, x = 2, eps = 0.5"""
    x, eps = lib.tensor(2.0), 0.5
    return ((x + eps) ** 3 - (x - eps) ** 3) / (2 * eps)


@answer
def best_eps(lib):
    """the eps at which E(eps) = eps² + 2e-6 / eps is smallest"""
    eps = lib.tensor(0.02, dtype=lib.float64, requires_grad=True)
    for _ in range(20):  # Newton's method for the zero of the slope
        error = eps**2 + 2e-6 / eps
        (slope,) = lib.autograd.grad(error, eps, create_graph=True)
        (bend,) = lib.autograd.grad(slope, eps)
        eps = (eps - slope / bend).detach().requires_grad_()
    return eps


@answer
def slope_at_the_kink(lib):
    """the central difference of ReLU at 0, for any eps"""
    zero, eps = lib.tensor(0.0), 0.125
    return (lib.relu(zero + eps) - lib.relu(zero - eps)) / (2 * eps)


@answer
def factor_of_the_broken_one(lib):
    """the gradient of the broken one of five at x = -0.5, over the right gradient"""
    for function in five(lib):
        x = lib.tensor(-0.5, dtype=lib.float64, requires_grad=True)
        if not lib.autograd.gradcheck(function, x, raise_exception=False):
            (grad,) = lib.autograd.grad(function(x), x)
            right = (function(x + 1e-6) - function(x - 1e-6)) / 2e-6
            return (grad / right).detach().round(decimals=6)
    raise AssertionError("all five are right")


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
