"""Stochastic gradient descent: p ← p − lr · g, with momentum."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from .optimizer import Optimizer
from .parts import as_number, directed, settings_from


# piece: SGD
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
        super().__init__(params, settings_from(locals()))
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")

    @staticmethod
    def update(
        param: ndarray, grad: ndarray, state: dict[str, Tensor], group: dict[str, Any]
    ) -> None:
        """One step of SGD for one parameter."""
        lr, momentum = as_number(group["lr"]), group["momentum"]
        grad = directed(param, grad, group["maximize"], group["weight_decay"])
        if momentum == 0:
            param -= lr * grad
            return
        if not state:
            velocity = np.array(grad)
            state["momentum_buffer"] = Tensor(velocity)
        else:
            velocity = state["momentum_buffer"]._data
            velocity *= momentum
            velocity += (1 - group["dampening"]) * grad
        if group["nesterov"]:
            velocity = grad + momentum * velocity
        param -= lr * velocity
