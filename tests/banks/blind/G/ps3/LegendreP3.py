# %% right: in_powers_of_x
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.cubic = 2.5 * scale**3
        ctx.linear = 1.5 * scale
        return ctx.cubic * x * x * x - ctx.linear * x

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        slope = 3 * ctx.cubic * (x * x) - ctx.linear
        return slope * grad, None

# %% right: factored
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.scale = scale
        ctx.save_for_backward(x)
        z = x * scale
        return z * (5 * z * z - 3) / 2

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        z = ctx.saved_tensors[0] * ctx.scale
        inner = 1.5 * (5 * z * z - 1)
        return grad * inner * ctx.scale, None

# %% wrong: inner_slope_forgotten
# why: the slope is taken with respect to z and not to x; z moves scale times as fast as x, so a factor scale is missing.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3), None

# %% wrong: slope_computed_in_forward
# why: the slope is computed in forward and saved; nothing in forward is recorded, so the library cannot differentiate it, and the second derivative is lost.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        z = scale * x
        slope = scale * (7.5 * z * z - 1.5)
        ctx.save_for_backward(slope)
        return (5 * z * z * z - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (slope,) = ctx.saved_tensors
        return grad * slope, None

# %% wrong: half_of_the_first_term
# why: a pair of brackets is lost in backward: the half in front belongs to both terms, not to 15 z² alone.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        return 0.5 * (5 * (scale * x) ** 3 - 3 * (scale * x))

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        s = ctx.scale
        slope = 0.5 * 15 * (s * x) ** 2 - 3
        return grad * slope * s, None

# %% wrong: scale_in_front
# why: the scale is put in front of the whole polynomial at x instead of inside it; P3(scale * x) is not scale * P3(x).
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        polynomial = (5 * x**3 - 3 * x) / 2
        return scale * polynomial

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        return grad * ctx.scale * (15 * x**2 - 3) / 2, None

# %% wrong: input_detached
# why: backward detaches the saved input before it computes with it; the first derivative is right, but no second derivative flows back to x.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = x * scale
        return 2.5 * z * z * z - 1.5 * z

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        z = x.detach() * ctx.scale
        return grad * (7.5 * z * z - 1.5) * ctx.scale, None
