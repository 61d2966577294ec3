"""`Optimizer`: parameters in groups, a state for each, and a step that changes them.

Read: `Optimizer.step` (what an optimizer does), `add_param_group` (what it checks),
then `state_dict` and `load_state_dict`. An optimizer of minigrad writes `_update`; one
of a user's may write `step` itself, as in PyTorch.
"""

import copy
import functools
import warnings
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from numpy import ndarray

from ..autograd.grad_mode import enable_grad
from ..autograd.hooks import RemovableHandle
from ..nn.modules.handles import register
from ..nn.modules.tree import reset_grads
from ..nn.parameter import typename
from ..tensor import Tensor

HOOKS = (
    "_optimizer_step_pre_hooks",
    "_optimizer_step_post_hooks",
    "_optimizer_state_dict_pre_hooks",
    "_optimizer_state_dict_post_hooks",
    "_optimizer_load_state_dict_pre_hooks",
    "_optimizer_load_state_dict_post_hooks",
)


class _Required:
    """Stands for a setting that every parameter group must give."""

    def __repr__(self) -> str:
        return "<required parameter>"


required = _Required()


def _hooked(step: Callable) -> Callable:
    """`step` with the optimizer's hooks before and after it."""

    @functools.wraps(step)
    def wrapper(self, *args, **kwargs):
        for hook in tuple(self._optimizer_step_pre_hooks.values()):
            result = hook(self, args, kwargs)
            if result is None:
                continue
            if not isinstance(result, tuple) or len(result) != 2:
                raise RuntimeError(
                    f"{step} must return None or a tuple of (new_args, new_kwargs), "
                    f"but got {result}."
                )
            args, kwargs = result
        self._opt_called = True  # a scheduler's first step asks for it
        out = step(self, *args, **kwargs)
        for hook in tuple(self._optimizer_step_post_hooks.values()):
            hook(self, args, kwargs)
        return out

    return wrapper


