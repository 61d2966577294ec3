# %% right: double_where
@piece
def safe_divide(a, b):
    zero = b == 0
    harmless = torch.where(zero, torch.ones_like(b), b)
    q = a / harmless
    return torch.where(zero, torch.zeros_like(q), q)

# %% right: product_with_the_mask
@piece
def safe_divide(a, b):
    there = (b != 0).to(b.dtype)
    # 1 in place of 0; the slope of the added part is nothing
    return a / torch.where(b == 0, torch.ones_like(b), b) * there

# %% wrong: single_where
# why: The value is right, but the gradient is not: the quotient that was not chosen divides by 0, and on the way back 0 times infinity is nan. The zero must be replaced before the division, too.
@piece
def safe_divide(a, b):
    q = a / b
    return torch.where(b == 0, torch.zeros_like(q), q)

# %% wrong: ones_and_no_second_where
# why: The zeros are replaced by 1 before the division, but nothing is done afterwards: where b is 0 the result is a, and a gets a gradient. There the result must be 0.
@piece
def safe_divide(a, b):
    b = torch.where(b == 0, torch.ones_like(b), b)
    return a / b

# %% wrong: small_number_added
# why: A small number is added to b so that it is never 0. Where b is 0 the result is huge and not 0, and all other quotients are slightly wrong, the more the smaller b is.
@piece
def safe_divide(a, b):
    return a / (b + 1e-12)

# %% wrong: small_counts_as_zero
# why: Every b below 1e-8 counts as 0. b may be very small, and nothing but 0 itself counts as 0.
@piece
def safe_divide(a, b):
    tiny = b.abs() < 1e-8
    safe = torch.where(tiny, torch.ones_like(b), b)
    out = a / safe
    return torch.where(tiny, torch.zeros_like(out), out)

# %% wrong: negative_counts_as_zero
# why: The mask is b > 0, so that a negative b is treated like 0. Only b == 0 is the exception.
@piece
def safe_divide(a, b):
    ok = b > 0
    quotient = a / torch.where(ok, b, torch.ones_like(b))
    return torch.where(ok, quotient, torch.zeros_like(quotient))

# %% wrong: square_underflows
# why: a·b / b² is the same on paper, but the square of a very small b, as 1e-200, is 0 in the computer, and the result is infinite. b itself must be the divisor.
@piece
def safe_divide(a, b):
    square = b * b
    safe = torch.where(b == 0, torch.ones_like(square), square)
    out = a * b / safe
    return torch.where(b == 0, torch.zeros_like(out), out)

# %% wrong: all_or_nothing
# why: As soon as one entry of b is 0 the whole result is zeros. Each entry has to be decided by itself.
@piece
def safe_divide(a, b):
    if bool((b == 0).any()):
        return (a + b) * 0
    return a / b

# %% wrong: zero_numerators_too
# why: Where a is 0 the result is set to 0 by hand as well. The value is right, but there the gradient of a should be 1/b, and it is 0.
@piece
def safe_divide(a, b):
    special = (a == 0) | (b == 0)
    divisor = torch.where(special, torch.ones_like(a + b), b)
    q = a / divisor
    return torch.where(special, torch.zeros_like(q), q)

# %% wrong: repaired_in_place
# why: The zeros of b are overwritten by ones, in the caller's own tensor. Neither a nor b may be changed; torch.where makes a new tensor.
@piece
def safe_divide(a, b):
    zero = b == 0
    with torch.no_grad():
        b[zero] = 1.0
    q = a / b
    return torch.where(zero, torch.zeros_like(q), q)

# %% wrong: divisor_without_history
# why: The divisor is built from b.detach(), so b gets no gradient at all. Where b is not 0 its gradient is that of a quotient, -a/b².
@piece
def safe_divide(a, b):
    zero = b == 0
    d = b.detach().clone()
    d[zero] = 1.0
    q = a / d
    return torch.where(zero, torch.zeros_like(q), q)

# %% wrong: times_true_or_false
# why: The quotient is multiplied by 0 where b is 0. But there it is infinite or nan, and 0 times that is nan. The zero must be kept out of the division.
@piece
def safe_divide(a, b):
    return a / b * (b != 0)

# %% wrong: one_question_for_all
# why: `if b == 0` wants one answer, and b may have many entries, each with its own. Ask by torch.where, entry by entry.
@piece
def safe_divide(a, b):
    if b == 0:
        return a * 0
    return a / b

# %% right: one_added_at_the_zeros
@piece
def safe_divide(a, b):
    """A zero becomes 0 + 1, everything else stays b + 0."""
    is_zero = b == 0
    ratio = a / (b + is_zero)
    return torch.where(is_zero, torch.zeros_like(ratio), ratio)
