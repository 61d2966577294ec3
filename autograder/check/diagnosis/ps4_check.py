"""Usual mistakes in the gradcheck of problem set 4."""

from collections.abc import Callable

import numpy as np

from minigrad.autograd import jacobians
from minigrad.autograd.gradcheck import GradcheckError

from .versions import wrong_version

Agree = Callable[[np.ndarray, np.ndarray, float, float], bool]


def close(found: np.ndarray, numerical: np.ndarray, atol: float, rtol: float) -> bool:
    """PyTorch's rule."""
    return bool((abs(found - numerical) <= atol + rtol * abs(numerical)).all())


def both(func, inputs, i: int, j: int, eps: float) -> tuple[np.ndarray, np.ndarray]:
    """The analytic and the numerical Jacobian of output i by input j."""
    analytic = jacobians.analytic_jacobian(func(*inputs)[i], list(inputs))[j]
    numerical = jacobians.numerical_jacobian(
        lambda: func(*inputs)[i].detach().numpy(), inputs[j].detach().numpy(), eps
    )
    return np.asarray(analytic), numerical


def told(i: int, j: int) -> GradcheckError:
    return GradcheckError(
        f"Jacobian mismatch for output {i} with respect to input {j},\n"
    )


def pairs(func, inputs) -> list[tuple[int, int]]:
    """Every (output, input), in PyTorch's order."""
    return [(i, j) for i in range(len(func(*inputs))) for j in range(len(inputs))]


def wrong_rule(says: str) -> Callable[[Agree], Agree]:
    """A gradcheck with another rule for what agrees."""

    def add(agree: Agree) -> Agree:
        def gradcheck(func, inputs, eps, atol, rtol):
            for i, j in pairs(func, inputs):
                if not agree(*both(func, inputs, i, j, eps), atol, rtol):
                    raise told(i, j)
            return True

        gradcheck.__name__ = agree.__name__
        wrong_version("gradcheck", says)(gradcheck)
        return agree

    return add


# -- the rule ---------------------------------------------------------------------


@wrong_rule(
    "The tolerance is relative to the analytic Jacobian. PyTorch takes rtol times the "
    "numerical one: a gradient that is too large must not widen its own tolerance."
)
def relative_to_the_analytic(found, numerical, atol, rtol):
    return (abs(found - numerical) <= atol + rtol * abs(found)).all()


@wrong_rule("rtol is not used: the tolerance is atol + rtol |numerical|.")
def absolute_alone(found, numerical, atol, rtol):
    return (abs(found - numerical) <= atol).all()


@wrong_rule("atol is not used: the tolerance is atol + rtol |numerical|.")
def relative_alone(found, numerical, atol, rtol):
    return (abs(found - numerical) <= rtol * abs(numerical)).all()


@wrong_rule(
    "The larger of atol and rtol |numerical| is the tolerance. It is their sum."
)
def the_larger(found, numerical, atol, rtol):
    return (abs(found - numerical) <= np.maximum(atol, rtol * abs(numerical))).all()


@wrong_rule("The tolerance is atol + rtol: rtol is not multiplied by |numerical|.")
def added(found, numerical, atol, rtol):
    return (abs(found - numerical) <= atol + rtol).all()


@wrong_rule(
    "The difference has no absolute value: a gradient that is too small passes."
)
def one_side(found, numerical, atol, rtol):
    return (found - numerical <= atol + rtol * abs(numerical)).all()


@wrong_rule(
    "The numerical Jacobian has no absolute value in the tolerance, which is negative "
    "where the slope is."
)
def negative_tolerance(found, numerical, atol, rtol):
    return (abs(found - numerical) <= atol + rtol * numerical).all()


@wrong_rule("It is enough that one entry agrees. All of them must: .all(), not .any().")
def any_entry(found, numerical, atol, rtol):
    return (abs(found - numerical) <= atol + rtol * abs(numerical)).any()


@wrong_rule(
    "A gradient that is nan passes. Every comparison with nan is False: ask whether "
    "all entries are close, not whether one is too far off."
)
def nan_passes(found, numerical, atol, rtol):
    return not (abs(found - numerical) > atol + rtol * abs(numerical)).any()


@wrong_rule(
    "The mean of the differences is compared: one entry that is wrong hides among "
    "right ones, and one that is too small cancels one that is too large."
)
def the_mean(found, numerical, atol, rtol):
    return (found - numerical).mean() <= atol + rtol * abs(numerical).mean()


@wrong_rule("The sums of the Jacobians are compared. Compare entry by entry.")
def the_sums(found, numerical, atol, rtol):
    off = abs(found.sum() - numerical.sum())
    return off <= atol + rtol * abs(numerical.sum())


@wrong_rule("The two must be equal exactly. Differences are never exact: tolerances.")
def exactly(found, numerical, atol, rtol):
    return (found == numerical).all()


@wrong_rule("The tolerances are written down: use the arguments atol and rtol.")
def usual_tolerances(found, numerical, atol, rtol):
    return close(found, numerical, 1e-5, 1e-3)


@wrong_rule("Nothing is ever found wrong.")
def always(found, numerical, atol, rtol):
    return True


# -- what is compared -------------------------------------------------------------


def wrong_walk(says: str) -> Callable:
    """A gradcheck that looks at other pairs, or tells other numbers."""

    def add(walk: Callable) -> Callable:
        def gradcheck(func, inputs, eps, atol, rtol):
            for i, j, *names in walk(pairs(func, inputs)):
                if not close(*both(func, inputs, i, j, eps), atol, rtol):
                    raise told(*(names or (i, j)))
            return True

        gradcheck.__name__ = walk.__name__
        wrong_version("gradcheck", says)(gradcheck)
        return walk

    return add


@wrong_walk("Only the first output is looked at.")
def first_output(every):
    return [(i, j) for i, j in every if i == 0]


@wrong_walk("Only the first input is looked at.")
def first_input(every):
    return [(i, j) for i, j in every if j == 0]


@wrong_walk("Each output is compared for the input of the same number only.")
def the_diagonal(every):
    return [(i, j) for i, j in every if i == j]


@wrong_walk("The message has the numbers of output and input the wrong way round.")
def swapped_names(every):
    return [(i, j, j, i) for i, j in every]


@wrong_walk("The message counts from 1. PyTorch's counts from 0.")
def from_one(every):
    return [(i, j, i + 1, j + 1) for i, j in every]


@wrong_walk(
    "The loops are the wrong way round: PyTorch goes through the outputs, and for each "
    "through the inputs. So it tells another pair when several are wrong."
)
def inputs_first(every):
    return sorted(every, key=lambda pair: (pair[1], pair[0]))


@wrong_walk("The last wrong pair is told. PyTorch stops at the first.")
def the_last(every):
    return every[::-1]


# -- the rest ---------------------------------------------------------------------


@wrong_version(
    "gradcheck", "The step does not depend on eps: 1e-6 is taken, whatever eps is."
)
def own_eps(func, inputs, eps, atol, rtol):
    for i, j in pairs(func, inputs):
        if not close(*both(func, inputs, i, j, 1e-6), atol, rtol):
            raise told(i, j)
    return True
