# %% right: plain
def slope_of_two_gains():
    """The gradient of x that patient 4 gives in a product of two calls, as a number."""
    return 63

# %% right: computed
def slope_of_two_gains():
    """The gradient of x that patient 4 gives in a product of two calls, as a number."""
    return 7 * 7 + 7 * 2

# %% wrong: healthy
# why: The right gradient, not the patient's.
def slope_of_two_gains():
    """The gradient of x that patient 4 gives in a product of two calls, as a number."""
    return 28

# %% wrong: all_sevens
# why: 49 x**2 is derived: backward uses 7 twice, but the values forward are still 2 and 7, so one upstream is 2.
def slope_of_two_gains():
    """The gradient of x that patient 4 gives in a product of two calls, as a number."""
    return 98

# %% wrong: first_factor
# why: 2 * 7 + 2 * 2: it is thought that the first factor remains; the last call overwrites it.
def slope_of_two_gains():
    """The gradient of x that patient 4 gives in a product of two calls, as a number."""
    return 18

# %% wrong: swapped
# why: 7 * 7 + 2 * 2: each upstream times itself; both are multiplied by 7.
def slope_of_two_gains():
    """The gradient of x that patient 4 gives in a product of two calls, as a number."""
    return 53

# %% wrong: one_way_only
# why: Only the way through the first factor is counted.
def slope_of_two_gains():
    """The gradient of x that patient 4 gives in a product of two calls, as a number."""
    return 49

# %% wrong: second_way_only
# why: Only the way through the second factor is counted.
def slope_of_two_gains():
    """The gradient of x that patient 4 gives in a product of two calls, as a number."""
    return 14
