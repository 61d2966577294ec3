"""`python -m tools.benchmarks [ROW ...]`: measure rows beside PyTorch, and print."""

import argparse
import json

from . import report
from .growth import growth
from .measure import in_fresh_process, measure, measure_here
from .memory import LIBRARIES, SIZES, memory_here, memory_lines
from .rows import ROWS


def main() -> int:
    options = arguments()
    if options.list:
        for key, row in ROWS.items():
            print(f"{key:20}{row.name}")
    elif options.one:
        key, seconds = options.one
        print(json.dumps(measure_here(key, float(seconds))))
    elif options.growth:
        print(json.dumps(growth()))
    elif options.one_memory:
        name, segment = options.one_memory
        print(json.dumps(memory_here(name, int(segment))))
    elif options.memory:
        print(*memory_lines(memory()), sep="\n")
    elif options.draw:
        show(json.loads(report.RESULTS.read_text(encoding="utf-8")))
    else:
        return run(options)
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks", description=__doc__
    )
    parser.add_argument(
        "rows", nargs="*", metavar="ROW", help="see --list; default all"
    )
    parser.add_argument("--list", action="store_true", help="say which rows there are")
    parser.add_argument("--processes", type=int, default=3, help="a row (default 3)")
    parser.add_argument(
        "--seconds", type=float, default=2.5, help="a process (default 2.5)"
    )
    parser.add_argument(
        "--quick", action="store_true", help="one process of half a second a row"
    )
    parser.add_argument(
        "--save",
        action="store_true",
        help="all rows, growth of cost, memory; writes results.json, the table in "
        "tools/benchmarks/README.md and the pictures in docs/",
    )
    parser.add_argument(
        "--draw", action="store_true", help="only draw what results.json holds"
    )
    parser.add_argument(
        "--memory", action="store_true", help="memory with and without checkpoints"
    )
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--one-memory", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--growth", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    unknown = [key for key in options.rows if key not in ROWS]
    if unknown:
        parser.error(f"no such row: {', '.join(unknown)} (there are {', '.join(ROWS)})")
    if options.save and (options.rows or options.quick):
        parser.error("--save measures all rows in full: name none, and no --quick")
    if options.quick:
        options.processes, options.seconds = 1, 0.5
    return options


def run(options: argparse.Namespace) -> int:
    """Measure and print; 1 if a bound is missed."""
    measured = {
        "machine": report.machine(),
        "processes": options.processes,
        "seconds": options.seconds,
        "rows": {},
    }
    print(report.HEAD, flush=True)
    for key in options.rows or ROWS:
        result = measure(key, options.processes, options.seconds)
        measured["rows"][key] = result
        print(report.line(key, result), flush=True)
    measured["busy_after"] = f"{report.busy():.1f}"
    said = report.verdicts(measured["rows"])
    if options.save:
        measured["growth"] = in_fresh_process(["--growth"])
        measured["memory"] = memory()
        said += report.growth_lines(measured["growth"])
        said += memory_lines(measured["memory"])
    print("", report.machine_line(measured), *said, sep="\n")
    if options.save:
        report.save(measured)
        show(measured)
    return 1 if said[0].startswith("Missed") else 0


def memory() -> dict[str, list[dict]]:
    """What each library needs without checkpoints and with them."""
    return {
        name: [
            in_fresh_process(["--one-memory", name, str(segment)])
            for segment in (0, SIZES["segment"])
        ]
        for name in LIBRARIES
    }


def show(measured: dict) -> None:
    """Draw the pictures and name them."""
    from .picture import draw

    for path in draw(measured):
        print(path)


if __name__ == "__main__":
    raise SystemExit(main())
