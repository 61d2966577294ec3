# %% right: decimal
def best_eps():
    """The eps at which E is smallest, as a number."""
    return 0.01


# %% right: cube_root
def best_eps():
    """The eps at which E is smallest, as a number."""
    return (1e-6) ** (1 / 3)


# %% right: power
def best_eps():
    """The eps at which E is smallest, as a number."""
    return 1e-2


# %% wrong: one_sided_rule
# why: The square root of u is the rule for one-sided differences; here the truncation error goes with eps squared.
def best_eps():
    """The eps at which E is smallest, as a number."""
    return 1e-3


# %% wrong: terms_equal
# why: The two errors were set equal (eps^3 = 2e-6) instead of their slopes.
def best_eps():
    """The eps at which E is smallest, as a number."""
    return (2e-6) ** (1 / 3)


# %% wrong: smallest_error
# why: This is the smallest value of E, not the eps at which it is reached.
def best_eps():
    """The eps at which E is smallest, as a number."""
    return 0.01**2 + 2e-6 / 0.01


# %% wrong: default_of_gradcheck
# why: 1e-6 is the usual eps of gradcheck for float64 (or u itself), not the lowest point of this E.
def best_eps():
    """The eps at which E is smallest, as a number."""
    return 1e-6


# %% wrong: two_lost
# why: The 2 of the slope of eps^2 was kept, but that of the rounding error was lost: 2 eps^3 = 1e-6.
def best_eps():
    """The eps at which E is smallest, as a number."""
    return (0.5e-6) ** (1 / 3)


# %% wrong: slope_without_square
# why: The slope of 1/eps was taken as -1/eps, so that 2 eps = 2e-6/eps gives a square root.
def best_eps():
    """The eps at which E is smallest, as a number."""
    return (2e-6 / 2) ** 0.5


# %% wrong: the_cube
# why: eps^3 = 1e-6 was found, and its root taken as 1e-6 divided by 3.
def best_eps():
    """The eps at which E is smallest, as a number."""
    return 1e-6 / 3
