# %% right: fraction
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 4 / 9


# %% right: by_the_rule
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    a, b = 3, 6
    return (b * (a + b) - a * b) / (a + b) ** 2


# %% wrong: value_of_out
# why: The value of out, 18/9, instead of its slope.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 2.0


# %% wrong: denominator_ignored
# why: Takes the denominator for a constant: b / (a + b).
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 6 / 9


# %% wrong: gradient_of_b
# why: The gradient of b: a²/(a+b)².
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 1 / 9


# %% wrong: square_missing
# why: The quotient rule without the square of the denominator: 36/9.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 4.0


# %% wrong: sign_wrong
# why: Plus instead of minus in the numerator: (54 + 18)/81.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 8 / 9


# %% wrong: rounded
# why: Rounded to two digits.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 0.44


# %% wrong: slopes_divided
# why: Divides the slope of the numerator by the slope of the denominator: 6/1.
def gradient_of_a_quotient():
    """The gradient of a, as a number."""
    return 6
