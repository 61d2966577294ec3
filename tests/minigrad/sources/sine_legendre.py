"""Fitting a sine: a Legendre polynomial of degree three as a Function."""

import math

import torch


class Legendre3(torch.autograd.Function):
    """(5 x^3 - 3 x) / 2"""

    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return (5 * input**3 - 3 * input) * 0.5

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        return 1.5 * grad * (5 * input**2 - 1)


kind, place = torch.float, torch.device("cpu")
x = torch.linspace(-math.pi, math.pi, 2000, device=place, dtype=kind)
y = torch.sin(x)
a, b, c, d = (
    torch.full((), value, device=place, dtype=kind, requires_grad=True)
    for value in (0.0, -1.0, 0.0, 0.3)
)
rate = 5e-6
for step in range(2000):
    legendre = Legendre3.apply
    prediction = a + b * legendre(c + d * x)
    loss = (prediction - y).pow(2).sum()
    if step % 500 == 499:
        print(step, loss.item())
    loss.backward()
    with torch.no_grad():
        for each in (a, b, c, d):
            each -= rate * each.grad
            each.grad = None
print(f"y = {a.item():.4f} + {b.item():.4f} P3({c.item():.4f} + {d.item():.4f} x)")
