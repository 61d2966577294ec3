"""What is measured: each row one piece of work, written three times.

A row is a function that makes its data and returns a `Row`: the work under PyTorch, the
same program under minigrad, and the same numbers by hand in NumPy, forward and
backward, which is the limit for an engine on NumPy. Each of the three returns the
gradients as a list of arrays, so that they can be compared before anything is timed.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass
class Row:
    """One piece of work. `bound` and `aim` are ratios of minigrad's time to torch's."""

    name: str
    torch: Callable[[], list]
    minigrad: Callable[[], list]
    numpy: Callable[[], list] | None
    bound: float
    aim: float


def chain() -> Row:
    """1,000 elementwise operations on 10 floats; their operands require gradients."""
    rounds = 250
    draw = np.random.default_rng(0)
    data = [draw.uniform(0.1, 0.9, 10).astype(np.float32) for _ in range(3)]

    def program(lib):
        x, w, b = (lib.tensor(array, requires_grad=True) for array in data)

        def work():
            x.grad = w.grad = b.grad = None
            y = x
            for _ in range(rounds):
                y = y * w
                y = y + b
                y = lib.tanh(y)
                y = y - x
            y.sum().backward()
            return [x.grad.numpy(), w.grad.numpy(), b.grad.numpy()]

        return work

    def by_hand():
        x, w, b = data
        y, inputs, outputs = x, [], []
        for _ in range(rounds):
            inputs.append(y)
            y = y * w
            y = y + b
            y = np.tanh(y)
            outputs.append(y)
            y = y - x
        y.sum()
        grad = np.ones_like(y)
        x_grad, w_grad, b_grad = (np.zeros_like(array) for array in data)
        for input, output in zip(reversed(inputs), reversed(outputs), strict=True):
            x_grad -= grad
            grad = grad - grad * output * output
            b_grad += grad
            w_grad += grad * input
            grad = grad * w
        x_grad += grad
        return [x_grad, w_grad, b_grad]

    return Row(
        "chain of 1,000 elementwise ops on 10 floats",
        *_both(program),
        by_hand,
        bound=0.72,
        aim=0.55,
    )


def chain_with_constants() -> Row:
    """The same chain where only its start requires a gradient."""
    rounds = 250
    draw = np.random.default_rng(1)
    data = [draw.uniform(0.1, 0.9, 10).astype(np.float32) for _ in range(3)]

    def program(lib):
        x, w, b = (lib.tensor(array) for array in data)
        x.requires_grad_()

        def work():
            x.grad = None
            y = x
            for _ in range(rounds):
                y = y * w
                y = y + b
                y = lib.tanh(y)
                y = y - b
            y.sum().backward()
            return [x.grad.numpy()]

        return work

    def by_hand():
        x, w, b = data
        y, outputs = x, []
        for _ in range(rounds):
            y = y * w
            y = y + b
            y = np.tanh(y)
            outputs.append(y)
            y = y - b
        y.sum()
        grad = np.ones_like(y)
        for output in reversed(outputs):
            grad = grad - grad * output * output
            grad = grad * w
        return [grad]

    return Row(
        "the same, operands constant",
        *_both(program),
        by_hand,
        bound=0.80,
        aim=0.65,
    )


def _both(program: Callable) -> tuple[Callable, Callable]:
    """The program's work under PyTorch and under minigrad."""
    import torch

    import minigrad

    return program(torch), program(minigrad)


ROWS = {"chain": chain, "constants": chain_with_constants}
