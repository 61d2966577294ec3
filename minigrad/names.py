"""Names that PyTorch has and minigrad has not: they say so, with the way out.

    torch.quantile    AttributeError: minigrad has no torch.quantile: it has the part …

`pytorch_names.txt` lists PyTorch's public names, `docs/names.md` minigrad's (both are
written by `python -m tools.names`). Any other name gets Python's own words.

Read: `explain`, then who uses it: `module_getattr`, `Absent` for a method of Tensor.
"""

import functools
import sys
from collections.abc import Callable, Iterable
from opcode import opname
from pathlib import Path
from types import FrameType
from typing import NoReturn

PART = (
    "it has the part of PyTorch that the course needs (docs/names.md lists it). Run "
    "this program with PyTorch, or write it with what is there."
)


@functools.cache
def pytorch_names() -> frozenset[str]:
    """PyTorch's public names, with their modules: torch.cat, torch.nn.Linear …"""
    path = Path(__file__).with_name("pytorch_names.txt")
    return frozenset(path.read_text(encoding="utf-8").split())


def explain(path: str, present: Iterable[str]) -> str:
    """Why there is no `path`, and which names that are `present` look like it."""
    from difflib import get_close_matches  # 3 ms, for an error only

    module, _, name = path.rpartition(".")
    public = [each for each in present if not each.startswith("_")]
    close = [f"{module}.{each}" for each in get_close_matches(name, public, 3, 0.7)]
    near = f" Close to it: {', '.join(close)}." if close else ""
    return f"minigrad has no {path}: {PART}{near}"


def module_getattr(module: str) -> Callable[[str], NoReturn]:
    """The `__getattr__` of a module: the error for what is not there.

    An AttributeError, which Python drops in `from torch.optim import LBFGS`: for that
    it is an ImportError.
    """

    def __getattr__(name: str) -> NoReturn:
        own = sys.modules[module]
        path = f"{module.replace('minigrad', 'torch', 1)}.{name}"
        if not name.startswith("_") and path in pytorch_names():
            kind = ImportError if _is_import(sys._getframe(1)) else AttributeError
            raise kind(explain(path, dir(own)))
        text = f"module {module!r} has no attribute {name!r}"
        raise AttributeError(text, name=name, obj=own)

    return __getattr__


def _is_import(frame: FrameType) -> bool:
    """True if the code of a frame, or of who called its `__getattr__`, imports."""
    while frame.f_code.co_name == "__getattr__":
        frame = frame.f_back
    return opname[frame.f_code.co_code[frame.f_lasti]] == "IMPORT_FROM"


class Absent:
    """In the place of a method that PyTorch has: AttributeError for who asks for it.

    (A `__getattr__` of Tensor would be called for each slot that is unset, too, and
    slow down what looks at them.)
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, tensor: object, kind: type) -> NoReturn:
        raise AttributeError(explain(f"torch.Tensor.{self.name}", present(kind)))


def present(kind: type) -> list[str]:
    """The attributes of a class that are there."""
    members = {name: each for base in kind.__mro__ for name, each in vars(base).items()}
    return sorted(n for n, each in members.items() if not isinstance(each, Absent))


def mark_absent(tensor: type) -> None:
    """Put `Absent` in the place of each method that PyTorch's tensors have besides."""
    start = "torch.Tensor."
    own = {path.removeprefix(start) for path in pytorch_names() if start in path}
    for name in own.difference(dir(tensor)):
        setattr(tensor, name, Absent(name))
    tensor.__dir__ = lambda self: sorted({*present(type(self)), *self.__dict__})
