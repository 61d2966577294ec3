"""The article on dynamic graphs, with its mistakes: each gives PyTorch's error."""

import torch
from torch.autograd import Function


class NotStatic(Function):
    def forward(ctx, x):
        return x * 2

    def backward(ctx, grad):
        return grad * 2


class NothingSaved(Function):
    @staticmethod
    def forward(ctx, input):
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        return grad * (input > 0)


class UnknownName(Function):
    @staticmethod
    def forward(ctx, x, power):
        ctx.power = power
        return x**power

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.power * inputs ** (ctx.power - 1), None  # noqa: F821


class SecondByName(Function):
    """`double_backward` is not a name that autograd knows: it is never called."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 3 * x**2 * grad

    @staticmethod
    def double_backward(ctx, grad):
        raise AssertionError("autograd called double_backward")


def attempt(program):
    try:
        print(program())
    except Exception as error:
        print(f"{type(error).__name__}: {str(error).split('. ')[0]}")


x = torch.tensor([-1.0, 1.0, 2.0], requires_grad=True)
attempt(lambda: NotStatic.apply(x))
attempt(lambda: NothingSaved.apply(x).sum().backward())
attempt(lambda: UnknownName.apply(x, 3).sum().backward())
print("register_function:", hasattr(torch.autograd.function, "register_function"))
print("never backward:", x.grad)
(first,) = torch.autograd.grad(SecondByName.apply(x).sum(), x, create_graph=True)
print(torch.autograd.grad(first.sum(), x))
