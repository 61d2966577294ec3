# %% right: plain
def loss_of_a_guess():
    """The loss of a model that guesses, as a number."""
    return math.log(50)

# %% right: computed
def loss_of_a_guess():
    """The loss of a model that guesses, as a number."""
    return -math.log(1 / 50)

# %% wrong: probability
# why: The probability instead of its negative logarithm.
def loss_of_a_guess():
    """The loss of a model that guesses, as a number."""
    return 1 / 50

# %% wrong: sign
# why: The sign: ln p and not -ln p.
def loss_of_a_guess():
    """The loss of a model that guesses, as a number."""
    return math.log(1 / 50)

# %% wrong: log_two
# why: The logarithm to base 2; the loss uses the natural one.
def loss_of_a_guess():
    """The loss of a model that guesses, as a number."""
    return math.log2(50)

# %% wrong: log_ten
# why: The logarithm to base 10; the loss uses the natural one.
def loss_of_a_guess():
    """The loss of a model that guesses, as a number."""
    return math.log10(50)

# %% wrong: sum
# why: Added up over the 50 characters; the loss is the mean over places.
def loss_of_a_guess():
    """The loss of a model that guesses, as a number."""
    return 50 * math.log(50)

# %% wrong: entropy_term
# why: p * -ln p of one character: multiplied by the probability once more.
def loss_of_a_guess():
    """The loss of a model that guesses, as a number."""
    return math.log(50) / 50

# %% wrong: one_minus
# why: -ln(1 - p): the probability of the others.
def loss_of_a_guess():
    """The loss of a model that guesses, as a number."""
    return -math.log(49 / 50)
