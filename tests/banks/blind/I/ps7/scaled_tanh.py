# %% right: product_of_its_own
@piece
def scaled_tanh(x, a):
    return a * torch.tanh(x)

# %% right: second_name
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y = y * a
    return y

# %% right: by_the_sigmoid
@piece
def scaled_tanh(x, a):
    return a * (2 * torch.sigmoid(2 * x) - 1)

# %% wrong: data_is_changed
# why: .data goes around the version counter and the recording. The saved output of tanh is overwritten, and the product
# has no node: the gradients of x and a are wrong.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y.data *= a
    return y

# %% wrong: another_name_is_no_copy
# why: "result = y" is only a second name for the output of tanh, and the product in place still overwrites what tanh has
# saved for its backward pass. A product that makes a new tensor is needed.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    result = y
    result *= a
    return result

# %% wrong: factor_detached
# why: a is detached before the product, so it counts as a constant and gets no gradient. Both may need one.
@piece
def scaled_tanh(x, a):
    factor = a.detach()
    return torch.tanh(x) * factor

# %% wrong: factor_inside
# why: a is multiplied with x, inside of tanh. It belongs outside: a tanh(x).
@piece
def scaled_tanh(x, a):
    return torch.tanh(a * x)

# %% wrong: product_not_recorded
# why: The product is made under no_grad, so the result has no graph, and neither x nor a gets a gradient.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    with torch.no_grad():
        out = y * a
    return out

# %% wrong: tanh_written_into_x
# why: The tanh is written into a detached x: detach shares the memory, so x is changed, and the way
# to x is cut off.
@piece
def scaled_tanh(x, a):
    y = x.detach()
    y[...] = torch.tanh(y)
    return y * a

# %% wrong: factor_as_one_number
# why: a.item() takes a as a single number without a graph. a may be a tensor that is broadcast to the shape of x, and it
# may need a gradient.
@piece
def scaled_tanh(x, a):
    return a.item() * x.tanh()
