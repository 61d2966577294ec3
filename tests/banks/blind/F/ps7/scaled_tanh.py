# %% right: product
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y = y * a
    return y
# %% right: one_line
@piece
def scaled_tanh(x, a):
    return a * x.tanh()
# %% right: torch_mul
@piece
def scaled_tanh(x, a):
    return torch.mul(torch.tanh(x), a)
# %% right: copy_before
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x).clone()
    y *= a
    return y
# %% right: by_sigmoid
@piece
def scaled_tanh(x, a):
    # tanh x = 2 sigmoid(2x) - 1
    t = 2 * torch.sigmoid(2 * x) - 1
    return t * a
# %% wrong: data
# why: `.data` hides the change from the version counter and from the recording: the saved output is wrong and a gets nothing.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y.data *= a
    return y
# %% wrong: no_grad
# why: The product is made under no_grad; the change in place is still there, and is not recorded either.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    with torch.no_grad():
        y *= a
    return y
# %% wrong: detached
# why: tanh is detached before it is multiplied: x gets no gradient.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y = y.detach() * a
    return y
# %% wrong: a_detached
# why: a is detached and gets no gradient.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y = y * a.detach()
    return y
# %% wrong: a_number
# why: item() makes a number of a: no gradient, and an error if a has several entries.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y = y * a.item()
    return y
# %% wrong: copy_after
# why: The copy is made after the change, which is too late.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y *= a
    y = y.clone()
    return y
# %% wrong: same_again
# why: mul_ is the same change in place under another name.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y.mul_(a)
    return y
# %% wrong: x_overwritten
# why: The result is written into x, which is not to be changed.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x) * a
    x.data.copy_(y.data)
    return y
# %% wrong: inside
# why: a stands inside of tanh, and it should be outside.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x * a)
    return y
# %% wrong: factor_forgotten
# why: The factor is left out so that the error goes away.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    return y
# %% wrong: sum
# why: a is added and not multiplied.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y = y + a
    return y
# %% wrong: whole_result_detached
# why: The result is detached and gets a requires_grad_ of its own: a new leaf.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y = y * a
    return y.detach().requires_grad_()
# %% wrong: a_in_place
# why: The product is written into a, in place.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    a *= y
    y = a
    return y
# %% wrong: no_return
# why: The product is computed and not kept.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y * a
    return y
# %% wrong: data_of_a_copy
# why: The copy is a tensor of its own, but the product by .data is not recorded: factor and slope are lost.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y = y.clone()
    y.data *= a
    return y
