# %% right: fraction
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return 1 / 2


# %% right: numpy_formula
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    eps = 1e-3
    return np.float64((max(0.0, eps) - max(0.0, -eps)) / (2 * eps))


# %% wrong: backward_says_zero
# why: What PyTorch's backward says at 0, not what the central difference says.
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return 0.0


# %% wrong: divided_by_eps
# why: Divides by eps and not by 2 eps (or takes the difference to the right only).
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return 1


# %% wrong: sides_swapped
# why: f(x - eps) - f(x + eps): the two sides swapped, so the sign is wrong.
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return -0.5


# %% wrong: no_slope
# why: Says that there is no slope at a kink; but the central difference is a number there.
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return float('nan')
