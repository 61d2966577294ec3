# %% right: everything_in_float64
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    x = x.detach().to(torch.float64)
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% right: relative_error
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    with torch.no_grad():
        exact = x.double()
        h = 1e-5
        measured = (function(exact + h) - function(exact - h)) / (2 * h)
        claimed = slope(exact)
        off = (measured - claimed).abs() / measured.abs()
        return off.max().item() < 0.01

# %% right: entry_by_entry
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    eps = 1e-6
    doubles = x.detach().double()
    up = function(doubles + eps).reshape(-1).tolist()
    down = function(doubles - eps).reshape(-1).tolist()
    said = slope(doubles).reshape(-1).tolist()
    for u, d, s in zip(up, down, said):
        q = (u - d) / (2 * eps)
        if not abs(q - s) <= 0.02 * abs(q):
            return False
    return True

# %% right: five_points
def five_point_quotient(f, x, h):
    near = f(x + h) - f(x - h)
    far = f(x + 2 * h) - f(x - 2 * h)
    return (8 * near - far) / (12 * h)


@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    x = torch.tensor(x.tolist(), dtype=torch.float64)
    quotient = five_point_quotient(function, x, 1e-4)
    wrong = (quotient - slope(x)).abs() > 1e-3 + 1e-2 * quotient.abs()
    return not wrong.any().item()

# %% wrong: half_is_close_enough
# why: The quotient is still computed in float32 with a tiny step, and only the tolerance is made looser.
# With rtol=0.5 a slope that is off by a tenth passes; the quotient itself must become better.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.5, atol=1e-3)

# %% wrong: mean_of_the_differences
# why: It judges the mean of the differences, so one entry that is too large and one that is too small
# make up for each other. Every entry must be close by itself.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return abs((quotient - slope(x)).mean().item()) < 1e-3

# %% wrong: results_cast_to_double
# why: Only the results are turned into float64, but the digits were lost before, in x + eps and in the
# function, which compute in float32. x must be cast first.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    up, down = function(x + eps).double(), function(x - eps).double()
    quotient = (up - down) / (2 * eps)
    return torch.allclose(quotient, slope(x).double(), rtol=1e-3, atol=1e-3)

# %% wrong: one_absolute_tolerance
# why: The tolerance is 0.1 for all slopes. A slope of size 0.5 that is off by a tenth of itself differs
# by 0.05 only, and passes. The tolerance should be relative to the slope.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return (quotient - slope(x)).abs().max().item() < 0.1

# %% wrong: division_without_parentheses
# why: / 2 * eps divides by 2 and then multiplies by eps. The quotient is next to 0, and right slopes
# fail; it should be divided by (2 * eps).
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / 2 * eps
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: divided_by_a_signed_slope
# why: The relative error is divided by the slope with its sign. Where the slope is negative, the error is
# negative too, hence below every tolerance, and any slope passes. It must be divided by the absolute
# value.
@piece
def agrees(function, slope, x):
    x = x.to(torch.float64)
    h = 1e-6
    quotient = (function(x + h) - function(x - h)) / (2 * h)
    relative = (quotient - slope(x)).abs() / quotient
    return bool((relative < 0.01).all())

# %% wrong: returns_a_tensor
# why: all() gives a tensor with one bool in it, and that is returned as it is. The judge should return a
# Python bool, as item() or bool() makes it.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    s = slope(x)
    return ((quotient - s).abs() < 1e-3 + 1e-3 * s.abs()).all()

# %% wrong: steps_in_place
# why: For an x in float64, x.double() is x itself, and the steps in place move the caller's tensor: it
# comes back changed, and the slope is asked at another place. x + eps makes a new tensor.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    point = x.double()
    point += eps
    up = function(point)
    point -= 2 * eps
    down = function(point)
    quotient = (up - down) / (2 * eps)
    return torch.allclose(quotient, slope(point), rtol=1e-3, atol=1e-3)
