"""Devices that are absent, and settings that change nothing.

minigrad computes with NumPy on the CPU, always the same way. A program that asks
`torch.cuda.is_available()` and goes on with the CPU runs unchanged; what needs a device
raises the error of a PyTorch that was built without it.

Read: the tables `CUDA`, `ACCELERATOR`, `BACKENDS`, of which modules are made.
"""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import NoReturn

from .devices import no_cuda
from .names import module_getattr


def false() -> bool:
    """False: it is not there."""
    return False


def zero(device: object = None) -> int:
    """0: there is none."""
    return 0


def nothing(device: object = None) -> None:
    """None: there is nothing to look for, to seed or to empty."""


def refuse(device: object = None) -> NoReturn:
    """AssertionError: there is no CUDA."""
    raise no_cuda()


CUDA = {
    "is_available": false,
    "is_initialized": false,
    "device_count": zero,
    "memory_allocated": zero,
    "max_memory_allocated": zero,
    "empty_cache": nothing,
    "manual_seed": nothing,  # torch.manual_seed seeds the CPU's stream
    "manual_seed_all": nothing,
    "init": refuse,
    "current_device": refuse,
    "get_device_name": refuse,
    "synchronize": refuse,
}
ACCELERATOR = {
    "is_available": false,
    "device_count": zero,
    "current_accelerator": nothing,
}
BACKENDS = {
    "cuda": {"is_built": false, "is_available": false},
    "cudnn": {
        "is_available": false,
        "enabled": True,
        "benchmark": False,
        "deterministic": False,
        "allow_tf32": True,
    },
    "mps": {"is_built": false, "is_available": false},
}


def make_module(name: str, members: dict) -> ModuleType:
    """A module with these members, which `import` finds as if it had a file."""
    module = ModuleType(f"{__package__}.{name}", f"torch.{name}: it is not there.")
    module.__spec__ = ModuleSpec(module.__name__, None)
    module.__path__ = []  # `import torch.backends.cudnn` asks for a package
    module.__getattr__ = module_getattr(module.__name__)
    vars(module).update(members)
    sys.modules[module.__name__] = module
    return module


cuda = make_module("cuda", CUDA)
accelerator = make_module("accelerator", ACCELERATOR)
backends = make_module(
    "backends",
    {name: make_module(f"backends.{name}", each) for name, each in BACKENDS.items()},
)

# -- settings ---------------------------------------------------------------------

_settings = {"threads": 1}


def set_num_threads(number: int) -> None:
    """Remember a number of threads.

    NumPy's own is set before Python starts: OMP_NUM_THREADS=4 python3 …
    """
    if number <= 0:
        raise RuntimeError("set_num_threads expects a positive integer")
    _settings["threads"] = number


def get_num_threads() -> int:
    """The number of `set_num_threads`; 1 before."""
    return _settings["threads"]


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Nothing to choose: all of minigrad is deterministic."""


def set_float32_matmul_precision(precision: str) -> None:
    """Nothing to choose: products are always of the highest precision."""
