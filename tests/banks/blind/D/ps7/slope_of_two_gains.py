# %% right: plain
def slope_of_two_gains():
    return 63


# %% right: sum
def slope_of_two_gains():
    return 7 * 7 + 7 * 2


# %% right: float
def slope_of_two_gains():
    return 63.0


# %% wrong: first_factor_both
# why: Takes the first factor, 2, to be the one that is remembered: 2*7 + 2*2.
def slope_of_two_gains():
    return 18


# %% wrong: right
# why: The gradient of a healthy Gain.
def slope_of_two_gains():
    return 28


# %% wrong: upstreams_too
# why: Takes both outputs as 7 x as well: 49 + 49. Forward was right, only backward reads the last factor.
def slope_of_two_gains():
    return 98


# %% wrong: first_only
# why: Only the way through the first call; the second one adds 14.
def slope_of_two_gains():
    return 49


# %% wrong: mixed_up
# why: The upstream gradients are swapped: each output is multiplied by its own value, 2*2 + 7*7.
def slope_of_two_gains():
    return 53
