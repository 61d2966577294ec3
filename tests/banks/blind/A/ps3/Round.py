# %% right: plain
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad


# %% right: clone
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        rounded = torch.round(x)
        return rounded

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        grad_x = grad.clone()
        return grad_x


# %% right: times_one
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        ctx.save_for_backward(x)  # not needed, but harmless
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        slope = 1.0
        return (grad * slope,)


# %% right: copy_and_round
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        y = x.clone()
        y = y.round()
        return y

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        if ctx.needs_input_grad[0]:
            return grad
        return None


# %% wrong: true_slope
# why: backward returns the true slope 0; the straight-through estimator passes the gradient on.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return torch.zeros_like(grad)


# %% wrong: none
# why: backward returns None, so no gradient arrives at x at all.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return None


# %% wrong: rounds_the_gradient
# why: backward rounds the upstream gradient; it should pass as it is.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad.round()


# %% wrong: halves_up
# why: floor(x + 0.5) takes every half upwards; x.round() takes it to the even neighbour.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return (x + 0.5).floor()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad


# %% wrong: halves_away_from_zero
# why: Halves are rounded away from zero, as at school; x.round() takes them to the even neighbour.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.sign() * (x.abs() + 0.5).floor()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad


# %% wrong: floor
# why: forward rounds down instead of to the nearest whole number.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.floor()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad


# %% wrong: cut_off
# why: The digits behind the point are cut off (a cast to whole numbers) instead of rounded.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.trunc()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad


# %% wrong: integers
# why: The output is cast to an integer dtype; an integer tensor cannot have a gradient, so the chain is cut.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round().long()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad


# %% wrong: ones
# why: The slope 1 is returned, not multiplied by the upstream gradient.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return torch.ones_like(grad)


# %% wrong: times_output
# why: The gradient is multiplied by the rounded value; as if nothing had been rounded, the slope is 1.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        out = x.round()
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        (out,) = ctx.saved_tensors
        return grad * out


# %% wrong: clipped
# why: The gradient passes only where |x| <= 1 (the clipped estimator for binary weights); here it should pass everywhere.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= 1)


# %% wrong: only_where_whole
# why: The gradient passes only where x is a whole number already, i.e. where rounding changes nothing.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        (x,) = ctx.saved_tensors
        return grad * (x == x.round())


# %% wrong: in_place
# why: round_ changes the caller's x in place.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        x.round_()
        return x

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad


# %% wrong: nothing_rounded
# why: forward returns x itself; "as if nothing had been rounded" is meant for backward only.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad


# %% wrong: returns_x
# why: backward returns the unrounded x instead of the upstream gradient.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        (x,) = ctx.saved_tensors
        return x


# %% wrong: no_return
# why: backward computes the gradient and does not return it.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        grad_x = grad * 1
