# %% right: number
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return 12.25


# %% right: by_formula
def central_difference_of_a_cube():
    """The central difference, as a number."""
    def f(x):
        return x**3

    eps = 0.5
    return (f(2 + eps) - f(2 - eps)) / (2 * eps)


# %% wrong: exact_slope
# why: The exact slope 3x^2 = 12, not the central difference with the wide step.
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return 12


# %% wrong: divided_by_eps
# why: Divides by eps and not by 2 eps: 24.5.
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return (2.5**3 - 1.5**3) / 0.5


# %% wrong: one_sided
# why: The one-sided difference, (f(x+eps) - f(x)) / eps = 15.25.
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return (2.5**3 - 2**3) / 0.5


# %% wrong: only_the_error
# why: Gives by how much the central difference is off (eps^2), not the central difference itself.
def central_difference_of_a_cube():
    """The central difference, as a number."""
    return 0.25
