# %% right: and_of_two_masks
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
        inside = (x >= ctx.low) & (x <= ctx.high)
        return grad * inside, None, None

# %% right: where_outside_zeros
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.bounds = low, high
        ctx.save_for_backward(x)
        return torch.clamp(x, low, high)

    @staticmethod
    def backward(ctx, grad):
        low, high = ctx.bounds
        x, = ctx.saved_tensors
        outside = (x < low) | (x > high)
        return torch.where(outside, torch.zeros_like(grad), grad), None, None

# %% right: unchanged_entries_saved
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        out = x.clamp(low, high)
        ctx.save_for_backward(out == x)
        return out

    @staticmethod
    def backward(ctx, grad):
        (unchanged,) = ctx.saved_tensors
        return grad * unchanged, None, None

# %% right: two_factors
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.low = low
        ctx.high = high
        ctx.save_for_backward(x)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        return grad * (x >= ctx.low) * (x <= ctx.high), None, None

# %% wrong: strict_above_only
# why: An entry exactly at the upper bound gets no gradient, since it is compared with <. The gradient
# should pass at both bounds.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x < ctx.high)), None, None

# %% wrong: output_strictly_inside
# why: An entry passes its gradient only if the output lies strictly between the bounds, so the entries
# exactly at a bound get 0. At the bounds themselves the gradient should pass.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        out = x.clamp(low, high)
        ctx.save_for_backward((out != low) & (out != high))
        return out

    @staticmethod
    def backward(ctx, grad):
        (free,) = ctx.saved_tensors
        return grad * free, None, None

# %% wrong: looks_at_the_output
# why: backward asks whether the output lies within the bounds, which it always does, so every gradient
# passes. Whether an entry was clamped is seen by the input.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.low, ctx.high = low, high
        y = x.clamp(low, high)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        inside = (y >= ctx.low) & (y <= ctx.high)
        return grad * inside, None, None

# %% wrong: clamps_the_gradient
# why: backward clamps the upstream gradient between the bounds. It should pass the gradient unchanged where the input
# lies within the bounds, and put 0 elsewhere.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.low = low
        ctx.high = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad.clamp(ctx.low, ctx.high), None, None

# %% wrong: symmetric_bounds
# why: The absolute value of x is compared with the upper bound, which is right only if low is -high. Each
# bound needs its own comparison.
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

# %% wrong: or_for_and
# why: The two conditions are joined by | (or), and every number is above low or below high, so all
# gradients pass. Both must hold: &.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.lo = low
        ctx.hi = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        mask = (x >= ctx.lo) | (x <= ctx.hi)
        return grad * mask, None, None

# %% wrong: picks_by_mask
# why: grad[inside] picks the gradients of the entries inside and drops the others, so the result is shorter
# than x. The others must stay in their places, as zeros.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        return grad[inside], None, None

# %% wrong: chained_comparison
# why: `low <= x <= high` joins the two comparisons by Python's `and`, which asks a whole tensor for one truth
# value and fails. Compare twice, and join the masks by &.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (ctx.low <= x <= ctx.high), None, None

# %% wrong: clamps_in_place
# why: detach shares the memory of x, so clamp_ changes the caller's tensor, and what is saved is then the
# clamped one. forward should leave x as it is and return a new tensor.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.low, ctx.high = low, high
        out = x.detach()
        out.clamp_(low, high)
        ctx.save_for_backward(x)
        return out

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high)), None, None

# %% wrong: zeroes_the_upstream
# why: backward writes the zeros into the upstream gradient itself. That tensor is not its own to change; it
# should multiply with the mask, or change a copy.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        grad[(x < ctx.low) | (x > ctx.high)] = 0
        return grad, None, None

# %% wrong: single_gradient
# why: backward returns one value, but forward has three arguments. It should return one for each: the
# gradient of x, and None for the two numbers.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high))
