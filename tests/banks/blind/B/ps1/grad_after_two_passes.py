# %% right: number
def grad_after_two_passes():
    """My prediction, as a number."""
    return 19


# %% right: both_passes
def grad_after_two_passes():
    """My prediction, as a number."""
    x = 3.0
    first = 2 * 2 * x
    second = 2 * x + 1
    return first + second


# %% wrong: second_replaces_first
# why: Only the second pass, 2x + 1 = 7: believes that .grad is overwritten, not added to.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 7


# %% wrong: straight_way_forgotten
# why: 12 + 6: in h + x the straight way to x (it brings 1) is forgotten.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 18


# %% wrong: factor_two_forgotten
# why: 6 + 7: the factor 2 of the first pass, (2 * h), is forgotten.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 13


# %% wrong: first_pass_only
# why: Only the first pass: believes that the second adds nothing because the graph of h has been run already.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 12.0
