# %% right: log
def loss_of_a_guess():
    return math.log(50)


# %% right: np
def loss_of_a_guess():
    return np.log(50)


# %% right: minus
def loss_of_a_guess():
    return -math.log(1 / 50)


# %% right: rounded
def loss_of_a_guess():
    return 3.912023


# %% wrong: log2
# why: The logarithm to the base 2; cross_entropy takes the natural one.
def loss_of_a_guess():
    return math.log2(50)


# %% wrong: log10
# why: The logarithm to the base 10.
def loss_of_a_guess():
    return math.log10(50)


# %% wrong: probability
# why: The probability itself, without the logarithm.
def loss_of_a_guess():
    return 1 / 50


# %% wrong: sign
# why: The sign is lost: ln p is negative, and the loss is -ln p.
def loss_of_a_guess():
    return -math.log(50)


# %% wrong: p_log_p
# why: p ln p of one character: the mean over the places is taken as another division by 50.
def loss_of_a_guess():
    return math.log(50) / 50


# %% wrong: accuracy
# why: The share of wrong guesses, 49 of 50, is no loss.
def loss_of_a_guess():
    return 0.98
