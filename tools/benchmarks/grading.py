"""`python -m tools.benchmarks.grading 10 100`: how long it takes to grade a class.

A synthetic class of each size (`classes`) is made in a folder and graded there with
`python -m autograder grade`, by so many workers as are asked for. Time is that of the
whole command: also that of asking PyTorch once, and of filling the gradebook. Memory is
what the command and all that it started have in RAM, shared pages once (PSS), looked
at every two seconds; the most of it, divided by the workers.

Broken off and started again, it goes on: what was graded is kept, and so is the time
that it took.

`--stock 20` grades so many honest submissions with this autograder and with nbgrader's
own `autograde`, one worker each, where every check imports torch. Stock nbgrader runs
them without a sandbox, so none of these is hostile.

`--save` writes tools/benchmarks/grading.json.

Read: `main`, `graded` (one class), `timed` (a command, and what it needs).
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import threading
import time
from pathlib import Path

from autograder.work.folder import write_json

from . import classes
from .classes import HONEST, ROOT, SET

FOLDER = ROOT / "build" / "grading"
RESULTS = Path(__file__).parent / "grading.json"
EVERY = 2.0  # seconds between two looks at the memory


def main(arguments: list[str] | None = None) -> int:
    """Answers 1 if a submission is without a result."""
    given = _parser().parse_args(arguments)
    measured = {
        "machine": f"{platform.machine()}, {os.cpu_count()} processors, "
        f"load {os.getloadavg()[0]:.1f} at the start",
        "workers": given.workers,
        "classes": [],
    }
    print(HEAD, flush=True)
    for size in given.sizes:
        row = graded(given.folder / f"class-{size}", size, given.workers)
        measured["classes"].append(row)
        print(line(f"{size}", row), flush=True)
    if given.stock:
        measured["stock"] = compared(given.folder, given.stock)
    if given.save:
        write_json(RESULTS, measured)
        print(f"wrote {RESULTS.relative_to(ROOT)}")
    rows = [*measured["classes"], *measured.get("stock", {}).values()]
    return int(any(row["results"] < row["submissions"] for row in rows))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks.grading",
        description=__doc__.partition("\n")[0],
    )
    parser.add_argument("sizes", nargs="*", type=int, metavar="SIZE")
    parser.add_argument("--workers", type=int, default=1, help="left out: 1")
    parser.add_argument("--stock", type=int, metavar="N", help="beside stock nbgrader")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help="left out: build/grading"
    )
    parser.add_argument("--save", action="store_true", help=f"writes {RESULTS.name}")
    return parser


HEAD = f"{'submissions':>20} {'graded':>7} {'seconds':>8} {'a minute':>9} {'MB':>6}"


def line(name: str, row: dict) -> str:
    return (
        f"{name:>20} {row['results']:>7} {row['seconds']:>8.0f} "
        f"{row['a_minute']:>9.1f} {row['megabytes']:>6.0f}"
    )


# -- one class --------------------------------------------------------------------


def graded(folder: Path, size: int, workers: int, mix=classes.MIX) -> dict:
    """Make a class and grade it; go on with one that is there."""
    classes.make_class(folder, size, mix=mix)
    command = ["autograder", "grade", SET, "--workers", str(workers)]
    spent = timed(folder, command)
    results = len(list((folder / "judged" / SET).glob("*.json")))
    return _row(size, results, spent, workers)


def compared(folder: Path, size: int) -> dict[str, dict]:
    """The same honest submissions, with this autograder and with nbgrader's own."""
    rows = {"this": graded(folder / f"honest-{size}", size, 1, HONEST)}
    print(line(f"{size} honest, this", rows["this"]), flush=True)
    stock = folder / f"stock-{size}"
    classes.make_class(stock, size, mix=HONEST, torch=True)
    spent = timed(stock, ["nbgrader", "autograde", SET])
    results = len(list(stock.glob(f"autograded/*/{SET}/{SET}.ipynb")))
    rows["stock"] = _row(size, results, spent, 1)
    print(line(f"{size} honest, stock", rows["stock"]))
    faster = rows["this"]["a_minute"] / rows["stock"]["a_minute"]
    print(f"{faster:.1f} times the submissions of stock nbgrader in a minute")
    return rows


def _row(size: int, results: int, spent: dict, workers: int) -> dict:
    return {
        "submissions": size,
        "results": results,
        "seconds": round(spent["seconds"], 1),
        "a_minute": round(60 * results / spent["seconds"], 2),
        "megabytes": round(spent["bytes"] / 1e6 / workers),
    }


# -- a command, its time and its memory -------------------------------------------


def timed(folder: Path, command: list[str]) -> dict:
    """Run a Python module there. {"seconds", "bytes"} of all runs so far: a run that
    was broken off counts, one after the end does not."""
    path = folder / "spent.json"
    spent = json.loads(path.read_text()) if path.exists() else {}
    if spent.get("done"):
        return spent
    before, began = spent.get("seconds", 0.0), time.monotonic()
    spent = {"bytes": spent.get("bytes", 0), "done": False}
    with open(folder / "said.txt", "a") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=folder,
            env=_environment(folder),
            stdout=said,
            stderr=said,
        )
        ended = threading.Event()
        watcher = threading.Thread(target=lambda: (process.wait(), ended.set()))
        watcher.start()
        try:
            while not ended.wait(EVERY):
                spent["bytes"] = max(spent["bytes"], memory(process.pid))
                spent["seconds"] = before + time.monotonic() - began
                write_json(path, spent)
        except BaseException:
            process.terminate()
            raise
        finally:
            watcher.join()
    if process.returncode not in (0, 1):  # 1: not all could be graded
        raise RuntimeError(f"{' '.join(command)} failed: see {folder / 'said.txt'}")
    spent |= {"seconds": before + time.monotonic() - began, "done": True}
    write_json(path, spent)
    return spent


def _environment(folder: Path) -> dict[str, str]:
    path = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(path),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "MINIGRAD_WORK": "",
    }


def memory(pid: int) -> int:
    """Bytes that a process and all that it started have in RAM, shared pages once."""
    parents = {}
    for each in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(each.name)] = int(
                (each / "stat").read_text().rpartition(")")[2].split()[1]
            )
        except (OSError, ValueError):  # it has just ended
            continue
    family = {pid}
    while more := {p for p, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(_pss(each) for each in family)


def _pss(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next(1024 * int(each.split()[1]) for each in lines if "Pss:" in each)
    except (OSError, StopIteration):
        return 0


if __name__ == "__main__":
    raise SystemExit(main())
