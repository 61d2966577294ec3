# %% right: mask_as_a_factor
@piece
def safe_divide(a, b):
    zero = (b == 0).to(b.dtype)
    return a / (b + zero) * (1 - zero)

# %% right: numerator_and_divisor
@piece
def safe_divide(a, b):
    fine = b != 0
    top = torch.where(fine, a, torch.zeros_like(a * b))
    bottom = torch.where(fine, b, torch.ones_like(b))
    return top / bottom

# %% wrong: one_where
# why: Only the value is protected; backward the 0 that reaches the quotient is divided by 0, and the gradient is nan.
@piece
def safe_divide(a, b):
    quotient = a / b
    return torch.where(b == 0, torch.zeros_like(quotient), quotient)

# %% wrong: a_little_added
# why: A small number is added to every divisor, which spoils the quotients of divisors that are as small themselves.
@piece
def safe_divide(a, b):
    eps = 1e-8
    result = a / (b + eps)
    return torch.where(b == 0, result * 0, result)

# %% wrong: picked_by_the_mask
# why: a and b are picked by a mask of one shape, which does not work where the two have to be broadcast.
@piece
def safe_divide(a, b):
    good = b != 0
    out = torch.zeros_like(b)
    out[good] = a[good] / b[good]
    return out

# %% wrong: zeros_of_b_overwritten
# why: The zeros in b itself are overwritten by 1: the argument is changed.
@piece
def safe_divide(a, b):
    zero = b == 0
    with torch.no_grad():
        b.masked_fill_(zero, 1.0)
    q = a / b
    return torch.where(zero, torch.zeros_like(q), q)

# %% wrong: divided_by_one
# why: The divisor is made harmless, but nobody puts 0 in the place of the quotient: where b is 0 the result is a.
@piece
def safe_divide(a, b):
    divisor = torch.where(b == 0, torch.ones_like(b), b)
    return a * divisor.reciprocal()
