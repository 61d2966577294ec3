"""Set the course up in `.venv` and open it in JupyterLab, or run its tests.

    python3 start.py [--no-browser] [--port N]     open the course
    python3 start.py --instructor                  the same, with tools for grading
    python3 start.py update                        update the copies in my_work
    python3 start.py run FILE                      a program for PyTorch, on minigrad
    python3 start.py slides | site | backup | restore FILE | grade psN
    python3 start.py test [pytest's arguments]     run the tests (--slow: all of them)

Needs Python 3.11 and nothing else; the work is done in `tools/launcher/`. This file
parses on Python 3.6, so that an old Python can still tell its owner what to do.
"""

import os
import sys

MINIMUM = (3, 11)
ROOT = os.path.dirname(os.path.abspath(__file__))


def main(arguments: list) -> int:
    """Do what the command line asks for; the exit status."""
    if sys.version_info < MINIMUM:
        have = "{}.{}.{}".format(*sys.version_info[:3])
        print(
            f"start.py: Python 3.11 or newer is needed, and this is {have}. Install one"
            " from https://python.org; then start it by its name: `python3.13 start.py`"
            " (on Windows `py -3.13 start.py`).",
            file=sys.stderr,
        )
        return 1
    sys.path.insert(0, ROOT)  # PYTHONSAFEPATH leaves it out
    from tools.launcher.commands import main

    return main(ROOT, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
