"""The command line: `python -m autograder record [--check] [psN ...]`."""

import argparse
import importlib.util
import sys

from . import programs, references


def main(arguments: list[str] | None = None) -> int:
    """Run a command; answers the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m autograder", description="What instructors do with checks."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    record = commands.add_parser(
        "record", help="run the programs under PyTorch and keep what it does"
    )
    record.add_argument("sets", nargs="*", metavar="psN", help="left out: every set")
    record.add_argument(
        "--check",
        action="store_true",
        help="write nothing, and say in what the kept references differ",
    )
    given = parser.parse_args(arguments)
    unknown = set(given.sets) - set(programs.SETS)
    if unknown:
        parser.error(
            f"no problem set {', '.join(sorted(unknown))} "
            f"(there are {', '.join(programs.SETS)})"
        )
    if importlib.util.find_spec("torch") is None:
        parser.error("this needs PyTorch, which python3 start.py installs")
    failed = False
    for name in given.sets or programs.SETS:
        failed |= _check(name) if given.check else _record(name)
    return int(failed)


def _record(name: str) -> bool:
    path = references.record(name)
    print(f"{name}: wrote {path.name}, {path.stat().st_size / 1000:.0f} kB")
    return False


def _check(name: str) -> bool:
    found = references.differences(name)
    print(f"{name}: " + ("as recorded" if not found else "differs from PyTorch in"))
    for line in found:
        print(f"    {line}")
    if found:
        print(f"Record anew with: python -m autograder record {name}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
