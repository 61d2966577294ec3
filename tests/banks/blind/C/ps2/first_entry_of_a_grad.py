# %% right: sum_of_b
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 1 + 2 + 3 + 4


# %% right: plain
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 10.0


# %% wrong: one_product
# why: Only the first of the four products is counted.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 1


# %% wrong: how_often
# why: It says in how many products the entry takes part, not what they send.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 4


# %% wrong: mean_of_b
# why: The mean of what the four products send, not the sum.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 2.5


# %% wrong: times_a
# why: All of b times all of a: (1 + 2 + 3) (1 + 2 + 3 + 4), the value of out.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 60


# %% wrong: gradient_of_b
# why: The sum of a, which is what an entry of b would get.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 6
