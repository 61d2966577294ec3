# %% right: torch_round_and_times_one
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        slope = 1
        return slope * grad

# %% right: a_copy_goes_back
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        whole = x.clone()
        return whole.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad.clone()

# %% wrong: the_true_slope
# why: backward returns the true slope of rounding, 0 everywhere; asked for is the gradient as if nothing had been rounded.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return torch.zeros_like(grad)

# %% wrong: halves_go_up
# why: rounding is written as floor(x + 0.5), which takes every half upwards; x.round() takes it to the even neighbour.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return (x + 0.5).floor()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad

# %% wrong: gradient_rounded
# why: backward rounds the upstream gradient, too; it must pass unchanged.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        ctx.digits = 0
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return Round.apply(grad)

# %% wrong: only_near_zero
# why: the gradient passes only where |x| <= 1, as in another straight-through estimator; here it passes everywhere.
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

# %% wrong: the_input_is_returned
# why: "as if nothing had been rounded" is taken for forward as well, which returns a copy of x; only backward lies, the output must be rounded.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad
