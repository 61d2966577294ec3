# %% right: float
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 10.0


# %% right: as_a_sum
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 1 + 2 + 3 + 4


# %% wrong: one_product_only
# why: Only the first product, a[0] * b[0], is counted, with slope 1; the entry takes part in four.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 1.0


# %% wrong: number_of_uses
# why: The four uses are counted, but each with the factor 1 instead of the entry of b.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 4


# %% wrong: all_twelve
# why: The value of the whole sum, (1+2+3) * (1+2+3+4), is given; only the row of the first entry counts.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 60


# %% wrong: mean
# why: The four contributions are averaged, not summed.
def first_entry_of_a_grad():
    """My prediction, as a number."""
    return 2.5
