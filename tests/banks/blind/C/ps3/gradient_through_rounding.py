# %% right: decimal
def gradient_through_rounding():
    return 0.5

# %% right: fraction
def gradient_through_rounding():
    return 1 / 2

# %% right: computed
def gradient_through_rounding():
    x = 0.7
    y = round(4 * x) / 4
    return 2 * (y - 0.5) * (1 / 4) * 1 * 4

# %% wrong: unrounded
# why: the loss was taken at x = 0.7 itself, not at the rounded value: 2 * (0.7 - 0.5)
def gradient_through_rounding():
    return 0.4

# %% wrong: true_slope
# why: the true slope of rounding, 0; here the straight-through backward is asked for
def gradient_through_rounding():
    return 0.0

# %% wrong: forgot_quarter
# why: the division by 4 was forgotten on the way back: 0.5 * 4
def gradient_through_rounding():
    return 2.0

# %% wrong: forgot_four
# why: the factor 4 inside the rounding was forgotten on the way back: 0.5 / 4
def gradient_through_rounding():
    return 0.125

# %% wrong: slope_of_square_without_two
# why: the 2 of the slope of the square was forgotten: 0.75 - 0.5
def gradient_through_rounding():
    return 0.25

# %% wrong: the_loss
# why: this is the loss, (0.75 - 0.5) squared, not its gradient
def gradient_through_rounding():
    return 0.0625

# %% wrong: rounded_x_only
# why: rounded x = 0.7 itself to 1 instead of 4x to 3: 2 * (1 - 0.5)
def gradient_through_rounding():
    return 1.0
