"""What the optimizers are made of: their settings, and the parts of an update."""

from typing import Any

import numpy as np
from numpy import ndarray

from ..tensor import Tensor

AT_LEAST_ZERO = {"eps", "weight_decay", "momentum", "alpha", "lr_decay"}
AT_LEAST_ZERO |= {"initial_accumulator_value"}


def settings_from(arguments: dict[str, Any]) -> dict[str, Any]:
    """The settings among the arguments of an optimizer: `locals()` of its `__init__`.

    ValueError for one that cannot be. `foreach` and `fused` change nothing here.
    """
    settings = {
        name: value
        for name, value in arguments.items()
        if name not in ("self", "params", "__class__")
    }
    lr = settings["lr"]
    if not as_number(lr) >= 0:
        raise ValueError(f"Invalid learning rate: {lr}")
    for name, value in settings.items():
        if name in AT_LEAST_ZERO and not value >= 0:
            name = "epsilon" if name == "eps" else name
            raise ValueError(f"Invalid {name} value: {value}")
    for index, beta in enumerate(settings.get("betas", ())):
        if not 0 <= beta < 1:
            raise ValueError(f"Invalid beta parameter at index {index}: {beta}")
    if settings["differentiable"]:
        raise NotImplementedError(
            "minigrad's optimizers compute on arrays and have no differentiable=True: "
            "write the update with tensor operations, p = p - lr * g, to differentiate "
            "through it"
        )
    if settings.get("capturable"):
        raise NotImplementedError(
            "capturable=True is for CUDA graphs, which minigrad does not have"
        )
    return settings


def as_number(value: "float | Tensor") -> float:
    """A learning rate, which may be a Tensor of one element."""
    return value.item() if isinstance(value, Tensor) else value


# -- parts of an update -----------------------------------------------------------


def directed(
    param: ndarray, grad: ndarray, maximize: bool, weight_decay: float
) -> ndarray:
    """± grad + weight_decay · param, − to go uphill; `grad` itself stays."""
    if maximize:
        grad = -grad
    if weight_decay != 0:
        grad = grad + weight_decay * param
    return grad


def start(state: dict[str, Tensor], param: ndarray, *names: str) -> None:
    """At the first step: a count of steps at 0, and zeros under each of `names`."""
    if "step" not in state:  # a tensor, as in PyTorch's state_dict
        state["step"] = Tensor(np.array(0.0, np.float32))
    for name in names:
        if name not in state:
            state[name] = Tensor(np.zeros_like(param))


def count_step(state: dict[str, Tensor]) -> int:
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
