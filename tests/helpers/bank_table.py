"""How the answers of the bank were judged, as a table for the end of a run."""

from collections.abc import Iterable

import pytest

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
