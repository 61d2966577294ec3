# %% right: new_product
@piece
def scaled_tanh(x, a):
    """a tanh(x), entry by entry."""
    y = torch.tanh(x)
    return y * a

# %% right: one_line
@piece
def scaled_tanh(x, a):
    return a * x.tanh()

# %% right: rebind_name
@piece
def scaled_tanh(x, a):
    result = torch.tanh(x)
    result = torch.mul(result, a)
    return result

# %% right: own_tanh_function
class Tanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.tanh(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return grad * (1 - y * y)


@piece
def scaled_tanh(x, a):
    return Tanh.apply(x) * a

# %% wrong: quotient_overflows
# why: exp(x) overflows for large x, and inf / inf is nan. torch.tanh is right however large x is.
@piece
def scaled_tanh(x, a):
    up, down = torch.exp(x), torch.exp(-x)
    return a * (up - down) / (up + down)

# %% wrong: nan_slope_by_formula
# why: The value is right, but for large x exp(2x) overflows to inf, and the backward pass of the quotient computes 0 · inf = nan. Use torch.tanh, whose gradient stays finite.
@piece
def scaled_tanh(x, a):
    tanh = 1 - 2 / (torch.exp(2 * x) + 1)
    return a * tanh

# %% wrong: sign_and_abs
# why: sign and abs have the slope 0 at x = 0, so there x gets the gradient 0 where it should get a. torch.tanh has no such corner.
@piece
def scaled_tanh(x, a):
    # stable for both signs
    t = torch.exp(-2 * x.abs())
    return a * torch.sign(x) * (1 - t) / (1 + t)

# %% wrong: product_not_recorded
# why: The product is made under no_grad, so it is not recorded: a gets no gradient, and the slope of x lacks the factor a. And the saved output of tanh is changed all the same.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    with torch.no_grad():
        y *= a
    return y

# %% wrong: copy_comes_too_late
# why: The output of tanh is still changed in place, which its backward needs; the clone is made after that. Multiply out of place, or clone before.
@piece
def scaled_tanh(x, a):
    y = x.tanh()
    y *= a
    return y.clone()

# %% wrong: detached_tanh
# why: The tanh is detached before it is multiplied, so no gradient comes to x. The tanh belongs to the graph.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x).detach()
    return y * a

# %% wrong: factor_inside
# why: It computes tanh(a x); the factor belongs outside, a tanh(x).
@piece
def scaled_tanh(x, a):
    scaled = x * a
    return torch.tanh(scaled)

# %% wrong: factor_row_by_row
# why: If a is no single number, a[i] is paired with row i of x. But a broadcasts to the shape of x from the last dimension: an a of shape (k,) belongs to the columns. Leave it to y * a.
@piece
def scaled_tanh(x, a):
    y = torch.tanh(x)
    if a.dim() == 0:
        return y * a
    return torch.stack([a[i] * y[i] for i in range(len(y))])
