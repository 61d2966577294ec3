# %% right: unchanged_by_clamping
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.bounds = (low, high)
        ctx.save_for_backward(x)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        unchanged = x == x.clamp(*ctx.bounds)
        return grad * unchanged, None, None

# %% right: where_with_zeros
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low = low
        ctx.high = high
        return torch.clamp(x, low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        x = ctx.saved_tensors[0]
        nothing = torch.zeros_like(grad)
        above = torch.where(x >= ctx.low, grad, nothing)
        return torch.where(x <= ctx.high, above, nothing), None, None

# %% wrong: mask_of_the_output
# why: the output is saved and compared with the bounds; of the output every entry lies within them, so the gradient passes everywhere.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        out = x.clamp(low, high)
        ctx.save_for_backward(out)
        ctx.low, ctx.high = low, high
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        return grad * inside, None, None

# %% wrong: bounds_left_out
# why: strict comparisons leave the bounds themselves out; there the gradient must pass.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.limits = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        low, high = ctx.limits
        over_low = x > low
        under_high = x < high
        return grad * over_low * under_high, None, None

# %% wrong: gradient_clamped
# why: backward clamps the upstream gradient to the same bounds; it must let it pass unchanged inside, and stop it outside.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.low = low
        ctx.high = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        return grad.clamp(ctx.low, ctx.high), None, None

# %% wrong: one_or_the_other
# why: the two comparisons are joined by "or": every number is above the lower or below the upper bound, so the gradient passes everywhere.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low = low
        ctx.high = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) | (x <= ctx.high)
        return torch.where(inside, grad, torch.zeros_like(grad)), None, None

# %% wrong: distance_from_zero
# why: it compares the absolute value of x with the upper bound; that is right only if the bounds lie symmetrically around 0.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.high = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        small = x.abs() <= ctx.high
        return grad * small, None, None
