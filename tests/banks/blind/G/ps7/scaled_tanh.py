# %% right: the_product_in_one_line
@piece
def scaled_tanh(x, a):
    return torch.tanh(x).mul(a)


# %% right: the_factor_is_spread_first
@piece
def scaled_tanh(x, a):
    # an operation of its own for each step, none of them in place
    factors = a + torch.zeros_like(x)
    curve = x.tanh()
    result = factors * curve
    return result


# %% wrong: around_the_version
# why: .data goes around the version counter and the recording: the saved output of tanh is a tanh(x) now, and the product has no node.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y.data *= a
    return y


# %% wrong: the_copy_is_made_of_x
# why: x is copied, and it was not x that was changed: the output that tanh has saved is still multiplied in place, and backward still fails.
@piece
def scaled_tanh(x, a):
    z = x.clone()
    y = torch.tanh(z)
    y *= a
    return y


# %% wrong: the_factor_is_detached
# why: The product is computed with a detached factor: x gets the right gradient, and a gets none.
@piece
def scaled_tanh(x, a):
    factor = a.detach()
    return factor * torch.tanh(x)


# %% wrong: the_factor_is_inside
# why: tanh(a x) is another function than a tanh(x).
@piece
def scaled_tanh(x, a):
    inside = x * a
    return inside.tanh()


# %% wrong: the_product_is_not_recorded
# why: Under no_grad the product is not recorded. The result is a constant, and no gradient comes back at all.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    with torch.no_grad():
        y = y * a
    return y
