"""Optimizers that divide by the size of past gradients: RMSprop, Adagrad, Adadelta.

Sources: G. Hinton, lecture 6e of "Neural networks for machine learning" (2012), and
A. Graves, "Generating sequences with recurrent neural networks" (2013), for its
centered form; J. Duchi et al., "Adaptive subgradient methods" (2011); M. Zeiler,
"ADADELTA: an adaptive learning rate method" (2012).
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from .optimizer import Optimizer
from .parts import (
    as_number,
    count_step,
    directed,
    mix_in,
    mix_in_square,
    root,
    settings_from,
    start,
)


class RMSprop(Optimizer):
    """p ← p − lr · g / (√v + eps), where v ← α v + (1 − α) g²

    `centered` subtracts the square of the mean gradient from v; `momentum` sums steps.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        super().__init__(params, settings_from(locals()))

    @staticmethod
    def update(
        param: ndarray, grad: ndarray, state: dict[str, Tensor], group: dict[str, Any]
    ) -> None:
        """One step of RMSprop for one parameter."""
        lr, alpha, momentum = as_number(group["lr"]), group["alpha"], group["momentum"]
        start(state, param, "square_avg")
        count_step(state)
        grad = directed(param, grad, group["maximize"], group["weight_decay"])
        square = state["square_avg"]._data
        mix_in_square(square, grad, alpha)
        if group["centered"]:
            start(state, param, "grad_avg")
            mean = state["grad_avg"]._data
            mix_in(mean, grad, 1 - alpha)
            square = square - mean * mean
        step = root(square)
        step += group["eps"]
        np.divide(grad, step, out=step)
        if momentum > 0:
            start(state, param, "momentum_buffer")
            buffer = state["momentum_buffer"]._data
            buffer *= momentum
            buffer += step
            step = buffer
        param -= lr * step


class Adagrad(Optimizer):
    """p ← p − lr · g / (√s + eps), where s is the sum of all g² so far

    After t steps lr is divided by 1 + (t − 1) · lr_decay.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        super().__init__(params, settings_from(locals()))

    @staticmethod
    def update(
        param: ndarray, grad: ndarray, state: dict[str, Tensor], group: dict[str, Any]
    ) -> None:
        """One step of Adagrad for one parameter."""
        if not state:
            start(state, param, "sum")
            state["sum"]._data += group["initial_accumulator_value"]
        count = count_step(state)
        grad = directed(param, grad, group["maximize"], group["weight_decay"])
        total = state["sum"]._data
        total += grad * grad
        step = root(total)
        step += group["eps"]
        np.divide(grad, step, out=step)
        step *= as_number(group["lr"]) / (1 + (count - 1) * group["lr_decay"])
        param -= step


class Adadelta(Optimizer):
    """p ← p − lr · d, where d = g √(u + eps) / √(v + eps)

    v and u are the running means of g² and of d², which keep the fraction rho.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        capturable: bool = False,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        if not 0 <= rho <= 1:
            raise ValueError(f"Invalid rho value: {rho}")
        super().__init__(params, settings_from(locals()))

    @staticmethod
    def update(
        param: ndarray, grad: ndarray, state: dict[str, Tensor], group: dict[str, Any]
    ) -> None:
        """One step of Adadelta for one parameter."""
        rho, eps = group["rho"], group["eps"]
        start(state, param, "square_avg", "acc_delta")
        count_step(state)
        grad = directed(param, grad, group["maximize"], group["weight_decay"])
        square, moved = state["square_avg"]._data, state["acc_delta"]._data
        mix_in_square(square, grad, rho)
        delta = root(moved + eps)
        delta /= root(square + eps)
        delta *= grad
        mix_in_square(moved, delta, rho)
        param -= as_number(group["lr"]) * delta
