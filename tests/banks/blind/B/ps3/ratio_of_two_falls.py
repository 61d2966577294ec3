# %% right: fraction
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return 16 / 25

# %% right: formula
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    entries = 2 * 5
    factor_of_error = 1 - 2 / entries
    return factor_of_error ** 2

# %% wrong: not_squared
# why: 0.8 is the factor of the error e; the loss has its square, 0.64.
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return 0.8

# %% wrong: only_the_tail_counted
# why: It divides by the 8 entries of the tail instead of all 10 in the mean: (1 - 2/8)^2.
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return (1 - 2 / 8) ** 2

# %% wrong: two_of_the_square_forgotten
# why: The 2 of the slope of the square is forgotten: the step is taken as e/10 instead of 2e/10, which gives (9/10)^2.
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return 81 / 100

# %% wrong: the_lectures_number
# why: The number of the lecture's table of 3 x 8 (24 entries); here the table has 10 entries.
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return 121 / 144
