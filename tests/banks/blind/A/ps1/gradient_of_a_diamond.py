# %% right: forty_four
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 44


# %% right: node_by_node
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    x = 2.0
    y = x * x
    at_y = y + y + x
    return at_y * (x + x) + y


# %% wrong: straight_way_forgotten
# why: Only what comes through y, 10 times 4; the straight use of x in y·x is forgotten.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 40.0


# %% wrong: one_use_of_y_in_square
# why: y·y sends y only once: (4 + 2) · 4 + 4.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 28.0


# %% wrong: value_of_out
# why: The value of out, 16 + 8.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 24.0


# %% wrong: upstream_ones
# why: Adds up how often x is used (three times) instead of what the uses send.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 3.0


# %% wrong: y_x_not_to_y
# why: The share that y·x sends to y is forgotten: 8 · 4 + 4.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 36.0


# %% wrong: only_at_y
# why: Stops at y: what arrives there is 10.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 10.0


# %% wrong: y_as_a_constant
# why: Takes y for a constant: only the direct x, 4.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 4.0
