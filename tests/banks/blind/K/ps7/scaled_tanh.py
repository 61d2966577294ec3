# %% right: product_out_of_place
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    return a * y

# %% right: expanded_factor
@piece
def scaled_tanh(x, a):
    factor = a.expand(x.shape)
    return x.tanh() * factor

# %% wrong: another_name
# why: z = y is a second name for the same tensor, so z *= a still changes the output that tanh has saved,
# and backward fails. The product should be a new tensor.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    z = y
    z *= a
    return z

# %% wrong: copy_then_data
# why: The copy saves the output of tanh, but .data goes around the recording: x gets a slope without the
# factor, and a gets none. The product should be recorded.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x).clone()
    y.data *= a
    return y

# %% wrong: copy_after_the_change
# why: The copy is made after the output of tanh was changed, which is too late: backward needs the old
# numbers and fails. The copy must come before the change, or the product be a new tensor.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y *= a
    return y.clone()

# %% wrong: factor_inside
# why: It computes tanh(a x). The factor should stand outside, a tanh(x).
@piece
def scaled_tanh(x, a):
    scaled = x * a
    return torch.tanh(scaled)

# %% wrong: factor_is_a_constant
# why: a is detached, so that it is a constant and gets no gradient. Both x and a may need one.
@piece
def scaled_tanh(x, a):
    return torch.tanh(x) * a.detach()

# %% wrong: factor_is_overwritten
# why: Where a has the shape of x and needs no gradient, the result is written into the caller's a, which is
# changed by that. Neither x nor a may be changed.
@piece
def scaled_tanh(x, a):
    t = torch.tanh(x)
    if a.shape == x.shape and not a.requires_grad:
        # no new memory needed
        a *= t
        return a
    return a * t
