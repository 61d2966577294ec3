# %% right: double_with_its_own_step
@piece
def agrees(function, slope, x):
    x = x.detach().double().clone()
    step = 1e-5 * x
    up, down = x + step, x - step
    quotient = (function(up) - function(down)) / (up - down)
    claimed = slope(x)
    return bool(((quotient - claimed).abs() <= 1e-3 * claimed.abs() + 1e-5).all())


# %% right: two_steps_extrapolated
@piece
def agrees(function, slope, x):
    points = x.detach().to(torch.float64)

    def quotient(eps):
        return (function(points + eps) - function(points - eps)) / (2 * eps)

    # the error of the second order falls out
    better = (4 * quotient(1e-4) - quotient(2e-4)) / 3
    return bool(torch.allclose(better, slope(points), rtol=1e-3, atol=1e-3))


# %% wrong: a_looser_tolerance
# why: The quotient is as bad as before; the tolerance was made so large that wrong slopes pass, too.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    up, down = function(x + eps), function(x - eps)
    quotient = (up - down) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.3, atol=0.5)


# %% wrong: the_cast_comes_too_late
# why: Only the difference is computed in float64. The digits were lost in x + eps already.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    above = function(x + eps).double()
    below = function(x - eps).double()
    quotient = (above - below) / (2 * eps)
    return torch.allclose(quotient, slope(x).double(), rtol=1e-3, atol=1e-3)


# %% wrong: the_mean_of_the_errors
# why: The mean of all errors is judged. One entry that is too large and one that is too small cancel, or the many make up for one.
@piece
def agrees(function, slope, x):
    z = x.double()
    h = 1e-6
    error = (function(z + h) - function(z - h)) / (2 * h) - slope(z)
    return abs(error.mean().item()) < 1e-3


# %% wrong: the_slope_gets_the_old_x
# why: The quotient is computed in float64, but slope still gets x in float32. allclose refuses to compare the two dtypes.
@piece
def agrees(function, slope, x):
    wide = x.to(torch.float64)
    eps = 1e-6
    rise = function(wide + eps) - function(wide - eps)
    return torch.allclose(rise / (2 * eps), slope(x), rtol=1e-3, atol=1e-3)


# %% wrong: a_tenth_passes
# why: The quotient is good now, but a relative tolerance of 0.15 lets a slope pass that is off by a tenth.
@piece
def agrees(function, slope, x):
    x = x.double()
    delta = 1e-6
    measured = (function(x + delta) - function(x - delta)) / delta / 2
    told = slope(x)
    for m, s in zip(measured.reshape(-1).tolist(), told.reshape(-1).tolist()):
        if abs(m - s) > 0.15 * abs(s):
            return False
    return True
