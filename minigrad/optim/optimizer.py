"""`Optimizer`: parameters in groups, a state for each, and a step that changes them.

Read: `Optimizer.step` (what an optimizer does), `add_param_group` (what it checks),
then `state_dict` and `load_state_dict`. An optimizer of minigrad writes `update`; one
of a user's may write `step` itself, as in PyTorch.
"""

import copy
import functools
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from numpy import ndarray

from ..autograd.grad_mode import enable_grad
from ..nn.modules.tree import reset_grads
from ..nn.parameter import typename
from ..tensor import Tensor


class Optimizer:
    """The base class. `params`: tensors, or dicts with the settings of a group.

    A group is a dict with "params" and settings of its own; what it leaves out is
    taken from `defaults`. `state` holds what the optimizer keeps for each tensor.
    """

    _opt_called = False  # True after a step: a scheduler's first step asks for it

    def __init__(self, params: Iterable, defaults: dict[str, Any]) -> None:
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of "
                f"Tensors or dicts, but got {typename(params)}"
            )
        self.defaults = defaults
        self.state: defaultdict[Tensor, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def __init_subclass__(cls) -> None:
        if "step" in cls.__dict__:
            cls.step = _noted(cls.step)

    # -- a step -------------------------------------------------------------------

    def step(self, closure: Callable[[], float] | None = None) -> float | None:
        """Change every parameter that has a gradient. Returns the closure's loss.

        `closure` computes the loss anew, gradients included.
        """
        self._opt_called = True
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        states, update = self.state, self.update
        for group in self.param_groups:
            for param in group["params"]:
                grad = param._grad
                if grad is not None:
                    # SGD keeps nothing: then no Tensor is hashed.
                    state = states.get(param, {}) if states else {}
                    update(param._data, grad._data, state, group)
                    param._version_counter[0] += 1
                    if state:
                        states[param] = state
        return loss

    @staticmethod
    def update(
        param: ndarray, grad: ndarray, state: dict[str, Tensor], group: dict[str, Any]
    ) -> None:
        """Change the values of one parameter in place, and what is kept for it.

        `state` is empty at its first step; `group` has the settings.
        """
        raise NotImplementedError

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Reset the gradients of all parameters: to None, or to zeros."""
        for group in self.param_groups:
            reset_grads(group["params"], set_to_none)

    # -- groups -------------------------------------------------------------------

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add a dict with "params" and settings of its own."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but "
                "the ordering of tensors in sets will change between runs. Please use "
                "a list instead."
            )
        params = [params] if isinstance(params, Tensor) else list(params)
        for param in params:
            if not isinstance(param, Tensor):
                raise TypeError(
                    "optimizer can only optimize Tensors, but one of the params is "
                    f"{typename(param)}"
                )
            if not param.is_leaf and not getattr(param, "retains_grad", False):
                raise ValueError("can't optimize a non-leaf Tensor")
        if len(params) != len(set(params)):
            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; in "
                "future, this will cause an error; see "
                "github.com/pytorch/pytorch/issues/40967 for more information",
                stacklevel=4,
            )
        if not set(self._params()).isdisjoint(params):
            raise ValueError("some parameters appear in more than one parameter group")
        param_group["params"] = params
        for name, default in self.defaults.items():
            param_group.setdefault(name, default)
        self.param_groups.append(param_group)

    def _params(self) -> list[Tensor]:
        return list(chain.from_iterable(group["params"] for group in self.param_groups))

    # -- saving and loading -------------------------------------------------------

    def state_dict(self) -> dict[str, Any]:
        """The groups' settings and the state, with numbers in place of tensors."""
        number: dict[Tensor, int] = {}
        for param in self._params():
            number.setdefault(param, len(number))
        return {
            "state": {number.get(key, key): each for key, each in self.state.items()},
            "param_groups": [
                group | {"params": [number[param] for param in group["params"]]}
                for group in self.param_groups
            ],
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over settings and state; parameters are matched by their order."""
        groups = copy.deepcopy(state_dict["param_groups"])
        if len(groups) != len(self.param_groups):
            raise ValueError(
                "loaded state dict has a different number of parameter groups"
            )
        params = {}
        for saved, group in zip(groups, self.param_groups, strict=True):
            if len(saved["params"]) != len(group["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match "
                    "the size of optimizer's group"
                )
            params.update(zip(saved["params"], group["params"], strict=True))
            saved["params"] = group["params"]
        state = defaultdict(dict)
        for key, kept in state_dict["state"].items():
            if key in params:
                state[params[key]] = _in_the_dtype_of(params[key], kept)
            else:
                state[key] = kept
        self.__setstate__({"state": state, "param_groups": groups})

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        text = f"{type(self).__name__} ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for name in sorted(group):
                if name != "params":
                    text += f"    {name}: {group[name]}\n"
        return text + ")"


def _noted(step: Callable) -> Callable:
    """The `step` of a user's optimizer, noting that it was called."""

    @functools.wraps(step)
    def wrapper(self, *args, **kwargs):
        self._opt_called = True
        return step(self, *args, **kwargs)

    return wrapper


def _in_the_dtype_of(param: Tensor, kept: dict[str, Any]) -> dict[str, Any]:
    """What was kept for a parameter, in its dtype; the count of steps in its own."""
    return {
        name: value.to(param.dtype)
        if isinstance(value, Tensor) and name != "step"
        else value
        for name, value in kept.items()
    }
