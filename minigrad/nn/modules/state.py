"""The state of a Module as a flat dict from paths to tensors, and back."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...autograd.grad_mode import no_grad
from ...errors import refuse_pytorch
from ...tensor import Tensor
from ..parameter import Parameter
from .tree import Tree


class _IncompatibleKeys(NamedTuple):
    """What `load_state_dict` returns: the keys that did not match."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return (
            f"_IncompatibleKeys(missing_keys={self.missing_keys}, "
            f"unexpected_keys={self.unexpected_keys})"
        )


class State(Tree):
    """A Module whose parameters and persistent buffers can be saved and loaded."""

    _version = 1  # it changes when a class keeps other things than before

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
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = {"version": self._version}
        for name, tensor in self._own_state().items():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(
                    destination=destination,
                    prefix=f"{prefix}{name}.",
                    keep_vars=keep_vars,
                )
        return destination

    def _own_state(self) -> dict[str, Tensor]:
        """The module's own parameters and persistent buffers by name."""
        members = {**self._parameters, **self._buffers}
        return {
            name: tensor
            for name, tensor in members.items()
            if tensor is not None and name not in self._non_persistent_buffers_set
        }

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
        missing, errors, known = [], [], set()
        for path, module in self.named_modules(remove_duplicate=False):
            for name, current in module._own_state().items():
                key = f"{path}.{name}" if path else name
                known.add(key)
                if key not in state_dict:
                    missing.append(key)
                elif error := _misfit(key, current, state_dict[key]):
                    errors.append(error)
                elif assign:
                    setattr(module, name, _like(current, state_dict[key]))
                else:
                    with no_grad():
                        current.copy_(state_dict[key])
        unexpected = [key for key in state_dict if key not in known]
        if strict:
            for kind, keys in (("Unexpected", unexpected), ("Missing", missing)):
                if keys:
                    quoted = ", ".join(f'"{key}"' for key in keys)
                    errors.insert(0, f"{kind} key(s) in state_dict: {quoted}. ")
        if errors:
            raise RuntimeError(
                "Error(s) in loading state_dict for "
                f"{type(self).__name__}:\n\t" + "\n\t".join(errors)
            )
        return _IncompatibleKeys(missing, unexpected)


def _misfit(key: str, current: Tensor, given: Any) -> str | None:
    """What keeps `given` from taking the place of `current`, if anything does."""
    if not isinstance(given, Tensor):
        refuse_pytorch(given)
        return (
            f'While copying the parameter named "{key}", expected torch.Tensor or '
            f"Tensor-like object from checkpoint but received {type(given)}"
        )
    if given.shape != current.shape:
        return (
            f"size mismatch for {key}: copying a param with shape {given.shape} "
            f"from checkpoint, the shape in current model is {current.shape}."
        )
    return None


def _like(current: Tensor, given: Tensor) -> Tensor:
    """`given` as a Parameter, if `current` is one."""
    if not isinstance(current, Parameter):
        return given
    if not isinstance(given, Parameter):
        given = Parameter(given, current.requires_grad)
    return given.requires_grad_(current.requires_grad)
