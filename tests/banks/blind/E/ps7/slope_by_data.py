# %% right: plain
def slope_by_data():
    """The gradient of x with y.data *= a, as a number."""
    return -1.25

# %% right: computed
def slope_by_data():
    """The gradient of x with y.data *= a, as a number."""
    return 1 - (3 * 0.5) ** 2

# %% wrong: right_gradient
# why: 3 * (1 - 0.25), the right gradient; but neither the saved value nor the recording is right with .data.
def slope_by_data():
    """The gradient of x with y.data *= a, as a number."""
    return 2.25

# %% wrong: not_recorded_only
# why: 1 - 0.25: that the factor is not recorded is seen, but not that the saved output was changed to 1.5.
def slope_by_data():
    """The gradient of x with y.data *= a, as a number."""
    return 0.75

# %% wrong: saved_only
# why: 3 * (1 - 2.25): the changed saved output is seen, but the product is not recorded, so there is no factor 3.
def slope_by_data():
    """The gradient of x with y.data *= a, as a number."""
    return -3.75

# %% wrong: zero
# why: It is thought that .data cuts the graph, so nothing arrives; tanh is still recorded.
def slope_by_data():
    """The gradient of x with y.data *= a, as a number."""
    return 0

# %% wrong: sign_lost
# why: 1.5 ** 2 - 1: the sign is lost; the slope is negative.
def slope_by_data():
    """The gradient of x with y.data *= a, as a number."""
    return 1.25

# %% wrong: not_squared
# why: 1 - 1.5: the square is forgotten in 1 - y ** 2.
def slope_by_data():
    """The gradient of x with y.data *= a, as a number."""
    return -0.5
