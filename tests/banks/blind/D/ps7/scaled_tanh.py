# %% right: product
@piece
def scaled_tanh(x, a):
    return a * torch.tanh(x)


# %% right: two_lines
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y = y * a
    return y


# %% right: mul
@piece
def scaled_tanh(x, a):
    return x.tanh().mul(a)


# %% right: exponentials
@piece
def scaled_tanh(x, a):
    scaled = torch.tanh(x)
    result = torch.mul(scaled, a)
    return result


# %% wrong: data
# why: The colleague's cure: .data hides the change from the version counter and from the recording.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y.data *= a
    return y


# %% wrong: no_grad
# why: The change in place is only not recorded; the saved output is changed all the same.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    with torch.no_grad():
        y *= a
    return y


# %% wrong: detach_a
# why: a is detached: its gradient is missing.
@piece
def scaled_tanh(x, a):
    return torch.tanh(x) * a.detach()


# %% wrong: item
# why: a is made a number: no gradient for a, and an error when it has several entries.
@piece
def scaled_tanh(x, a):
    return torch.tanh(x) * a.item()


# %% wrong: inside
# why: a is multiplied inside of tanh.
@piece
def scaled_tanh(x, a):
    return torch.tanh(a * x)


# %% wrong: clone_after
# why: The copy is made after the change: too late.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y *= a
    return y.clone()


# %% wrong: x_in_place
# why: The input is used as the place for the result: x is changed.
@piece
def scaled_tanh(x, a):
    x = x.detach()
    x.copy_(torch.tanh(x))
    return x * a


# %% wrong: detach_y
# why: y is detached before the product: x gets no gradient.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x).detach()
    return y * a


# %% wrong: clone_unused
# why: Clones but goes on with the original; the in-place product still hits the saved output.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    keep = y.clone()
    y *= a
    return y


# %% wrong: clone_input
# why: Clones the input of tanh instead of its output: tanh saves its output, which is still changed.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x.clone())
    y *= a
    return y


# %% wrong: a_in_place
# why: Writes the product into a: a is changed (and an error if a is a leaf that requires grad).
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    a *= y
    return a
