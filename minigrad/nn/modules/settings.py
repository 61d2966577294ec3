"""`Settings`: layers that hold no parameters, only the arguments they are made with."""

from dataclasses import dataclass, fields

from .module import Module

# A layer's arguments are the fields of its class: `__init__` is written by Python.
layer = dataclass(eq=False, repr=False)


@layer
class Settings(Module):
    """A Module whose arguments are attributes, and are printed with their names.

    A field with `repr=False` is not printed.
    """

    def __post_init__(self) -> None:
        super().__init__()

    def extra_repr(self) -> str:
        shown = (field.name for field in fields(self) if field.repr)
        return ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
