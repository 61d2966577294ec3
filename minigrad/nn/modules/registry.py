"""What a Module holds: parameters, buffers, submodules, each under a name.

Read: `Registry`: how attributes are set, found and deleted, then how members are
registered by name and found by a dotted path. `Module` (module.py) is made of it.
"""

from collections import OrderedDict
from typing import Any

from ...tensor import Tensor
from ..parameter import Buffer, Parameter, typename

# Where the parts of a Module lie: each a dict from a name or a number.
TABLES = ("_parameters", "_buffers", "_modules")
HOOKS = (
    "_backward_pre_hooks",
    "_backward_hooks",
    "_forward_hooks",
    "_forward_hooks_with_kwargs",
    "_forward_hooks_always_called",
    "_forward_pre_hooks",
    "_forward_pre_hooks_with_kwargs",
    "_state_dict_hooks",
    "_state_dict_pre_hooks",
    "_load_state_dict_pre_hooks",
    "_load_state_dict_post_hooks",
)


class Registry:
    """Attributes that are Parameters, Buffers or Modules are kept apart from others."""

    training: bool
    _parameters: dict[str, Parameter | None]
    _buffers: dict[str, Tensor | None]
    _modules: "dict[str, Registry | None]"
    _non_persistent_buffers_set: set[str]

    call_super_init = False  # True: the next class in the order of bases is set up too

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if not self.call_super_init:
            _refuse_arguments(type(self).__name__, args, kwargs)
        own = self.__dict__
        own["training"] = True
        own.update({table: {} for table in TABLES})
        own["_non_persistent_buffers_set"] = set()
        own.update({table: OrderedDict() for table in HOOKS})
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    # -- attributes ---------------------------------------------------------------

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        if isinstance(value, Parameter):
            self._check_set_up("parameters")
            self._forget(name, but="_parameters")
            self.register_parameter(name, value)
        elif name in own.get("_parameters", ()):
            if value is not None:
                raise _wrong_kind(value, "parameter", name, "torch.nn.Parameter")
            self.register_parameter(name, None)
        elif isinstance(value, Registry):
            self._check_set_up("module")
            self._forget(name, but="_modules")
            own["_modules"][name] = value
        elif name in own.get("_modules", ()):
            if value is not None:
                raise _wrong_kind(value, "child module", name, "torch.nn.Module")
            own["_modules"][name] = None
        elif isinstance(value, Buffer) or name in own.get("_buffers", ()):
            self._set_buffer(name, value)
        else:
            super().__setattr__(name, value)

    def _set_buffer(self, name: str, value: Any) -> None:
        if value is not None and not isinstance(value, Tensor):
            raise _wrong_kind(value, "buffer", name, "torch.nn.Buffer, torch.Tensor")
        persistent = getattr(
            value, "persistent", name not in self._non_persistent_buffers_set
        )
        self.register_buffer(name, value, persistent)

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
            members = own.get(table)
            if members is not None and name in members:
                return members[name]
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
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{typename(param)}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)"
            )
        if param is not None and param.grad_fn is not None:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model "
                f"parameters must be created explicitly. To express '{name}' as a "
                "function of another Tensor, compute the value in the forward() method."
            )
        self._parameters[name] = param

    def register_buffer(
        self, name: str, tensor: Tensor | None, persistent: bool = True
    ) -> None:
        """Add a tensor that is no parameter; in the state_dict if `persistent`."""
        self._check_set_up("buffer")
        self._check_name("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' "
                "(torch Tensor or None required)"
            )
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name: str, module: "Registry | None") -> None:
        """Add a submodule, or None, under `name`."""
        if module is not None and not isinstance(module, Registry):
            raise TypeError(f"{typename(module)} is not a Module subclass")
        if not isinstance(name, str):
            raise TypeError(f"module name should be a string. Got {typename(name)}")
        if hasattr(self, name) and name not in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'module name can\'t contain ".", got: {name}')
        if name == "":
            raise KeyError('module name can\'t be empty string ""')
        self._modules[name] = module

    def register_module(self, name: str, module: "Registry | None") -> None:
        """The same as `add_module`."""
        self.add_module(name, module)

    def _check_name(self, kind: str, name: Any, members: dict) -> None:
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."')
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if hasattr(self, name) and name not in members:
            raise KeyError(f"attribute '{name}' already exists")

    # -- members by path ----------------------------------------------------------

    def get_submodule(self, target: str) -> "Registry":
        """The submodule at a dotted path; the module itself for an empty one."""
        module = self
        for name in target.split(".") if target else ():
            module = _member(module, name)
            if not isinstance(module, Registry):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def set_submodule(
        self, target: str, module: "Registry", strict: bool = False
    ) -> None:
        """Put `module` at a dotted path; with `strict` only where one is already."""
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Registry):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict or hasattr(parent, name):
            if not isinstance(_member(parent, name), Registry):
                raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def get_parameter(self, target: str) -> Parameter:
        """The parameter at a dotted path."""
        path, _, name = target.rpartition(".")
        param = _member(self.get_submodule(path), name)
        if not isinstance(param, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return param

    def get_buffer(self, target: str) -> Tensor:
        """The buffer at a dotted path."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        buffer = _member(module, name)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return buffer


def _member(module: Registry, name: str) -> Any:
    if not hasattr(module, name):
        raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
    return getattr(module, name)


def _refuse_arguments(name: str, args: tuple, kwargs: dict) -> None:
    if kwargs:
        raise TypeError(
            f"{name}.__init__() got an unexpected keyword argument "
            f"'{next(iter(kwargs))}'"
        )
    if args:
        raise TypeError(
            f"{name}.__init__() takes 1 positional argument but {len(args) + 1} were "
            "given"
        )


def _wrong_kind(value: Any, kind: str, name: str, expected: str) -> TypeError:
    return TypeError(
        f"cannot assign '{typename(value)}' as {kind} '{name}' ({expected} or None "
        "expected)"
    )
