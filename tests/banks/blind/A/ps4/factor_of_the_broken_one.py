# %% right: nine
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    return 9


# %% right: computed
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    says = 1 / (1 + -0.5) ** 2
    right = 1 / (1 + abs(-0.5)) ** 2
    return says / right


# %% right: measured
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    softsign = five(torch)[1]
    x = torch.tensor([-0.5], dtype=torch.float64, requires_grad=True)
    (says,) = torch.autograd.grad(softsign(x).sum(), x)
    right = 1 / (1 + 0.5) ** 2
    return says.item() / right


# %% wrong: upside_down
# why: The right gradient was divided by the broken one's: the ratio is upside down.
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    return 1 / 9


# %% wrong: at_plus_half
# why: The factor was taken at +0.5 (or of a function that is right), where both gradients agree.
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    return 1.0


# %% wrong: gradient_alone
# why: This is what the backward of the broken one says at -0.5, not yet divided by the right gradient.
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    return 4.0


# %% wrong: right_gradient_alone
# why: This is the right gradient of softsign at -0.5, not the ratio.
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    return 4 / 9


# %% wrong: square_forgotten
# why: The slope of softsign was taken as 1 / (1 + |x|) without the square, in both gradients: the factor is 3 instead of 9.
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    return (1 / (1 - 0.5)) / (1 / (1 + 0.5))


# %% wrong: difference
# why: The difference of the two gradients was computed instead of the quotient.
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    return 4 - 4 / 9


# %% wrong: other_point
# why: The factor was read off at another point (x = -0.25) than the one asked for.
def factor_of_the_broken_one():
    """The gradient of the broken one at -0.5, divided by the right gradient."""
    return ((1 + 0.25) / (1 - 0.25)) ** 2
