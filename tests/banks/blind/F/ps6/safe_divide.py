# %% right: double_where
@piece
def safe_divide(a, b):
    zero = b == 0
    safe = torch.where(zero, torch.ones_like(b), b)
    quotient = a / safe
    return torch.where(zero, torch.zeros_like(quotient), quotient)
# %% right: ones_added
@piece
def safe_divide(a, b):
    zero = (b == 0).to(b.dtype)
    return (a / (b + zero)) * (1 - zero)
# %% right: masked_fill
@piece
def safe_divide(a, b):
    bad = b == 0
    q = a / b.masked_fill(bad, 1.0)
    return q.masked_fill(bad, 0.0)
# %% right: zero_above_as_well
@piece
def safe_divide(a, b):
    a, b = torch.broadcast_tensors(a, b)
    good = b != 0
    top = torch.where(good, a, torch.zeros_like(a))
    bottom = torch.where(good, b, torch.ones_like(b))
    return torch.where(good, top / bottom, torch.zeros_like(top))
# %% right: only_the_good_ones
@piece
def safe_divide(a, b):
    a, b = torch.broadcast_tensors(a, b)
    good = b != 0
    out = torch.zeros(a.shape, dtype=a.dtype)
    out[good] = a[good] / b[good]
    return out
# %% right: times_a_mask
@piece
def safe_divide(a, b):
    mask = torch.where(b == 0, torch.zeros_like(b), torch.ones_like(b)).detach()
    return mask * a / (b + (1 - mask))
# %% wrong: single_where
# why: One where saves the value only: the division still sees the zero, and its gradient is nan.
@piece
def safe_divide(a, b):
    return torch.where(b == 0, torch.zeros_like(a / b), a / b)
# %% wrong: epsilon
# why: A small number is added to b everywhere, so every quotient is a little off, and 6 / 0 is huge instead of 0.
@piece
def safe_divide(a, b):
    return a / (b + 1e-12)
# %% wrong: clamped
# why: clamp(min=1e-8) takes all negative and all very small b for 1e-8.
@piece
def safe_divide(a, b):
    zero = b == 0
    q = a / b.clamp(min=1e-8)
    return torch.where(zero, torch.zeros_like(q), q)
# %% wrong: threshold
# why: Small numbers count as 0 here, but nothing but 0 does.
@piece
def safe_divide(a, b):
    zero = b.abs() < 1e-8
    safe = torch.where(zero, torch.ones_like(b), b)
    quotient = a / safe
    return torch.where(zero, torch.zeros_like(quotient), quotient)
# %% wrong: nan_to_num_after
# why: The result is repaired after the division: the value is 0 for 0 / 0 only, and the gradients are nan.
@piece
def safe_divide(a, b):
    return torch.nan_to_num(a / b, nan=0.0, posinf=0.0, neginf=0.0)
# %% wrong: outer_where_missing
# why: The zero is replaced by 1 and the quotient is never set to 0: a / 0 becomes a.
@piece
def safe_divide(a, b):
    zero = b == 0
    safe = torch.where(zero, torch.ones_like(b), b)
    quotient = a / safe
    return quotient
# %% wrong: denominator_detached
# why: The replaced denominator is detached, so b gets no gradient.
@piece
def safe_divide(a, b):
    zero = b == 0
    safe = torch.where(zero, torch.ones_like(b), b).detach()
    quotient = a / safe
    return torch.where(zero, torch.zeros_like(quotient), quotient)
# %% wrong: b_in_place
# why: The zeros of b are overwritten in place, in the caller's tensor.
@piece
def safe_divide(a, b):
    zero = b == 0
    b.data[zero] = 1.0
    q = a / b
    return torch.where(zero, torch.zeros_like(q), q)
# %% wrong: sign_lost
# why: The absolute value of b is divided by, and the sign is lost.
@piece
def safe_divide(a, b):
    zero = b == 0
    safe = torch.where(zero, torch.ones_like(b), b)
    quotient = a / safe.abs()
    return torch.where(zero, torch.zeros_like(quotient), quotient)
# %% wrong: smoothed
# why: a b / (b² + eps) is only near the quotient, and for small b not even that.
@piece
def safe_divide(a, b):
    return a * b / (b * b + 1e-12)
# %% wrong: tiny_stand_in
# why: A tiny number stands in for 0: the quotient overflows to infinity, and 0 times infinity makes the gradient of b nan.
@piece
def safe_divide(a, b):
    zero = b == 0
    safe = torch.where(zero, torch.full_like(b, 1e-320), b)
    quotient = a / safe
    return torch.where(zero, torch.zeros_like(quotient), quotient)
# %% wrong: if_any_zero
# why: As soon as one b is 0, everything becomes 0.
@piece
def safe_divide(a, b):
    if (b == 0).any():
        return torch.zeros_like(a * b) * a * b
    return a / b
# %% wrong: if_on_a_tensor
# why: `if b == 0` has no single answer for several entries.
@piece
def safe_divide(a, b):
    if b == 0:
        return 0 * a
    return a / b
# %% wrong: try_except
# why: A division of tensors raises no ZeroDivisionError; it gives inf and nan.
@piece
def safe_divide(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        return torch.zeros_like(a)
# %% wrong: no_broadcasting
# why: Indexing both with the mask of b works only where a and b have one shape.
@piece
def safe_divide(a, b):
    good = b != 0
    out = torch.zeros_like(a) * 1.0
    out[good] = a[good] / b[good]
    return out
# %% wrong: asks_a
# why: The mask asks where a is 0, not b.
@piece
def safe_divide(a, b):
    zero = a == 0
    safe = torch.where(zero, torch.ones_like(b), b)
    quotient = a / safe
    return torch.where(zero, torch.zeros_like(quotient), quotient)
# %% wrong: ones_for_zeros
# why: Where b is 0 the result is 1 in place of 0.
@piece
def safe_divide(a, b):
    zero = b == 0
    safe = torch.where(zero, torch.ones_like(b), b)
    quotient = a / safe
    return torch.where(zero, torch.ones_like(quotient), quotient)
# %% wrong: no_history
# why: The quotient is computed under no_grad: neither operand gets a gradient.
@piece
def safe_divide(a, b):
    zero = b == 0
    safe = torch.where(zero, torch.ones_like(b), b)
    with torch.no_grad():
        quotient = a / safe
    return torch.where(zero, torch.zeros_like(quotient), quotient)
