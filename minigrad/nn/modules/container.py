"""Modules that hold modules: one after the other, as a list, as a dict."""

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...tensor import Tensor
from ..parameter import typename
from .module import Module, block, indented


class _Numbered(Module):
    """Modules under the names "0", "1", …"""

    def _name_at(self, index: Any) -> str:
        """The name of the module at `index`, which may count from the end."""
        index = operator.index(index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range")
        return list(self._modules)[index]

    def _renumber(self, modules: Iterable[Module]) -> None:
        self._modules = {str(i): module for i, module in enumerate(modules)}

    def __setitem__(self, index: int, module: Module) -> None:
        setattr(self, self._name_at(index), module)

    def __delitem__(self, index: int | slice) -> None:
        if isinstance(index, slice):
            names = list(self._modules)[index]
        else:
            names = [self._name_at(index)]
        for name in names:
            delattr(self, name)
        self._renumber(self._modules.values())

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def pop(self, key: int | slice) -> Module:
        """Remove a module, or several, and return it."""
        taken = self[key]
        del self[key]
        return taken

    def append(self, module: Module) -> "_Numbered":
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> "_Numbered":
        """Add modules at the end."""
        for module in list(modules):
            self.append(module)
        return self

    def _insert(self, index: int, module: Module) -> None:
        modules = list(self)
        modules.insert(index, module)
        self._renumber(modules)


class Sequential(_Numbered):
    """Modules, or an OrderedDict of them, each called on the output of the last"""

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            named = args[0].items()
        else:
            named = ((str(i), module) for i, module in enumerate(args))
        for name, module in named:
            self.add_module(name, module)

    def forward(self, input: Any) -> Any:
        for module in self:
            input = module(input)
        return input

    def __getitem__(self, index: int | slice) -> Module:
        if isinstance(index, slice):
            part = list(self._modules.items())[index]
            return type(self)(OrderedDict(part))
        return self._modules[self._name_at(index)]

    def insert(self, index: int, module: Module) -> "Sequential":
        """Put a module before the one at `index`."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        self._insert(index, module)
        return self

    def __add__(self, other: "Sequential") -> "Sequential":
        return Sequential(*self, *_same_kind(other))

    def __iadd__(self, other: "Sequential") -> "Sequential":
        return self.extend(_same_kind(other))

    def __mul__(self, count: int) -> "Sequential":
        return Sequential(*list(self) * self._factor(count))

    __rmul__ = __mul__

    def __imul__(self, count: int) -> "Sequential":
        return self.extend(list(self) * (self._factor(count) - 1))

    def _factor(self, count: int) -> int:
        if not isinstance(count, int):
            raise TypeError(
                f"unsupported operand type(s) for *: <class '{typename(self)}'> and "
                f"{type(count)}"
            )
        if count <= 0:
            raise ValueError(
                f"Non-positive multiplication factor {count} for <class "
                f"'{typename(self)}'>"
            )
        return count


def _same_kind(other: Any) -> Sequential:
    if not isinstance(other, Sequential):
        raise ValueError(
            "add operator supports only objects of Sequential class, but "
            f"{type(other)} is given."
        )
    return other


class ModuleList(_Numbered):
    """A list of modules, whose parameters belong to the module that holds it"""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, index: int | slice) -> "Module | ModuleList":
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return self._modules[self._name_at(index)]

    def extend(self, modules: Iterable[Module]) -> "ModuleList":
        """Add modules at the end."""
        if not isinstance(modules, Iterable):
            raise TypeError(
                "ModuleList.extend should be called with an iterable, but got "
                f"{type(modules).__name__}"
            )
        return super().extend(modules)

    def insert(self, index: int, module: Module) -> None:
        """Put a module before the one at `index`."""
        self._insert(index, module)

    def __add__(self, other: Iterable[Module]) -> "ModuleList":
        return ModuleList([*self, *other])

    def __iadd__(self, modules: Iterable[Module]) -> "ModuleList":
        return self.extend(modules)

    def __repr__(self) -> str:
        """As every module prints, with equal neighbours counted."""
        runs: list[list] = []  # [first, last, text]
        for i, text in enumerate(map(repr, self)):
            if runs and runs[-1][2] == text:
                runs[-1][1] = i
            else:
                runs.append([i, i, text])
        lines = [
            f"({first}): {text}"
            if first == last
            else f"({first}-{last}): {last - first + 1} x {text}"
            for first, last, text in runs
        ]
        return block(self._get_name(), [indented(line) for line in lines])


class ModuleDict(Module):
    """A dict of modules, whose parameters belong to the module that holds it"""

    def __init__(self, modules: Mapping[str, Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Module:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: str) -> bool:
        return key in self._modules

    def clear(self) -> None:
        """Remove all modules."""
        self._modules.clear()

    def pop(self, key: str) -> Module:
        """Remove a module and return it."""
        return self._modules.pop(key)

    def keys(self):
        """The names."""
        return self._modules.keys()

    def items(self):
        """The names and modules."""
        return self._modules.items()

    def values(self):
        """The modules."""
        return self._modules.values()

    def update(self, modules: Mapping[str, Module] | Iterable) -> None:
        """Add the modules of a mapping, or of (name, module) pairs."""
        for name, module in pairs(modules, "ModuleDict.update", "ModuleDict"):
            self[name] = module


def pairs(given: Any, call: str, name: str) -> list[tuple[str, Any]]:
    """The items of a mapping, or the pairs of an iterable."""
    if not isinstance(given, Iterable):
        raise TypeError(
            f"{call} should be called with an iterable of key/value pairs, but got "
            f"{type(given).__name__}"
        )
    if hasattr(given, "items"):
        return list(given.items())
    listed = list(given)
    for i, pair in enumerate(listed):
        if not isinstance(pair, Iterable):
            raise TypeError(
                f"{name} update sequence element #{i} should be Iterable; is"
                f"{type(pair).__name__}"
            )
        if len(pair) != 2:
            raise ValueError(
                f"{name} update sequence element #{i} has length {len(pair)}; 2 is "
                "required"
            )
    return listed


def described(label: str, value: Any, kind: str) -> str:
    """One line of the printed form of a container of parameters."""
    if not isinstance(value, Tensor):
        return f"  ({label}): Object of type: {type(value).__name__}"
    size = "x".join(map(str, value.shape))
    return f"  ({label}): {type(value).__name__} containing: [{kind} of size {size}]"
