# %% right: product
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    return a * torch.tanh(x)

# %% right: second_name
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    y = torch.tanh(x)
    y = y * a
    return y

# %% right: sigmoid_form
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    return (2 * torch.sigmoid(2 * x) - 1) * a

# %% right: own_function
class ScaledTanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, a):
        t = torch.tanh(x)
        ctx.save_for_backward(t, a)
        return t * a

    @staticmethod
    def backward(ctx, grad):
        t, a = ctx.saved_tensors
        for_a = grad * t
        while for_a.dim() > a.dim():
            for_a = for_a.sum(0)
        for axis, size in enumerate(a.shape):
            if size == 1:
                for_a = for_a.sum(axis, keepdim=True)
        return grad * a * (1 - t * t), for_a


@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    return ScaledTanh.apply(x, a)

# %% right: methods
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    factor = a.expand(x.shape)
    return x.tanh().mul(factor)

# %% wrong: data_product
# why: y.data goes around the version counter and the recording: the saved output is wrong, and a gets no gradient.
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    y = torch.tanh(x)
    y.data *= a
    return y

# %% wrong: no_grad_product
# why: no_grad hides the recording, not the change: the saved output of tanh is still overwritten, and the factor is a constant.
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    y = torch.tanh(x)
    with torch.no_grad():
        y *= a
    return y

# %% wrong: clone_too_late
# why: The copy is made after the change in place; what tanh saved is already overwritten.
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    y = torch.tanh(x)
    y *= a
    return y.clone()

# %% wrong: factor_detached
# why: The factor is detached, so that a gets no gradient.
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    return torch.tanh(x) * a.detach()

# %% wrong: factor_as_number
# why: a.item() is a plain number: a gets no gradient, and an a of more than one entry raises an error.
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    return a.item() * torch.tanh(x)

# %% wrong: new_leaf
# why: The result is detached and made a leaf again: it requires grad, but nothing arrives at x and a.
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    y = torch.tanh(x).detach()
    y *= a.detach()
    return y.requires_grad_()

# %% wrong: tanh_of_product
# why: The factor stands inside of tanh.
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    return torch.tanh(a * x)

# %% wrong: x_in_place
# why: tanh_ writes into x, which must not be changed (and may not be, where it is a leaf).
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    y = x.tanh_()
    return y * a

# %% wrong: a_in_place
# why: The product is written into a: the argument is changed, and a smaller a cannot hold it.
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    a *= torch.tanh(x)
    return a

# %% wrong: x_detached
# why: tanh is computed of a detached x to silence the error; x gets no gradient.
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    y = torch.tanh(x.detach())
    return y * a

# %% wrong: copy_without_graph
# why: The copy is taken with torch.tensor, which cuts the graph behind it: x gets no gradient.
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    y = torch.tanh(x)
    copy = torch.tensor(y.tolist(), dtype=x.dtype)
    return copy * a

# %% wrong: exp_overflow
# why: tanh is written with exponentials, which overflow for large x and give nan.
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    e = torch.exp(2 * x)
    return a * (e - 1) / (e + 1)
