# %% right: decimal
def central_difference_of_a_cube():
    return 12.25

# %% right: computed
def central_difference_of_a_cube():
    x, eps = 2, 0.5
    return ((x + eps) ** 3 - (x - eps) ** 3) / (2 * eps)

# %% right: letters
def central_difference_of_a_cube():
    return 3 * 2**2 + 0.5**2

# %% wrong: slope
# why: the true slope 3 x**2 = 12; the central difference of a cube is off by eps**2
def central_difference_of_a_cube():
    return 12

# %% wrong: one_sided
# why: the one-sided difference (f(2.5) - f(2)) / 0.5
def central_difference_of_a_cube():
    return 15.25

# %% wrong: divided_by_eps
# why: divided by eps instead of by 2 eps, the distance of the two points
def central_difference_of_a_cube():
    return 24.5

# %% wrong: the_square
# why: the answer for x**2, not for the cube
def central_difference_of_a_cube():
    return 4.0

# %% wrong: the_error_only
# why: the amount by which it is off, eps**2, not the central difference itself
def central_difference_of_a_cube():
    return 0.25

# %% wrong: brackets_lost
# why: brackets lost: divides by 2 and then multiplies by eps instead of dividing by 2 * eps
def central_difference_of_a_cube():
    return (2.5**3 - 1.5**3) / 2 * 0.5
