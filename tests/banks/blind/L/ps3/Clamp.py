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

# %% right: mask_saved
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        out = x.clamp(low, high)
        ctx.save_for_backward(out == x)
        return out

    @staticmethod
    def backward(ctx, grad):
        (unchanged,) = ctx.saved_tensors
        return unchanged * grad, None, None

# %% right: outside_set_to_zero
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.bounds = (low, high)
        ctx.save_for_backward(x)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        low, high = ctx.bounds
        x, = ctx.saved_tensors
        g = grad.clone()
        g[x < low] = 0
        g[x > high] = 0
        return g, None, None

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
        grad = grad * (x >= ctx.low)
        grad = grad * (x <= ctx.high)
        return (grad, None, None)

# %% wrong: bounds_taken_for_symmetric
# why: It asks whether |x| <= high, which is right only when low is -high as in the example. The lower bound must be asked for by itself: x >= low.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.bound = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= ctx.bound), None, None

# %% wrong: gradient_is_clamped
# why: It clamps the upstream gradient. The gradient is not to be clamped: it passes as it is where x lies within the bounds and is 0 elsewhere.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad.clamp(ctx.low, ctx.high), None, None

# %% wrong: loop_over_a_vector
# why: The loop over len(x) goes through the rows, so it works for a vector only. For a matrix the comparison of a whole row fails, and a single number has no length;
# whole tensors should be compared.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        result = grad.clone()
        for i in range(len(x)):
            if x[i] < ctx.low or x[i] > ctx.high:
                result[i] = 0
        return result, None, None

# %% wrong: chained_comparison
# why: low <= x <= high is read by Python as two comparisons with `and`, which asks for the truth of a whole tensor and fails. The two must be joined by &.
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

# %% wrong: output_compared
# why: It saves the output and compares that with the bounds. Every entry of the output lies within them, so all the gradient passes; the input must be compared.
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

# %% wrong: zeros_into_the_upstream_gradient
# why: The zeros are written into the upstream gradient itself, which is not backward's to change. It must work on a copy.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.bounds = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        low, high = ctx.bounds
        outside = (x < low) | (x > high)
        grad[outside] = 0
        return grad, None, None

# %% wrong: x_clamped_in_place
# why: clamp_ with the underscore changes the user's tensor x itself. An argument must not be changed; clamp makes a new tensor.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward((x >= low) & (x <= high))
        return x.clamp_(low, high)

    @staticmethod
    def backward(ctx, grad):
        (inside,) = ctx.saved_tensors
        return grad * inside, None, None

# %% wrong: upper_bound_left_out
# why: The upper bound itself is left out by x < high, as in a Python range. At both bounds the gradient must pass.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        passes = (x >= ctx.low) & (x < ctx.high)
        return grad * passes, None, None
