# %% right: with_z
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z ** 3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * ctx.scale * 0.5 * (15 * z ** 2 - 3), None

# %% right: multiplied_out
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.s = scale
        return 2.5 * scale ** 3 * x * x * x - 1.5 * scale * x

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        x = ctx.saved_tensors[0]
        s = ctx.s
        first = 7.5 * s ** 3 * x * x
        second = 1.5 * s
        slope = first - second
        return slope * grad, None

# %% right: horner_and_needs
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
        grad_x = None
        if ctx.needs_input_grad[0]:
            [x] = ctx.saved_tensors
            z = x * ctx.scale
            slope_by_z = (15 * z * z - 3) / 2
            grad_x = grad * slope_by_z * ctx.scale
        return grad_x, None

# %% right: helpers
def _p3(z):
    return (5 * z.pow(3) - 3 * z) / 2


def _p3_slope(z):
    return 1.5 * (5 * z.pow(2) - 1)


class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        return _p3(x * scale)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        x, = ctx.saved_tensors
        return grad * _p3_slope(x * ctx.scale) * ctx.scale, None

# %% wrong: brackets_lost
# why: The brackets of the slope are lost: the half stands only in front of 15 z^2 and not of the 3.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z ** 3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        slope = 0.5 * 15 * z ** 2 - 3
        return grad * ctx.scale * slope, None

# %% wrong: inner_slope_forgotten
# why: The slope is that by z; the chain rule's factor scale (the slope of z by x) is missing.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z ** 3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z ** 2 - 3), None

# %% wrong: saved_z
# why: It saves z, which was computed in forward and has no history; the first derivative is right, but the second does not reach x. The input must be saved.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        z = scale * x
        ctx.save_for_backward(z)
        ctx.scale = scale
        return (5 * z ** 3 - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (z,) = ctx.saved_tensors
        return grad * ctx.scale * (15 * z ** 2 - 3) / 2, None

# %% wrong: slope_at_x
# why: The slope is computed at x instead of z = scale * x.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z ** 3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        return grad * ctx.scale * 0.5 * (15 * x ** 2 - 3), None

# %% wrong: gradient_for_scale
# why: It returns a gradient for scale, which is a Python number and can have none; None belongs there.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z ** 3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        slope = 0.5 * (15 * z ** 2 - 3)
        grad_x = grad * slope * ctx.scale
        grad_scale = (grad * slope * x).sum()
        return grad_x, grad_scale

# %% wrong: comma_missing
# why: The comma is missing in x = ctx.saved_tensors, so x is a tuple and the arithmetic fails.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z ** 3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        x = ctx.saved_tensors
        z = ctx.scale * x
        return grad * ctx.scale * 0.5 * (15 * z ** 2 - 3), None

# %% wrong: scale_not_cubed
# why: The scale is put in front of the powers of x, 5 * scale * x^3, instead of inside: (scale * x)^3. The backward belongs to that other function.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        return 0.5 * (5 * scale * x ** 3 - 3 * scale * x)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        return grad * 0.5 * (15 * ctx.scale * x ** 2 - 3 * ctx.scale), None

# %% wrong: slope_unrecorded
# why: The slope is computed under no_grad in backward, so it is a bare number to the library and the second derivative by x is lost.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z ** 3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        with torch.no_grad():
            z = ctx.scale * x
            slope = 0.5 * (15 * z ** 2 - 3) * ctx.scale
        return grad * slope, None
