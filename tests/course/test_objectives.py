"""What each lecture promises at its top, and where that is exercised and examined."""

import re

import pytest
from helpers.lecture_files import NAMES, read

LECTURES = [name for name in NAMES if name[:2] != "00"]
OBJECTIVE = re.compile(r"^- (\d+\.\d+) (\*\*[A-Z].*)$", re.MULTILINE)


def objectives(name):
    """{"1.2": its words} of a lecture's cell of that name."""
    (cell,) = (cell for cell in read(name).cells if cell.id == "objectives")
    return dict(OBJECTIVE.findall(cell.source))


@pytest.mark.parametrize("name", LECTURES)
def test_a_lecture_says_at_its_top_what_you_can_do_after_it(name):
    found = objectives(name)
    assert 4 <= len(found) <= 6
    assert list(found) == [f"{int(name[:2])}.{k}" for k in range(1, len(found) + 1)]
    assert [cell.id for cell in read(name).cells].index("objectives") <= 3
