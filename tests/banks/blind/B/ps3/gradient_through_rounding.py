# %% right: one_half
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 0.5

# %% right: computed
def gradient_through_rounding():
    """The gradient of x, as a number."""
    y = round(4 * 0.7) / 4
    return 2 * (y - 0.5) * (1 / 4) * 1 * 4

# %% wrong: not_rounded_forward
# why: The loss is taken at x = 0.7 as if nothing had been rounded forward either; the lie is only in the backward, and the loss sees y = 0.75.
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 0.4

# %% wrong: true_slope_of_rounding
# why: The true slope of rounding, 0, is used instead of the straight-through slope 1.
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 0.0

# %% wrong: quarter_forgotten
# why: The division by 4 after the rounding is forgotten on the way back: 2 * 0.25 * 4.
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 2.0

# %% wrong: inner_four_forgotten
# why: The factor 4 in front of x is forgotten on the way back: 2 * 0.25 / 4.
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 1 / 8
