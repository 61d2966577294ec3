# %% right: number
def best_eps():
    """The eps at which E is smallest, as a number."""
    return 0.01


# %% right: cube_root
def best_eps():
    """The eps at which E is smallest, as a number."""
    return (2e-6 / 2) ** (1 / 3)


# %% wrong: square_root
# why: The square root of u: the rule for one-sided differences.
def best_eps():
    """The eps at which E is smallest, as a number."""
    return 1e-3


# %% wrong: errors_made_equal
# why: Sets the two errors equal (eps^2 = 2e-6 / eps), where the slope of E should be set to 0.
def best_eps():
    """The eps at which E is smallest, as a number."""
    return 2e-6 ** (1 / 3)


# %% wrong: root_forgotten
# why: Has eps^3 = 1e-6 and forgets to take the cube root.
def best_eps():
    """The eps at which E is smallest, as a number."""
    return 1e-6


# %% wrong: smallest_e
# why: The smallest value of E, 3e-4, and not the eps where it is reached.
def best_eps():
    """The eps at which E is smallest, as a number."""
    return 1e-4 + 2e-4
