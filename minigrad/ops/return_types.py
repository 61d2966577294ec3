"""Named tuples for what several operations return: values and their places.

They print as PyTorch's do, under the name `torch.return_types`.
"""

from collections import namedtuple


def named_tuple(name: str, fields: str) -> type:
    """A tuple type with these fields, printed one to a line."""
    base = namedtuple(name, fields)
    return type(name, (base,), {"__slots__": (), "__repr__": _printed})


def _printed(self) -> str:
    parts = ",\n".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
    return f"torch.return_types.{type(self).__name__}(\n{parts})"
