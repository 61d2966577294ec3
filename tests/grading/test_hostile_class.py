"""Forty who attack among forty who do not, graded by two workers at once.

The honest ones have exactly their points, nobody is dropped, and no attack has more
than the same work without it.
"""

import pytest

pytest.importorskip("torch")
pytest.importorskip("nbgrader")

from banks.attacks.kit import ATTACKS, SET, make_course, work
from test_attacks import FULL, LIMITS, digest, grades, points

from autograder.grading import batch

pytestmark = pytest.mark.slow  # eighty submissions take minutes

LIGHT = [each for each in ATTACKS if not each.heavy]
EVERY = len(LIGHT) // 39
HOSTILE = [*LIGHT[::EVERY][:39], LIGHT[-1]]
NOBODY = FULL | {"mul-check": 0.0}


@pytest.fixture(scope="module")
def graded(program, tmp_path_factory):
    """(its folder, its points, what was said, what was handed in)."""
    program("bwrap")
    course = tmp_path_factory.mktemp("hostile")
    make_course(course)
    for number, each in enumerate(HOSTILE):
        given = work(course, f"{number:02}-{each.name}")
        each.act(given)
        given.hand_in()
        without = ("mul",) if number % 4 == 0 else ()
        work(course, f"{number:02}-honest", without=without).hand_in()
    before, said = digest(course), []
    options = batch.Options(course, workers=2, seed=26, limits=LIMITS)
    batch.grade_class(SET, options, said.append)
    assert digest(course) == before
    return grades(course), "\n".join(said)


def test_honest_ones_have_exactly_their_points(graded):
    found, _ = graded
    for number in range(len(HOSTILE)):
        right = NOBODY if number % 4 == 0 else FULL
        assert points(found[f"{number:02}-honest"]) == right, number


def test_nobody_is_dropped(graded):
    found, said = graded
    assert len(HOSTILE) == 40 and len(found) == 80
    assert "not graded:" not in said


@pytest.mark.parametrize("number", range(40))
def test_nobody_is_above_the_same_work_without_the_attack(number, graded):
    scores = points(graded[0][f"{number:02}-{HOSTILE[number].name}"])
    assert all(scores[name] <= NOBODY[name] for name in FULL)
