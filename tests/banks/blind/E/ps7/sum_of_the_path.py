# %% right: plain
def sum_of_the_path():
    """The sum of all rows that patient 6 returns, as a number."""
    return 40

# %% right: computed
def sum_of_the_path():
    """The sum of all rows that patient 6 returns, as a number."""
    return 4 * 10.0

# %% wrong: healthy
# why: The sum of a healthy way.
def sum_of_the_path():
    """The sum of all rows that patient 6 returns, as a number."""
    return 150

# %% wrong: three_rows
# why: Three rows of 10: the last append is forgotten, there are steps + 1 = 4 rows.
def sum_of_the_path():
    """The sum of all rows that patient 6 returns, as a number."""
    return 30

# %% wrong: no_change
# why: Four times the start: it is thought that the list keeps the start; it shows the last state.
def sum_of_the_path():
    """The sum of all rows that patient 6 returns, as a number."""
    return 320

# %% wrong: four_steps
# why: Four rows of 5: one step too many.
def sum_of_the_path():
    """The sum of all rows that patient 6 returns, as a number."""
    return 20

# %% wrong: factor_two_lost
# why: The factor 2 of the slope is forgotten: w is multiplied by 0.75 and not by 0.5 at each step.
def sum_of_the_path():
    """The sum of all rows that patient 6 returns, as a number."""
    return 4 * 80 * 0.75 ** 3

# %% wrong: one_row
# why: Only one row, as there is one tensor; it stands in the result four times.
def sum_of_the_path():
    """The sum of all rows that patient 6 returns, as a number."""
    return 10
