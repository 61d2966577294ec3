"""Answers to agrees."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("agrees")


def judge(function, slope, x, eps=1e-6, **tolerance):
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), **tolerance)


@right
def in_float64(function, slope, x):
    return judge(function, slope, x.double(), rtol=1e-4, atol=1e-4)


@right
def tightly(function, slope, x):
    return judge(function, slope, x.to(torch.float64), rtol=1e-3, atol=1e-6)


@right
def entry_by_entry(function, slope, x):
    x = x.double()
    error = (function(x + 1e-5) - function(x - 1e-5)) / 2e-5 - slope(x)
    return bool((error.abs() <= 1e-3 * slope(x).abs()).all())


@right
def a_step_that_fits(function, slope, x):
    """float32 stays, and the step is wide."""
    return judge(function, slope, x, eps=2e-2, rtol=1e-2, atol=1e-2)


@wrong("hardly any")
def the_patient(function, slope, x):
    return judge(function, slope, x, rtol=1e-4, atol=1e-4)


@wrong("looser tolerance")
def loose(function, slope, x):
    return judge(function, slope, x, rtol=1.0, atol=1.0)


@wrong("looser tolerance")
def rather_loose(function, slope, x):
    return judge(function, slope, x.double(), rtol=0.2, atol=0.2)


@wrong("looser tolerance")
def always(function, slope, x):
    return True


@wrong("hardly any")
def cast_too_late(function, slope, x):
    quotient = (function(x + 1e-6) - function(x - 1e-6)).double() / 2e-6
    return torch.allclose(quotient, slope(x).double(), rtol=1e-4, atol=1e-4)


@wrong("hardly any")
def a_smaller_step(function, slope, x):
    return judge(function, slope, x, eps=1e-9, rtol=1e-4, atol=1e-4)


@wrong("float32, the other float64")
def one_side_cast(function, slope, x):
    wide = x.double()
    quotient = (function(wide + 1e-6) - function(wide - 1e-6)) / 2e-6
    return torch.allclose(quotient, slope(x), rtol=1e-4, atol=1e-4)


@wrong("one entry agrees")
def any_entry(function, slope, x):
    x = x.double()
    error = (function(x + 1e-6) - function(x - 1e-6)) / 2e-6 - slope(x)
    return bool((error.abs() < 1e-3).any())


@wrong("sums")
def of_the_mean(function, slope, x):
    x = x.double()
    quotient = (function(x + 1e-6) - function(x - 1e-6)) / 2e-6
    return bool((quotient.mean() - slope(x).mean()).abs() < 1e-3)


@wrong("difference quotient")
def by_autograd(function, slope, x):
    x = x.double().requires_grad_()
    (found,) = torch.autograd.grad(function(x).sum(), x)
    return torch.allclose(found, slope(x), rtol=1e-3)


@wrong("one-sided")
def a_wide_step_to_one_side(function, slope, x):
    x = x.double()
    quotient = (function(x + 1e-3) - function(x)) / 1e-3
    return torch.allclose(quotient, slope(x), rtol=0.05, atol=0)


@wrong("wrong way round")
def turned_round(function, slope, x):
    return not judge(function, slope, x.double(), rtol=1e-4, atol=1e-4)


@wrong("return True or False")
def a_tensor(function, slope, x):
    x = x.double()
    return (function(x + 1e-6) - function(x - 1e-6)) / 2e-6 - slope(x)
