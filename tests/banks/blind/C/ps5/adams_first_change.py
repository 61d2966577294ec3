# %% right: decimal
def adams_first_change():
    """How far the parameter goes in the first step, as a number."""
    return 0.08


# %% right: formula
def adams_first_change():
    """How far the parameter goes in the first step, as a number."""
    g, lr, eps = -0.04, 0.1, 0.01
    m_hat = (1 - 0.9) * g / (1 - 0.9)
    s_hat = (1 - 0.999) * g**2 / (1 - 0.999)
    return -lr * m_hat / (s_hat**0.5 + eps)


# %% right: fraction
def adams_first_change():
    """How far the parameter goes in the first step, as a number."""
    return 0.1 * 4 / 5


# %% wrong: sign_of_gradient
# why: The sign is that of the gradient: but the step goes against it, and a negative gradient makes the parameter grow.
def adams_first_change():
    return -0.08


# %% wrong: rate_itself
# why: eps was left out: the step is the rate itself only if eps is next to nothing against |g|.
def adams_first_change():
    return 0.1


# %% wrong: new_value
# why: The new value of the parameter is given and not its change.
def adams_first_change():
    return 2.08


# %% wrong: root_negative
# why: The root of g² was taken as g itself, -0.04: then the denominator is -0.04 + 0.01 = -0.03. A root is never negative.
def adams_first_change():
    return -0.1 * (-0.04) / (-0.04 + 0.01)


# %% wrong: eps_under_the_root
# why: eps was put under the root: 0.1 · 0.04 / √(0.0016 + 0.01).
def adams_first_change():
    return 0.1 * 0.04 / (0.04**2 + 0.01) ** 0.5


# %% wrong: plain_descent
# why: This is a step of plain gradient descent, -lr · g; Adam divides by the root of the mean square.
def adams_first_change():
    return 0.004


# %% wrong: without_correction
# why: The means are not corrected: m = 0.1 · g and s = 0.001 · g² were used as they are.
def adams_first_change():
    m = 0.1 * -0.04
    s = 0.001 * 0.04**2
    return -0.1 * m / (s**0.5 + 0.01)
