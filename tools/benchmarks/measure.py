"""How a row is measured.

Everything runs on one thread in one process: PyTorch, minigrad and NumPy in turn, again
and again, so that a drift of the machine's speed meets all three. A turn is as many
runs as take 10 ms, for steps of a training follow each other too: a single run of a
millisecond would find the caches full of what the library before it used. What is
quoted is the median of the ratios of neighbouring turns. Time is the processor's, not
the clock's: a busy machine disturbs it less. A process of its own can be lucky or
unlucky in its memory layout, so a row is measured in several fresh ones, and the median
over the processes decides.
"""

import gc
import json
import math
import os
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable

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
LEAST_ROUNDS = 5
TURN = 0.01  # seconds, at least, for the slowest of the libraries


def in_fresh_process(arguments: list[str]) -> dict:
    """What `python -m tools.benchmarks` prints as JSON with these arguments."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.benchmarks", *arguments],
        env={**os.environ, **ONE_THREAD},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)} failed:\n{done.stderr}")
    return json.loads(done.stdout)


def measure(key: str, processes: int, seconds: float) -> dict:
    """The row's numbers, of the median of several fresh processes by ratio to torch.

    `seconds` is how long each of them measures.
    """
    runs = [in_fresh_process(["--one", key, str(seconds)]) for _ in range(processes)]
    runs.sort(key=lambda run: run["of_torch"][1])
    middle = runs[len(runs) // 2]
    middle["processes"] = [run["of_torch"][1] for run in runs]
    if "of_numpy" in middle:
        ratios = [run["of_numpy"][1] for run in runs]
        middle["of_numpy"][1] = statistics.median(ratios)
    return middle


def measure_here(key: str, seconds: float) -> dict:
    """The row's ratios in this process: lower quartile, median, upper quartile."""
    row = ROWS[key]
    works = checked_works(row, row.sizes)
    for work in works:
        work()
    # The collector stays on. But what importing PyTorch left behind, some 150,000
    # objects, it would look through at minigrad's expense, and not at PyTorch's.
    gc.collect()
    gc.freeze()
    slowest = max(processor_seconds(work) for work in works)
    runs = max(1, math.ceil(TURN / max(slowest, 1e-6)))
    rounds = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or len(rounds) < LEAST_ROUNDS:
        rounds.append([processor_seconds(work, runs) for work in works])
    of_torch, of_minigrad, *of_numpy = zip(*rounds, strict=True)
    result = {
        "rounds": len(rounds),
        "torch_ms": 1e3 * statistics.median(of_torch),
        "minigrad_ms": 1e3 * statistics.median(of_minigrad),
        "of_torch": _quartiles(of_minigrad, of_torch),
    }
    if of_numpy:
        result["of_numpy"] = _quartiles(of_minigrad, of_numpy[0])
    if row.bytes_a_node:
        result["bytes_a_node"] = bytes_a_node()
    return result


def checked_works(row: Row, sizes: dict) -> list[Callable[[], list]]:
    """The row's work under torch, minigrad and by hand, each run once.

    All must have computed the same, or their times would mean nothing.
    """
    import torch

    import minigrad

    torch.set_num_threads(1)
    options = {"compiled": True} if row.compiled else {}
    works = [row.program(lib, **sizes, **options) for lib in (torch, minigrad)]
    if row.numpy:
        works.append(row.numpy(**sizes))
    expected, *others = ([as_array(each) for each in work()] for work in works)
    for name, found in zip(("minigrad", "NumPy"), others, strict=False):
        for a, b in zip(found, expected, strict=True):
            error = np.abs(a - b).max() / max(np.abs(b).max(), 1e-30)
            if a.shape != b.shape or not error <= row.tolerance:
                raise AssertionError(f"{row.name}: {name} and torch differ by {error}")
    return works


def as_array(value) -> np.ndarray:
    """A tensor or a number as an array of its own."""
    return np.array(value.detach().numpy() if hasattr(value, "detach") else value)


def bytes_a_node(rounds: int = 2_500) -> float:
    """What minigrad's graph of the chain needs for each operation, arrays included."""
    import minigrad

    from .programs import chain_data, chain_of

    x, w, b = (minigrad.tensor(a, requires_grad=True) for a in chain_data())
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        out = chain_of(minigrad, x, w, b, x, rounds)
        size = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    del out
    return size / (4 * rounds)


def processor_seconds(work: Callable, runs: int = 1) -> float:
    """The processor time of a run, of all threads together: the mean of `runs`."""
    start = time.process_time()
    for _ in range(runs):
        work()
    return (time.process_time() - start) / runs


def _quartiles(times, others) -> list[float]:
    """Lower quartile, median and upper quartile of the paired ratios."""
    ratios = [a / b for a, b in zip(times, others, strict=True)]
    return [float(np.quantile(ratios, q)) for q in (0.25, 0.5, 0.75)]
