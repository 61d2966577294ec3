# %% right: fraction
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 4 / 9


# %% right: formula
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    a, b = 3, 6
    return b**2 / (a + b) ** 2


# %% wrong: value_of_out
# why: 18 / 9 is the value of out, not its gradient.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 2


# %% wrong: gradient_of_b
# why: a² / (a + b)² is the gradient of b.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 1 / 9


# %% wrong: numerator_only
# why: a in the denominator is overlooked: b / (a + b) takes the denominator for a constant.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 6 / 9


# %% wrong: quotient_rule_sign
# why: The minus sign of the quotient rule has become a plus: (b (a + b) + a b) / (a + b)².
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 72 / 81


# %% wrong: not_squared
# why: The denominator of the quotient rule is not squared.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 36 / 9


# %% wrong: rounded
# why: The result is rounded, although the question asks for the unrounded number.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 0.44
