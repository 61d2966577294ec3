"""What a Module holds: parameters, buffers, submodules, each under a name.

Read: how attributes are set, found and deleted; then how members are registered by
name and found by a dotted path. `Module` (module.py) is made of `Registry`, by way of
`Tree` (tree.py) and `State` (state.py).
"""

from collections import OrderedDict
from typing import Any

from ...names import explain, pytorch_names
from ...tensor import Tensor
from ..parameter import Parameter, typename

# Where the parts of a Module lie: each a dict from a name or a number.
TABLES = ("_parameters", "_buffers", "_modules")
HOOKS = (
    "_forward_pre_hooks",
    "_forward_hooks",
    "_backward_pre_hooks",
    "_backward_hooks",
)


class Registry:
    """Attributes that are Parameters or Modules are kept apart from others."""

    training: bool
    _parameters: dict[str, Parameter | None]
    _buffers: dict[str, Tensor | None]
    _modules: "dict[str, Registry | None]"
    _non_persistent_buffers_set: set[str]

    def __init__(self) -> None:
        own = self.__dict__
        own["training"] = True
        own.update({table: {} for table in TABLES})
        own["_non_persistent_buffers_set"] = set()
        own.update({table: OrderedDict() for table in HOOKS})

    # -- attributes ---------------------------------------------------------------

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        if isinstance(value, Parameter):
            self._check_set_up("parameters")
            self._forget(name, but="_parameters")
            self.register_parameter(name, value)
        elif name in own.get("_parameters", ()):
            _check_none(value, "parameter", name, "torch.nn.Parameter")
            own["_parameters"][name] = None
        elif isinstance(value, Registry):
            self._check_set_up("module")
            self._forget(name, but="_modules")
            own["_modules"][name] = value
        elif name in own.get("_modules", ()):
            _check_none(value, "child module", name, "torch.nn.Module")
            own["_modules"][name] = None
        elif name in own.get("_buffers", ()):
            if not isinstance(value, Tensor):
                _check_none(value, "buffer", name, "torch.nn.Buffer, torch.Tensor")
            own["_buffers"][name] = value
        else:
            super().__setattr__(name, value)

    def _forget(self, name: str, but: str) -> None:
        """Remove what another table has under `name`, so that one meaning is left."""
        own = self.__dict__
        own.pop(name, None)
        for table in TABLES:
            if table != but:
                own[table].pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    def __getattr__(self, name: str) -> Any:
        # Called only where the usual look-up found nothing.
        own = self.__dict__
        for table in TABLES:
            if name in own.get(table, ()):
                return own[table][name]
        if (path := f"torch.nn.Module.{name}") in pytorch_names():
            raise AttributeError(explain(path, dir(self)))
        raise AttributeError(
            f"'{type(self).__name__}' object has no attribute '{name}'"
        )

    def __delattr__(self, name: str) -> None:
        for table in TABLES:
            if name in self.__dict__[table]:
                del self.__dict__[table][name]
                self._non_persistent_buffers_set.discard(name)
                return
        super().__delattr__(name)

    def __dir__(self) -> list[str]:
        names = [*dir(type(self)), *self.__dict__]
        for table in TABLES:
            names += self.__dict__[table]
        return sorted(name for name in names if not name[0].isdigit())

    def _check_set_up(self, kind: str) -> None:
        if "_parameters" not in self.__dict__:
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")

    # -- members by name ----------------------------------------------------------

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter, or None, under `name`."""
        self._check_set_up("parameter")
        self._check_name("parameter", name, self._parameters)
        if not isinstance(param, Parameter | None):
            raise TypeError(
                f"cannot assign '{typename(param)}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)"
            )
        self._parameters[name] = param

    def register_buffer(
        self, name: str, tensor: Tensor | None, persistent: bool = True
    ) -> None:
        """Add a tensor that is no parameter; in the state_dict if `persistent`."""
        self._check_set_up("buffer")
        self._check_name("buffer", name, self._buffers)
        if not isinstance(tensor, Tensor | None):
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' "
                "(torch Tensor or None required)"
            )
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_module(self, name: str, module: "Registry | None") -> None:
        """Add a submodule, or None, under `name`."""
        if not isinstance(module, Registry | None):
            raise TypeError(f"{typename(module)} is not a Module subclass")
        self._check_name("module", name, self._modules)
        self._modules[name] = module

    add_module = register_module

    def _check_name(self, kind: str, name: Any, members: dict) -> None:
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
        if "." in name:
            got = f", got: {name}" if kind == "module" else ""
            raise KeyError(f'{kind} name can\'t contain "."{got}')
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if hasattr(self, name) and name not in members:
            raise KeyError(f"attribute '{name}' already exists")

    # -- members by path ----------------------------------------------------------

    def get_submodule(self, target: str) -> "Registry":
        """The submodule at a dotted path; the module itself for an empty one."""
        module = self
        for name in target.split(".") if target else ():
            module = module._member(name, Registry, "nn.Module")
        return module

    def get_parameter(self, target: str) -> Parameter:
        """The parameter at a dotted path."""
        path, _, name = target.rpartition(".")
        return self.get_submodule(path)._member(name, Parameter, "nn.Parameter")

    def _member(self, name: str, kind: type, kind_name: str) -> Any:
        if not hasattr(self, name):
            raise AttributeError(f"{type(self).__name__} has no attribute `{name}`")
        member = getattr(self, name)
        if not isinstance(member, kind):
            raise AttributeError(f"`{name}` is not an {kind_name}")
        return member


def _check_none(value: Any, kind: str, name: str, expected: str) -> None:
    """TypeError if what is assigned, being of another kind, is not None."""
    if value is not None:
        raise TypeError(
            f"cannot assign '{typename(value)}' as {kind} '{name}' ({expected} or None "
            "expected)"
        )
