"""Which tests run where: slow ones with --slow, others where their program is there.

And the table of the bank of answers, at the end of a run.
"""

import gc
import os
import shutil
from collections.abc import Callable

import pytest
from helpers.bank_table import table_of_the_bank

# Checks save nothing in the tests, nor in the notebooks and commands that they run.
os.environ["MINIGRAD_WORK"] = ""

# Workers have a core each: more threads would only wait for one another.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too")


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    # Files with slow tests come first, so that none is left to one worker in the end.
    slow = {item.path for item in items if "slow" in item.keywords}
    items.sort(key=lambda item: item.path not in slow)
    if not config.getoption("--slow"):
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="slow: runs with --slow"))


def pytest_terminal_summary(terminalreporter) -> None:
    stats = terminalreporter.stats
    lines = table_of_the_bank([*stats.get("passed", ()), *stats.get("failed", ())])
    if lines:
        terminalreporter.section("answers to the exercises")
        for line in lines:
            terminalreporter.write_line(line)


def find_program(*names: str) -> str:
    """The path of the first program that is there; else skips, and in CI fails.

    CI installs every program that a test needs, so that no test is skipped there.
    """
    for name in names:
        if path := shutil.which(name):
            return path
    reason = f"needs {' or '.join(names)}, which is not installed"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module", autouse=True)
def what_is_there_stays() -> None:
    """Let the collector pass over what other files left: a million objects each time.

    It is the test's own objects that `gc` is asked for, here and in minigrad.viz.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def program() -> Callable[..., str]:
    """`program("bwrap")` is the path of a program, or skips the test."""
    return find_program


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium that Playwright can drive."""
    return find_program(*CHROMIUM)
