# %% right: five
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 5.0


# %% right: by_terms
def second_entry_of_x_grad():
    """My prediction, as a number."""
    shared = 6 / 2
    picked = 2
    return shared + picked


# %% wrong: full_maximum
# why: Gives the whole 6 to the second entry: the tie is not shared.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 8.0


# %% wrong: index_once
# why: Counts the index once, although it takes the second entry twice.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 4.0


# %% wrong: only_the_maximum
# why: Only the term with the maximum; the index is forgotten.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 3


# %% wrong: only_the_index
# why: Only the term with the index; the maximum is forgotten.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 2.0


# %% wrong: factor_forgotten
# why: The factor 6 in front of the maximum is forgotten: a half and two.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 2.5


# %% wrong: shared_by_four
# why: The maximum is shared among all four entries: 6/4 and two.
def second_entry_of_x_grad():
    """My prediction, as a number."""
    return 6 / 4 + 2
