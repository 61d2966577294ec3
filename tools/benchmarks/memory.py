"""What a backward pass through a deep chain needs, with and without checkpoints.

The chain is that of lecture 08: each layer is tanh(tan(h)) and keeps two tensors. With
segments of √(depth / 2) layers the least is kept. Tensors are counted at the gate that
saved-tensor hooks are; bytes are how far the resident memory of a process of its own
rises. (Linux tells it.)
"""

import importlib
import re
import weakref
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType

import numpy as np

SIZES = {"depth": 256, "segment": 8, "count": 125_000}  # a tensor has a megabyte
SMALL = {"depth": 8, "segment": 2, "count": 10}
LIBRARIES = ("torch", "minigrad")
PROCESS = Path("/proc/self")


class Box:
    """What is kept in the place of a saved tensor."""

    def __init__(self, tensor) -> None:
        self.tensor = tensor


def layers(lib: ModuleType, count: int, h):
    for _ in range(count):
        h = lib.tanh(lib.tan(h))
    return h


def work(lib: ModuleType, *, depth: int, segment: int, count: int) -> Callable:
    """Forward and backward through the chain; without checkpoints if segment is 0."""
    again = lib.utils.checkpoint.checkpoint
    x = lib.tensor(np.linspace(-1, 1, count)).requires_grad_()

    def run():
        h, x.grad = x, None
        for _ in range(depth // (segment or depth)):
            part = partial(layers, lib, segment or depth)
            h = again(part, h, use_reentrant=True) if segment else part(h)
        h.sum().backward()
        return x.grad

    return run


def kept_tensors(lib: ModuleType, run: Callable) -> int:
    """How many saved tensors are there at once, at most."""
    alive, most = weakref.WeakSet(), 0

    def pack(tensor):
        nonlocal most
        box = Box(tensor)
        alive.add(box)
        most = max(most, len(alive))
        return box

    with lib.autograd.graph.saved_tensors_hooks(pack, lambda box: box.tensor):
        run()
    return most


def peak_bytes(run: Callable) -> int:
    """How far the memory of this process rises above what it has now."""
    (PROCESS / "clear_refs").write_text("5")  # the peak is from now on that of now
    before = _status("VmRSS")
    run()
    return _status("VmHWM") - before


def _status(name: str) -> int:
    text = (PROCESS / "status").read_text(encoding="utf-8")
    return 1024 * int(re.search(rf"{name}:\s*(\d+)", text)[1])


def memory_here(name: str, segment: int, sizes: dict = SIZES) -> dict:
    """What one library needs, with segments of this length or (0) without."""
    lib = importlib.import_module(name)
    work(lib, **SMALL)()  # what a first pass makes for good
    run = work(lib, **sizes | {"segment": segment})
    return {"bytes": peak_bytes(run), "tensors": kept_tensors(lib, run)}


def memory_lines(found: dict) -> list[str]:
    """What was found, a sentence for each library."""
    return [
        f"Backward through {SIZES['depth']} layers of 1 MB tensors keeps "
        f"{plain['tensors']} of them and needs {plain['bytes'] / 1e6:.0f} MB under "
        f"{name}; with checkpoints every {SIZES['segment']} layers "
        f"{less['tensors']} and {less['bytes'] / 1e6:.0f} MB."
        for name, (plain, less) in found.items()
    ]
