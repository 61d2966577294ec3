# %% right: decimal
def adams_first_change():
    """How far the parameter goes in the first step, as a number."""
    return 0.08

# %% right: computed
def adams_first_change():
    g, lr, eps = -0.04, 0.1, 0.01
    return -lr * g / (abs(g) + eps)

# %% wrong: sign
# why: The sign is wrong: the gradient is negative, so the parameter goes up.
def adams_first_change():
    return -0.08

# %% wrong: rate_itself
# why: eps was taken to be next to nothing as in the lecture: 0.1, but here eps is a quarter of the gradient.
def adams_first_change():
    return 0.1

# %% wrong: new_value
# why: This is the new value of the parameter and not how far it went.
def adams_first_change():
    return 2.08

# %% wrong: eps_under_root
# why: eps was added under the root.
def adams_first_change():
    return 0.1 * 0.04 / (0.04**2 + 0.01) ** 0.5

# %% wrong: not_corrected
# why: The means were not corrected: m is a tenth of the gradient and s a thousandth of its square.
def adams_first_change():
    m = 0.1 * -0.04
    s = 0.001 * 0.04**2
    return -0.1 * m / (s**0.5 + 0.01)

# %% wrong: signed_root
# why: The root of the squared gradient was taken to be the gradient with its sign, -0.04, so the denominator is -0.03.
def adams_first_change():
    return -0.1 * (-0.04) / (-0.04 + 0.01)

# %% wrong: no_root
# why: The root was forgotten: 0.04 / (0.0016 + 0.01).
def adams_first_change():
    return 0.1 * 0.04 / (0.0016 + 0.01)
