# %% right: nested_where
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        nothing = torch.zeros_like(grad)
        not_above = torch.where(x <= ctx.high, grad, nothing)
        return torch.where(x >= ctx.low, not_above, nothing), None, None

# %% right: unchanged_entries
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.bounds = (low, high)
        return x.clamp(*ctx.bounds)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        unchanged = x == x.clamp(*ctx.bounds)
        return grad * unchanged, None, None

# %% wrong: bounds_left_out
# why: At the bounds themselves nothing passes. PyTorch lets the gradient pass there.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x > ctx.low) & (x < ctx.high)
        return grad * inside, None, None

# %% wrong: output_asked
# why: The output is saved and compared with the bounds. All its entries lie within them, so everything passes.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        out = x.clamp(low, high)
        ctx.save_for_backward(out)
        ctx.low, ctx.high = low, high
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        mask = (out >= ctx.low) & (out <= ctx.high)
        return grad * mask, None, None

# %% wrong: gradient_clamped
# why: The upstream gradient is clamped. Which entries pass is decided by the input.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.bounds = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        low, high = ctx.bounds
        return grad.clamp(low, high), None, None

# %% wrong: symmetric_bounds
# why: The absolute value is compared with the upper bound, as if the lower bound were its negative.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.limit = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return torch.where(x.abs() <= ctx.limit, grad, torch.zeros_like(grad)), None, None

# %% wrong: input_overwritten
# why: .data shares the memory of the input, so putting entries on the bounds changes the user's x.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward((x >= low) & (x <= high))
        out = x.data
        out[out < low] = low
        out[out > high] = high
        return out

    @staticmethod
    def backward(ctx, grad):
        (inside,) = ctx.saved_tensors
        return grad * inside, None, None
