# %% right: number
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 44


# %% right: node_by_node
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    x = 2.0
    y = x * x
    grad_y = y + y + x
    return grad_y * x + grad_y * x + y


# %% wrong: straight_way_forgotten
# why: y gets 10 and 10 * 2x = 40 is right, but the use of x itself in y * x (it brings y = 4) is forgotten.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 40


# %% wrong: y_times_y_once
# why: y * y sends its gradient to y only once: y gets 4 + 2 = 6, then 6 * 4 + 4 = 28.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 28


# %% wrong: value_of_out
# why: The value of out, 16 + 8, instead of the gradient.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 24.0


# %% wrong: product_sends_nothing_to_y
# why: y gets only 8 from y * y; what y * x sends to y (x = 2) is left out: 8 * 4 + 4 = 36.
def gradient_of_a_diamond():
    """The gradient of x, as a number."""
    return 36
