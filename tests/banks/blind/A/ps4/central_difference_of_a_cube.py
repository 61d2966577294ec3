# %% right: decimal
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return 12.25


# %% right: computed
def central_difference_of_a_cube():
    """The central difference, as a number."""
    x, eps = 2, 0.5
    return ((x + eps) ** 3 - (x - eps) ** 3) / (2 * eps)


# %% right: fraction
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return 49 / 4


# %% wrong: the_slope
# why: 12 is the slope 3 x^2; for a cube the central difference with a wide step is not exactly the slope.
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return 12


# %% wrong: only_the_error
# why: 0.25 is by how much it is off, not the difference quotient itself.
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return 0.25


# %% wrong: one_sided
# why: The one-sided difference (2.5^3 - 2^3) / 0.5 was computed.
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return (2.5**3 - 2**3) / 0.5


# %% wrong: divided_by_eps
# why: It was divided by eps instead of 2 eps; the two points are 1 apart.
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return (2.5**3 - 1.5**3) / 0.5


# %% wrong: error_subtracted
# why: The error eps^2 was subtracted from the slope instead of added: a slip of sign in writing out the cubes.
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return 12 - 0.25


# %% wrong: brackets_lost
# why: The brackets round 2 * eps are lost: it is divided by 2 and then multiplied by eps.
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return (2.5**3 - 1.5**3) / 2 * 0.5


# %% wrong: error_of_the_wrong_order
# why: The error was taken to be eps instead of eps^2.
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return 12 + 0.5
