# %% right: plain
def pixels_behind_one_number():
    return 81


# %% right: square
def pixels_behind_one_number():
    return 9**2


# %% right: formula
def pixels_behind_one_number():
    return ((4 - 1) * 2 + 3) ** 2


# %% wrong: side
# why: The side of the square, not the number of pixels.
def pixels_behind_one_number():
    return 9


# %% wrong: no_stride
# why: The stride of 2 is ignored: 3 + 2 + 1 = 6 in each direction.
def pixels_behind_one_number():
    return 36


# %% wrong: no_pool
# why: The pooling is left out: (3 - 1) * 2 + 3 = 7 in each direction.
def pixels_behind_one_number():
    return 49


# %% wrong: product
# why: Areas are multiplied, 9 * 9 * 4; windows overlap.
def pixels_behind_one_number():
    return 324


# %% wrong: wrong_order
# why: Off by one in each direction: 8 instead of 9, as the distance of two neighbours was taken one too short once.
def pixels_behind_one_number():
    return 64


# %% wrong: times_stride
# why: Four positions, two apart, are taken as 8 long, plus 3: 11; the distance is (4 - 1) * 2.
def pixels_behind_one_number():
    return 121
