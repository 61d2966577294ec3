# %% right: slope_in_z
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
        """The gradient of x, and None for scale."""
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * ctx.scale * 0.5 * (15 * z ** 2 - 3), None

# %% right: multiplied_out_in_x
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.a = 2.5 * scale ** 3
        ctx.b = 1.5 * scale
        return ctx.a * x * x * x - ctx.b * x

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for scale."""
        x, = ctx.saved_tensors
        slope = 3 * ctx.a * x * x - ctx.b
        return slope * grad, None

# %% right: helper_functions
def p3(z):
    return z * (5 * z * z - 3) / 2

def p3_slope(z):
    return (15 * z * z - 3) / 2

class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        return p3(scale * x)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for scale."""
        x = ctx.saved_tensors[0]
        s = ctx.scale
        return grad * (p3_slope(s * x) * s), None

# %% right: by_recurrence
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.k = scale
        p1 = x * scale
        p2 = (3 * p1 ** 2 - 1) / 2
        return (5 * p1 * p2 - 2 * p1) / 3

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for scale."""
        [x] = ctx.saved_tensors
        p1 = x * ctx.k
        p2 = (3 * p1 ** 2 - 1) / 2
        d2 = 3 * p1
        d3 = 3 * p2 + p1 * d2       # P3' = 3 P2 + z P2'
        return grad * d3 * ctx.k, None

# %% wrong: inner_slope_forgotten
# why: The backward returns the slope with respect to z = scale * x. By the chain rule it must be multiplied by the slope
# of z by x, which is scale.
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
        """The gradient of x, and None for scale."""
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        dz = 0.5 * (15 * z**2 - 3)
        return grad * dz, None

# %% wrong: half_of_the_last_term_only
# why: In the forward only the term 3z is divided by 2, since / binds closer than -. The half belongs to both terms, so
# the difference needs brackets.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 5 * z ** 3 - 3 * z / 2

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for scale."""
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * ctx.scale * (15 * z ** 2 - 3) / 2, None

# %% wrong: z_is_saved
# why: It saves z = scale * x, which was computed in forward, where nothing is recorded, so z has no history and the
# second derivative by x is lost. Save the input x, and compute z from it in backward.
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
        """The gradient of x, and None for scale."""
        (z,) = ctx.saved_tensors
        return grad * ctx.scale * (15 * z ** 2 - 3) / 2, None

# %% wrong: scale_not_cubed
# why: scale * x ** 3 raises only x to the third power, not the scale, in forward and (with the square) in backward. The
# power belongs to z = scale * x: write (scale * x) ** 3.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        return 0.5 * (5 * scale * x ** 3 - 3 * scale * x)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for scale."""
        (x,) = ctx.saved_tensors
        scale = ctx.scale
        return grad * 0.5 * (15 * scale * x ** 2 - 3 * scale), None

# %% wrong: upstream_detached
# why: The backward uses grad.detach(), so the gradient no longer depends on the upstream gradient for the library, and
# the part of the second derivative that flows through it is lost. Use grad itself.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = x * scale
        return (5 * z ** 3 - 3 * z) * 0.5

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for scale."""
        (x,) = ctx.saved_tensors
        z = x * ctx.scale
        upstream = grad.detach()
        return upstream * (15 * z ** 2 - 3) * 0.5 * ctx.scale, None

# %% wrong: slope_at_x
# why: The slope 15z^2 - 3 is evaluated at x instead of z = scale * x. The factor scale of the chain rule is there, but
# the place where the slope is taken must be scaled too.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = x * scale
        return 0.5 * (5 * z * z * z - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for scale."""
        (x,) = ctx.saved_tensors
        return grad * 0.5 * (15 * x * x - 3) * ctx.scale, None

# %% wrong: gradient_for_the_number
# why: The backward returns a gradient for scale. scale is a Python number and not a tensor, it cannot have a gradient,
# and its place must be None.
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
        """The gradient of x, and None for scale."""
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        by_z = grad * 0.5 * (15 * z ** 2 - 3)
        return by_z * ctx.scale, (by_z * x).sum()

# %% wrong: input_as_attribute
# why: x is kept as an attribute of ctx, so if it is changed in place before backward, the gradient is computed from the
# new numbers and nobody notices. Tensors go through save_for_backward, which raises an error then.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.x, ctx.scale = x, scale
        z = scale * x
        return 0.5 * (5 * z ** 3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for scale."""
        z = ctx.scale * ctx.x
        return grad * ctx.scale * 0.5 * (15 * z ** 2 - 3), None
