# %% right: exact_expr
def quotient_of_the_judge():
    return 3 * 2**-20 / 2e-6


# %% right: digits
def quotient_of_the_judge():
    return 1.4305115


# %% right: given
def quotient_of_the_judge():
    return 3 * 9.5367e-7 / 2e-6


# %% wrong: exact
# why: The right slope: rounding is forgotten.
def quotient_of_the_judge():
    return 1.0


# %% wrong: both_small
# why: Both sides are taken to be 2^-20 off: above 16 the numbers are 2^-19 apart.
def quotient_of_the_judge():
    return 0.95367


# %% wrong: both_large
# why: Both sides are taken to be 2^-19 off: below 16 the numbers are 2^-20 apart.
def quotient_of_the_judge():
    return 1.9073


# %% wrong: rounded_down
# why: 16 + eps is taken to be rounded down to 16; 1e-6 is more than half of 2^-19.
def quotient_of_the_judge():
    return 0.476835


# %% wrong: divided_by_eps
# why: Divided by eps in the place of 2 eps.
def quotient_of_the_judge():
    return 2.861


# %% wrong: zero
# why: Both sides are taken to be rounded to 16, so that the difference is 0.
def quotient_of_the_judge():
    return 0.0
