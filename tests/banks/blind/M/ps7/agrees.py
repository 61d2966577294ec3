# %% right: double_first
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% right: relative_error_by_entry
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    exact = x.to(torch.float64)
    h = 1e-5
    measured = (function(exact + h) - function(exact - h)) / (2 * h)
    claimed = slope(exact)
    error = (measured - claimed).abs() / measured.abs()
    return error.max().item() < 0.01

# %% right: entry_after_entry
@piece
def agrees(function, slope, x):
    h = 1e-5
    x64 = x.double()
    rise = (function(x64 + h) - function(x64 - h)).reshape(-1).tolist()
    said = slope(x64).reshape(-1).tolist()
    for r, s in zip(rise, said):
        q = r / (2 * h)
        if not abs(q - s) <= 0.02 * abs(q):
            return False
    return True

# %% right: slope_in_own_dtype
@piece
def agrees(function, slope, x):
    wide = x.double()
    eps = 1e-6
    q = (function(wide + eps) - function(wide - eps)) / (eps + eps)
    s = slope(x).double()
    good = (q - s).abs() < 0.03 * q.abs()
    return bool(good.all())

# %% wrong: more_tolerance
# why: The quotient is still computed in float32 with a tiny eps, and only the tolerance is larger. Bad quotients still raise alarms, and slopes that are off by a tenth pass.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.5, atol=0.5)

# %% wrong: cast_after_rounding
# why: Only the two results are cast to float64; the digits were lost before, when x + eps was computed in float32. x must be cast first.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    above = function(x + eps).double()
    below = function(x - eps).double()
    quotient = (above - below) / (2 * eps)
    return torch.allclose(quotient, slope(x).double(), rtol=1e-3, atol=1e-3)

# %% wrong: tensor_for_a_bool
# why: It returns a tensor that holds a bool. A plain bool is asked for, as from bool(...) or .item().
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return ((quotient - slope(x)).abs() <= 1e-3 + 1e-3 * quotient.abs()).all()

# %% wrong: measured_as_one_vector
# why: It compares the length of the whole error with the length of the whole slope. A small entry that is wrong disappears beside a large one that is right; each entry must be judged by itself.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    q = (function(x + eps) - function(x - eps)) / (2 * eps)
    s = slope(x)
    error = ((q - s) ** 2).sum().sqrt()
    scale = (s ** 2).sum().sqrt()
    return (error / scale).item() < 1e-2

# %% wrong: no_absolute_value
# why: The difference is compared without its absolute value, so a slope that is too large gives a negative difference and passes.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    q = (function(x + eps) - function(x - eps)) / (2 * eps)
    difference = (q - slope(x)) / q.abs()
    return bool((difference < 0.01).all())

# %% wrong: tenth_is_tolerated
# why: The relative tolerance is a tenth of the claimed slope, so a slope that is too large by a tenth of its value just passes. The tolerance must be clearly smaller.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.1, atol=1e-3)

# %% wrong: eps_too_small
# why: With an eps of 1e-14 even float64 has hardly a digit left of the difference, so healthy slopes raise alarms. eps must be far above the distance of neighbouring numbers.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-14  # the smaller, the better
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: half_the_distance
# why: The two points are 2 eps apart, but the difference is divided by eps: the quotient is twice the slope, and right slopes are refused.
@piece
def agrees(function, slope, x):
    wide = x.double()
    h = 1e-5
    quotient = (function(wide + h) - function(wide - h)) / h
    return torch.allclose(quotient, slope(wide), rtol=1e-2, atol=1e-3)
