# %% right: frac
def loss_of_a_perfect_line():
    return 28 / 3


# %% right: frac2
def loss_of_a_perfect_line():
    return 84 / 9


# %% right: long
def loss_of_a_perfect_line():
    return sum((p - t) ** 2 for p in (1, 2, 6) for t in (1, 2, 6)) / 9


# %% wrong: zero
# why: All predictions are right, so the loss is taken as 0; that the difference is an n x n table was not seen.
def loss_of_a_perfect_line():
    return 0.0


# %% wrong: sum_over_three
# why: The squares of the table are divided by 3 samples and not by the 9 entries that mean sees.
def loss_of_a_perfect_line():
    return 28.0


# %% wrong: variance
# why: The variance of the targets: half of it; each pair of different targets stands twice in the table.
def loss_of_a_perfect_line():
    return 14 / 3


# %% wrong: no_diagonal
# why: Divides the sum 84 by the six entries off the diagonal; the three zeros of the diagonal count in the mean as well.
def loss_of_a_perfect_line():
    return 14.0


# %% wrong: total
# why: The sum of all squares of the table, not their mean.
def loss_of_a_perfect_line():
    return 84.0
