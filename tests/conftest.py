"""Which tests run where: slow ones with --slow, others where their program is there.

And the table of the bank of answers, at the end of a run.
"""

import os
import shutil
from collections.abc import Callable, Iterable

import pytest

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
    if not config.getoption("--slow"):
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="slow: runs with --slow"))


# The tests that run the bank of answers (tests/banks/answers), and their columns.
BANK = {
    "test_a_wrong_answer_fails_with_its_diagnosis": "wrong, told why",
    "test_a_right_answer_passes_and_stays_plugged": "right, accepted",
}


def table_of_the_bank(reports: Iterable[pytest.TestReport]) -> list[str]:
    """For each exercise, how many answers of the bank were judged as they should be."""
    counts = {}
    for report in reports:
        test, _, answer = report.nodeid.rpartition("::")[2].partition("[")
        if report.when == "call" and test in BANK:
            row = counts.setdefault(answer.partition("-")[0], {})
            good, run = row.get(test, (0, 0))
            row[test] = good + report.passed, run + 1
    if not counts:
        return []
    lines = [f"{'exercise':20}" + "".join(f"{title:>20}" for title in BANK.values())]
    for name, row in sorted(counts.items()):
        shown = ("{} of {}".format(*row[test]) if test in row else "-" for test in BANK)
        lines.append(f"{name:20}" + "".join(f"{each:>20}" for each in shown))
    return lines


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


@pytest.fixture(scope="session")
def program() -> Callable[..., str]:
    """`program("bwrap")` is the path of a program, or skips the test."""
    return find_program


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium that Playwright can drive."""
    return find_program(*CHROMIUM)
