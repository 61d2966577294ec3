"""Adam and AdamW: steps of about lr in each coordinate, whatever the gradient's size.

Sources: D. Kingma, J. Ba, "Adam: a method for stochastic optimization" (2015);
S. Reddi et al., "On the convergence of Adam and beyond" (2018), for amsgrad;
I. Loshchilov, F. Hutter, "Decoupled weight decay regularization" (2019), for AdamW.
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


# piece: Adam
class Adam(Optimizer):
    """p ← p − lr · m̂ / (√v̂ + eps)

    m ← β₁ m + (1 − β₁) g and v ← β₂ v + (1 − β₂) g² are running means of the gradient
    and of its square; after t steps m̂ = m / (1 − β₁ᵗ) and v̂ = v / (1 − β₂ᵗ) correct
    that both start at zero. `amsgrad` divides by the largest v so far.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        super().__init__(params, settings_from(locals()))

    @staticmethod
    def update(
        param: ndarray, grad: ndarray, state: dict[str, Tensor], group: dict[str, Any]
    ) -> None:
        """One step of Adam for one parameter."""
        lr, (beta1, beta2) = as_number(group["lr"]), group["betas"]
        start(state, param, "exp_avg", "exp_avg_sq")
        count = count_step(state)
        decay = group["weight_decay"]
        if group["decoupled_weight_decay"]:
            param *= 1 - lr * decay
            decay = 0
        grad = directed(param, grad, group["maximize"], decay)
        mean, square = state["exp_avg"]._data, state["exp_avg_sq"]._data
        mix_in(mean, grad, 1 - beta1)
        mix_in_square(square, grad, beta2)
        if group["amsgrad"]:
            start(state, param, "max_exp_avg_sq")
            largest = state["max_exp_avg_sq"]._data
            square = np.maximum(largest, square, out=largest)
        step = root(square)
        step /= (1 - beta2**count) ** 0.5
        step += group["eps"]
        np.divide(mean, step, out=step)
        step *= lr / (1 - beta1**count)
        param -= step


class AdamW(Adam):
    """Adam whose weight decay shrinks p directly: p ← (1 − lr · weight_decay) p"""

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        **switches: Any,
    ) -> None:
        switches["decoupled_weight_decay"] = True
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **switches)

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for group in self.param_groups:  # also in a state that Adam saved
            group["decoupled_weight_decay"] = True
