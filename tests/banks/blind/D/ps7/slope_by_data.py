# %% right: plain
def slope_by_data():
    return -1.25


# %% right: formula
def slope_by_data():
    return 1 - 1.5**2


# %% right: frac
def slope_by_data():
    return -5 / 4


# %% wrong: right_slope
# why: The right slope a (1 - tanh^2): neither the overwritten output nor the missing product is taken into account.
def slope_by_data():
    return 2.25


# %% wrong: no_product_only
# why: Sees that the product is not recorded, but takes the saved output to be the old 0.5, not 1.5.
def slope_by_data():
    return 0.75


# %% wrong: with_product
# why: Sees that the saved output is 1.5, but multiplies by a as if the product had a node.
def slope_by_data():
    return -3.75


# %% wrong: sign_slip
# why: The square of 1.5 less 1: the sign of 1 - y^2 is turned.
def slope_by_data():
    return 1.25


# %% wrong: not_squared
# why: 1 - y instead of 1 - y^2 with the overwritten y = 1.5.
def slope_by_data():
    return -0.5
