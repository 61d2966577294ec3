"""The state of a Module as a flat dict from paths to tensors, and back.

Read: `state_dict`, `load_state_dict`, then `_load_from_state_dict`, which loads what
one module itself holds.
"""

from collections import OrderedDict, namedtuple
from collections.abc import Callable, Mapping
from typing import Any

from ...autograd.grad_mode import no_grad
from ...autograd.hooks import RemovableHandle
from ...tensor import Tensor
from ..parameter import Parameter
from .handles import register
from .tree import Tree

EXTRA = "_extra_state"


_Keys = namedtuple("_IncompatibleKeys", ["missing_keys", "unexpected_keys"])


class _IncompatibleKeys(_Keys):
    """What `load_state_dict` returns: the keys that did not match."""

    __slots__ = ()

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()


class State(Tree):
    """A Module whose parameters and persistent buffers can be saved and loaded."""

    _version = 1

    def state_dict(
        self,
        *,
        destination: dict | None = None,
        prefix: str = "",
        keep_vars: bool = False,
    ) -> dict[str, Any]:
        """Parameters and persistent buffers by path, detached unless `keep_vars`.

        The tensors share the module's memory: copy them to keep a past state.
        """
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()  # the version of each module in it
        metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(
                    destination=destination,
                    prefix=f"{prefix}{name}.",
                    keep_vars=keep_vars,
                )
        for hook in self._state_dict_hooks.values():
            if hook(self, destination, prefix, metadata) is not None:
                raise RuntimeError("state_dict post-hook must return None")
        return destination

    def _save_to_state_dict(
        self, destination: dict, prefix: str, keep_vars: bool
    ) -> None:
        """Add what this module itself holds to `destination`."""
        for name, tensor in self._own_state().items():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        if type(self).get_extra_state is not State.get_extra_state:
            destination[prefix + EXTRA] = self.get_extra_state()

    def _own_state(self) -> dict[str, Tensor]:
        """The module's own parameters and persistent buffers by name."""
        members = {**self._parameters, **self._buffers}
        return {
            name: tensor
            for name, tensor in members.items()
            if tensor is not None and name not in self._non_persistent_buffers_set
        }

    def get_extra_state(self) -> Any:
        """Override to put more than tensors into the state_dict."""
        raise RuntimeError("override get_extra_state() to have an extra state")

    def set_extra_state(self, state: Any) -> None:
        """Override to take back what `get_extra_state` gave."""
        raise RuntimeError("override set_extra_state() to have an extra state")

    # -- loading ------------------------------------------------------------------

    def load_state_dict(
        self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
    ) -> _IncompatibleKeys:
        """Copy the values of `state_dict` into the parameters and buffers.

        With `assign` its tensors become the module's own. RuntimeError for a shape
        that does not fit and, if `strict`, for keys that are missing or unexpected;
        what does fit is loaded also then.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(
                f"Expected state_dict to be dict-like, got {type(state_dict)}."
            )
        result = _IncompatibleKeys([], [])
        errors = []
        metadata = getattr(state_dict, "_metadata", {})
        self._load_tree(OrderedDict(state_dict), "", metadata, assign, result, errors)
        if strict:
            kinds = zip(("Missing", "Unexpected"), result, strict=True)
            errors[:0] = [_key_error(kind, keys) for kind, keys in kinds if keys]
        if errors:
            raise RuntimeError(
                "Error(s) in loading state_dict for "
                f"{type(self).__name__}:\n\t" + "\n\t".join(errors)
            )
        return result

    def _load_tree(
        self,
        state: Mapping[str, Any],
        prefix: str,
        metadata: Mapping[str, dict],
        assign: bool,
        result: _IncompatibleKeys,
        errors: list[str],
    ) -> None:
        local = dict(metadata.get(prefix[:-1], {}), assign_to_params_buffers=assign)
        self._load_from_state_dict(state, prefix, local, True, *result, errors)
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}{name}."
                part = {
                    key: value for key, value in state.items() if key.startswith(path)
                }
                module._load_tree(part, path, metadata, assign, result, errors)
        for hook in self._load_state_dict_post_hooks.values():
            if hook(self, result) is not None:
                raise AssertionError(
                    "Hooks registered with ``register_load_state_dict_post_hook`` are "
                    "not expected to return new values, if incompatible_keys need to "
                    "be modified, it should be done inplace."
                )

    def _load_from_state_dict(
        self,
        state_dict: Mapping[str, Any],
        prefix: str,
        local_metadata: dict,
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        """Load what this module itself holds; add to the three lists what is wrong."""
        for hook in self._load_state_dict_pre_hooks.values():
            hook(
                self,
                state_dict,
                prefix,
                local_metadata,
                strict,
                missing_keys,
                unexpected_keys,
                error_msgs,
            )
        own = self._own_state()
        assign = local_metadata.get("assign_to_params_buffers", False)
        for name, current in own.items():
            key = prefix + name
            if key in state_dict:
                error = self._load_one(name, current, key, state_dict[key], assign)
                error_msgs += [error] if error else []
            elif strict:
                missing_keys.append(key)
        extra = prefix + EXTRA
        if type(self).set_extra_state is not State.set_extra_state:
            if extra in state_dict:
                self.set_extra_state(state_dict[extra])
            elif strict:
                missing_keys.append(extra)
            own[EXTRA] = None
        if strict:
            for key in state_dict:
                name, dot, _ = key.removeprefix(prefix).partition(".")
                known = self._modules if dot else own
                if key.startswith(prefix) and name not in known:
                    unexpected_keys.append(key)

    def _load_one(
        self, name: str, current: Tensor, key: str, given: Any, assign: bool
    ) -> str | None:
        """Take over one tensor. Returns what is wrong with it, if anything."""
        if not isinstance(given, Tensor):
            return (
                f'While copying the parameter named "{key}", expected torch.Tensor or '
                f"Tensor-like object from checkpoint but received {type(given)}"
            )
        if current.ndim == 0 and given.shape == (1,):  # as old versions saved scalars
            given = given[0]
        if given.shape != current.shape:
            return (
                f"size mismatch for {key}: copying a param with shape {given.shape} "
                f"from checkpoint, the shape in current model is {current.shape}."
            )
        with no_grad():
            if not assign:
                current.copy_(given)
                return None
            if isinstance(current, Parameter):
                if not isinstance(given, Parameter):
                    given = Parameter(given, current.requires_grad)
                given.requires_grad_(current.requires_grad)
            setattr(self, name, given)
        return None

    # -- hooks --------------------------------------------------------------------

    def register_state_dict_pre_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(module, prefix, keep_vars)` before `state_dict` collects."""
        return register(self._state_dict_pre_hooks, hook)

    def register_state_dict_post_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(module, state_dict, prefix, local_metadata)` after it collected.

        It may change the dict in place, and returns None.
        """
        return register(self._state_dict_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(module, state_dict, prefix, …)` before a module loads.

        Its arguments after the first are those of `_load_from_state_dict`.
        """
        return register(self._load_state_dict_pre_hooks, hook)

    def register_load_state_dict_post_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(module, incompatible_keys)` after a module has loaded.

        It may change the two lists in place, and returns None.
        """
        return register(self._load_state_dict_post_hooks, hook)


def _key_error(kind: str, keys: list[str]) -> str:
    quoted = ", ".join(f'"{key}"' for key in keys)
    return f"{kind} key(s) in state_dict: {quoted}. "
