"""`python -m benchmarks [ROW ...]`: measure, print a table.

Options: `--processes N` (3), `--seconds S` a row and process (4).
"""

import argparse
import json
import platform
import statistics

import numpy as np

from .measure import measure, measure_here
from .rows import ROWS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=", ".join(ROWS))
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        key, seconds = options.one
        print(json.dumps(measure_here(key, float(seconds))))
        return 0
    unknown = [key for key in options.rows if key not in ROWS]
    if unknown:
        parser.error(f"no such row: {', '.join(unknown)} (there are {', '.join(ROWS)})")
    import torch

    print(
        f"{platform.processor() or platform.machine()}, Python "
        f"{platform.python_version()}, NumPy {np.__version__}, PyTorch "
        f"{torch.__version__}; one thread, {options.processes} processes of "
        f"{options.seconds:g} s a row\n"
    )
    print("| work | × torch | quartiles | must | aim | × NumPy | ms |")
    print("|---|---|---|---|---|---|---|")
    missed = 0
    for key in options.rows or ROWS:
        row = ROWS[key]()
        results = measure(key, options.processes, options.seconds)
        results.sort(key=lambda result: result["of_torch"][1])
        low, ratio, high = results[len(results) // 2]["of_torch"]
        of_numpy = [r["of_numpy"][1] for r in results if "of_numpy" in r]
        by_hand = f"{statistics.median(of_numpy):.2f}" if of_numpy else "–"
        middle = statistics.median(r["minigrad_ms"] for r in results)
        print(
            f"| {row.name} | {ratio:.2f} | {low:.2f}–{high:.2f} | {row.bound:.2f} "
            f"| {row.aim:.2f} | {by_hand} | {middle:.2f} |"
        )
        missed += ratio > row.bound
    if missed:
        print(f"\n{missed} row(s) above their bound")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
