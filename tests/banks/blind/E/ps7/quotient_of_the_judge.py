# %% right: plain
def quotient_of_the_judge():
    """The quotient that patient 7 finds for the function x at 16, as a number."""
    return 3 * 2**-20 / 2e-6

# %% right: computed
def quotient_of_the_judge():
    """The quotient that patient 7 finds for the function x at 16, as a number."""
    return 1.430511474609375

# %% wrong: exact
# why: The exact quotient, without any rounding.
def quotient_of_the_judge():
    """The quotient that patient 7 finds for the function x at 16, as a number."""
    return 1.0

# %% wrong: fine_on_both
# why: The fine spacing is used above 16 too, where the numbers are 2**-19 apart.
def quotient_of_the_judge():
    """The quotient that patient 7 finds for the function x at 16, as a number."""
    return 2 * 2**-20 / 2e-6

# %% wrong: coarse_on_both
# why: The coarse spacing is used below 16 too, where the numbers are 2**-20 apart.
def quotient_of_the_judge():
    """The quotient that patient 7 finds for the function x at 16, as a number."""
    return 2 * 2**-19 / 2e-6

# %% wrong: nothing_above
# why: 16 + 1e-6 is rounded down to 16; but it is nearer to 16 + 2**-19 (more than half of the distance).
def quotient_of_the_judge():
    """The quotient that patient 7 finds for the function x at 16, as a number."""
    return 2**-20 / 2e-6

# %% wrong: nothing_below
# why: 16 - 1e-6 is rounded to 16; the nearest is 16 - 2**-20.
def quotient_of_the_judge():
    """The quotient that patient 7 finds for the function x at 16, as a number."""
    return 2**-19 / 2e-6

# %% wrong: zero
# why: Both are rounded to 16: the idea that small steps vanish altogether.
def quotient_of_the_judge():
    """The quotient that patient 7 finds for the function x at 16, as a number."""
    return 0.0
