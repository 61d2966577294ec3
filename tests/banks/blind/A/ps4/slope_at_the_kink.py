# %% right: half
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return 0.5


# %% right: fraction
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return 1 / 2


# %% right: computed
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    eps = 0.25
    return (max(0, 0 + eps) - max(0, 0 - eps)) / (2 * eps)


# %% wrong: pytorch
# why: 0 is what PyTorch's backward says at the kink, not the central difference.
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return 0.0


# %% wrong: right_slope
# why: 1 is the slope on the right side (or it was divided by eps instead of 2 eps).
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return 1


# %% wrong: depends_on_eps
# why: The value eps / 2 was given for the usual eps: the division by eps was forgotten, while it cancels.
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return 1e-6 / 2


# %% wrong: undefined
# why: At a kink the derivative does not exist, so nan was given; the central difference is a number all the same.
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return float("nan")


# %% wrong: sign_slip
# why: ReLU(-eps) was taken as -eps, as if there were no kink, and then the sign got lost: -1/2.
def slope_at_the_kink():
    """The central difference of ReLU at 0, as a number."""
    return -0.5
