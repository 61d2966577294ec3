# %% right: nineteen
def grad_after_two_passes():
    """My prediction, as a number."""
    return 19.0


# %% right: first_and_second
def grad_after_two_passes():
    """My prediction, as a number."""
    first = 2 * 2 * 3
    second = 2 * 3 + 1
    return first + second


# %% wrong: second_pass_only
# why: Only the second pass: takes .grad for replaced, not added to.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 7.0


# %% wrong: first_pass_only
# why: Only the first pass.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 12.0


# %% wrong: straight_way_forgotten
# why: The straight way of x in h + x is forgotten: 12 + 6.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 18.0


# %% wrong: factor_two_forgotten
# why: The factor 2 of the first pass is forgotten: 6 + 7.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 13.0


# %% wrong: h_kept_too
# why: Takes the gradient at h to be kept between the passes as well: (2 + 1)·6 + 1 in the second pass, on top of the first 12.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 31.0


# %% wrong: one_use_of_x
# why: x * x sends x only once: 2·3 + 3 + 1.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 10.0
