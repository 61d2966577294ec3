# %% right: fraction
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 4 / 9


# %% right: by_letters
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    a, b = 3.0, 6.0
    return b**2 / (a + b) ** 2


# %% wrong: denominator_constant
# why: Treats the denominator as a constant: b / (a + b) = 6/9. a also stands below the line.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 2 / 3


# %% wrong: value_of_out
# why: The value of out, 18/9, instead of its gradient.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 2.0


# %% wrong: gradient_of_b
# why: The gradient of b, a^2/(a+b)^2 = 9/81, not that of a.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 1 / 9


# %% wrong: plus_in_quotient_rule
# why: Quotient rule with a plus: (u'v + uv')/v^2 = 72/81.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return (6 * 9 + 18) / 81
