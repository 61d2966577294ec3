# %% right: number
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 310.0


# %% right: as_sum
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 1 * 10 + 3 * 100


# %% wrong: not_transposed
# why: The first row of W instead of the first column: 1·10 + 2·100.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 210.0


# %% wrong: value_of_y
# why: The first entry of y: 1·5 + 2·6.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 17.0


# %% wrong: second_entry
# why: The second entry of the gradient: 2·10 + 4·100.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 420.0


# %% wrong: upstream_ignored
# why: Only the weights of the first column: 1 + 3.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 4.0


# %% wrong: gradient_of_w
# why: The first entry of the gradient of W: 10·5.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 50.0


# %% wrong: first_row_only
# why: Only what the first entry of y sends: 1·10.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 10.0
