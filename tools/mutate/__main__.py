"""`python -m tools.mutate [psN ...]`: do the checks notice small mistakes?"""

import argparse
import sys

from autograder import WorkError
from autograder.check import programs

from . import report


def main(arguments: list[str] | None = None) -> int:
    """Print the table of these sets. Answers 1 if a check has a hole."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutate",
        description="Change the solutions in small ways; do the checks notice?",
    )
    parser.add_argument("sets", nargs="*", metavar="psN", help="left out: every set")
    parser.add_argument(
        "--write", metavar="FILE", help="a page whose tables are written anew"
    )
    given = parser.parse_args(arguments)
    if unknown := set(given.sets) - set(programs.SETS):
        known = ", ".join(programs.SETS)
        parser.error(f"no problem set {', '.join(sorted(unknown))} (there are {known})")
    try:
        return report.main(given.sets or programs.SETS, given.write)
    except WorkError as error:
        parser.error(str(error))


if __name__ == "__main__":
    sys.exit(main())
