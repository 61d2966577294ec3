# %% right: double_where
@piece
def safe_divide(a, b):
    zero = b == 0
    harmless = torch.where(zero, torch.ones_like(b), b)
    quotient = a / harmless
    return torch.where(zero, torch.zeros_like(quotient), quotient)

# %% right: masked_fill_and_mask
@piece
def safe_divide(a, b):
    good = b != 0
    return (a / b.masked_fill(~good, 1.0)) * good.to(a.dtype)

# %% wrong: one_where
# why: Only the result is chosen by where. On the way back 0 goes into the quotient with b = 0, and the division makes
# nan of it; the zero must be replaced before the division too.
@piece
def safe_divide(a, b):
    q = a / b
    return torch.where(b == 0, torch.zeros_like(q), q)

# %% wrong: small_counts_as_zero
# why: Everything below 1e-8 counts as zero. Only 0 itself does; a very small b still has its quotient.
@piece
def safe_divide(a, b):
    tiny = b.abs() < 1e-8
    safe = torch.where(tiny, torch.ones_like(b), b)
    q = a / safe
    return torch.where(tiny, torch.zeros_like(q), q)

# %% wrong: plus_epsilon
# why: A small number is added to b to keep it from 0. The quotients of small b are wrong, and where b is 0 the gradients
# are huge instead of 0.
@piece
def safe_divide(a, b):
    eps = 1e-12
    q = a / (b + eps)
    return torch.where(b == 0, torch.zeros_like(q), q)

# %% wrong: harmless_but_not_masked
# why: A 1 stands in place of the zero, and the quotient a / 1 is returned there. Where b is 0 the result must be 0,
# and so must the gradient of a.
@piece
def safe_divide(a, b):
    return a / torch.where(b == 0, torch.ones_like(b), b)

# %% wrong: nan_to_zero_afterwards
# why: The quotient is computed with the zero, and the bad values are replaced in the result. backward still
# goes through a division by 0, so the gradients are nan; replace b before the division.
@piece
def safe_divide(a, b):
    q = a / b
    bad = (q != q) | (q.abs() == float("inf"))
    return q.masked_fill(bad, 0.0)

# %% wrong: zeros_of_b_overwritten
# why: The zeros in b are overwritten with 1 in place. b belongs to the caller and must stay as it is; a new tensor with
# the replacements is needed.
@piece
def safe_divide(a, b):
    zero = b == 0
    with torch.no_grad():
        b[zero] = 1.0
    q = a / b
    return torch.where(zero, torch.zeros_like(q), q)

# %% wrong: zeros_in_the_shape_of_a
# why: The result is begun as zeros in the shape of a and filled where b is not 0. a and b may have different shapes that
# are broadcast; then mask and result do not fit.
@piece
def safe_divide(a, b):
    out = torch.zeros_like(a)
    ok = b != 0
    out[ok] = a[ok] / b[ok]
    return out

# %% wrong: constant_denominator
# why: The harmless denominator is made under no_grad, so it is a constant. The quotients are right, but b gets no
# gradient at all.
@piece
def safe_divide(a, b):
    with torch.no_grad():
        zero = b == 0
        below = torch.where(zero, torch.ones_like(b), b)
    q = a / below
    return torch.where(zero, torch.zeros_like(q), q)

# %% wrong: one_zero_makes_all_zero
# why: As soon as one b is 0, everything is returned as 0. Only the entries where b is 0 are; the others keep their quotient.
@piece
def safe_divide(a, b):
    if bool((b == 0).any()):
        return torch.zeros_like(a + b) + 0 * a + 0 * b
    return a / b
