# %% right: column
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 1 * 10 + 3 * 100


# %% right: plain
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 310


# %% wrong: row_instead_of_column
# why: W times the gradient: the first row (1, 2) is used instead of the first column (1, 3).
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 210


# %% wrong: first_output_only
# why: Only the first entry of y is counted, not what the second sends.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 10


# %% wrong: value_of_y
# why: The first entry of y = W x, the value and not the gradient.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 17


# %% wrong: upstream_ignored
# why: The column is summed without the upstream gradient: 1 + 3.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 4


# %% wrong: second_entry
# why: The second entry of the gradient of x, 2 * 10 + 4 * 100.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 420
