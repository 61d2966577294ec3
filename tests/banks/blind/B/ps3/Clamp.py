# %% right: both_bounds
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high)), None, None

# %% right: where
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.bounds = (low, high)
        ctx.save_for_backward(x)
        return torch.clamp(x, low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        x = ctx.saved_tensors[0]
        low, high = ctx.bounds
        inside = (low <= x) & (x <= high)
        grad_x = torch.where(inside, grad, torch.zeros_like(grad))
        return grad_x, None, None

# %% right: two_factors
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low = low
        ctx.high = high
        out = x.clamp(min=low)
        out = out.clamp(max=high)
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        not_too_low = x >= ctx.low
        not_too_high = x <= ctx.high
        grad_x = grad * not_too_low
        grad_x = grad_x * not_too_high
        return grad_x, None, None

# %% right: mask_saved
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        inside = (x >= low) & (x <= high)
        ctx.save_for_backward(inside)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (inside,) = ctx.saved_tensors
        return grad * inside, None, None

# %% wrong: upper_bound_left_out
# why: x < high leaves out the upper bound itself; at both bounds the gradient should pass.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x < ctx.high)), None, None

# %% wrong: output_saved
# why: It saves the output, of which every entry lies within the bounds, so the whole gradient passes; the input tells whether an entry was clamped.
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
        (out,) = ctx.saved_tensors
        return grad * ((out >= ctx.low) & (out <= ctx.high)), None, None

# %% wrong: or_for_and
# why: The two conditions are joined by | (or), which is true for every entry; both must hold, &.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        mask = (x >= ctx.low) | (x <= ctx.high)
        return grad * mask, None, None

# %% wrong: chained_comparison
# why: low <= x <= high is Python's chain and asks for the truth of a whole tensor, which is an error for more than one entry; & joins the two comparisons.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * (ctx.low <= x <= ctx.high), None, None

# %% wrong: gradient_clamped
# why: backward clamps the upstream gradient to the bounds (as in gradient clipping) instead of stopping it where x lies outside.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        return grad.clamp(ctx.low, ctx.high), None, None

# %% wrong: bounds_taken_as_symmetric
# why: |x| <= high is right only if low is -high, as in the example; the lower bound is not used in backward.
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
        return grad * (x.abs() <= ctx.high), None, None

# %% wrong: input_changed
# why: forward clamps the input itself in place and returns it, without a copy; the saved input is then within the bounds too, so the whole gradient would pass.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        x[x < low] = low
        x[x > high] = high
        return x

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high)), None, None

# %% wrong: one_gradient_only
# why: backward returns only the gradient of x; forward has three arguments, so a None each for low and high is missing.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high))
