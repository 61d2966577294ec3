# %% right: fraction
def largest_stable_rate():
    """The rate above which the descent explodes, as a number."""
    return 1 / 5


# %% right: computed
def largest_stable_rate():
    """The rate above which the descent explodes, as a number."""
    x = np.array([1.0, 3.0])
    second_derivative = 2 * np.mean(x**2)  # 2 * (1 + 9) / 2 = 10
    return 2 / second_derivative


# %% right: decimal
def largest_stable_rate():
    """The rate above which the descent explodes, as a number."""
    return 0.2


# %% wrong: sum_for_mean
# why: The sum of the squared errors was taken instead of the mean: λ = 2 · (1 + 9) = 20, and the limit 2/20.
def largest_stable_rate():
    return 0.1


# %% wrong: one_over_lambda
# why: 1/λ with λ = 10 is the rate that goes to the lowest point in one step. The limit is where 1 - ηλ reaches -1, which is 2/λ.
def largest_stable_rate():
    return 1 / 10


# %% wrong: factor_two_of_the_square
# why: The 2 from the derivative of the square was forgotten: λ was taken as the mean of x², 5, and the limit as 2/5.
def largest_stable_rate():
    return 2 / 5


# %% wrong: mean_of_x_instead_of_squares
# why: λ was taken as 2 · (mean of x)² = 2 · 4 = 8; the mean is to be taken of the squares x².
def largest_stable_rate():
    return 2 / 8


# %% wrong: only_the_larger_point
# why: Only the point with x = 3 was looked at: λ = 2 · 9 = 18. The loss is the mean over both points.
def largest_stable_rate():
    return 2 / 18


# %% wrong: lambda_itself
# why: The second derivative, 10, is given instead of the rate 2/10 that belongs to it.
def largest_stable_rate():
    return 10.0
