"""The article on dynamic graphs, with its Functions put right."""

import torch
from torch.autograd import Function, gradcheck
from torch.utils.checkpoint import checkpoint


class Multiply(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


class Rectify(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        grad_input = grad.clone()
        grad_input[input < 0] = 0
        return grad_input


class Cell(Function):
    """One step of a recurrent network: tanh(x Wx + h Wh + b)."""

    @staticmethod
    def forward(ctx, x, h, wx, wh, b):
        out = torch.tanh(x @ wx + h @ wh + b)
        ctx.save_for_backward(x, h, wx, wh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, wx, wh, out = ctx.saved_tensors
        inner = grad * (1 - out * out)
        return (
            inner @ wx.t(),
            inner @ wh.t(),
            x.t() @ inner,
            h.t() @ inner,
            inner.sum(0),
        )


class Conditional(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.factor = 2.0 if x.sum() > 0 else 0.5
        return x * ctx.factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor


class Power(Function):
    @staticmethod
    def forward(ctx, x, exponent):
        ctx.save_for_backward(x)
        ctx.exponent = exponent
        return x**exponent

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ctx.exponent * x ** (ctx.exponent - 1), None


a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(2.0, requires_grad=True)
Multiply.apply(a, b).backward()
print(a.grad, b.grad)

x = torch.tensor([-2, -1, 0, 1, 2], dtype=torch.float32, requires_grad=True)
Rectify.apply(x).sum().backward()
print(x.grad)

torch.manual_seed(6)
wx = torch.randn((3, 3), requires_grad=True)
wh = torch.randn((3, 3), requires_grad=True)
bias = torch.randn(3, requires_grad=True)
for length in (5, 2):
    h = torch.zeros(1, 3, requires_grad=True)
    for _ in range(length):
        h = Cell.apply(torch.randn(1, 3, requires_grad=True), h, wx, wh, bias)
    h.sum().backward()
    print(wx.grad, wh.grad, bias.grad)
doubles = [torch.randn(2, 3), torch.randn(2, 3), wx, wh, bias]
print(gradcheck(Cell.apply, [t.detach().double().requires_grad_() for t in doubles]))

for values in ([-1.0, 1.0, -1.0, 1.5], [-1.0, 0.0]):
    x = torch.tensor(values, requires_grad=True)
    Conditional.apply(x).sum().backward()
    print(x.grad)

x = torch.tensor([2.0], requires_grad=True)
Power.apply(x, 3).backward()
print(x.grad)
x = torch.randn(1, requires_grad=True, dtype=torch.double)
print(gradcheck(lambda x: Power.apply(x, 3), x, eps=1e-6, atol=1e-4))
(first,) = torch.autograd.grad(Power.apply(x, 3), x, create_graph=True)
print(torch.allclose(torch.autograd.grad(first, x)[0], 6 * x))

x = torch.randn(1, requires_grad=True)
y = checkpoint(Power.apply, x, 2, use_reentrant=False)
y.backward()
print(x, x.grad)
