"""Modules that hold modules: one after the other, as a list, as a dict."""

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

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

    __iadd__ = extend

    def insert(self, index: int, module: Module) -> "_Numbered":
        """Put a module before the one at `index`."""
        modules = list(self)
        modules.insert(index, module)
        self._renumber(modules)
        return self


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

    def __add__(self, other: Iterable[Module]) -> "Sequential":
        return Sequential(*self, *other)


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

    def __add__(self, other: Iterable[Module]) -> "ModuleList":
        return ModuleList([*self, *other])

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


class Dict(Module):
    """What a dict of modules and one of parameters can do alike."""

    def __init__(self, members: Any = None) -> None:
        super().__init__()
        if members is not None:
            self.update(members)

    def __len__(self) -> int:
        return len(self.keys())

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __contains__(self, key: str) -> bool:
        return key in self.keys()

    def items(self) -> Iterable[tuple[str, Any]]:
        """The keys and values."""
        return zip(self.keys(), self.values(), strict=True)

    def values(self) -> Iterable[Any]:
        """The values."""
        return (self[key] for key in self.keys())

    def update(self, members: Any) -> None:
        """Add the members of a mapping, or of (key, value) pairs."""
        for key, value in members.items() if hasattr(members, "items") else members:
            self[key] = value

    def pop(self, key: str) -> Any:
        """Remove one and return it."""
        value = self[key]
        del self[key]
        return value


class ModuleDict(Dict):
    """A dict of modules, whose parameters belong to the module that holds it"""

    def __init__(self, modules: Mapping[str, Module] | None = None) -> None:
        super().__init__(modules)

    def __getitem__(self, key: str) -> Module:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def keys(self) -> Iterable[str]:
        """The names."""
        return self._modules.keys()
