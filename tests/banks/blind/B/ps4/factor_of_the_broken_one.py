# %% right: measured
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    from autograder.check.programs.ps4_numbers import five

    f = five(torch)[1]
    x = torch.tensor(-0.5, dtype=torch.float64, requires_grad=True)
    (claimed,) = torch.autograd.grad(f(x), x)
    right = (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
    return claimed.item() / right.item()


# %% right: formula_of_softsign
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    from autograder.check.programs.ps4_numbers import five

    x = torch.tensor(-0.5, dtype=torch.float64, requires_grad=True)
    (claimed,) = torch.autograd.grad(five(torch)[1](x), x)
    return claimed.item() * (1 + 0.5) ** 2


# %% wrong: upside_down
# why: The right gradient divided by that of the broken one: the fraction is upside down.
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    from autograder.check.programs.ps4_numbers import five

    f = five(torch)[1]
    x = torch.tensor(-0.5, dtype=torch.float64, requires_grad=True)
    (claimed,) = torch.autograd.grad(f(x), x)
    right = 1 / (1 + 0.5) ** 2
    return right / claimed.item()


# %% wrong: one_of_the_right_four
# why: Took one of the four that are right (or a positive point, where the broken one is right too): there the factor is 1.
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    return 1.0


# %% wrong: gradient_not_factor
# why: The gradient that the broken one claims at -0.5, not divided by the right one.
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    from autograder.check.programs.ps4_numbers import five

    x = torch.tensor(-0.5, dtype=torch.float64, requires_grad=True)
    (claimed,) = torch.autograd.grad(five(torch)[1](x), x)
    return claimed.item()


# %% wrong: right_gradient
# why: The right gradient of softsign at -0.5, 4/9, not the factor.
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    return 1 / 1.5**2
