"""Rprop, which looks at signs only, and ASGD, which averages what SGD passes through.

Sources: M. Riedmiller, H. Braun, "A direct adaptive method for faster backpropagation
learning" (1993); B. Polyak, A. Juditsky, "Acceleration of stochastic approximation by
averaging" (1992).
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from .optimizer import Optimizer
from .settings import (
    as_number,
    check_at_least_zero,
    check_lr,
    counted,
    directed,
    first_step,
    refuse,
    zeros_like,
)


class Rprop(Optimizer):
    """p ← p − s · sign(g), a step size s for each entry

    s grows by etas[1] while the sign stays, and shrinks by etas[0] when it changes;
    then the entry waits for a step.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        refuse(differentiable, capturable)
        defaults = {
            "lr": lr,
            "etas": etas,
            "step_sizes": step_sizes,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def _update(
        self, data: ndarray, grad: ndarray, param: Tensor, group: dict[str, Any]
    ) -> None:
        state = self.state[param]
        if not state:
            state["step"] = first_step()
            state["prev"] = zeros_like(data)
            state["step_size"] = zeros_like(data)
            state["step_size"]._data += as_number(group["lr"])
        counted(state)
        smaller, larger = group["etas"]
        grad = -grad if group["maximize"] else grad
        before, size = state["prev"]._data, state["step_size"]._data
        agree = np.sign(grad * before)
        size *= np.where(agree > 0, larger, np.where(agree < 0, smaller, 1.0))
        np.clip(size, *group["step_sizes"], out=size)
        grad = np.where(agree < 0, 0.0, grad)
        data -= np.sign(grad) * size
        before[...] = grad


class ASGD(Optimizer):
    """p ← (1 − lambd · η) p − η · g, with `ax`, the mean of all p after step t0

    η = lr / (1 + lambd · lr · t)^alpha. The mean is in `optimizer.state[p]["ax"]`.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(weight_decay=weight_decay)
        refuse(differentiable, capturable)
        defaults = {
            "lr": lr,
            "lambd": lambd,
            "alpha": alpha,
            "t0": t0,
            "weight_decay": weight_decay,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def _update(
        self, data: ndarray, grad: ndarray, param: Tensor, group: dict[str, Any]
    ) -> None:
        lr, lambd = as_number(group["lr"]), group["lambd"]
        state = self.state[param]
        if not state:
            state["step"] = first_step()
            state["eta"] = Tensor(np.array(lr, np.float32))
            state["mu"] = Tensor(np.array(1.0, np.float32))
            state["ax"] = zeros_like(data)
        count = counted(state)
        grad = directed(data, grad, group)
        rate, share = state["eta"].item(), state["mu"].item()
        data *= 1 - lambd * rate
        data -= rate * grad
        average = state["ax"]._data
        average[...] = data if share == 1 else average + share * (data - average)
        state["eta"]._data[...] = lr / (1 + lambd * lr * count) ** group["alpha"]
        state["mu"]._data[...] = 1 / max(1, count - group["t0"])
