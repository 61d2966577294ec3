# %% right: one_product
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    return a * torch.tanh(x)

# %% right: second_name_for_the_product
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    y = torch.tanh(x)
    z = y * a
    return z

# %% right: by_a_function_of_its_own
class ScaledTanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, a):
        t = torch.tanh(x)
        ctx.save_for_backward(t, a)
        return t * a

    @staticmethod
    def backward(ctx, grad):
        t, a = ctx.saved_tensors
        to_x = grad * a * (1 - t * t)
        to_a = grad * t
        while to_a.dim() > a.dim():
            to_a = to_a.sum(0)
        for i in range(a.dim()):
            if a.shape[i] == 1 and to_a.shape[i] != 1:
                to_a = to_a.sum(i, keepdim=True)
        return to_x, to_a


@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    return ScaledTanh.apply(x, a)

# %% right: from_one_exponential
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    # tanh|x| = (1 - e) / (1 + e), with an e of at most 1
    sign = torch.where(x < 0, -torch.ones_like(x), torch.ones_like(x)).detach()
    e = torch.exp(-2 * sign * x)
    return a * (sign * (1 - e) / (1 + e))

# %% wrong: through_data
# why: .data goes around the recording: the product is not in the graph, so a gets no gradient, and the
# output that tanh has saved is overwritten, so the slope of x is wrong. The product must be a recorded
# operation that makes a new tensor.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y.data *= a
    return y

# %% wrong: under_no_grad
# why: no_grad keeps the product out of the graph but the saved output of tanh is changed all the same:
# backward still fails. The change in place is the trouble, a new tensor is needed.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    with torch.no_grad():
        y *= a
    return y

# %% wrong: product_written_into_y
# why: The product is a new tensor, but y[...] = writes it into the memory of y, which is the output that
# tanh has saved. backward fails as with *=; the product should be returned, or get a name of its own.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    y[...] = y * a
    return y

# %% wrong: a_is_detached
# why: a is detached before the product, so it is a constant and gets no gradient. Both x and a may
# need one.
@piece
def scaled_tanh(x, a):
    factor = a.detach()
    return torch.tanh(x) * factor

# %% wrong: by_two_exponentials
# why: e^x and e^-x overflow for x of large size, and inf / inf is nan where tanh is simply 1 or -1. It
# should use torch.tanh, or exponentials that cannot overflow.
@piece
def scaled_tanh(x, a):
    up, down = torch.exp(x), torch.exp(-x)
    return a * (up - down) / (up + down)

# %% wrong: stacked_rows
# why: It goes through x row by row and multiplies each with the whole of a, so an a with several
# entries meets the wrong ones: for a vector x and a vector a the result is a table. An x of shape ()
# cannot be gone through at all.
@piece
def scaled_tanh(x, a):
    return torch.stack([a * torch.tanh(value) for value in x])

# %% wrong: gradient_of_a_as_one_number
# why: backward adds up the gradient of a over all entries of x, whatever shape a has. That is right for
# a single number; an a of shape (k,), say, has a gradient with k entries, and only the dimensions along
# which it was broadcast are summed.
class TimesTanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, a):
        t = torch.tanh(x)
        ctx.save_for_backward(t, a)
        return a * t

    @staticmethod
    def backward(ctx, grad):
        t, a = ctx.saved_tensors
        return grad * a * (1 - t ** 2), (grad * t).sum()


@piece
def scaled_tanh(x, a):
    return TimesTanh.apply(x, a)

# %% wrong: slope_from_the_scaled_output
# why: Backward computes 1 - y² from the output that is already multiplied by a. The slope of tanh is
# 1 - tanh², so the unscaled tanh must be saved.
class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, a):
        y = torch.tanh(x) * a
        ctx.save_for_backward(x, a, y)
        return y

    @staticmethod
    def backward(ctx, grad):
        x, a, y = ctx.saved_tensors
        gx = grad * a * (1 - y * y)
        ga = grad * torch.tanh(x)
        while ga.dim() > a.dim():
            ga = ga.sum(0)
        for i, size in enumerate(a.shape):
            if size == 1:
                ga = ga.sum(i, keepdim=True)
        return gx, ga


@piece
def scaled_tanh(x, a):
    return Scaled.apply(x, a)
