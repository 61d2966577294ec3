"""Write the lists of names: minigrad's for its readers, PyTorch's for its errors.

    python -m tools.names            docs/names.md: what minigrad has
    python -m tools.names --torch    minigrad/pytorch_names.txt: what PyTorch has

The second needs PyTorch. A name that minigrad has not is looked up in it.
"""

import argparse
import importlib
import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[1]
MINE, TORCHS = ROOT / "docs" / "names.md", ROOT / "minigrad" / "pytorch_names.txt"

MODULES = {
    "torch": "functions and types",
    "torch.Tensor": "what a tensor can do",
    "torch.linalg": "linear algebra",
    "torch.random": "the default stream of random numbers",
    "torch.autograd": "derivatives",
    "torch.autograd.functional": "Jacobians and Hessians",
    "torch.autograd.graph": "nodes and saved tensors",
    "torch.nn": "layers and losses",
    "torch.nn.functional": "the same as functions",
    "torch.nn.Module": "what every layer and network can do",
    "torch.nn.init": "first values of parameters",
    "torch.nn.utils": "parameters and their gradients",
    "torch.nn.utils.rnn": "sequences of different lengths",
    "torch.optim": "optimizers",
    "torch.optim.lr_scheduler": "learning rates",
    "torch.utils": "around a network",
    "torch.utils.data": "data",
    "torch.utils.checkpoint": "less memory for more time",
    "torch.testing": "comparing",
    "torch.cuda": "absent: what programs ask is there",
    "torch.accelerator": "absent",
    "torch.backends": "absent",
}

HEAD = """# The names that minigrad has

minigrad has the part of PyTorch that the course needs: its lectures, exercises and
sources, and what widely read tutorials use. The names are PyTorch's, and so is what
they do; [deviations.md](deviations.md) lists where it differs. A name that PyTorch has
and minigrad has not says so in its error.

`python -m tools.names` writes this page from the docstrings.
"""


def members(library: str, path: str) -> dict[str, Any]:
    """The public names of a library's `torch.nn`, say, that are not imported ones."""
    *modules, last = [library, *path.split(".")[1:]]
    if last in ("Tensor", "Module"):
        owner = getattr(importlib.import_module(".".join(modules)), last)
    else:
        owner = importlib.import_module(".".join([*modules, last]))
    found = {}
    for name in sorted({*dir(owner), *getattr(owner, "__all__", ())}):
        value = getattr(owner, name, None)
        if not name.startswith("_") and hasattr(owner, name) and public(value, library):
            found[name] = value
    return found


def public(value: Any, library: str) -> bool:
    """False for what comes from elsewhere, and for PyTorch's compiler's types."""
    if isinstance(value, ModuleType):
        return value.__name__.startswith(library)
    home = getattr(value, "__module__", None)
    if not isinstance(home, str):
        return True
    inside = isinstance(value, type) and home.startswith("torch._C")
    return home.startswith((library, "builtins")) and not inside


def pytorchs() -> str:
    """minigrad/pytorch_names.txt: every public name of the modules, in full."""
    names = (f"{path}.{name}" for path in MODULES for name in members("torch", path))
    return "\n".join(sorted(names)) + "\n"


# -- minigrad's -------------------------------------------------------------------


def page() -> str:
    """docs/names.md."""
    names = set(TORCHS.read_text(encoding="utf-8").split())
    return HEAD + "".join(
        section(path, about, names) for path, about in MODULES.items()
    )


def section(path: str, about: str, names: set[str]) -> str:
    """What there is of one module, a line for each name."""
    found = members("minigrad", path).items()
    lines = [line(name, each) for name, each in found if f"{path}.{name}" in names]
    return f"\n## {path}: {about}\n\n" + "\n".join(lines) + "\n"


def line(name: str, value: Any) -> str:
    """A name and what it means."""
    return f"- `{name}` {meaning(value)}".rstrip()


def meaning(value: Any) -> str:
    """The first sentence of a docstring, or a value."""
    if isinstance(value, bool | int | float | str):
        return f"= {value!r}"
    text = inspect.cleandoc(getattr(value, "__doc__", None) or "")
    return " ".join(text.partition("\n\n")[0].split())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.names", description=__doc__)
    parser.add_argument("--torch", action="store_true", help="write PyTorch's names")
    if parser.parse_args().torch:
        TORCHS.write_text(pytorchs(), encoding="utf-8")
    else:
        MINE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
