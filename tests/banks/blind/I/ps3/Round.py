# %% right: two_lines
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad

# %% right: function_and_tuple
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        return (grad * 1,)

# %% right: halves_to_even_by_hand
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        below = x.floor()
        rest = x - below
        odd = (below / 2).floor() * 2 != below
        up = (rest > 0.5) | ((rest == 0.5) & odd)
        return torch.where(up, below + 1, below)

    @staticmethod
    def backward(ctx, grad):
        return grad.clone()

# %% wrong: true_slope
# why: backward returns the true slope times the gradient, which is zero everywhere. The
# straight-through estimator passes the upstream gradient on as if nothing had been rounded.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return torch.zeros_like(grad)

# %% wrong: half_up
# why: floor(x + 0.5) rounds every half upwards, 0.5 to 1 and 2.5 to 3. x.round() takes a half to the even
# neighbour.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return (x + 0.5).floor()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: half_away_from_zero
# why: A half is rounded away from zero, as in school: 2.5 to 3 and -0.5 to -1. x.round() takes it to the
# even neighbour.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.sign() * torch.floor(x.abs() + 0.5)

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: rounds_the_gradient
# why: backward rounds the upstream gradient as well. It should hand it on exactly as it came.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad.round()

# %% wrong: ones
# why: backward returns the slope 1 alone and forgets the upstream gradient. The gradient of x is the upstream
# gradient times 1.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return torch.ones_like(grad)

# %% wrong: identity_forward
# why: forward returns x without rounding it. Only backward behaves as if nothing had been rounded; forward
# returns x.round().
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: whole_numbers_only
# why: The gradient passes only where x was a whole number already and is zero elsewhere. Straight through
# means that it passes everywhere.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = x.round()
        ctx.save_for_backward(out == x)
        return out

    @staticmethod
    def backward(ctx, grad):
        (same,) = ctx.saved_tensors
        return grad * same

# %% wrong: rounds_in_place
# why: The entries of a detached x are overwritten, and detach shares the memory, so the caller's x is rounded too.
# forward should return a new tensor.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.detach()
        y.copy_(y.round())
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: integers
# why: forward converts the result to integers. What a Function returns should have the dtype of what it
# got, and integers carry no gradient.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round().long()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: list_back_to_float32
# why: The tensor is rebuilt from a Python list with the default dtype, so a float64 input comes back as
# float32. The output must have the dtype of x.
def rounded(item):
    if isinstance(item, list):
        return [rounded(i) for i in item]
    return float(round(item))

class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.tensor(rounded(x.tolist()))

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: multiplied_by_rounding_ratio
# why: backward scales the gradient by rounded value over value. As if nothing had been rounded means a slope
# of 1: the gradient goes on unchanged.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = x.round()
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        return grad * out / x
