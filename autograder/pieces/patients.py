"""The patients of problem set 7, as they come: a cure that is none earns nothing.

A student has them in the notebook. `PATIENTS` goes by the names of the pieces that they
become when they are cured; `grading.key` asks which programs they pass already. What
the questions about them have for answers, `patients` computes with PyTorch.
"""

from collections.abc import Callable
from types import ModuleType

import minigrad


def patients(torch: ModuleType) -> dict[str, Callable]:
    """The patients, by name, as programs of a library."""

    def fit_growth(start, x, y, rate, steps):
        w = start.detach().clone().requires_grad_()
        model = x * w.exp()
        for _ in range(steps):
            (model - y).pow(2).mean().backward(retain_graph=True)
            with torch.no_grad():
                w -= rate * w.grad
            w.grad = None
        return w.detach()

    def line_loss(w, b, x, y):
        return (x @ w + b - y).pow(2).mean()

    def way_down(start, rate, steps):
        w, path = start.clone(), []
        for _ in range(steps):
            path.append(w)
            w -= rate * 2 * w
        return torch.stack([*path, w])

    def agrees(function, slope, x):
        quotient = (function(x + 1e-6) - function(x - 1e-6)) / 2e-6
        return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

    class Gain(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor):
            Gain.factor = factor
            return factor * x

        @staticmethod
        def backward(ctx, grad):
            return Gain.factor * grad, None

    class Damp(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor):
            ctx.factor = factor
            return x.clone()

        @staticmethod
        def backward(ctx, grad):
            grad *= ctx.factor
            return grad, None

    every = (fit_growth, line_loss, way_down, agrees, Gain, Damp)
    return {each.__name__: each for each in every}


PATIENTS = patients(minigrad)
