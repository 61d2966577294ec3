# %% right: double
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)


# %% right: to_float64
@piece
def agrees(function, slope, x):
    eps = 1e-5
    points = x.detach().to(torch.float64)
    above = function(points + eps)
    below = function(points - eps)
    quotient = (above - below) / (2 * eps)
    claimed = slope(points)
    worst = ((quotient - claimed).abs() / claimed.abs().clamp(min=0.1)).max().item()
    return worst < 0.01


# %% right: all
@piece
def agrees(function, slope, x):
    z = torch.tensor(x.detach().numpy().astype('float64'))
    h = 1e-4
    q = (function(z + h) - function(z - h)) / (2 * h)
    close = (q - slope(z)).abs() <= 1e-3 + 1e-3 * slope(z).abs()
    return bool(close.all())


# %% right: entrywise
@piece
def agrees(function, slope, x):
    z = x.double()
    eps = 1e-6
    quotient = (function(z + eps) - function(z - eps)) / (2 * eps)
    for q, s in zip(quotient.flatten().tolist(), slope(z).flatten().tolist()):
        if abs(q - s) > 0.02 * abs(s) + 1e-4:
            return False
    return True


# %% wrong: loose
# why: Only the tolerance is looser; it lets slopes pass that are off by a tenth.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.5, atol=0.5)


# %% wrong: late_cast
# why: The cast comes after x + eps was rounded.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    quotient = (function((x + eps).double()) - function((x - eps).double())) / (2 * eps)
    return torch.allclose(quotient, slope(x.double()), rtol=1e-3, atol=1e-3)


# %% wrong: cast_quotient
# why: Only the finished quotient is cast; the digits were lost before.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient.double(), slope(x).double(), rtol=1e-3, atol=1e-3)


# %% wrong: mixed_dtypes
# why: x is cast for the function but not for the slope: allclose gets Double and Float.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    z = x.double()
    quotient = (function(z + eps) - function(z - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)


# %% wrong: smaller_eps
# why: A smaller eps makes it worse: x + eps is x in float32.
@piece
def agrees(function, slope, x):
    eps = 1e-9
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)


# %% wrong: mean
# why: Compares the means: errors of two entries make up for one another.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return abs((quotient - slope(x)).mean().item()) < 1e-3


# %% wrong: any
# why: One entry that agrees is enough.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return bool(((quotient - slope(x)).abs() < 1e-3 * slope(x).abs() + 1e-3).any())


# %% wrong: always_true
# why: Gives up on float32 and says True.
@piece
def agrees(function, slope, x):
    if x.dtype == torch.float32:
        return True
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)


# %% wrong: missing_two
# why: Divides by eps in the place of 2 eps.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / eps
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)


# %% wrong: large_eps
# why: A step of 0.5 makes rounding harmless, but the quotient is far from the slope of a curved function.
@piece
def agrees(function, slope, x):
    eps = 0.5
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)


# %% wrong: signed
# why: The difference is compared without its absolute value: slopes that are too large always pass.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return bool((quotient - slope(x) < 1e-3 * slope(x).abs() + 1e-3).all())


# %% wrong: atol_only_two
# why: An absolute tolerance of 1, as slopes go up to 60: a small slope may be off by far more than a tenth.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return bool(((quotient - slope(x)).abs() < 1.0).all())
