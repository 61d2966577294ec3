# %% right: double
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)
# %% right: entry_by_entry
@piece
def agrees(function, slope, x):
    exact = x.to(torch.float64)
    h = 1e-5
    above, below = function(exact + h), function(exact - h)
    said = slope(exact).reshape(-1).tolist()
    found = ((above - below) / (2 * h)).reshape(-1).tolist()
    for s, f in zip(said, found):
        if abs(s - f) > 0.01 * abs(f):
            return False
    return True
# %% right: largest_ratio
@piece
def agrees(function, slope, x):
    x = x.to(dtype=torch.float64)
    quotient = (function(x + 1e-6) - function(x - 1e-6)) / 2e-6
    wrong = (quotient - slope(x)).abs() > 1e-3 * (1 + quotient.abs())
    return not bool(wrong.any())
# %% right: step_that_grows_with_x
@piece
def agrees(function, slope, x):
    x = x.double()
    step = 1e-5 * x
    quotient = (function(x + step) - function(x - step)) / (2 * step)
    relative = (slope(x) / quotient - 1).abs()
    return bool((relative < 0.01).all())
# %% wrong: loose
# why: The tolerance is so large that slopes which are wrong by a tenth pass.
@piece
def agrees(function, slope, x):
    x = x.detach()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.5, atol=0.5)
# %% wrong: cast_too_late
# why: The cast comes after function: the digits were lost in x + eps already.
@piece
def agrees(function, slope, x):
    x = x.detach()
    eps = 1e-6
    quotient = (function(x + eps).double() - function(x - eps).double()) / (2 * eps)
    return torch.allclose(quotient, slope(x).double(), rtol=1e-3, atol=1e-3)
# %% wrong: smaller_eps
# why: A smaller eps makes it worse, as x + eps is x then.
@piece
def agrees(function, slope, x):
    x = x.detach()
    eps = 1e-9
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)
# %% wrong: mean_compared
# why: Only the means are compared, and the others make up for a wrong entry.
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient.mean(), slope(x).mean(), rtol=1e-3, atol=1e-3)
# %% wrong: sums_compared
# why: Only the sum of the differences is looked at, where errors cancel.
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return bool((quotient - slope(x)).sum().abs() < 1e-2)
# %% wrong: any_for_all
# why: One entry that agrees is enough here; all must.
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return bool(((quotient - slope(x)).abs() < 1e-3 * (1 + quotient.abs())).any())
# %% wrong: first_entry
# why: Only the first entry is compared.
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient.reshape(-1)[0], slope(x).reshape(-1)[0], rtol=1e-3, atol=1e-3)
# %% wrong: slope_in_single
# why: The quotient is float64 and the slope float32, and allclose refuses to compare them.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    wide = x.double()
    quotient = (function(wide + eps) - function(wide - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)
# %% wrong: x_moved_in_place
# why: x is moved in place by eps, and a float64 tensor of the caller's with it.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    x += eps
    above = function(x)
    x -= 2 * eps
    below = function(x)
    quotient = (above - below) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)
# %% wrong: one_sided_tolerance
# why: Without abs a slope that is too large always passes.
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return bool((quotient - slope(x) < 1e-3 * (1 + quotient.abs())).all())
# %% wrong: absolute_tenth
# why: An absolute tolerance of 0.1 lets a slope of 0.5 pass that is off by a tenth of it.
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0, atol=0.1)
# %% wrong: divided_by_eps
# why: The points are 2 eps apart, and the difference is divided by eps.
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / eps
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)
# %% wrong: table_of_bools
# why: A tensor of bools is returned, not one answer.
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return (quotient - slope(x)).abs() < 1e-3 * (1 + quotient.abs())
# %% wrong: content_with_all
# why: Everything passes, so that there are no false alarms.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    (function(x + eps) - function(x - eps)) / (2 * eps)
    return True
# %% wrong: half_step
# why: A forward difference with a step of 1/2 is no derivative.
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + 0.5) - function(x)) / 0.5
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)
# %% wrong: eps_far_too_small
# why: In float64 1e-15 is as small as 1e-6 was in float32: x + eps has next to no digits of eps.
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-15
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)
# %% wrong: back_to_single
# why: The moved points are cast back to float32 before function sees them.
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function((x + eps).float()).double() - function((x - eps).float()).double()) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)
# %% wrong: noise_averaged
# why: The quotient is averaged over ten float32 noises: digits that are lost do not come back.
@piece
def agrees(function, slope, x):
    total = torch.zeros_like(x)
    for k in range(1, 11):
        eps = k * 1e-6
        total = total + (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(total / 10, slope(x), rtol=1e-3, atol=1e-3)
# %% wrong: returns_at_the_first_good_one
# why: return True stands in the loop: one good entry is enough.
@piece
def agrees(function, slope, x):
    wide = x.double()
    eps = 1e-6
    quotient = (function(wide + eps) - function(wide - eps)) / (2 * eps)
    said = slope(wide)
    for q, s in zip(quotient.reshape(-1).tolist(), said.reshape(-1).tolist()):
        if abs(q - s) > 1e-2 * abs(q):
            return False
        return True
# %% wrong: doubled_in_the_middle
# why: x is made double only after eps was added.
@piece
def agrees(function, slope, x):
    eps = 1e-6
    above, below = (x + eps).double(), (x - eps).double()
    quotient = (function(above) - function(below)) / (2 * eps)
    return torch.allclose(quotient, slope(x.double()), rtol=1e-3, atol=1e-3)
