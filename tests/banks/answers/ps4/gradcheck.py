"""Answers to gradcheck."""

from functools import partial

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import jacobians
from minigrad.autograd.gradcheck import GradcheckError

right, wrong = answers_to("gradcheck")

MISMATCH = "Jacobian mismatch for output {} with respect to input {},\n{}\n{}"


def values(func, inputs, i):
    return func(*inputs)[i].detach().numpy()


def pair(func, inputs, i, j, eps):
    analytic = jacobians.analytic_jacobian(func(*inputs)[i], inputs)[j]
    numerical = jacobians.numerical_jacobian(
        partial(values, func, inputs, i), inputs[j].detach().numpy(), eps
    )
    return np.asarray(analytic), numerical


# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            numerical = jacobians.numerical_jacobian(
                partial(values, func, inputs, i), x.detach().numpy(), eps
            )
            error = abs(analytic[j] - numerical)
            if not (error <= atol + rtol * abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
    return True


@right
def by_allclose(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i in range(len(outputs)):
        for j in range(len(inputs)):
            analytic, numerical = pair(func, inputs, i, j, eps)
            if not np.allclose(analytic, numerical, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, "", ""))
    return True


@right
def with_tensors(func, inputs, eps, atol, rtol):
    wrong = None
    for i in reversed(range(len(func(*inputs)))):
        for j in reversed(range(len(inputs))):
            analytic, numerical = map(
                torch.from_numpy, map(np.array, pair(func, inputs, i, j, eps))
            )
            if not torch.allclose(analytic, numerical, rtol, atol):
                wrong = i, j
    if wrong:
        raise GradcheckError(MISMATCH.format(*wrong, "…", "…"))
    return True


# -- wrong -----------------------------------------------------------------------------


def walk(func, inputs, eps, agree):
    for i in range(len(func(*inputs))):
        for j in range(len(inputs)):
            if not agree(*pair(func, inputs, i, j, eps)):
                raise GradcheckError(MISMATCH.format(i, j, "", ""))
    return True


@wrong("relative to the analytic")
def allclose_swapped(func, inputs, eps, atol, rtol):
    return walk(func, inputs, eps, lambda a, n: np.allclose(n, a, rtol, atol))


@wrong("rtol is not used")
def without_rtol(func, inputs, eps, atol, rtol):
    return walk(func, inputs, eps, lambda a, n: (abs(a - n) <= atol).all())


@wrong("atol is not used")
def without_atol(func, inputs, eps, atol, rtol):
    return walk(func, inputs, eps, lambda a, n: (abs(a - n) <= rtol * abs(n)).all())


@wrong("It is their sum")
def the_larger(func, inputs, eps, atol, rtol):
    return walk(
        func,
        inputs,
        eps,
        lambda a, n: (abs(a - n) <= np.maximum(atol, rtol * abs(n))).all(),
    )


@wrong("rtol is not multiplied")
def plain_sum(func, inputs, eps, atol, rtol):
    return walk(func, inputs, eps, lambda a, n: (abs(a - n) <= atol + rtol).all())


@wrong("too small passes")
def one_sided(func, inputs, eps, atol, rtol):
    return walk(func, inputs, eps, lambda a, n: (a - n <= atol + rtol * abs(n)).all())


@wrong("negative")
def no_absolute_value(func, inputs, eps, atol, rtol):
    return walk(func, inputs, eps, lambda a, n: (abs(a - n) <= atol + rtol * n).all())


@wrong("one entry agrees")
def any_of_them(func, inputs, eps, atol, rtol):
    return walk(
        func, inputs, eps, lambda a, n: (abs(a - n) <= atol + rtol * abs(n)).any()
    )


@wrong("gradient that is nan passes")
def too_far_off(func, inputs, eps, atol, rtol):
    return walk(
        func,
        inputs,
        eps,
        lambda a, n: not (abs(a - n) > atol + rtol * abs(n)).any(),
    )


@wrong("by one number each, their sum")
def of_sums(func, inputs, eps, atol, rtol):
    return walk(
        func,
        inputs,
        eps,
        lambda a, n: abs(a.sum() - n.sum()) <= atol + rtol * abs(n.sum()),
    )


@wrong("equal exactly")
def equal(func, inputs, eps, atol, rtol):
    return walk(func, inputs, eps, lambda a, n: np.array_equal(a, n))


@wrong("use the arguments atol and rtol")
def usual_tolerances(func, inputs, eps, atol, rtol):
    return walk(func, inputs, eps, lambda a, n: np.allclose(a, n, 1e-3, 1e-5))


@wrong("Nothing is ever found wrong")
def true_at_once(func, inputs, eps, atol, rtol):
    return True


@wrong("Only the first output")
def first_output(func, inputs, eps, atol, rtol):
    def first(*inputs):
        return func(*inputs)[:1]

    return as_in_the_book(first, inputs, eps, atol, rtol)


@wrong("Only the first input")
def first_input(func, inputs, eps, atol, rtol):
    def of_first(x):
        return func(x, *inputs[1:])

    return as_in_the_book(of_first, inputs[:1], eps, atol, rtol)


@wrong("same number only")
def in_pairs(func, inputs, eps, atol, rtol):
    for i, _ in enumerate(zip(func(*inputs), inputs, strict=False)):
        analytic, numerical = pair(func, inputs, i, i, eps)
        if not np.allclose(analytic, numerical, rtol, atol):
            raise GradcheckError(MISMATCH.format(i, i, "", ""))
    return True


@wrong("wrong way round")
def names_swapped(func, inputs, eps, atol, rtol):
    for i in range(len(func(*inputs))):
        for j in range(len(inputs)):
            analytic, numerical = pair(func, inputs, i, j, eps)
            if not np.allclose(analytic, numerical, rtol, atol):
                raise GradcheckError(MISMATCH.format(j, i, "", ""))
    return True


@wrong("counts from 1")
def from_one(func, inputs, eps, atol, rtol):
    for i in range(len(func(*inputs))):
        for j in range(len(inputs)):
            analytic, numerical = pair(func, inputs, i, j, eps)
            if not np.allclose(analytic, numerical, rtol, atol):
                raise GradcheckError(MISMATCH.format(i + 1, j + 1, "", ""))
    return True


@wrong("loops are the wrong way round")
def inputs_outside(func, inputs, eps, atol, rtol):
    for j in range(len(inputs)):
        for i in range(len(func(*inputs))):
            analytic, numerical = pair(func, inputs, i, j, eps)
            if not np.allclose(analytic, numerical, rtol, atol):
                raise GradcheckError(MISMATCH.format(i, j, "", ""))
    return True


@wrong("1e-6 is taken")
def usual_eps(func, inputs, eps, atol, rtol):
    return as_in_the_book(func, inputs, 1e-6, atol, rtol)


@wrong("returned False", "raise GradcheckError")
def answers_false(func, inputs, eps, atol, rtol):
    try:
        return as_in_the_book(func, inputs, eps, atol, rtol)
    except GradcheckError:
        return False


@wrong("returned None", "return True")
def no_return(func, inputs, eps, atol, rtol):
    as_in_the_book(func, inputs, eps, atol, rtol)


@wrong("other words than PyTorch's", "Use MISMATCH")
def own_words(func, inputs, eps, atol, rtol):
    try:
        return as_in_the_book(func, inputs, eps, atol, rtol)
    except GradcheckError:
        raise GradcheckError("the gradient is wrong") from None


@wrong("raised AssertionError")
def asserts(func, inputs, eps, atol, rtol):
    for i in range(len(func(*inputs))):
        for j in range(len(inputs)):
            analytic, numerical = pair(func, inputs, i, j, eps)
            assert np.allclose(analytic, numerical, rtol, atol)
    return True


def walked(func, inputs, eps, atol, rtol, values, array, told):
    """As in the book, but for what values, array and the message are."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            moved = array(x.detach().numpy())
            at = values(i, output)
            numerical = jacobians.numerical_jacobian(at, moved, eps)
            error = abs(analytic[j] - numerical)
            if not (error <= atol + rtol * abs(numerical)).all():
                raise told(i, j, numerical, analytic[j])
    return True


def mismatch(i, j, numerical, analytic):
    return GradcheckError(MISMATCH.format(i, j, numerical, analytic))


@wrong("comes out as 0", "call func anew")
def of_an_old_output(func, inputs, eps, atol, rtol):
    def values(i, output):
        return lambda: output.detach().numpy()

    return walked(func, inputs, eps, atol, rtol, values, lambda x: x, mismatch)


def anew(func, inputs):
    return lambda i, output: lambda: func(*inputs)[i].detach().numpy()


@wrong("comes out as 0", "shares the memory")
def of_a_copy(func, inputs, eps, atol, rtol):
    values = anew(func, inputs)
    return walked(func, inputs, eps, atol, rtol, values, np.copy, mismatch)


@wrong("in each other's place")
def analytic_first(func, inputs, eps, atol, rtol):
    def told(i, j, numerical, analytic):
        first = f"Jacobian mismatch for output {i} with respect to input {j},\n"
        shown = f"numerical:{analytic}\nanalytical:{numerical}\n"
        return GradcheckError(first + shown)

    values = anew(func, inputs)
    return walked(func, inputs, eps, atol, rtol, values, lambda x: x, told)


@wrong("raised RuntimeError", "It must be a GradcheckError")
def another_error(func, inputs, eps, atol, rtol):
    def told(*args):
        return RuntimeError(MISMATCH.format(*args))

    values = anew(func, inputs)
    return walked(func, inputs, eps, atol, rtol, values, lambda x: x, told)


@wrong("Only rtol is multiplied")
def both_relative(func, inputs, eps, atol, rtol):
    return walk(
        func,
        inputs,
        eps,
        lambda found, numerical: (
            abs(found - numerical) <= (atol + rtol) * abs(numerical)
        ).all(),
    )


@wrong("Only the first pair", "inside of the loop")
def returns_in_the_loop(func, inputs, eps, atol, rtol):
    analytic, numerical = pair(func, inputs, 0, 0, eps)
    if (abs(analytic - numerical) <= atol + rtol * abs(numerical)).all():
        return True
    raise mismatch(0, 0, numerical, analytic)


@wrong("raised ValueError", "whether all are true, .all()")
def without_all(func, inputs, eps, atol, rtol):
    analytic, numerical = pair(func, inputs, 0, 0, eps)
    if abs(analytic - numerical) > atol + rtol * abs(numerical):
        raise mismatch(0, 0, numerical, analytic)
    return True


@wrong("calls itself again and again")
def asks_itself(func, inputs, eps, atol, rtol):
    return torch.autograd.gradcheck(func, inputs, eps=eps, atol=atol, rtol=rtol)


@wrong("gradgradcheck", "not under no_grad")
def without_grad_mode(func, inputs, eps, atol, rtol):
    def values(i, output):
        def anew():
            with torch.no_grad():
                return func(*inputs)[i].numpy()

        return anew

    return walked(func, inputs, eps, atol, rtol, values, lambda x: x, mismatch)


@wrong("largest entry of the numerical Jacobian")
def of_the_largest_entry(func, inputs, eps, atol, rtol):
    return walk(
        func, inputs, eps, lambda a, n: (abs(a - n) <= atol + rtol * abs(n).max()).all()
    )


@wrong("Only the diagonal")
def of_the_diagonal(func, inputs, eps, atol, rtol):
    return walk(
        func,
        inputs,
        eps,
        lambda a, n: np.allclose(np.diagonal(a), np.diagonal(n), rtol, atol),
    )


@wrong("nan equals nan")
def where_nan_is_equal(func, inputs, eps, atol, rtol):
    return walk(
        func, inputs, eps, lambda a, n: np.allclose(a, n, rtol, atol, equal_nan=True)
    )


@wrong("atol and rtol are exchanged")
def exchanged(func, inputs, eps, atol, rtol):
    return walk(func, inputs, eps, lambda a, n: np.allclose(a, n, atol, rtol))


@wrong("mean or sum of the errors")
def of_the_mean(func, inputs, eps, atol, rtol):
    return walk(
        func,
        inputs,
        eps,
        lambda a, n: abs(a - n).mean() <= atol + rtol * abs(n).mean(),
    )


@wrong("<=, not <")
def strictly_less(func, inputs, eps, atol, rtol):
    return walk(
        func, inputs, eps, lambda a, n: (abs(a - n) < atol + rtol * abs(n)).all()
    )


@wrong("always returns the first output")
def of_the_first_values(func, inputs, eps, atol, rtol):
    def values(i, output):
        return lambda: func(*inputs)[0].detach().numpy()

    return walked(func, inputs, eps, atol, rtol, values, lambda x: x, mismatch)


@wrong("always returns the last output", "values(i=i)")
def of_the_last_values(func, inputs, eps, atol, rtol):
    def values(i, output):
        return lambda: func(*inputs)[-1].detach().numpy()

    return walked(func, inputs, eps, atol, rtol, values, lambda x: x, mismatch)


@wrong("nan passes", "relative to the analytic")
def too_far_off_the_analytic(func, inputs, eps, atol, rtol):
    return walk(
        func, inputs, eps, lambda a, n: not (abs(a - n) > atol + rtol * abs(a)).any()
    )


SHOWN = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@wrong("shows a wrong analytic Jacobian")
def shows_the_whole_list(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):
            numerical = pair(func, inputs, i, j, eps)[1]
            if not np.allclose(analytic[j], numerical, rtol, atol):
                raise GradcheckError(SHOWN.format(i, j, numerical, analytic))
    return True
