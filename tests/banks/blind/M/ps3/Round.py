# %% right: method
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad

# %% right: function_and_clone
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        passed_on = grad.clone()
        return passed_on

# %% right: only_if_needed
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        nearest = x.detach().round()
        return nearest

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        (needed,) = ctx.needs_input_grad
        return grad if needed else None

# %% right: slope_of_ones
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        ctx.save_for_backward(torch.ones_like(x))
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: true_slope
# why: The backward returns zeros, which is the true slope of rounding. The straight-through estimator is to hand the
# upstream gradient on, as if nothing had been rounded.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return torch.zeros_like(grad)

# %% wrong: halves_upwards
# why: floor(x + 0.5) takes every half upwards, for example 0.5 to 1 and 2.5 to 3. x.round() takes a half to the even
# neighbour: 0.5 to 0, 2.5 to 2.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return torch.floor(x + 0.5)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad

# %% wrong: converted_to_integers
# why: The output is converted to the integer dtype, so it is no longer of the dtype of x, and a tensor of integers can have
# no gradient. Leave the whole numbers in the dtype of x.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round().long()   # whole numbers are integers

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad

# %% wrong: gradient_rounded_too
# why: The backward rounds the upstream gradient. Straight through means that it passes as it is, so 0.3 must stay 0.3.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad.round()

# %% wrong: only_between_minus_one_and_one
# why: The gradient passes only where x lies between -1 and 1, as one does it for the sign in binary networks. Here it is
# to pass everywhere, also at x = 2.7.
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

# %% wrong: return_forgotten
# why: The backward has no return, so it gives None and x gets no gradient at all. It must return grad.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        grad_x = grad.clone()

# %% wrong: forward_does_not_round
# why: The forward returns x unrounded. Only the backward acts as if nothing had been rounded; the forward must return
# x.round().
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        x.round()
        return x

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad

# %% wrong: ones_for_any_upstream
# why: The backward returns ones, which is the slope and not the gradient. The slope 1 must be multiplied by the upstream
# gradient, which gives grad itself.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return torch.ones_like(grad)
