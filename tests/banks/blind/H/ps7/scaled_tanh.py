# %% right: expanded_factor
@piece
def scaled_tanh(x, a):
    bent = x.tanh()
    factor = a.expand(x.shape)
    return torch.mul(factor, bent)

# %% right: own_node
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    z = a * y
    return z.reshape(x.shape)

# %% wrong: by_data
# why: .data goes around the version counter and the recording: tanh finds its output changed, and the product has no node.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y.data *= a.data
    return y

# %% wrong: copied_too_late
# why: The copy is made after the change; tanh still needs the output that was overwritten, and the backward pass fails.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y *= a
    y = y.clone()
    return y

# %% wrong: factor_detached
# why: The factor is detached, so a gets no gradient.
@piece
def scaled_tanh(x, a):
    constant = a.detach().clone()
    return torch.tanh(x) * constant

# %% wrong: factor_inside
# why: The factor is multiplied before the tanh, which is another function.
@piece
def scaled_tanh(x, a):
    z = x.clone()
    z = z * a
    return z.tanh()

# %% wrong: change_not_recorded
# why: A copy is scaled under no_grad: the error is gone, but the product is not recorded, so x gets a slope without the factor and a gets none.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x).clone()
    with torch.no_grad():
        y *= a
    return y
