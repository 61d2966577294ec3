"""How a row is measured.

Everything runs on one CPU thread in one process: PyTorch, minigrad and NumPy in turn,
again and again, so that a drift of the machine's speed meets all three. What is quoted
is the median of the ratios of neighbouring runs. A process of its own can be lucky or
unlucky in its memory layout, so a row is measured in several fresh ones, and the median
over the processes decides.
"""

import json
import os
import statistics
import subprocess
import sys
import time

import numpy as np

from .rows import ROWS, Row

ONE_THREAD = {
    name: "1"
    for name in (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
    )
}


def measure(key: str, processes: int = 3, seconds: float = 4.0) -> list[dict]:
    """The results of `processes` fresh processes for the row `key`."""
    command = [sys.executable, "-m", "benchmarks", "--one", key, str(seconds)]
    environment = {**os.environ, **ONE_THREAD}
    results = []
    for _ in range(processes):
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"measuring {key!r} failed:\n{done.stderr}")
        results.append(json.loads(done.stdout))
    return results


def measure_here(key: str, seconds: float) -> dict:
    """Ratios of one row in this process: their median and their quartiles."""
    import torch

    torch.set_num_threads(1)
    row = ROWS[key]()
    check(row)
    works = [row.torch, row.minigrad] + ([row.numpy] if row.numpy else [])
    for work in works:  # warm up
        work()
        work()
    rounds = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or len(rounds) < 5:
        rounds.append([_seconds(work) for work in works])
    torch_times, minigrad_times, *numpy_times = zip(*rounds, strict=True)
    result = {
        "rounds": len(rounds),
        "torch_ms": 1e3 * statistics.median(torch_times),
        "minigrad_ms": 1e3 * statistics.median(minigrad_times),
        "of_torch": _quartiles(minigrad_times, torch_times),
    }
    if numpy_times:
        result["of_numpy"] = _quartiles(minigrad_times, numpy_times[0])
    return result


def check(row: Row) -> None:
    """All three must compute the same gradients, or their times mean nothing."""
    expected = [np.array(grad) for grad in row.torch()]
    for name, work in (("minigrad", row.minigrad), ("numpy", row.numpy)):
        if work is None:
            continue
        found = [np.array(grad) for grad in work()]
        for a, b in zip(found, expected, strict=True):
            if not np.allclose(a, b, rtol=1e-3, atol=1e-5):
                raise AssertionError(
                    f"{row.name}: {name} and torch differ by {np.abs(a - b).max():.2e}"
                )


def _seconds(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _quartiles(times, others) -> list[float]:
    """Lower quartile, median and upper quartile of the paired ratios."""
    ratios = [a / b for a, b in zip(times, others, strict=True)]
    return [float(np.quantile(ratios, q)) for q in (0.25, 0.5, 0.75)]
