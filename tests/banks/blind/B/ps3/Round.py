# %% right: shortest
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad

# %% right: copy_of_the_upstream
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        grad_x = grad.clone()
        return grad_x

# %% right: times_one_needlessly_saved
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        ctx.save_for_backward(x)
        out = x.clone()
        out = out.round()
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        (x,) = ctx.saved_tensors
        slope = torch.ones_like(x)
        return grad * slope

# %% right: asks_whether_needed
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        rounded = x.detach().round()
        return rounded

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        if not ctx.needs_input_grad[0]:
            return None
        return 1 * grad

# %% wrong: true_slope
# why: backward gives the true slope of rounding, zero everywhere; straight through means the upstream gradient passes unchanged.
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
# why: floor(x + 0.5) takes every half upwards; x.round() takes a half to the even neighbour.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return (x + 0.5).floor()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad

# %% wrong: upstream_rounded
# why: backward rounds the upstream gradient too; it should pass unchanged.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad.round()

# %% wrong: input_changed
# why: forward writes the rounded numbers into the input itself; the caller's x is changed.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        x[...] = x.round()
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad

# %% wrong: upstream_lost
# why: backward returns the slope 1 alone, without the upstream gradient as a factor.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return torch.ones_like(grad)

# %% wrong: passes_only_within_one
# why: The gradient passes only where |x| <= 1, as in the straight-through estimator of a sign; here it passes everywhere.
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

# %% wrong: list_of_python_ints
# why: Python's round over a list makes a tensor of integers (and works only for one dimension); the output must have the dtype of x.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return torch.tensor([round(v) for v in x.tolist()])

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad

# %% wrong: multiplied_by_the_input
# why: backward multiplies the upstream gradient by the saved input, as if the function were a square; the slope is 1.
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
        return x * grad
