# %% right: decimal
def slope_of_the_rate():
    """The derivative of the loss after three steps by the rate, as a number."""
    return -13.5

# %% right: formula
def slope_of_the_rate():
    """The derivative of the loss after three steps by the rate, as a number."""
    eta = 1 / 8
    # l = 2 (3 (1 - 4 eta)³)² = 18 (1 - 4 eta)⁶
    return 18 * 6 * (1 - 4 * eta) ** 5 * (-4)

# %% wrong: sign
# why: The inner derivative is -4, its sign was lost.
def slope_of_the_rate():
    """The derivative of the loss after three steps by the rate, as a number."""
    return 13.5

# %% wrong: inner_derivative
# why: The inner derivative -4 was forgotten: 18 * 6 * (1/2)^5.
def slope_of_the_rate():
    """The derivative of the loss after three steps by the rate, as a number."""
    return 108 / 32

# %% wrong: derivative_of_u
# why: This is the derivative of u after three steps, and not that of the loss.
def slope_of_the_rate():
    """The derivative of the loss after three steps by the rate, as a number."""
    return 3 * 3 * (1 / 2) ** 2 * (-4)

# %% wrong: slope_of_u_squared
# why: The gradient of 2u² was taken as 2u, so that a step multiplies by 1 - 2 eta.
def slope_of_the_rate():
    """The derivative of the loss after three steps by the rate, as a number."""
    return 18 * 6 * (1 - 2 / 8) ** 5 * (-2)

# %% wrong: one_step
# why: Only one step was made: 18 (1 - 4 eta)².
def slope_of_the_rate():
    """The derivative of the loss after three steps by the rate, as a number."""
    return 18 * 2 * (1 / 2) * (-4)

# %% wrong: not_squared
# why: The factor of the loss was taken to be the third power and not the sixth: the square in the loss was forgotten for the factor.
def slope_of_the_rate():
    """The derivative of the loss after three steps by the rate, as a number."""
    return 18 * 3 * (1 / 2) ** 2 * (-4)
