"""Modules that hold modules or parameters: one after the other, as a list, as a dict.

What they hold belongs to the module that holds them. Each keeps its members where every
module does, in `_modules` or `_parameters`: `List` and `Dict` say what can be done with
that table.
"""

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...tensor import Tensor
from ..parameter import Parameter, typename
from .module import Module, block, indented


class List(Module):
    """Members under the names "0", "1", …"""

    table = "_modules"

    def _name_at(self, index: Any) -> str:
        """The name of the member at `index`, which may count from the end."""
        index = operator.index(index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range")
        return list(getattr(self, self.table))[index]

    def _renumber(self, members: Iterable[Any]) -> None:
        numbered = {str(i): member for i, member in enumerate(members)}
        setattr(self, self.table, numbered)

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return getattr(self, self._name_at(index))

    def __setitem__(self, index: int, member: Any) -> None:
        setattr(self, self._name_at(index), member)

    def __delitem__(self, index: int | slice) -> None:
        members = list(self)
        del members[index]
        self._renumber(members)

    def __len__(self) -> int:
        return len(getattr(self, self.table))

    def __iter__(self) -> Iterator[Any]:
        return iter(getattr(self, self.table).values())

    def __iadd__(self, other: Iterable[Any]) -> "List":
        return self.extend(other)

    def append(self, member: Any) -> "List":
        """Add one at the end."""
        self.add_module(str(len(self)), member)
        return self

    def extend(self, members: Iterable[Any]) -> "List":
        """Add several at the end."""
        for member in list(members):
            self.append(member)
        return self

    def insert(self, index: int, member: Any) -> "List":
        """Put one before that at `index`."""
        self._renumber([*self][:index] + [member] + [*self][index:])
        return self


class Sequential(List):
    """Modules, or an OrderedDict of them, each called on the output of the last"""

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            self.extend(args)

    def forward(self, input: Any) -> Any:
        for module in self:
            input = module(input)
        return input

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._modules.items())[index]))
        return super().__getitem__(index)


class ModuleList(List):
    """A list of modules"""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        self.extend(() if modules is None else modules)

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


class ParameterList(List):
    """A list of parameters; Tensors become parameters"""

    table = "_parameters"

    def __init__(self, values: Iterable[Tensor] | None = None) -> None:
        super().__init__()
        self.extend(() if values is None else values)

    def __setitem__(self, index: int, value: Tensor) -> None:
        super().__setitem__(index, _as_parameter(value))

    def append(self, value: Tensor) -> "ParameterList":
        """Add one at the end."""
        self.register_parameter(str(len(self)), _as_parameter(value))
        return self

    def extra_repr(self) -> str:
        lines = (_described(i, value, value.dtype) for i, value in enumerate(self))
        return "\n".join(lines)


class Dict(Module):
    """Members under names."""

    table = "_modules"

    def __init__(self, members: Any = None) -> None:
        super().__init__()
        self.update({} if members is None else members)

    def __getitem__(self, key: str) -> Any:
        return getattr(self, self.table)[key]

    def __setitem__(self, key: str, member: Any) -> None:
        self.add_module(key, member)

    def __delitem__(self, key: str) -> None:
        del getattr(self, self.table)[key]

    def __len__(self) -> int:
        return len(self.keys())

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __contains__(self, key: str) -> bool:
        return key in self.keys()

    def keys(self) -> Iterable[str]:
        """The names."""
        return getattr(self, self.table).keys()

    def items(self) -> Iterable[tuple[str, Any]]:
        """The names and members."""
        return getattr(self, self.table).items()

    def values(self) -> Iterable[Any]:
        """The members."""
        return getattr(self, self.table).values()

    def update(self, members: Any) -> None:
        """Add the members of a mapping, or of (name, member) pairs."""
        for key, member in members.items() if hasattr(members, "items") else members:
            self[key] = member

    def pop(self, key: str) -> Any:
        """Remove one and return it."""
        return getattr(self, self.table).pop(key)


class ModuleDict(Dict):
    """A dict of modules"""

    def __init__(self, modules: Mapping[str, Module] | None = None) -> None:
        super().__init__(modules)


class ParameterDict(Dict):
    """A dict of parameters; Tensors become parameters"""

    table = "_parameters"

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)

    def __getitem__(self, key: str) -> Parameter:
        return getattr(self, key)

    def __setitem__(self, key: str, value: Tensor) -> None:
        self.register_parameter(key, _as_parameter(value))

    def update(self, parameters: Any) -> None:
        """Add those of a mapping (a plain dict in the order of its keys), or pairs."""
        if type(parameters) is dict:
            parameters = sorted(parameters.items())
        super().update(parameters)

    def extra_repr(self) -> str:
        lines = (_described(key, value, typename(value)) for key, value in self.items())
        return "\n".join(lines)


def _as_parameter(value: Any) -> Any:
    """A Tensor as a Parameter; anything else as it is."""
    if isinstance(value, Tensor) and not isinstance(value, Parameter):
        return Parameter(value)
    return value


def _described(label: Any, value: Parameter, kind: Any) -> str:
    """One line of the printed form of a container of parameters."""
    size = "x".join(map(str, value.shape))
    return f"  ({label}): {type(value).__name__} containing: [{kind} of size {size}]"
