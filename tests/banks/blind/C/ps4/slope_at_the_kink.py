# %% right: decimal
def slope_at_the_kink():
    return 0.5

# %% right: fraction
def slope_at_the_kink():
    return 1 / 2

# %% right: computed
def slope_at_the_kink():
    eps = 0.25
    return (max(0.0, eps) - max(0.0, -eps)) / (2 * eps)

# %% wrong: pytorch
# why: what PyTorch's backward says, not the central difference
def slope_at_the_kink():
    return 0.0

# %% wrong: right_slope
# why: the slope on the right; the central difference looks at both sides
def slope_at_the_kink():
    return 1.0

# %% wrong: depends_on_eps
# why: did not divide by the distance of the points: ReLU(eps) - ReLU(-eps) for eps = 1e-6
def slope_at_the_kink():
    return 1e-6

# %% wrong: half_eps
# why: divided by 2 only; eps does not cancel then
def slope_at_the_kink():
    return 1e-6 / 2

# %% wrong: nan
# why: took the kink for a point where the central difference does not exist either
def slope_at_the_kink():
    return float("nan")

# %% wrong: leaky
# why: took ReLU(-eps) for -eps and so divided 2 eps by eps
def slope_at_the_kink():
    return 2.0
