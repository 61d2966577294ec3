# %% right: number
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 310.0


# %% right: column_times_upstream
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    column = [1, 3]
    upstream = [10, 100]
    return sum(w * g for w, g in zip(column, upstream))


# %% wrong: not_transposed
# why: Multiplies the first row of W by the upstream gradient (W g) in place of the first column (W^T g).
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 1 * 10 + 2 * 100


# %% wrong: second_entry
# why: The second entry of the gradient of x, not the first.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 2 * 10 + 4 * 100


# %% wrong: upstream_ignored
# why: Adds the column of W without the upstream gradient (as if ones came from above).
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 1 + 3


# %% wrong: first_row_only
# why: Looks only at the first entry of y: 1 * 10. The first entry of x stands in the second row, too.
def gradient_through_a_matrix():
    """The first entry of the gradient of x, as a number."""
    return 10
