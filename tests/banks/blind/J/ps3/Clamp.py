# %% right: and_of_two
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high)), None, None

# %% right: unchanged_entries
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.bounds = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        untouched = x.clamp(*ctx.bounds) == x
        return untouched * grad, None, None

# %% right: mask_saved_as_two_factors
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        not_below = x >= low
        not_above = x <= high
        ctx.save_for_backward(not_below, not_above)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        not_below, not_above = ctx.saved_tensors
        grad = grad * not_below
        grad = grad * not_above
        return grad, None, None

# %% wrong: upper_bound_left_out
# why: At the lower bound the gradient passes, but x < high stops it at the upper bound. At both bounds
# themselves it should pass: x <= high.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low = low
        ctx.high = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        inside = (ctx.low <= x) & (x < ctx.high)
        return grad * inside, None, None

# %% wrong: gradient_clamped
# why: backward clamps the values of the gradient to the bounds. The bounds are for x: the gradient passes
# unchanged where x lies within them, and is 0 elsewhere.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad.clamp(ctx.low, ctx.high), None, None

# %% wrong: symmetric_bounds_assumed
# why: |x| <= high is the right question only if low is -high, as in the example. Ask for x >= low and
# x <= high.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.high = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= ctx.high), None, None

# %% wrong: bound_zero_ignored
# why: `if ctx.low:` is false for the bound 0, so a bound of 0 counts as no bound at all and the gradient of
# entries beyond it passes. Both bounds are always there; leave out the ifs.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        result = grad
        if ctx.low:
            result = result * (x >= ctx.low)
        if ctx.high:
            result = result * (x <= ctx.high)
        return result, None, None

# %% wrong: zeros_written_into_grad
# why: The zeros are written into the upstream gradient itself, which others may still need. Write them
# into a copy, or multiply.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        grad[x < ctx.low] = 0
        grad[x > ctx.high] = 0
        return grad, None, None

# %% wrong: slope_without_upstream
# why: backward returns the slope alone, 1 inside and 0 outside. The gradient is the slope times the
# upstream gradient.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        slope = torch.ones_like(x)
        slope[x < ctx.low] = 0
        slope[x > ctx.high] = 0
        return slope, None, None

# %% wrong: either_bound
# why: The mask joins the two conditions by "or", and every number is at least low or at most high, so all
# gradients pass. An entry is inside if both hold: use & .
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.lo, ctx.hi = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        mask = (x >= ctx.lo) | (x <= ctx.hi)
        return mask * grad, None, None

# %% wrong: chained_comparison
# why: low <= x <= high means "low <= x and x <= high" in Python, and `and` needs one truth value, which a
# tensor of several entries does not have. Compare entry by entry: (x >= low) & (x <= high).
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        inside = ctx.low <= x <= ctx.high
        return grad * inside, None, None

# %% wrong: output_strictly_inside
# why: The mask asks whether the output lies strictly between the bounds. An entry of x that stands exactly
# at a bound then looks like a clamped one and loses its gradient; only x tells them apart.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        out = x.clamp(low, high)
        ctx.save_for_backward(out)
        ctx.low, ctx.high = low, high
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        clamped = (out == ctx.low) | (out == ctx.high)
        return grad * (clamped == False), None, None
