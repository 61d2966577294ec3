# %% right: plain
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 5


# %% right: two_terms
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 6 / 2 + 2


# %% wrong: not_shared
# why: The maximum is not shared between the two sevens: 6 + 2.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 8


# %% wrong: index_once
# why: The index is counted once, although the entry is picked twice: 3 + 1.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 4


# %% wrong: first_place_counted_from_one
# why: Places counted from 1: the second entry is thought not to be picked by 1, 1, 3.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 3


# %% wrong: only_index
# why: Only the term with the index is counted.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 2


# %% wrong: factor_missing
# why: The 6 in front of the maximum is overlooked: 1/2 + 2.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 2.5
