# %% right: double_where
@piece
def safe_divide(a, b):
    zero = b == 0
    safe = torch.where(zero, torch.ones_like(b), b)
    q = a / safe
    return torch.where(zero, torch.zeros_like(q), q)

# %% right: numerator_and_denominator_replaced
@piece
def safe_divide(a, b):
    is_zero = b == 0
    top = torch.where(is_zero, torch.zeros_like(a), a)
    bottom = torch.where(is_zero, torch.ones_like(b), b)
    return top / bottom

# %% wrong: one_where_after_the_division
# why: The division still sees the 0, and only its result is replaced. On the way back the 0 from
# where meets 1/0 and becomes nan; the zero in b must be replaced before the division as well.
@piece
def safe_divide(a, b):
    q = a / b
    return torch.where(b == 0, torch.zeros_like(q), q)

# %% wrong: small_counts_as_zero
# why: Everything below 1e-12 counts as 0 here. Nothing but 0 itself counts as 0; a very small b gives
# an ordinary quotient.
EPS = 1e-12


@piece
def safe_divide(a, b):
    bad = abs(b) < EPS
    b = torch.where(bad, torch.ones_like(b), b)
    q = a / b
    return torch.where(bad, torch.zeros_like(q), q)

# %% wrong: only_nan_is_replaced
# why: Only nan is replaced, which is 0/0. A number other than 0 divided by 0 is inf, not nan, and
# stays inf; the mask must ask whether b is 0.
@piece
def safe_divide(a, b):
    q = a / b
    is_nan = q != q
    return torch.where(is_nan, torch.zeros_like(q), q)

# %% wrong: ones_written_into_b
# why: b[zero] = 1 writes into the tensor b of the caller, which must not be changed. Make a new tensor
# with torch.where instead.
@piece
def safe_divide(a, b):
    zero = b == 0
    with torch.no_grad():
        b[zero] = 1.0
    q = a / b
    return torch.where(zero, torch.zeros_like(q), q)

# %% wrong: negative_denominators_dropped
# why: The mask is b > 0, so that negative denominators give 0 as well. Only b == 0 is to be replaced.
@piece
def safe_divide(a, b):
    ok = b > 0
    safe_b = torch.where(ok, b, torch.ones_like(b))
    quotient = a / safe_b
    return torch.where(ok, quotient, torch.zeros_like(quotient))

# %% wrong: quotient_by_one_is_left
# why: The zero is replaced by 1 before the division, but the quotient, a / 1, is returned where b is
# 0. A second where must put 0 there.
@piece
def safe_divide(a, b):
    one = torch.ones_like(b)
    return a / torch.where(b == 0, one, b)

# %% wrong: denominator_detached
# why: The safe denominator is made from b.detach(), so b gets no gradient at all. Where b is not 0 it
# has the gradient of a quotient, so b itself must stand in the where.
@piece
def safe_divide(a, b):
    zero = b == 0
    harmless = torch.where(zero, torch.ones_like(b), b.detach())
    q = a / harmless
    return torch.where(zero, torch.zeros_like(q), q)
