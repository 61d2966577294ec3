# %% right: five_points_in_double
@piece
def agrees(function, slope, x):
    p, h = x.detach().double(), 1e-3
    near = function(p + h) - function(p - h)
    far = function(p + 2 * h) - function(p - 2 * h)
    quotient = (8 * near - far) / (12 * h)
    error = (quotient - slope(p)).abs()
    return bool((error <= 1e-4 * (1 + quotient.abs())).all())

# %% right: entry_by_entry
@piece
def agrees(function, slope, x):
    eps = 1e-6
    for number in x.detach().reshape(-1).tolist():
        point = torch.tensor([number], dtype=torch.float64)
        quotient = (function(point + eps) - function(point - eps)) / (2 * eps)
        said = slope(point)
        if not abs(quotient.item() - said.item()) <= 1e-3 + 1e-3 * abs(said.item()):
            return False
    return True

# %% wrong: looser_tolerance
# why: The tolerance is made so large that the noise passes, and with it slopes that are off by much more than a tenth.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.5, atol=0.5)

# %% wrong: cast_at_the_end
# why: The quotient is cast to float64 when its digits are lost already, in x + eps and in the difference.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    above = function(x + eps).double()
    below = function(x - eps).double()
    quotient = (above - below) / (2 * eps)
    return torch.allclose(quotient, slope(x).double(), rtol=1e-3, atol=1e-3)

# %% wrong: mean_of_the_errors
# why: The errors are averaged with their signs before they are compared, so one that is too large is made up for by one that is too small.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-5
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    off = (quotient - slope(x)) / quotient.abs()
    return abs(off.mean().item()) < 1e-3

# %% wrong: wide_one_sided_step
# why: The step is made wide to save digits, but to one side only: the curvature makes the quotient of healthy slopes wrong.
@piece
def agrees(function, slope, x):
    point = x.detach().to(torch.float64)
    eps = 1e-2
    quotient = (function(point + eps) - function(point)) / eps
    return torch.allclose(quotient, slope(point), rtol=1e-3, atol=1e-3)

# %% wrong: slope_in_the_old_dtype
# why: Only the quotient is computed in float64; the slope still gets the float32 tensor, and the two cannot be compared.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    wide = x.double()
    up, down = function(wide + eps), function(wide - eps)
    said = slope(x)
    return torch.allclose((up - down) / (2 * eps), said, rtol=1e-3, atol=1e-3)
