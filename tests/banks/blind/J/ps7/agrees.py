# %% right: in_double
@piece
def agrees(function, slope, x):
    eps = 1e-6
    x = x.detach().double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% right: slope_cast_afterwards
@piece
def agrees(function, slope, x):
    """True if the slope agrees with a difference quotient in every entry of x."""
    h = 1e-5
    wide = x.double()
    up, down = function(wide + h), function(wide - h)
    quotient = (up - down) / (2 * h)
    said = slope(x).double()
    return bool(((quotient - said).abs() <= 0.01 * said.abs()).all())

# %% right: one_sided_but_fine
@piece
def agrees(function, slope, x):
    x = x.to(torch.float64)
    eps = 1e-7
    quotient = (function(x + eps) - function(x)) / eps
    error = (quotient - slope(x)).abs()
    worst = (error / quotient.abs()).max().item()
    return worst < 0.02

# %% wrong: looser_tolerance
# why: The tolerance is widened until the bad quotient passes. Slopes that are off by a tenth pass then, too; the
# quotient must become better, by computing in float64.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.5, atol=1.0)

# %% wrong: a_tenth_is_tolerated
# why: It computes in float64, but with a relative tolerance of a tenth, so a slope that is off by a tenth of its
# value just passes. It must not; the tolerance must be well below.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    x = x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.1, atol=1e-3)

# %% wrong: cast_after_the_difference
# why: The difference is cast to float64 after it was computed in float32. The digits were lost in x + eps already;
# x must be cast first.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    difference = (function(x + eps) - function(x - eps)).double()
    quotient = difference / (2 * eps)
    return torch.allclose(quotient, slope(x).double(), rtol=1e-3, atol=1e-3)

# %% wrong: only_the_function_in_double
# why: The quotient is float64 and the slope still has the dtype of x, so allclose refuses to compare them if x is
# float32. Both need one dtype.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    wide = x.double()
    quotient = (function(wide + eps) - function(wide - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: mean_difference
# why: The mean of the differences is compared, where an error in one entry can be made up for by others. Each
# entry must agree.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    x = x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return abs((quotient - slope(x)).mean().item()) < 1e-3

# %% wrong: any_for_all
# why: any() asks whether one entry agrees. Every entry must: all().
@piece
def agrees(function, slope, x):
    eps = 1e-6
    x = x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    said = slope(x)
    close = (quotient - said).abs() <= 1e-3 + 1e-3 * said.abs()
    return bool(close.any())

# %% wrong: sign_of_the_difference
# why: The difference is compared with the tolerance without abs, so a slope that is too large always passes.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    x = x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    said = slope(x)
    return bool((quotient - said <= 1e-3 + 1e-3 * said.abs()).all())

# %% wrong: largest_slope_sets_the_measure
# why: All entries are measured by the largest slope. Beside a slope of 60 one of 0.5 may be off by its whole
# value; each entry must be measured by its own slope.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    x = x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    said = slope(x)
    error = (quotient - said).abs().max()
    return bool(error <= 0.02 * said.abs().max())

# %% wrong: step_of_a_tenth
# why: The step is so wide that the quotient misses the curve: a healthy slope of x³ or exp is off by more than the
# tolerance. With float64 a small step is right.
@piece
def agrees(function, slope, x):
    eps = 0.1
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: tiny_step
# why: The step of 1e-15 is about as small as the last digit of float64, so x + eps is rounded and the quotient is
# far off. Smaller is not better.
@piece
def agrees(function, slope, x):
    eps = 1e-15
    x = x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: coarse_and_one_sided
# why: A one-sided quotient with a step of 0.01 is off by half of the step times the curvature, more than the
# tolerance allows where the function bends. Healthy slopes give alarms.
@piece
def agrees(function, slope, x):
    eps = 1e-2
    x = x.double()
    quotient = (function(x + eps) - function(x)) / eps
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: moves_x_itself
# why: double() returns x itself if it is float64 already, and += changes it in place, so the caller's x is left
# moved. x + eps makes a new tensor.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    x = x.detach().double()
    expected = slope(x)
    x += eps
    above = function(x).clone()
    x -= 2 * eps
    below = function(x).clone()
    return torch.allclose((above - below) / (2 * eps), expected, rtol=1e-3, atol=1e-3)

# %% wrong: divided_by_eps
# why: The two points are 2 eps apart, but the difference is divided by eps. The quotient is twice the slope.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    x = x.double()
    quotient = (function(x + eps) - function(x - eps)) / eps
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: first_entry_decides
# why: The return in the loop ends it with the first entry, so the others are never looked at. Return False at the
# first bad one, and True only after the loop.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    x = x.double().reshape(-1)
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    for q, s in zip(quotient.tolist(), slope(x).tolist()):
        if abs(q - s) > 0.01 * abs(s):
            return False
        else:
            return True

# %% wrong: norms_compared
# why: It compares the lengths of the two vectors of slopes. A wrong sign, or errors that make up for each other, do
# not change the length; compare entry by entry.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    x = x.double()
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    said = slope(x)
    a = (quotient**2).sum().sqrt().item()
    b = (said**2).sum().sqrt().item()
    return abs(a - b) <= 1e-3 * b
