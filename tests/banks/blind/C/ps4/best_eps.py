# %% right: decimal
def best_eps():
    return 0.01

# %% right: power
def best_eps():
    return 10 ** -2

# %% right: cube_root
def best_eps():
    return (1e-6) ** (1 / 3)

# %% wrong: square_root
# why: the rule for one-sided differences, a square root of u
def best_eps():
    return 1e-3

# %% wrong: equal_errors
# why: the eps where both errors are equally large, the cube root of 2e-6, not where their sum is smallest
def best_eps():
    return (2e-6) ** (1 / 3)

# %% wrong: slope_without_two
# why: forgot the 2 in front of eps in the slope of eps**2: eps**3 = 2e-6
def best_eps():
    return 0.0126

# %% wrong: forgot_the_two_of_f
# why: forgot the factor 2 of the rounding error: 2 eps**3 = 1e-6
def best_eps():
    return (0.5e-6) ** (1 / 3)

# %% wrong: root_of_two_u
# why: square root of 2e-6: multiplied the equation by eps only once
def best_eps():
    return (2e-6) ** 0.5

# %% wrong: smallest_error
# why: the smallest value of E, 3e-4, instead of the eps where it is reached
def best_eps():
    return 3e-4

# %% wrong: usual_eps
# why: the usual eps of gradcheck, 1e-6, which is not for this format
def best_eps():
    return 1e-6
