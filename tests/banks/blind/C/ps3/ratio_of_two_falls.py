# %% right: decimal
def ratio_of_two_falls():
    return 0.64

# %% right: fraction
def ratio_of_two_falls():
    return 16 / 25

# %% right: computed
def ratio_of_two_falls():
    entries = 2 * 5
    factor = 1 - 2 / entries
    return factor ** 2

# %% wrong: lecture_number
# why: the number of the lecture's 3 by 8 table; here the loss is a mean over 10 entries
def ratio_of_two_falls():
    return 121 / 144

# %% wrong: not_squared
# why: the factor of the error, 1 - 2/10; the loss is the square of the error, so its part falls by the square of that factor
def ratio_of_two_falls():
    return 0.8

# %% wrong: tail_entries_only
# why: took the mean over the 8 entries of the tail instead of all 10: (1 - 2/8) squared
def ratio_of_two_falls():
    return (1 - 2 / 8) ** 2

# %% wrong: forgot_two
# why: forgot the 2 of the slope of the square: (1 - 1/10) squared
def ratio_of_two_falls():
    return 0.81

# %% wrong: sum_for_columns
# why: counted 5 entries, one row, instead of all 10: (1 - 2/5) squared
def ratio_of_two_falls():
    return 0.36

# %% wrong: upside_down
# why: the first fall divided by the second, instead of the second by the first
def ratio_of_two_falls():
    return 1 / 0.64
