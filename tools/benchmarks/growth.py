"""How the cost of forward and backward grows: with the graph, with the tensors.

Both should be proportional from some size on. What is measured is the chain of
`programs.py`, with more operations on 10 floats, or 40 operations on more floats.
"""

import numpy as np

from .measure import processor_seconds
from .programs import chain

OPERATIONS = [100, 316, 1_000, 3_160, 10_000, 31_600, 100_000, 316_000]
FLOATS = [10, 100, 1_000, 10_000, 100_000, 1_000_000]
OPS_ON_FLOATS = 40
LEAST_SECONDS = 0.3  # of measuring, for each size


def growth() -> dict:
    """Seconds by size and library: {"operations": {...}, "floats": {...}}."""
    by_operations = [{"rounds": count // 4} for count in OPERATIONS]
    by_floats = [{"rounds": OPS_ON_FLOATS // 4, "count": count} for count in FLOATS]
    return {
        "operations": {"sizes": OPERATIONS, **_seconds(by_operations)},
        "floats": {"sizes": FLOATS, **_seconds(by_floats)},
    }


def exponent(sizes: list[int], seconds: list[float], last: int = 3) -> float:
    """The power of the size with which the cost grows, over the `last` sizes."""
    slope, _ = np.polyfit(np.log(sizes[-last:]), np.log(seconds[-last:]), 1)
    return float(slope)


def _seconds(all_sizes: list[dict]) -> dict[str, list[float]]:
    """The least time of a few runs for each of the sizes, under both libraries."""
    import torch

    import minigrad

    torch.set_num_threads(1)
    seconds = {"torch": [], "minigrad": []}
    for sizes in all_sizes:
        for name, lib in (("torch", torch), ("minigrad", minigrad)):
            work = chain(lib, **sizes)
            runs, spent = [], 0.0
            while len(runs) < 2 or (spent < LEAST_SECONDS and len(runs) < 50):
                runs.append(processor_seconds(work))
                spent += runs[-1]
            seconds[name].append(min(runs))
    return seconds
