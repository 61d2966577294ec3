# %% right: plain
def grad_past_a_detach():
    """My prediction, as a number."""
    return 15


# %% right: two_ways
def grad_past_a_detach():
    """My prediction, as a number."""
    return 9 + 2 * 3


# %% wrong: detach_ignored
# why: The detach is ignored: 3 x² + 2 x.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 33


# %% wrong: detached_is_zero
# why: The detached factor is taken for 0, so only y is counted.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 6


# %% wrong: y_has_no_gradient
# why: It is thought that detach also cuts y itself out of the graph; only the detached product is counted.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 9


# %% wrong: factor_is_x
# why: The detached factor is taken for x instead of x²: 3 + 6.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 9.0


# %% wrong: value
# why: The value of out, 27 + 9.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 36
