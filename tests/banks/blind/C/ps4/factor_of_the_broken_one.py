# %% wrong: one
# why: a place or a Function where the gradient is right
def factor_of_the_broken_one():
    return 1.0

# %% wrong: sign_guess
# why: guessed that a sign is wrong for negative x
def factor_of_the_broken_one():
    return -1.0

# %% wrong: zero_guess
# why: guessed that the gradient is 0 for negative x, as for ReLU
def factor_of_the_broken_one():
    return 0.0

# %% right: softsign_without_abs
def factor_of_the_broken_one():
    return (1.5 / 0.5) ** 2

# %% wrong: upside_down_without_abs
# why: the same assumption, with the right gradient divided by the wrong one
def factor_of_the_broken_one():
    return 1 / 9
