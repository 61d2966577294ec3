# %% right: plain
def pixels_behind_one_number():
    """How many pixels, as a number."""
    return 81

# %% right: computed
def pixels_behind_one_number():
    """How many pixels, as a number."""
    return 9 ** 2

# %% wrong: side
# why: The side of the square instead of the number of pixels.
def pixels_behind_one_number():
    """How many pixels, as a number."""
    return 9

# %% wrong: no_stride
# why: The stride of 2 is forgotten: 2 -> 4 -> 6, 6 x 6.
def pixels_behind_one_number():
    """How many pixels, as a number."""
    return 36

# %% wrong: forwards
# why: Each layer adds its kernel, with the stride taken for one layer only: 3 + 2 * 2 = 7 and the pooling forgotten.
def pixels_behind_one_number():
    """How many pixels, as a number."""
    return 49

# %% wrong: product
# why: The sizes of the windows are multiplied, as if they did not overlap.
def pixels_behind_one_number():
    """How many pixels, as a number."""
    return 9 * 9 * 4

# %% wrong: doubled
# why: Side 10: (2 + 2) * 2 + 2 - the last window of 3 is added wrongly.
def pixels_behind_one_number():
    """How many pixels, as a number."""
    return 100

# %% wrong: stride_last
# why: Side 8: 4 * 2, each number of the first layer taken for two pixels, the overhang of the kernel of 3 is forgotten.
def pixels_behind_one_number():
    """How many pixels, as a number."""
    return 64