class Optimizer:
    """The base class. `params`: tensors, (name, tensor) pairs, or dicts of a group.

    A group is a dict with "params" and settings of its own; what it leaves out is
    taken from `defaults`. `state` holds what the optimizer keeps for each tensor.
    """

    def __init__(self, params: Iterable, defaults: dict[str, Any]) -> None:
        self.defaults = defaults
        self._add_hook_tables()
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of "
                f"Tensors or dicts, but got {typename(params)}"
            )
        self.state: defaultdict[Tensor, Any] = defaultdict(dict)
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
            cls.step = _hooked(cls.step)

    def _add_hook_tables(self) -> None:
        for table in HOOKS:
            self.__dict__.setdefault(table, OrderedDict())

    # -- a step -------------------------------------------------------------------

    @_hooked
    def step(self, closure: Callable[[], float] | None = None) -> float | None:
        """Change every parameter that has a gradient. Returns the closure's loss.

        `closure` computes the loss anew, gradients included.
        """
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group in self.param_groups:
            for param in group["params"]:
                if param._grad is not None:
                    self._update(param._data, param._grad._data, param, group)
                    param._version_counter[0] += 1
        return loss

    def _update(
        self, data: ndarray, grad: ndarray, param: Tensor, group: dict[str, Any]
    ) -> None:
        """Change `data`, the values of `param`, in place."""
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
        params, names = _tensors_and_names(param_group["params"])
        param_group["params"] = params
        if names:
            param_group["param_names"] = names
        for param in params:
            if not isinstance(param, Tensor):
                raise TypeError(
                    "optimizer can only optimize Tensors, but one of the params is "
                    f"{typename(param)}"
                )
            if not param.is_leaf and not getattr(param, "retains_grad", False):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(
                    "parameter group didn't specify a value of required optimization "
                    f"parameter {name}"
                )
            param_group.setdefault(name, default)
        if len(params) != len(set(params)):
            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; in "
                "future, this will cause an error; see "
                "github.com/pytorch/pytorch/issues/40967 for more information",
                stacklevel=3,
            )
        self._check_against_others(param_group)
        self.param_groups.append(param_group)

    def _check_against_others(self, param_group: dict[str, Any]) -> None:
        named = "param_names" in param_group
        for group in self.param_groups:
            if named != ("param_names" in group):
                raise ValueError(
                    "all optimizer param groups should be with/without names. cannot "
                    f"add param group with{'' if named else 'out'} names to the "
                    "optimizer"
                )
        others = set(chain.from_iterable(each["params"] for each in self.param_groups))
        if not others.isdisjoint(param_group["params"]):
            raise ValueError("some parameters appear in more than one parameter group")

    # -- saving and loading -------------------------------------------------------

    def state_dict(self) -> dict[str, Any]:
        """The groups' settings and the state, with numbers in place of tensors."""
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        number: dict[int, int] = {}
        for param in chain.from_iterable(
            group["params"] for group in self.param_groups
        ):
            number.setdefault(id(param), len(number))
        groups = [
            {name: value for name, value in group.items() if name != "params"}
            | {"params": [number[id(param)] for param in group["params"]]}
            for group in self.param_groups
        ]
        state = {
            number[id(key)] if isinstance(key, Tensor) else key: value
            for key, value in self.state.items()
        }
        packed = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            replaced = hook(self, packed)
            packed = packed if replaced is None else replaced
        return packed

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over settings and state; parameters are matched by their order."""
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            replaced = hook(self, state_dict)
            state_dict = state_dict if replaced is None else replaced
        saved = copy.deepcopy(state_dict["param_groups"])
        self._check_sizes(saved)
        params = {}
        for old, group in zip(saved, self.param_groups, strict=True):
            params.update(zip(old["params"], group["params"], strict=True))
            old["params"] = group["params"]
            if "param_names" in group:
                old.setdefault("param_names", group["param_names"])
        state = defaultdict(dict)
        for key, value in state_dict["state"].items():
            param = params.get(key)
            state[key if param is None else param] = _cast(param, value)
        self.__setstate__({"state": state, "param_groups": saved})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def _check_sizes(self, saved: list[dict[str, Any]]) -> None:
        if len(saved) != len(self.param_groups):
            raise ValueError(
                "loaded state dict has a different number of parameter groups"
            )
        for old, group in zip(saved, self.param_groups, strict=True):
            if len(old["params"]) != len(group["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match "
                    "the size of optimizer's group"
                )

    def __getstate__(self) -> dict[str, Any]:
        return {
            "defaults": self.defaults,
            "state": self.state,
            "param_groups": self.param_groups,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._add_hook_tables()

    def __repr__(self) -> str:
        text = f"{type(self).__name__} ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for name in sorted(group):
                if name != "params":
                    text += f"    {name}: {group[name]}\n"
        return text + ")"

    # -- hooks --------------------------------------------------------------------

    def register_step_pre_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` before each step."""
        return register(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` after each step."""
        return register(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(
        self, hook: Callable, prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(optimizer)` before `state_dict` collects."""
        return register(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(
        self, hook: Callable, prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(optimizer, state_dict)`, which may return another dict."""
        return register(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(
        self, hook: Callable, prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(optimizer, state_dict)`, which may return another dict."""
        return register(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(
        self, hook: Callable, prepend: bool = False
    ) -> RemovableHandle:
        """Call `hook(optimizer)` after a state was loaded."""
        return register(self._optimizer_load_state_dict_post_hooks, hook, prepend)


def _tensors_and_names(params: Any) -> tuple[list, list]:
    if isinstance(params, Tensor):
        params = [params]
    if isinstance(params, set):
        raise TypeError(
            "optimizer parameters need to be organized in ordered collections, but the "
            "ordering of tensors in sets will change between runs. Please use a list "
            "instead."
        )
    params = list(params)
    names = [each[0] for each in params if isinstance(each, tuple)]
    if names and len(names) != len(params):
        raise ValueError(
            "all optimizer params should be with/without names. Some param names are "
            "missing"
        )
    return [each[1] if isinstance(each, tuple) else each for each in params], names


def _cast(param: Tensor | None, value: Any, key: str | None = None) -> Any:
    """A loaded state in the dtype of its parameter; the count of steps in its own."""
    if isinstance(value, Tensor):
        if param is None or key == "step" or not param.is_floating_point():
            return value
        return value.to(param.dtype)
    if isinstance(value, dict):
        return {name: _cast(param, each, name) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_cast(param, each) for each in value)
    return value
