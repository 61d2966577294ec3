"""Stochastic gradient descent: p ← p − lr · g, with momentum."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from .optimizer import Optimizer
from .settings import as_number, check_at_least_zero, check_lr, directed, refuse


class SGD(Optimizer):
    """p ← p − lr · v, where v ← momentum · v + (1 − dampening) · g

    v starts as the first g. With `nesterov` the step is g + momentum · v.
    `weight_decay` adds weight_decay · p to g; `maximize` goes uphill.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        refuse(differentiable)
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
            "foreach": foreach,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, defaults)

    def _update(
        self, data: ndarray, grad: ndarray, param: Tensor, group: dict[str, Any]
    ) -> None:
        lr, momentum = as_number(group["lr"]), group["momentum"]
        grad = directed(data, grad, group)
        if momentum == 0:
            data -= lr * grad
            return
        state = self.state[param]
        if state.get("momentum_buffer") is None:
            step = np.array(grad)
            state["momentum_buffer"] = Tensor(step)
        else:
            step = state["momentum_buffer"]._data
            step *= momentum
            step += (1 - group["dampening"]) * grad
        if group["nesterov"]:
            step = grad + momentum * step
        data -= lr * step
