# %% right: sum_of_ways
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 10 * 4 + 4


# %% right: plain
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 44.0


# %% wrong: value_of_out
# why: y y + y x = 16 + 8 is the value of out.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 24


# %% wrong: straight_way_missing
# why: The way straight from y * x to x is missing; only what comes through y is counted.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 40


# %% wrong: y_squared_once
# why: y y sends y only one gradient of y instead of two: (4 + 2) 4 + 4.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 28


# %% wrong: x_squared_once
# why: At x x only one of the two gradients is counted: 10 * 2 + 4.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 24.0


# %% wrong: gradient_of_y
# why: What arrives at y, 2 y + x, is given as the answer, without going on to x.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 10
