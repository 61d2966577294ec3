# %% right: ten
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 10.0


# %% right: the_sum
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 1 + 2 + 3 + 4


# %% wrong: first_of_b
# why: Counts only the first product, whose slope is the first entry of b.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 1.0


# %% wrong: number_of_uses
# why: Counts how often the entry is used (four times) without the factors of b.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 4


# %% wrong: mean_of_b
# why: Takes the mean of the four contributions instead of their sum.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 2.5


# %% wrong: sum_of_a_too
# why: Adds up over all twelve products, that is over the rows of a as well: 3 times 10.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 30.0


# %% wrong: sum_of_a
# why: Takes the sum of a, which is the gradient of an entry of b.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 6.0


# %% wrong: value_of_out
# why: Gives the value of out, (1+2+3)·(1+2+3+4) = 60, instead of the gradient.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 60.0
