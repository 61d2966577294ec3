"""Let `import torch` mean minigrad, for programs that were written for PyTorch.

Read: `alias`. From then on `torch` and every submodule of minigrad under that name are
minigrad's own module objects; nothing is imported before the program asks for it.
"""

import importlib
import importlib.util
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from .names import PART


def alias() -> None:
    """Make `torch` another name of minigrad, for the rest of this process.

    ImportError if PyTorch itself has been imported: the two cannot share a name.
    """
    loaded = sys.modules.get("torch")
    own = sys.modules[__package__]
    if loaded is own:
        return
    if loaded is not None or any(name.startswith("torch.") for name in sys.modules):
        raise ImportError(
            "PyTorch is already imported in this process, so the name torch is taken. "
            "Start Python anew, and let minigrad come first."
        )
    sys.meta_path.insert(0, _Finder())
    sys.modules["torch"] = own


class _Finder(MetaPathFinder):
    """Finds `torch.nn` in minigrad.nn, and PyTorch's own files never."""

    def find_spec(self, name: str, path=None, target=None) -> ModuleSpec | None:
        if not name.startswith("torch."):
            return None
        own = __package__ + name.removeprefix("torch")
        try:
            module = importlib.import_module(own)
        except ModuleNotFoundError as error:
            if error.name != own:
                raise
            text = f"minigrad has no module for '{name}': {PART}"
            raise ModuleNotFoundError(text, name=name) from None
        return importlib.util.spec_from_loader(name, _Loader(module))


class _Loader(Loader):
    """Gives the module that is there already, and leaves it as it is."""

    def __init__(self, module: ModuleType) -> None:
        self._module, self._spec = module, module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # the import system has put the alias's there
