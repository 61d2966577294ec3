"""`python -m tools.course`: the course, as a student runs it who solves it all."""

import pytest

from tools import course


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    """What the command takes out of the environment comes back."""
    monkeypatch.setenv("MINIGRAD_WORK", "")


def test_a_notebook_has_a_line_with_its_time(capsys):
    assert course.main(["ps4"]) == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("ps4 ") and first.endswith(" s   ok")
    assert last.startswith("1 notebooks ") and last.endswith("0 failed")


def test_a_check_that_fails_fails_the_command(capsys, monkeypatch):
    def with_a_mistake(set, solutions=course.solutions):
        mistake = "return np.array(rows)", "return np.array(rows) + 1"
        return {id: text.replace(*mistake) for id, text in solutions(set).items()}

    monkeypatch.setattr(course, "solutions", with_a_mistake)
    assert course.main(["ps4"]) == 1
    first, why, *_ = capsys.readouterr().out.splitlines()
    assert first.endswith("FAILED")
    assert "numerical-check: CheckFailed: numerical_jacobian" in why


@pytest.mark.slow
def test_every_set_is_solved_and_minigrad_runs_on_all_of_it(capsys):
    """The lectures are run by tests/course, against their outputs."""
    status = course.main(["ps"])
    told = capsys.readouterr().out
    assert status == 0, told
    assert told.count(" s   ok") == len(list((course.ROOT / "exercises").iterdir()))
    assert "pieces are yours" in told and "minigrad's own" not in told
