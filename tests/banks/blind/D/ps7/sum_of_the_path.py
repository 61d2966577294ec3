# %% right: plain
def sum_of_the_path():
    return 40


# %% right: formula
def sum_of_the_path():
    return 4 * 80 * 0.5**3


# %% right: float
def sum_of_the_path():
    return 40.0


# %% wrong: healthy
# why: The healthy way, 80 + 40 + 20 + 10: each entry is taken to keep its own number.
def sum_of_the_path():
    return 150


# %% wrong: three_rows
# why: Three rows are counted instead of four: the last append is forgotten.
def sum_of_the_path():
    return 30


# %% wrong: start_everywhere
# why: All rows are taken to be the start; they are all one tensor, which holds the last point.
def sum_of_the_path():
    return 320


# %% wrong: one_row
# why: One row, since there is one tensor: but it stands in the list four times.
def sum_of_the_path():
    return 10


# %% wrong: one_step_more
# why: One step too many: 80 halved four times, 5, times 4.
def sum_of_the_path():
    return 20.0


# %% wrong: quarter
# why: The step is taken as w - rate * w; the 2 of the slope is forgotten.
def sum_of_the_path():
    return 4 * 80 * 0.75**3
