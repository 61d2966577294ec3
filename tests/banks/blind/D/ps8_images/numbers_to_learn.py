# %% right: plain
def numbers_to_learn():
    return 3590


# %% right: sum
def numbers_to_learn():
    return 156 + 864 + 2570


# %% right: float
def numbers_to_learn():
    return 3590.0


# %% wrong: bias_counted
# why: A bias of 16 is counted for the second convolution, which has bias=False.
def numbers_to_learn():
    return 3606


# %% wrong: no_in_channels
# why: The second convolution is counted without its 6 input channels.
def numbers_to_learn():
    return 6 * 25 + 6 + 16 * 9 + 2570


# %% wrong: no_linear_bias
# why: The 10 biases of the Linear are forgotten.
def numbers_to_learn():
    return 3580


# %% wrong: no_biases
# why: All biases are forgotten.
def numbers_to_learn():
    return 3574


# %% wrong: padding_missed
# why: The padding of the second convolution is forgotten: 2 x 2 pixels are left and not 4 x 4.
def numbers_to_learn():
    return 156 + 864 + 16 * 4 * 10 + 10


# %% wrong: no_pool
# why: The max-pooling is passed over: 8 x 8 pixels come into the Linear.
def numbers_to_learn():
    return 156 + 864 + 16 * 64 * 10 + 10
