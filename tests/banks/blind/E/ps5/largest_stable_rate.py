# %% right: decimal
def largest_stable_rate():
    """The rate above which the descent explodes, as a number."""
    return 0.2

# %% right: computed
def largest_stable_rate():
    # l'' = mean of 2 x² = (2 * 1 + 2 * 9) / 2 = 10, the limit is 2 / 10
    curvature = (2 * 1**2 + 2 * 3**2) / 2
    return 2 / curvature

# %% wrong: no_overshoot_limit
# why: 1/λ is the rate that reaches the lowest point in one step. The descent still converges up to 2/λ.
def largest_stable_rate():
    return 1 / 10

# %% wrong: factor_two_forgotten
# why: The second derivative of the square is 2x², the 2 was forgotten: λ = 5 in place of 10.
def largest_stable_rate():
    return 2 / 5

# %% wrong: lowest_point
# why: This is the w at which the loss is lowest, 17/10, and not a rate.
def largest_stable_rate():
    return 1.7

# %% wrong: steepest_point_only
# why: Only the point with x = 3 was considered, its curvature 18 in place of the mean of 2 and 18.
def largest_stable_rate():
    return 2 / 18

# %% wrong: mean_x_squared
# why: The mean of the x was squared (2² = 4) where the mean of the squares (5) is meant, so λ = 8.
def largest_stable_rate():
    return 0.25

# %% wrong: returned_nothing
# why: The number is computed and printed, but not returned.
def largest_stable_rate():
    print(0.2)
