# %% right: fraction
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return 16 / 25


# %% right: decimal
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return 0.64


# %% right: computed
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    factor_of_error = 1 - 2 / 10
    return factor_of_error**2


# %% wrong: not_squared
# why: 0.8 is the factor of an error at a step; the loss is made of squares, so its fall goes with 0.8 squared.
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return 1 - 2 / 10


# %% wrong: lecture
# why: The number of the lecture for a table of 3 x 8; here the table has 10 entries.
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return 121 / 144


# %% wrong: two_forgotten
# why: The 2 of the slope of the square is forgotten: the error is thought to shrink by 1/10 instead of 2/10.
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return (1 - 1 / 10) ** 2


# %% wrong: tail_only
# why: The mean is taken over the 8 entries of the tail instead of all 10, so a step lowers the error by 2/8.
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return (1 - 2 / 8) ** 2


# %% wrong: one_minus
# why: 0.36 is the part of the tail's loss that disappears in a step, not the ratio of two falls.
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return 1 - 0.64


# %% wrong: upside_down
# why: The ratio is upside down: the first fall divided by the second.
def ratio_of_two_falls():
    """The second fall of the loss, divided by the first."""
    return 25 / 16
