"""pytest's `-p helpers.plugged`: minigrad runs on the pieces saved in STUDENTS_WORK."""

import os

from autograder import use_mine

# conftest.py, which turns saved pieces off, is imported after this.
os.environ["MINIGRAD_WORK"] = os.environ["STUDENTS_WORK"]
LOADED = use_mine()
if LOADED.notes or not LOADED.names:
    raise RuntimeError(repr(LOADED))


def pytest_report_header() -> str:
    return repr(LOADED)
