# %% right: sum_of_passes
def grad_after_two_passes():
    """My prediction, as a number."""
    return 12 + 7


# %% right: plain
def grad_after_two_passes():
    """My prediction, as a number."""
    return 19.0


# %% wrong: second_pass_only
# why: The second pass is thought to replace what the first left in .grad.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 7


# %% wrong: first_pass_only
# why: Only the first pass is counted.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 12


# %% wrong: straight_way_missing
# why: In h + x the straight way to x is overlooked: 12 + 6.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 18


# %% wrong: factor_two_missing
# why: The factor 2 of the first pass is overlooked: 6 + 7.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 13


# %% wrong: value
# why: The values of the two outputs are added, 18 + 12.
def grad_after_two_passes():
    """My prediction, as a number."""
    return 30
