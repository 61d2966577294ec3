# %% right: both_comparisons
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for low and high."""
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        return grad * inside, None, None

# %% right: unchanged_entries
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.bounds = (low, high)
        return x.clamp(*ctx.bounds)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for low and high."""
        x, = ctx.saved_tensors
        untouched = x.clamp(*ctx.bounds) == x
        return untouched * grad, None, None

# %% right: saved_mask
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        not_below = x >= low
        not_above = x <= high
        ctx.save_for_backward(not_below, not_above)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for low and high."""
        not_below, not_above = ctx.saved_tensors
        return grad * not_below * not_above, None, None

# %% right: where
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
        """The gradient of x, and None for low and high."""
        x = ctx.saved_tensors[0]
        zero = torch.zeros_like(grad)
        g = torch.where(x >= ctx.low, grad, zero)
        g = torch.where(x <= ctx.high, g, zero)
        return g, None, None

# %% wrong: bounds_taken_as_symmetric
# why: It asks whether the absolute value of x is at most high, as if low were -high. That holds in the example only;
# x must be compared with low and with high.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.bound = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for low and high."""
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= ctx.bound), None, None

# %% wrong: mask_from_output
# why: It saves the output and asks which of its entries lie within the bounds: all of them do, after clamping, so every
# gradient passes. Compare the input with the bounds.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        x = x.clamp(low, high)
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for low and high."""
        (x,) = ctx.saved_tensors
        mask = (x >= ctx.low) & (x <= ctx.high)
        return grad * mask, None, None

# %% wrong: bound_zero_is_false
# why: "if ctx.low:" is meant to ask whether there is a bound, but a bound of 0 counts as false too and is skipped in
# backward. Both bounds always count, also 0.
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
        """The gradient of x, and None for low and high."""
        (x,) = ctx.saved_tensors
        result = grad
        if ctx.low:
            result = result * (x >= ctx.low)
        if ctx.high:
            result = result * (x <= ctx.high)
        return result, None, None

# %% wrong: gradient_is_clamped
# why: The backward clamps the upstream gradient to the bounds. The bounds are about x: the gradient passes unchanged
# where x lies between them, and is 0 elsewhere.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for low and high."""
        return grad.clamp(ctx.low, ctx.high), None, None

# %% wrong: upper_bound_left_out
# why: An entry exactly at the upper bound gets no gradient, since x < high leaves it out. The gradient is to pass at both
# bounds, so it must be x <= high.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.range = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for low and high."""
        (x,) = ctx.saved_tensors
        low, high = ctx.range
        inside = (low <= x) & (x < high)
        return grad * inside, None, None

# %% wrong: chained_comparison
# why: low <= x <= high means (low <= x) and (x <= high), and "and" needs one truth value, which a tensor of several
# entries does not have, so it raises an error. Join the two comparisons with & and brackets.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for low and high."""
        (x,) = ctx.saved_tensors
        slope = (ctx.low <= x <= ctx.high)
        return grad * slope, None, None

# %% wrong: zeros_written_into_grad
# why: g = grad is only a second name for the upstream gradient, so the zeros are written into grad itself, which others
# may still need. Work on a clone, or multiply.
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
        """The gradient of x, and None for low and high."""
        (x,) = ctx.saved_tensors
        g = grad
        g[x < ctx.low] = 0
        g[x > ctx.high] = 0
        return g, None, None

# %% wrong: numbers_through_save_for_backward
# why: low and high are Python numbers, but they are given to save_for_backward, which takes tensors only. Keep numbers
# as attributes: ctx.low = low.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x, low, high)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for low and high."""
        x, low, high = ctx.saved_tensors
        inside = (x >= low) & (x <= high)
        return grad * inside, None, None
