"""Problem set 4: what runs on a gradcheck that passed."""

import numpy as np
import pytest
from banks.answers.bank import RIGHT

import minigrad
from autograder import CheckFailed, check
from autograder.check.programs.ps4_numbers import five
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all
from minigrad.autograd import jacobians
from tools.mutate.solutions import solutions

NAMES = [name for name, each in PIECES.items() if each.set == "ps4"]


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


def failure(answer):
    with pytest.raises(CheckFailed) as failed:
        check(answer)
    return failed.value.report


def test_a_notebook_from_an_earlier_release_finds_the_five():
    found: dict = {}
    exec("from autograder.programs.ps4_numbers import five", found)
    assert found["five"] is five


def test_what_one_program_alone_shows_is_told_as_that():
    right = RIGHT["numerical_jacobian"]["as_in_the_book"]

    def numerical_jacobian(func, array, eps):
        return right(func, array, eps) + (0.1 if array.ndim == 0 else 0.0)

    (told,) = failure(numerical_jacobian).reasons
    assert "in one program only: the Jacobian of exp(x), a matrix of one entry" in told


# -- what passed carries the framework --------------------------------------------


@pytest.fixture
def the_solutions():
    for solution in solutions("ps4"):
        check(solution.made(solution.node))


VIEWS = {
    "the input": lambda x: x,
    "transposed": lambda x: x.T,
    "a row": lambda x: x[0],
    "flat": lambda x: x.view(-1),
    "nothing": lambda x: x[:0],
    "nothing, and more": lambda x: (x[:0], x * x),
    "detached inside": lambda x: x * x.detach(),
}


@pytest.mark.parametrize("form", VIEWS)
def test_the_solutions_judge_views_and_empty_outputs_as_pytorch_does(
    the_solutions, form: str
):
    def verdict(lib):
        x = lib.arange(1.0, 7.0, dtype=lib.float64).reshape(2, 3).requires_grad_()
        check_of = lib.autograd.gradcheck
        return check_of(VIEWS[form], x, raise_exception=False)

    assert verdict(minigrad) == verdict(pytest.importorskip("torch"))


def test_differences_of_what_returns_the_array_itself():
    array = np.array([1.0, 2.0])
    found = jacobians.numerical_jacobian(lambda: array, array, 1e-3)
    assert np.allclose(found, np.eye(2))


@pytest.fixture
def students_gradcheck():
    for name in NAMES:
        check(RIGHT[name]["as_in_the_book"])


def test_the_students_gradcheck_finds_the_broken_one_of_five(students_gradcheck):
    x = minigrad.linspace(-1.5, 1.5, 4, dtype=minigrad.float64).requires_grad_()
    verdicts = [
        minigrad.autograd.gradcheck(function, x, raise_exception=False)
        for function in five(minigrad)
    ]
    assert verdicts == [True, False, True, True, True]


def test_gradgradcheck_runs_on_the_students_gradcheck(students_gradcheck):
    x = minigrad.tensor([0.3, -0.7], dtype=minigrad.float64, requires_grad=True)
    assert minigrad.autograd.gradgradcheck(lambda t: (t * t).sin(), x)


def test_a_backward_that_is_random_is_still_found(students_gradcheck):
    """What the student's function does not look at, minigrad does."""
    rng = np.random.default_rng(0)

    class Shaky(minigrad.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * (2 + rng.uniform(-1e-7, 1e-7))

    x = minigrad.tensor([0.5, 1.5], dtype=minigrad.float64, requires_grad=True)
    with pytest.raises(RuntimeError, match="Backward is not reentrant"):
        minigrad.autograd.gradcheck(Shaky.apply, x)
