"""What the optimizers share: checks of their settings, and the parts of a step."""

from typing import Any

import numpy as np
from numpy import ndarray

from ..tensor import Tensor


def as_number(value: "float | Tensor") -> float:
    """A setting that may be a Tensor of one element."""
    return value.item() if isinstance(value, Tensor) else value


def check_lr(lr: "float | Tensor") -> None:
    """ValueError for a learning rate that is none."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    if not as_number(lr) >= 0.0:
        raise ValueError(f"Invalid learning rate: {lr}")


def check_at_least_zero(**settings: float) -> None:
    """ValueError naming a setting that is negative."""
    for name, value in settings.items():
        if not as_number(value) >= 0.0:
            name = {"eps": "epsilon"}.get(name, name)
            raise ValueError(f"Invalid {name} value: {value}")


def check_betas(betas: tuple[float, float]) -> None:
    """ValueError for a fraction to keep that is not in [0, 1)."""
    for index, beta in enumerate(betas):
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {index}: {beta}")


def refuse(differentiable: bool = False, capturable: bool = False) -> None:
    """NotImplementedError for what minigrad's optimizers cannot do."""
    if differentiable:
        raise NotImplementedError(
            "minigrad's optimizers compute on arrays and have no differentiable=True: "
            "write the update with tensor operations, p = p - lr * g, to differentiate "
            "through it"
        )
    if capturable:
        raise NotImplementedError(
            "capturable=True is for CUDA graphs, which minigrad does not have"
        )


def directed(data: ndarray, grad: ndarray, group: dict[str, Any]) -> ndarray:
    """The gradient after `maximize` and `weight_decay`; `grad` itself stays."""
    if group["maximize"]:
        grad = -grad
    if group["weight_decay"] != 0:
        grad = grad + as_number(group["weight_decay"]) * data
    return grad


def decayed(data: ndarray, grad: ndarray, group: dict[str, Any]) -> ndarray:
    """`directed`, or with decoupled decay `data` shrunk in place and the gradient."""
    if not group["decoupled_weight_decay"] or group["weight_decay"] == 0:
        return directed(data, grad, group)
    data *= 1 - as_number(group["lr"]) * as_number(group["weight_decay"])
    return -grad if group["maximize"] else grad


def zeros_like(data: ndarray) -> Tensor:
    """A state that starts at zero."""
    return Tensor(np.zeros_like(data))


def first_step() -> Tensor:
    """The count of steps, a tensor as in PyTorch's state_dict."""
    return Tensor(np.array(0.0, np.float32))


def counted(state: dict[str, Any]) -> int:
    """Count one step more. Returns how many there were."""
    state["step"]._data += 1
    return int(state["step"]._data)


def mix_in(average: ndarray, value: ndarray, weight: float) -> None:
    """average ← average + weight · (value − average), in place."""
    change = value - average
    change *= weight
    average += change


def mix_in_square(average: ndarray, value: ndarray, keep: float) -> None:
    """average ← keep · average + (1 − keep) · value², in place."""
    square = value * value
    square *= 1 - keep
    average *= keep
    average += square


def root(square: ndarray) -> ndarray:
    """√square in a new array, for 0-d arrays too, where NumPy would give a scalar."""
    return np.sqrt(square, out=np.empty_like(square))
