# %% right: double_where
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    zero = b == 0
    quotient = a / torch.where(zero, torch.ones_like(b), b)
    return torch.where(zero, torch.zeros_like(quotient), quotient)

# %% right: both_arguments_guarded
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    ok = b != 0
    top = torch.where(ok, a, torch.zeros_like(a))
    bottom = torch.where(ok, b, torch.ones_like(b))
    return top / bottom

# %% right: mask_as_numbers
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    one_at_zero = torch.where(b == 0, torch.ones_like(b), torch.zeros_like(b)).detach()
    return (1 - one_at_zero) * (a / (b + one_at_zero))

# %% right: broadcast_at_first
def harmless(b, bad):
    return torch.where(bad, torch.ones_like(b), b)


@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    b = b + torch.zeros_like(a)
    bad = b == 0
    q = a / harmless(b, bad)
    return torch.where(bad, q * 0, q)

# %% wrong: one_where
# why: The division by 0 is carried out, and only its result is replaced. On the way back the 0 of the
# where meets an infinite slope, and 0 times infinity is nan. Replace the 0 in b before the division.
@piece
def safe_divide(a, b):
    q = a / b
    return torch.where(b == 0, torch.zeros_like(q), q)

# %% wrong: a_little_added
# why: A small number is added to b. Very small b then give wrong quotients, and at b = 0 a huge number
# comes out in place of 0.
@piece
def safe_divide(a, b):
    return a / (b + 1e-12)

# %% wrong: small_counts_as_zero
# why: Everything below 1e-8 is treated as 0. Nothing but 0 itself counts as 0, however small b may be.
@piece
def safe_divide(a, b):
    tiny = b.abs() < 1e-8
    q = a / torch.where(tiny, torch.ones_like(b), b)
    return torch.where(tiny, torch.zeros_like(q), q)

# %% wrong: positive_only
# why: The quotient is computed only where b > 0, so it is 0 for negative b as well. Ask b != 0.
@piece
def safe_divide(a, b):
    good = b > 0
    safe_b = torch.where(good, b, torch.ones_like(b))
    q = a / safe_b
    return torch.where(good, q, torch.zeros_like(q))

# %% wrong: zero_above_counts_too
# why: Where a is 0 the result is replaced by the constant 0 as well. The value is right there, but a gets
# no gradient, though its slope is 1/b where b is not 0.
@piece
def safe_divide(a, b):
    bad = (b == 0) | (a == 0)
    q = a / torch.where(b == 0, torch.ones_like(b), b)
    return torch.where(bad, torch.zeros_like(q), q)

# %% wrong: quotient_by_one_is_left
# why: The 0 in b is replaced by 1, but nothing replaces the quotient, so a itself comes out where b is 0.
# A second where must put 0 there.
@piece
def safe_divide(a, b):
    b = torch.where(b == 0, torch.ones_like(b), b)
    return a / b

# %% wrong: one_zero_stops_all
# why: A single if decides for the whole tensor: one 0 in b makes all results 0. It has to be decided entry
# by entry.
@piece
def safe_divide(a, b):
    if (b == 0).any():
        return (a + b) * 0
    return a / b

# %% wrong: denominator_without_history
# why: The denominator is taken from NumPy and so has no history: b gets no gradient. Replace the zeros by
# torch operations.
@piece
def safe_divide(a, b):
    values = b.detach().numpy()
    safe = torch.tensor(np.where(values == 0, 1.0, values))
    q = a / safe
    return torch.where(b == 0, torch.zeros_like(q), q)
