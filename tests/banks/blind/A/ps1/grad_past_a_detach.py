# %% right: fifteen
def grad_past_a_detach():
    """My prediction, as a number."""
    return 15.0


# %% right: by_ways
def grad_past_a_detach():
    """My prediction, as a number."""
    constant = 3.0 * 3.0
    return constant + 2 * 3.0


# %% wrong: detach_ignored
# why: As if nothing were detached: 3x² + 2x = 27 + 6.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 33.0


# %% wrong: both_y_detached
# why: Takes both uses of y for detached: only the 9.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 9.0


# %% wrong: first_term_cut
# why: Takes the whole first product for cut: only 2x.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 6.0


# %% wrong: one_way_of_square
# why: x * x counted once: 9 + 3.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 12.0


# %% wrong: detached_is_zero
# why: The detached factor is left out: the first product counts as if it were x alone, 1 + 6.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 7.0


# %% wrong: value_of_out
# why: The value of out, 27 + 9.
def grad_past_a_detach():
    """My prediction, as a number."""
    return 36.0
