# %% right: plain
def numbers_that_come_out():
    return 175


# %% right: prod
def numbers_that_come_out():
    return 5 * 5 * 7


# %% right: formula
def numbers_that_come_out():
    return 5 * ((12 - 3) // 2 + 1) * ((15 + 2 - 5) // 2 + 1)


# %% wrong: one_channel
# why: Only one kernel: the 5 output channels are forgotten.
def numbers_that_come_out():
    return 35


# %% wrong: no_padding
# why: The padding of the columns is forgotten: (15 - 5) // 2 + 1 = 6.
def numbers_that_come_out():
    return 5 * 5 * 6


# %% wrong: padding_one_side
# why: The padding is added on one side only: (15 + 1 - 5) // 2 + 1 = 6.
def numbers_that_come_out():
    return 5 * 5 * 6.0


# %% wrong: times_in
# why: Multiplied by the 3 input channels too; these are summed over.
def numbers_that_come_out():
    return 525


# %% wrong: no_plus_one
# why: The + 1 of the formula is forgotten: 4 x 6 x 5.
def numbers_that_come_out():
    return 120


# %% wrong: swapped_hw
# why: Kernel height and width are swapped: (12 - 5)//2 + 1 = 4 and (15 + 2 - 3)//2 + 1 = 8.
def numbers_that_come_out():
    return 5 * 4 * 8


# %% wrong: rounded_up
# why: The height is rounded up: the kernel is laid down where it does not fit.
def numbers_that_come_out():
    return 5 * 6 * 7
