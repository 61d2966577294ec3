# %% right: plain
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
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None


# %% right: multiplied_out
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        return 2.5 * scale**3 * x * x * x - 1.5 * scale * x

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        x = ctx.saved_tensors[0]
        s = ctx.scale
        slope = 7.5 * s**3 * x * x - 1.5 * s
        return slope * grad, None


# %% right: helpers
def p3(z):
    return z * (5 * z * z - 3) / 2


def p3_slope(z):
    return (15 * z * z - 3) / 2


class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.scale = scale
        ctx.save_for_backward(x)
        return p3(x * scale)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        if not ctx.needs_input_grad[0]:
            return None, None
        return grad * p3_slope(x * ctx.scale) * ctx.scale, None


# %% right: verbose
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        z = scale * x
        cube = z**3
        first = 5 * cube
        second = 3 * z
        difference = first - second
        result = difference / 2
        ctx.save_for_backward(x)
        ctx.my_scale = scale
        return result

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        scale = ctx.my_scale
        z = scale * x
        square = z**2
        dz = (15 * square - 3) / 2  # slope by z
        dx = dz * scale  # z moves faster than x
        grad_x = grad * dx
        grad_scale = None
        return grad_x, grad_scale


# %% wrong: bracket_lost
# why: The half stands in front of the first term only: the brackets around 15 z^2 - 3 are lost.
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
        return grad * (0.5 * 15 * z**2 - 3) * ctx.scale, None


# %% wrong: bracket_lost_in_forward
# why: In forward the half belongs to the first term only; the brackets are lost.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * 5 * z**3 - 3 * z

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None


# %% wrong: inner_slope_missing
# why: The chain rule stops at z: the factor scale, the slope of z by x, is missing.
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
        return grad * (15 * z**2 - 3) / 2, None


# %% wrong: slope_at_x
# why: The slope is computed at x instead of at z = scale * x.
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
        return grad * ctx.scale * (15 * x**2 - 3) / 2, None


# %% wrong: slope_in_forward
# why: The slope is computed and saved in forward, where nothing is recorded; the second derivative is lost.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        z = scale * x
        ctx.save_for_backward(0.5 * (15 * z**2 - 3) * scale)
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (slope,) = ctx.saved_tensors
        return grad * slope, None


# %% wrong: z_saved
# why: z = scale * x is saved instead of the input; it was computed unrecorded, has no history, and so the second derivative by x is lost.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        z = scale * x
        ctx.save_for_backward(z)
        ctx.scale = scale
        return (5 * z**3 - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (z,) = ctx.saved_tensors
        return grad * (15 * z**2 - 3) / 2 * ctx.scale, None


# %% wrong: no_grad_in_backward
# why: backward computes under no_grad, so the library cannot differentiate it again: the second derivative is missing.
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
        with torch.no_grad():
            z = ctx.scale * x
            slope = 0.5 * (15 * z**2 - 3) * ctx.scale
            return grad * slope, None


# %% wrong: detached_input
# why: The saved input is detached in backward; the first gradient is right, but the second derivative by x is zero.
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
        z = ctx.scale * x.detach()
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None


# %% wrong: upstream_detached
# why: The upstream gradient is detached, so the second derivative through grad is cut.
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
        return grad.detach() * 0.5 * (15 * z**2 - 3) * ctx.scale, None


# %% wrong: power_kept
# why: The power is not lowered: the slope of z^3 is written with z^3 instead of z^2.
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
        return grad * 0.5 * (15 * z**3 - 3) * ctx.scale, None


# %% wrong: scale_outside
# why: The polynomial is taken at x and its value is multiplied by scale; the scale belongs inside, z = scale * x.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        return scale * 0.5 * (5 * x**3 - 3 * x)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        return grad * ctx.scale * 0.5 * (15 * x**2 - 3), None


# %% wrong: upstream_ignored
# why: The slope is returned without the upstream gradient.
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
        return 0.5 * (15 * z**2 - 3) * ctx.scale, None


# %% wrong: comma_missing
# why: The comma in (x,) is missing: x is the tuple of saved tensors, and scale * tuple is an error (or repeats it).
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
        (x) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None


# %% wrong: one_gradient
# why: Only the gradient of x is returned; scale needs a None.
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
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale


# %% wrong: scale_saved_as_tensor
# why: The Python number scale is given to save_for_backward, which takes only tensors.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x, scale)
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        x, scale = ctx.saved_tensors
        z = scale * x
        return grad * 0.5 * (15 * z**2 - 3) * scale, None


# %% wrong: scales_in_place
# why: x *= scale changes the caller's input in place instead of making a new tensor.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        x *= scale
        return 0.5 * (5 * x**3 - 3 * x)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        (x,) = ctx.saved_tensors
        return grad * 0.5 * (15 * x**2 - 3) * ctx.scale, None


# %% wrong: divides_by_scale
# why: The inner slope is divided by instead of multiplied with: the factor must be scale, not 1 / scale.
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
        return grad * 0.5 * (15 * z**2 - 3) / ctx.scale, None


# %% wrong: attribute
# why: x is kept as an attribute instead of by save_for_backward, so nobody notices a change in place.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.x = x
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        z = ctx.scale * ctx.x
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None
