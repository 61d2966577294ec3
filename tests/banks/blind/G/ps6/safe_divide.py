# %% right: two_masks_of_numbers
@piece
def safe_divide(a, b):
    live = (b != 0).to(b.dtype)
    dead = 1 - live
    return (a * live) / (b + dead)


# %% right: where_for_both_operands
@piece
def safe_divide(a, b):
    zero = b == 0
    below = torch.where(zero, torch.ones_like(b), b)
    above = torch.where(zero, torch.zeros_like(a), a)
    return above / below


# %% wrong: one_where_behind_the_division
# why: The division has met the zero already when the where chooses. Backward sends 0 into it, and 0 · inf is nan.
@piece
def safe_divide(a, b):
    quotient = a / b
    return torch.where(b == 0, torch.zeros_like(quotient), quotient)


# %% wrong: small_counts_as_zero
# why: Whatever is smaller than 1e-12 is treated as 0. Nothing but 0 counts as 0.
@piece
def safe_divide(a, b):
    fine = b.abs() > 1e-12
    divisor = torch.where(fine, b, torch.ones_like(b))
    result = a / divisor
    return result * fine.to(result.dtype)


# %% wrong: the_divisor_has_no_history
# why: The zeros are replaced in a detached copy, and divided by is that copy: b gets no gradient at all.
@piece
def safe_divide(a, b):
    divisor = b.detach().clone()
    hole = divisor == 0
    divisor[hole] = 1.0
    quotient = a / divisor
    return torch.where(hole, torch.zeros_like(quotient), quotient)


# %% wrong: a_comes_out_where_b_is_zero
# why: Where b is 0 it is divided by 1, and the quotient, which is a there, is returned. The second where, which makes 0 of it, is forgotten.
@piece
def safe_divide(a, b):
    harmless = b + (b == 0).to(b.dtype)
    return a / harmless


# %% wrong: picked_without_broadcasting
# why: The entries are picked from both tensors by a mask in the shape of b, so that a and b must have the same shape.
@piece
def safe_divide(a, b):
    good = b != 0
    out = torch.zeros(b.shape, dtype=b.dtype)
    out[good] = a[good] / b[good]
    return out
