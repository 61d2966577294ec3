"""Fitting a sine: a cubic whose coefficients autograd improves, 2,000 steps."""

import math

import torch

kind = torch.float
place = "cuda" if torch.cuda.is_available() else "cpu"
torch.set_default_device(place)
torch.manual_seed(5)
x = torch.linspace(-math.pi, math.pi, 2000, dtype=kind)
y = torch.sin(x)
a, b, c, d = (torch.randn((), dtype=kind, requires_grad=True) for _ in range(4))
rate = 1e-6
for step in range(2000):
    prediction = a + b * x + c * x**2 + d * x**3
    loss = (prediction - y).pow(2).sum()
    if step % 500 == 499:
        print(step, loss.item())
    loss.backward()
    with torch.no_grad():
        for each in (a, b, c, d):
            each -= rate * each.grad
            each.grad = None
print([each.item() for each in (a, b, c, d)])
