# %% right: plain
def loss_of_a_perfect_line():
    """What patient 2 returns where all predictions are right, as a number."""
    return 28 / 3

# %% right: computed
def loss_of_a_perfect_line():
    """What patient 2 returns where all predictions are right, as a number."""
    return 84 / 9

# %% wrong: zero
# why: The loss that a healthy one would report: all differences are taken to be 0, although the table has the differences of all pairs.
def loss_of_a_perfect_line():
    """What patient 2 returns where all predictions are right, as a number."""
    return 0

# %% wrong: half_table
# why: Each pair is counted once; in the table it stands twice, (i, j) and (j, i).
def loss_of_a_perfect_line():
    """What patient 2 returns where all predictions are right, as a number."""
    return 42 / 9

# %% wrong: divided_by_three
# why: The sum of the table, 84, is divided by the 3 samples and not by the 9 entries.
def loss_of_a_perfect_line():
    """What patient 2 returns where all predictions are right, as a number."""
    return 28.0

# %% wrong: off_diagonal_mean
# why: The mean over the six differences that are not 0; mean() divides by all nine, those on the diagonal too.
def loss_of_a_perfect_line():
    """What patient 2 returns where all predictions are right, as a number."""
    return 84 / 6

# %% wrong: sum
# why: The sum of the table instead of its mean.
def loss_of_a_perfect_line():
    """What patient 2 returns where all predictions are right, as a number."""
    return 84

# %% wrong: variance
# why: The variance of the targets; the mean of all squared differences is twice that.
def loss_of_a_perfect_line():
    """What patient 2 returns where all predictions are right, as a number."""
    return 14 / 3
