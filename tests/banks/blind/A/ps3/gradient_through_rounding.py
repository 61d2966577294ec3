# %% right: half
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 0.5


# %% right: computed
def gradient_through_rounding():
    """The gradient of x, as a number."""
    y = round(4 * 0.7) / 4
    return 2 * (y - 0.5) * (1 / 4) * 1 * 4


# %% right: fraction
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 1 / 2


# %% wrong: unrounded
# why: The loss was differentiated at the unrounded 0.7; the loss sees the rounded value 0.75.
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 2 * (0.7 - 0.5)


# %% wrong: true_slope
# why: 0 is the true slope of rounding; the backward here goes straight through.
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 0.0


# %% wrong: four_forgotten
# why: The factor 4 in front of x was forgotten on the way back; only the division by 4 was counted.
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 2 * (0.75 - 0.5) / 4


# %% wrong: quarter_forgotten
# why: The division by 4 after the rounding was forgotten on the way back; only the factor 4 was counted.
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 2 * (0.75 - 0.5) * 4


# %% wrong: two_forgotten
# why: The 2 of the slope of the square is missing.
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 0.75 - 0.5


# %% wrong: rounded_to_whole
# why: x was rounded to the nearest whole number 1 instead of to the nearest quarter: 2 * (1 - 0.5) = 1.
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return 2 * (1 - 0.5)


# %% wrong: the_loss
# why: This is the loss itself, 0.25 squared, not its gradient.
def gradient_through_rounding():
    """The gradient of x, as a number."""
    return (0.75 - 0.5) ** 2
