# %% right: double_where
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    zero = b == 0
    safe = torch.where(zero, torch.ones_like(b), b)
    q = a / safe
    return torch.where(zero, torch.zeros_like(q), q)

# %% right: mask_times_quotient
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    nonzero = b != 0
    denominator = torch.where(nonzero, b, torch.ones_like(b))
    # finite numbers: 0 times them is 0
    return (a / denominator) * nonzero.to(b.dtype)

# %% right: numerator_too
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    is_zero = b == 0
    one = torch.ones_like(b)
    bottom = torch.where(is_zero, one, b)
    top = torch.where(is_zero, torch.zeros_like(a), a)
    return top / bottom

# %% right: verbose_helper
def _replace_zeros(b):
    mask = b.detach() == 0
    filled = torch.where(mask, torch.full_like(b, 1.0), b)
    return mask, filled


@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    mask, filled = _replace_zeros(b)
    quotient = torch.div(a, filled)
    nothing = quotient.detach() * 0
    result = torch.where(mask, nothing, quotient)
    return result

# %% wrong: single_where
# why: One where after the division: the value is right, but on the way back the 0 meets the division by 0 and gives nan.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    q = a / b
    return torch.where(b == 0, torch.zeros_like(q), q)

# %% wrong: epsilon
# why: A small number is added to b: all quotients are a bit wrong, and where b is 0 the result is huge.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    return a / (b + 1e-12)

# %% wrong: tiny_counts_as_zero
# why: Everything below 1e-8 counts as 0, but only 0 itself should.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    zero = b.abs() < 1e-8
    safe = torch.where(zero, torch.ones_like(b), b)
    q = a / safe
    return torch.where(zero, torch.zeros_like(q), q)

# %% wrong: negative_is_zero
# why: b > 0 is asked in place of b != 0: negative b give 0.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    ok = b > 0
    safe = torch.where(ok, b, torch.ones_like(b))
    q = a / safe
    return torch.where(ok, q, torch.zeros_like(q))

# %% wrong: only_inner_where
# why: Only the denominator is replaced: where b is 0 the result is a / 1 and not 0.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    safe = torch.where(b == 0, torch.ones_like(b), b)
    return a / safe

# %% wrong: nan_to_num
# why: What came out of the division is repaired afterwards: 6 / 0 becomes a huge number, and the gradients are nan.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    return torch.nan_to_num(a / b)

# %% wrong: in_place_fix
# why: The zeros in b are overwritten in place, which changes the tensor of the caller.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    zero = b == 0
    with torch.no_grad():
        b[zero] = 1.0
    q = a / b
    return torch.where(zero, torch.zeros_like(q), q)

# %% wrong: if_any
# why: As soon as a single b is 0, everything is 0.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    if (b == 0).any():
        return torch.zeros_like(a * b)
    return a / b

# %% wrong: if_ambiguous
# why: `if b == 0` wants one answer for a whole tensor.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    if b == 0:
        return torch.zeros_like(a)
    return a / b

# %% wrong: mask_times_inf
# why: The quotient is multiplied by a mask: inf times 0 is nan.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    return (a / b) * (b != 0).to(b.dtype)

# %% wrong: detached_b
# why: The denominator is detached before it is repaired, so b gets no gradient at all.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    zero = b == 0
    safe = torch.where(zero, torch.ones_like(b), b.detach())
    q = a / safe
    return torch.where(zero, torch.zeros_like(q), q)

# %% wrong: zeros_like_a
# why: The result is prepared in the shape of a and filled by a mask of b: shapes that have to be broadcast fail.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    keep = b != 0
    out = torch.zeros_like(a)
    out[keep] = a[keep] / b[keep]
    return out

# %% wrong: clamp_denominator
# why: b is clamped to at least 1e-12, which turns negative denominators into tiny positive ones.
@piece
def safe_divide(a, b):
    """a / b, and 0 where b is 0."""
    q = a / b.clamp(min=1e-12)
    return torch.where(b == 0, torch.zeros_like(q), q)
