# %% right: plain
def numbers_to_learn():
    """How many numbers are in all parameters together, as a number."""
    return 3590

# %% right: computed
def numbers_to_learn():
    """How many numbers are in all parameters together, as a number."""
    return (6 * 25 + 6) + 16 * 6 * 9 + (256 * 10 + 10)

# %% wrong: bias_counted
# why: The 16 biases of the second convolution are counted; bias=False.
def numbers_to_learn():
    """How many numbers are in all parameters together, as a number."""
    return 3606

# %% wrong: no_channels
# why: The second convolution without its 6 input channels.
def numbers_to_learn():
    """How many numbers are in all parameters together, as a number."""
    return 156 + 16 * 9 + 2570

# %% wrong: no_padding
# why: The padding of the second convolution is overlooked, so that only 2 x 2 is left for the Linear.
def numbers_to_learn():
    """How many numbers are in all parameters together, as a number."""
    return 156 + 864 + 16 * 2 * 2 * 10 + 10

# %% wrong: no_linear_bias
# why: The 10 biases of the Linear are forgotten.
def numbers_to_learn():
    """How many numbers are in all parameters together, as a number."""
    return 3580

# %% wrong: no_pool
# why: The pooling is overlooked: 8 x 8 come to Linear.
def numbers_to_learn():
    """How many numbers are in all parameters together, as a number."""
    return 156 + 864 + 16 * 64 * 10 + 10

# %% wrong: no_first_bias
# why: The 6 biases of the first convolution are forgotten.
def numbers_to_learn():
    """How many numbers are in all parameters together, as a number."""
    return 3584
