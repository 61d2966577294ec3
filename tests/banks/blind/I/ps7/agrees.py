# %% right: everything_in_double
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% right: four_points_and_a_relative_bound
@piece
def agrees(function, slope, x):
    z = x.detach().to(torch.float64)
    h = 1e-3
    f = function
    estimate = (8 * (f(z + h) - f(z - h)) - (f(z + 2 * h) - f(z - 2 * h))) / (12 * h)
    told = slope(z)
    off = (estimate - told).abs()
    return bool((off <= 0.02 * estimate.abs()).all())

# %% wrong: cast_too_late
# why: The quotient is computed in float32 and cast to float64 afterwards. The digits that were lost in x + eps do not
# come back; x must be cast before anything is added.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    upper, lower = function(x + eps).double(), function(x - eps).double()
    quotient = (upper - lower) / (2 * eps)
    return torch.allclose(quotient, slope(x).double(), rtol=1e-3, atol=1e-3)

# %% wrong: wide_tolerance
# why: The quotient is as bad as before, and the tolerance is so wide that healthy slopes pass. Then slopes that are off by
# a tenth pass as well; the quotient has to become better.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.5, atol=0.5)

# %% wrong: absolute_tolerance_alone
# why: The difference may be 0.2, whatever the size of the slope. A tenth of a slope of 0.5 is 0.05 and passes; the bound
# must be relative to the slope.
@piece
def agrees(function, slope, x):
    z = x.double()
    eps = 1e-6
    quotient = (function(z + eps) - function(z - eps)) / (2 * eps)
    return bool((quotient - slope(z)).abs().max() < 0.2)

# %% wrong: mean_of_the_differences
# why: Only the mean of all differences is compared with the bound. An entry that is wrong disappears among many right
# ones; every entry must agree by itself.
@piece
def agrees(function, slope, x):
    z = x.double()
    q = (function(z + 1e-6) - function(z - 1e-6)) / 2e-6
    s = slope(z)
    return bool(((q - s) / s).abs().mean() < 0.02)

# %% wrong: only_too_large_slopes_count
# why: The difference is compared without its absolute value, so a slope that is too small always passes.
# Its size has to be taken.
@piece
def agrees(function, slope, x):
    z = x.double()
    h = 1e-6
    quotient = (function(z + h) - function(z - h)) / (2 * h)
    told = slope(z)
    return bool(((told - quotient) <= 0.01 * quotient.abs()).all())

# %% wrong: negative_slopes_never_pass
# why: The bound is a share of the slope with its sign. For a negative slope it is negative, and no difference is small
# enough; the size of the slope is meant.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-5
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return bool(((quotient - slope(x)).abs() <= 1e-2 * slope(x)).all())

# %% wrong: step_a_little_larger
# why: The step is ten times as large, but x stays float32. The rounding of x + eps and of the function still spoils the
# quotient by more than the tolerance; compute in float64.
@piece
def agrees(function, slope, x):
    eps = 1e-5
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: factor_of_the_step_forgotten
# why: The difference of the values at x + eps and x - eps is divided by eps. The two points are 2 eps apart, so the
# quotient is twice the slope.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / eps
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)
