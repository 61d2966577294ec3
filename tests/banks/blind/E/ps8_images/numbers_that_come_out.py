# %% right: plain
def numbers_that_come_out():
    """How many numbers, as a number."""
    return 175

# %% right: computed
def numbers_that_come_out():
    """How many numbers, as a number."""
    return 5 * 5 * 7

# %% wrong: one_kernel
# why: The 5 kernels are forgotten: only the places are counted.
def numbers_that_come_out():
    """How many numbers, as a number."""
    return 35

# %% wrong: padding_swapped
# why: Padding is put at height instead of width: (14 - 3) // 2 + 1 = 6 and (15 - 5) // 2 + 1 = 6.
def numbers_that_come_out():
    """How many numbers, as a number."""
    return 6 * 6 * 5

# %% wrong: rounded_up
# why: The height is rounded up: (12 - 3) / 2 + 1 = 5.5 taken as 6; a kernel that does not fit is not laid down.
def numbers_that_come_out():
    """How many numbers, as a number."""
    return 5 * 6 * 7

# %% wrong: padding_once
# why: The padding is counted on one side only: (15 + 1 - 5) // 2 + 1 = 6.
def numbers_that_come_out():
    """How many numbers, as a number."""
    return 5 * 5 * 6

# %% wrong: times_channels
# why: Multiplied by the 3 channels that come in; a kernel adds over them.
def numbers_that_come_out():
    """How many numbers, as a number."""
    return 3 * 5 * 5 * 7

# %% wrong: forgot_plus_one
# why: The + 1 of the formula is forgotten.
def numbers_that_come_out():
    """How many numbers, as a number."""
    return 5 * 4 * 6

# %% wrong: no_stride
# why: The stride is forgotten.
def numbers_that_come_out():
    """How many numbers, as a number."""
    return 5 * 10 * 13
