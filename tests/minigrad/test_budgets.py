"""How long minigrad may be: every ring has a budget, and nothing lies outside one."""

from pathlib import Path

import pytest

MINIGRAD = Path(__file__).parents[2] / "minigrad"

# Lines of Python, as `wc -l` counts them, comments and docstrings included.
BUDGETS = {
    "core": 854,
    "speed": 700,
    "autograd": 3_236,
    "ops": 9_540,
    "nn": 5_480,
    "optim": 950,
    "utils": 1_000,
    "compiler": 1_565,
    "viz": 4_864,
}
BASE = 2_030  # the files of minigrad itself
LONGEST = 350  # lines of one file


def lines_of(*files: Path) -> int:
    return sum(each.read_text(encoding="utf-8").count("\n") for each in files)


def test_the_rings_add_up_to_what_the_house_may_be():
    assert sum(BUDGETS.values()) + BASE == 30_219


@pytest.mark.parametrize("ring", BUDGETS)
def test_a_ring_keeps_to_its_budget(ring: str):
    assert lines_of(*(MINIGRAD / ring).rglob("*.py")) <= BUDGETS[ring]


def test_the_base_keeps_to_its_budget():
    assert lines_of(*MINIGRAD.glob("*.py")) <= BASE


def test_nothing_of_minigrad_lies_outside_a_budget():
    packages = {path.relative_to(MINIGRAD).parts[0] for path in MINIGRAD.rglob("*.py")}
    folders = {each for each in packages if not each.endswith(".py")}
    assert folders <= BUDGETS.keys()


def test_a_file_can_be_read_at_one_sitting():
    sizes = {path: lines_of(path) for path in MINIGRAD.rglob("*.py")}
    assert {path.name: n for path, n in sizes.items() if n > LONGEST} == {}
