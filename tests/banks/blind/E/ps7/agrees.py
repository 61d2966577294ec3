# %% right: double
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% right: relative_by_hand
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    fine = x.detach().to(torch.float64)
    step = 1e-5
    rise = function(fine + step) - function(fine - step)
    quotient = rise / (2 * step)
    told = slope(fine)
    apart = (quotient - told).abs()
    allowed = 0.01 * told.abs() + 1e-6
    return bool((apart <= allowed).all())

# %% right: entry_by_entry
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps = 1e-5
    flat = x.double().reshape(-1)
    for i in range(len(flat)):
        at = flat[i : i + 1]
        above = function(at + eps).item()
        below = function(at - eps).item()
        quotient = (above - below) / (2 * eps)
        told = slope(at).item()
        if abs(quotient - told) > 0.01 * abs(told):
            return False
    return True

# %% right: step_with_size
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    x = x.to(torch.float64)
    eps = 1e-6 * x.abs()
    up, down = x + eps, x - eps
    quotient = (function(up) - function(down)) / (up - down)
    return torch.isclose(quotient, slope(x), rtol=1e-2, atol=0.0).all().item()

# %% wrong: looser
# why: The tolerance is loosened until the alarms stop; wrong slopes pass as well, and the quotient is as bad as before.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.5, atol=0.5)

# %% wrong: cast_too_late
# why: The values are cast to float64 after they were computed in float32: the digits are lost already.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps = 1e-6
    rise = function(x + eps).double() - function(x - eps).double()
    return torch.allclose(rise / (2 * eps), slope(x).double(), rtol=1e-3, atol=1e-3)

# %% wrong: sum_cast_late
# why: x + eps is computed in float32, where eps is rounded away, and cast to float64 only then.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps = 1e-6
    quotient = (function((x + eps).double()) - function((x - eps).double())) / (2 * eps)
    return torch.allclose(quotient, slope(x.double()), rtol=1e-3, atol=1e-3)

# %% wrong: two_dtypes
# why: The quotient is float64, but the slope is asked at the float32 x: allclose refuses two dtypes.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps = 1e-6
    fine = x.double()
    quotient = (function(fine + eps) - function(fine - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: mean_of_differences
# why: The differences are averaged before they are compared: one wrong entry is hidden by the others.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps, x = 1e-6, x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return abs((quotient - slope(x)).mean().item()) < 0.01

# %% wrong: no_abs
# why: The absolute value is missing: a slope that is too large gives a negative difference and passes.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps, x = 1e-6, x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return bool((quotient - slope(x) < 1e-2).all())

# %% wrong: any_entry
# why: any instead of all: one entry that agrees is enough.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps, x = 1e-6, x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    told = slope(x)
    return bool(((quotient - told).abs() < 0.01 * told.abs()).any())

# %% wrong: large_step_forward
# why: The step is made 0.1 and only forward: the quotient of a curved function is off by more than the tolerance, and healthy slopes raise an alarm.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps = 0.1
    quotient = (function(x + eps) - function(x)) / eps
    return torch.allclose(quotient, slope(x), rtol=1e-2, atol=1e-2)

# %% wrong: brackets_lost
# why: Without brackets / 2 * eps divides by 2 and multiplies by eps.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps, x = 1e-6, x.double()
    quotient = (function(x + eps) - function(x - eps)) / 2 * eps
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: one_step_width
# why: The two points are 2 eps apart, but the rise is divided by eps: every quotient is twice too large.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps, x = 1e-6, x.double()
    quotient = (function(x + eps) - function(x - eps)) / eps
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: tensor_of_bools
# why: A tensor with a bool for each entry is returned and not one True or False.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps, x = 1e-6, x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return (quotient - slope(x)).abs() < 1e-2 * slope(x).abs()

# %% wrong: tiny_step
# why: eps is so small that even float64 has hardly a digit of the difference left: healthy slopes raise alarms.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps, x = 1e-15, x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: x_moved_in_place
# why: For a float64 x, x.double() is x itself, and += and -= change what was given (up to rounding it comes back, but not exactly, and it is written to).
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps, x = 1e-6, x.double()
    x += eps
    above = function(x)
    x -= 2 * eps
    below = function(x)
    quotient = (above - below) / (2 * eps)
    x += eps
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: absolute_tolerance
# why: An absolute tolerance of 1 lets a slope of 0.5 or 5 pass which is off by a tenth and more.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps, x = 1e-6, x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return bool(((quotient - slope(x)).abs() <= 1.0).all())

# %% wrong: first_entry
# why: The loop returns after its first entry; the others are never compared.
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps = 1e-6
    for at in x.double().flatten():
        quotient = (function(at + eps) - function(at - eps)) / (2 * eps)
        return torch.allclose(quotient, slope(at), rtol=1e-3, atol=1e-3)
