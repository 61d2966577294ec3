# %% right: plain
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 5


# %% right: as_terms
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 6 / 2 + 2


# %% wrong: no_sharing
# why: The maximum gives the full 6 to each of the two equal entries; with 2 from the index that makes 8.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 8.0


# %% wrong: index_once
# why: The index takes the second entry twice, but it is counted once: 3 + 1.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 4


# %% wrong: maximum_only
# why: Only the share of the maximum, 3, is given; the second term is forgotten.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 3


# %% wrong: six_forgotten
# why: The factor 6 is lost: half of 1 from the maximum, and 2 from the index.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 2.5
