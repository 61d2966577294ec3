# %% right: plain
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% right: torch_round_and_clone
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad.clone()

# %% right: times_one
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        rounded = x.round()
        return rounded

    @staticmethod
    def backward(ctx, grad):
        slope = 1
        grad_x = slope * grad
        return grad_x

# %% right: tuple
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone().round()

    @staticmethod
    def backward(ctx, grad):
        return (grad,)

# %% wrong: zero_slope
# why: returns the true slope, zero everywhere; asked for is the upstream gradient as if nothing had been rounded
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return torch.zeros_like(grad)

# %% wrong: grad_rounded
# why: rounds the upstream gradient, too
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad.round()

# %% wrong: halves_up
# why: floor(x + 0.5) takes every half upwards; x.round() takes it to the even neighbour
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return (x + 0.5).floor()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: floor
# why: rounds down instead of to the nearest whole number
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.floor(x)

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: none
# why: returns None, so x gets no gradient at all
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return None

# %% wrong: ones
# why: returns ones and ignores the upstream gradient
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return torch.ones_like(grad)

# %% wrong: times_x
# why: multiplies the upstream gradient by x; the pretended slope is 1
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * x

# %% wrong: only_whole_numbers
# why: lets the gradient pass only where x was a whole number already, as in the Clamp exercise
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = x.round()
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        return grad * (x == out)

# %% wrong: in_place
# why: round_ changes the input itself; forward may not change what belongs to the caller
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round_()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: in_place_copy
# why: writes the rounded numbers into the input by x[...] = , so the caller's tensor is changed
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x[...] = x.round()
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: integers
# why: the output is of an integer dtype, which cannot carry a gradient; it should have the dtype of x
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round().long()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: forward_identity
# why: forward returns x itself, not rounded; only backward should pretend so
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: two_gradients
# why: returns two gradients; forward has one argument besides ctx
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad, grad

# %% wrong: through_round_backward
# why: differentiates x.round() by torch itself, whose slope is zero everywhere
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        with torch.enable_grad():
            copy = x.detach().requires_grad_()
            (g,) = torch.autograd.grad(copy.round(), copy, grad)
        return g

# %% wrong: int_cut
# why: cuts the fraction off by going through integers, instead of rounding to the nearest
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.long().to(x.dtype)

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: ctx_missing
# why: backward has no ctx: the upstream gradient lands in a wrong place and the call fails
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(grad):
        return grad

# %% wrong: clipped_straight_through
# why: the gradient passes only where |x| is at most 1; that is the estimator for a sign function, here it passes everywhere
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= 1)
