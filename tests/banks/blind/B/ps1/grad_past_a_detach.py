# %% right: number
def grad_past_a_detach():
    """My prediction, as a number."""
    return 15.0


# %% right: sum_of_ways
def grad_past_a_detach():
    """My prediction, as a number."""
    x = 3
    constant = x * x
    return constant + 2 * x


# %% wrong: detach_ignored
# why: Differentiates x^3 + x^2 as if there were no detach: 27 + 6.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 33


# %% wrong: y_closed_everywhere
# why: Thinks that detach closes all ways through y, also that of the second y: only the 9 of the product is left.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 9


# %% wrong: detached_term_vanishes
# why: Thinks that the whole term y.detach() * x sends nothing to x; only 2x of the second y is left.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 6


# %% wrong: value_of_out
# why: The value of out, 27 + 9, not the gradient.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 36
