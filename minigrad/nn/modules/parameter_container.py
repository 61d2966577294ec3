"""Lists and dicts of parameters, which belong to the module that holds them."""

import operator
from collections.abc import Iterable, Iterator
from typing import Any

from ...tensor import Tensor
from ..parameter import Parameter, typename
from .container import Dict
from .module import Module


class ParameterList(Module):
    """A list of parameters; Tensors become parameters, other objects stay"""

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def _name_at(self, index: Any) -> str:
        index = operator.index(index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range")
        return str(index % len(self))

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return type(self)(self[i] for i in range(len(self))[index])
        return getattr(self, self._name_at(index))

    def __setitem__(self, index: int, value: Any) -> None:
        setattr(self, self._name_at(index), _as_parameter(value))

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def append(self, value: Any) -> "ParameterList":
        """Add one at the end."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> "ParameterList":
        """Add several at the end."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(
                "ParameterList.extend should be called with an iterable, but got "
                f"{type(values).__name__}"
            )
        for value in values:
            self.append(value)
        return self

    __iadd__ = extend

    def extra_repr(self) -> str:
        described = (
            _described(i, value, str(getattr(value, "dtype", "")))
            for i, value in enumerate(self)
        )
        return "\n".join(described)


class ParameterDict(Dict):
    """A dict of parameters; Tensors become parameters, other objects stay"""

    def __init__(self, parameters: Any = None) -> None:
        self._keys: dict[str, None] = {}
        super().__init__(parameters)

    def __getitem__(self, key: str) -> Any:
        return getattr(self, _checked(key))

    def __setitem__(self, key: str, value: Any) -> None:
        self._keys[_checked(key)] = None
        setattr(self, key, _as_parameter(value))

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, key)

    def keys(self) -> Iterable[str]:
        """The keys."""
        return self._keys.keys()

    def update(self, parameters: Any) -> None:
        """Add those of a mapping (a plain dict in the order of its keys), or pairs."""
        if type(parameters) is dict:
            parameters = sorted(parameters.items())
        super().update(parameters)

    def extra_repr(self) -> str:
        described = (
            _described(key, value, typename(value)) for key, value in self.items()
        )
        return "\n".join(described)


def _as_parameter(value: Any) -> Any:
    """A Tensor as a Parameter; anything else as it is."""
    if isinstance(value, Tensor) and not isinstance(value, Parameter):
        return Parameter(value)
    return value


def _checked(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(
            "Index given to ParameterDict cannot be used as a key as it is not a "
            f"string (type is '{type(key).__name__}')."
        )
    return key


def _described(label: Any, value: Any, kind: str) -> str:
    """One line of the printed form."""
    if not isinstance(value, Tensor):
        return f"  ({label}): Object of type: {type(value).__name__}"
    size = "x".join(map(str, value.shape))
    return f"  ({label}): {type(value).__name__} containing: [{kind} of size {size}]"
