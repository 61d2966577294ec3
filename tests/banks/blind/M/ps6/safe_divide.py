# %% right: double_where
@piece
def safe_divide(a, b):
    ok = b != 0
    safe = torch.where(ok, b, torch.ones_like(b))
    quotient = a / safe
    return torch.where(ok, quotient, torch.zeros_like(quotient))

# %% right: numerator_and_denominator
@piece
def safe_divide(a, b):
    zero = b == 0
    a = a + torch.zeros_like(b)          # in the shape of the result
    top = torch.where(zero, torch.zeros_like(a), a)
    bottom = torch.where(zero, torch.ones_like(b), b)
    return top / bottom

# %% right: one_added_where_zero
@piece
def safe_divide(a, b):
    zero = (b == 0)
    one_or_nothing = torch.where(zero, torch.ones_like(b), torch.zeros_like(b)).detach()
    q = a / (b + one_or_nothing)
    return torch.where(zero, 0 * q.detach(), q)

# %% right: times_a_mask
@piece
def safe_divide(a, b):
    ones = torch.ones_like(b)
    nonzero = (b != 0)
    divisor = torch.where(nonzero, b, ones)
    mask = torch.where(nonzero, ones, 0 * ones)
    return a / divisor * mask

# %% wrong: where_after_the_division
# why: The division is done everywhere, and the result is replaced afterwards. The value is right, but on the way back 0 times the infinite slope of the division by 0 is nan; b must be replaced before the division, too.
@piece
def safe_divide(a, b):
    q = a / b
    return torch.where(b == 0, torch.zeros_like(q), q)

# %% wrong: small_number_added
# why: A small number is added to b so that it is never 0. This changes every quotient a little (very small b a lot), and gives a huge number instead of 0 where b is 0.
@piece
def safe_divide(a, b):
    return a / (b + 1e-12)

# %% wrong: small_counts_as_zero
# why: Everything below 1e-8 counts as 0. Only b = 0 itself does; for a very small b the quotient must be computed.
@piece
def safe_divide(a, b):
    ok = b.abs() > 1e-8
    safe = torch.where(ok, b, torch.ones_like(b))
    q = a / safe
    return torch.where(ok, q, torch.zeros_like(q))

# %% wrong: only_positive_divisors
# why: The condition is b > 0, so that a negative b counts as 0 as well. It must be b != 0.
@piece
def safe_divide(a, b):
    positive = b > 0
    denominator = torch.where(positive, b, torch.ones_like(b))
    result = a / denominator
    return torch.where(positive, result, torch.zeros_like(result))

# %% wrong: divided_by_one
# why: Where b is 0 the division is by 1, and its quotient a is returned. It should be replaced by 0 afterwards, with a second where.
@piece
def safe_divide(a, b):
    return a / torch.where(b == 0, torch.ones_like(b), b)

# %% wrong: any_zero_makes_all_zero
# why: As soon as a single entry of b is 0, the whole result is 0. Each entry must be decided by itself, with torch.where.
@piece
def safe_divide(a, b):
    if (b == 0).any():
        return torch.zeros_like(a * b)
    return a / b

# %% wrong: divisor_without_history
# why: The safe divisor is made of b.detach(), so that b gets no gradient at all. Where b is not 0 it should get that of a quotient, -a / b².
@piece
def safe_divide(a, b):
    ok = b != 0
    safe = torch.where(ok, b.detach(), torch.ones_like(b))
    quotient = a / safe
    return torch.where(ok, quotient, torch.zeros_like(quotient))

# %% wrong: exception_expected
# why: The code waits for a ZeroDivisionError, as plain Python numbers raise it. A division of tensors raises none and gives inf or nan; the zeros must be looked for with a mask.
@piece
def safe_divide(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        return torch.zeros_like(a * b)
