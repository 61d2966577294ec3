# %% right: in_float64
@piece
def agrees(function, slope, x):
    x = x.detach().double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return bool(torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3))

# %% right: entry_by_entry
def quotients(function, x, h=1e-5):
    return (function(x + h) - function(x - h)) / (2 * h)


@piece
def agrees(function, slope, x):
    fine = x.detach().to(torch.float64)
    measured = quotients(function, fine).reshape(-1).tolist()
    claimed = slope(fine).reshape(-1).tolist()
    return all(abs(m - c) <= 0.01 * abs(m) for m, c in zip(measured, claimed))

# %% wrong: looser_tolerance
# why: It hangs the thermometer lower: with rtol and atol of 0.1 a slope that is off by a tenth passes (and in
# float32 right ones still may not). The quotient should get better instead, by computing in float64.
@piece
def agrees(function, slope, x):
    eps = 1e-3
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=0.1, atol=0.1)

# %% wrong: mean_of_the_errors
# why: It takes the mean of all errors, in which a wrong entry is diluted by the many right ones, and errors
# of opposite signs cancel. Each entry should agree by itself.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    error = (quotient - slope(x)).mean()
    return abs(error.item()) < 1e-3

# %% wrong: measured_by_the_largest
# why: The largest error is compared with the largest slope, so a small slope beside a large one may be off
# by far more than a tenth. Each error should be compared with the slope of its own entry.
@piece
def agrees(function, slope, x):
    x = x.double()
    h = 1e-6
    quotient = (function(x + h) - function(x - h)) / (2 * h)
    claimed = slope(x)
    worst = (quotient - claimed).abs().max().item()
    return worst <= 0.01 * claimed.abs().max().item()

# %% wrong: only_one_side
# why: The size of the error is not taken: a slope that is too large makes the difference negative, and
# passes. It should compare the absolute value.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return bool((quotient - slope(x) < 1e-3).all())

# %% wrong: much_too_small_a_step
# why: In float64 a step of 1e-14 has the illness that 1e-6 has in float32: x + eps is rounded, and right
# slopes get an alarm. A step of about 1e-6 suits float64.
@piece
def agrees(function, slope, x):
    x = x.double()
    eps = 1e-14  # the smaller the better
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    return torch.allclose(quotient, slope(x), rtol=1e-3, atol=1e-3)

# %% wrong: a_tensor_of_bool
# why: It returns a tensor with a bool. The text asks for a bool, so it needs .item() or bool().
@piece
def agrees(function, slope, x):
    x = x.to(torch.float64)
    eps = 1e-6
    quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
    claimed = slope(x)
    return ((quotient - claimed).abs() <= 1e-3 + 1e-3 * claimed.abs()).all()
