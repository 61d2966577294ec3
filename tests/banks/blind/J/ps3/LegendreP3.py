# %% right: z_in_backward
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z ** 3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z ** 2 - 3) * ctx.scale, None

# %% right: multiplied_out
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.a = 2.5 * scale ** 3
        ctx.b = 1.5 * scale
        return ctx.a * x * x * x - ctx.b * x

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        return grad * (3 * ctx.a * x * x - ctx.b), None

# %% right: horner_with_helpers
def p3(z):
    return z * (5 * z * z - 3) / 2


def p3_slope(z):
    return (15 * z * z - 3) / 2


class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        ctx.save_for_backward(x)
        return p3(x * scale)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        gx = p3_slope(x * ctx.scale)
        gx = gx * ctx.scale
        gx = gx * grad
        return gx, None

# %% wrong: half_of_the_first_only
# why: In the slope the half stands only in front of 15 z^2, and the 3 is not halved. It must be
# (15 z^2 - 3) / 2.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = x * scale
        return (5 * z ** 3 - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        z = x * ctx.scale
        return grad * ctx.scale * (15 * z ** 2 / 2 - 3), None

# %% wrong: inner_slope_forgotten
# why: backward gives the slope with respect to z. Since z = scale * x, the slope with respect to x is scale
# times that.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return (5 * z**3 - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * (7.5 * z**2 - 1.5), None

# %% wrong: saved_z
# why: z is computed in forward, where nothing is recorded, and z is what is saved. The first gradient is
# right, but the second derivative finds no way from z to x; save x and compute z in backward.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        z = scale * x
        ctx.save_for_backward(z)
        ctx.scale = scale
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (z,) = ctx.saved_tensors
        return grad * ctx.scale * 0.5 * (15 * z**2 - 3), None

# %% wrong: power_binds_closer
# why: scale * x ** 3 is scale times x^3, for the power binds closer than the product. z^3 needs brackets,
# (scale * x) ** 3, and likewise z^2 in the slope.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return 0.5 * (5 * scale * x ** 3 - 3 * scale * x)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        scale = ctx.scale
        return grad * scale * 0.5 * (15 * scale * x ** 2 - 3), None

# %% wrong: recurrence_divides_by_zero
# why: The slope comes from the formula 3 (z P3 - P2) / (z^2 - 1), which is 0/0 = nan at z = 1 and z = -1.
# The polynomial (15 z^2 - 3) / 2 has a value everywhere.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return (5 * z**3 - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        p2 = (3 * z**2 - 1) / 2
        p3 = (5 * z**3 - 3 * z) / 2
        slope = 3 * (z * p3 - p2) / (z**2 - 1)
        return grad * slope * ctx.scale, None

# %% wrong: scale_on_the_class
# why: The scale is kept on the class, so all calls share it. If the Function is called again with another
# scale before the backward, the first call gets the wrong slope; use ctx.scale.
class LegendreP3(torch.autograd.Function):
    scale = 1.0

    @staticmethod
    def forward(ctx, x, scale):
        LegendreP3.scale = scale
        ctx.save_for_backward(x)
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        scale = LegendreP3.scale
        z = scale * x
        return grad * scale * 0.5 * (15 * z**2 - 3), None

# %% wrong: upstream_detached
# why: grad is detached before it is used. A second derivative also flows through the upstream gradient,
# which depends on x when something nonlinear follows; use grad as it is.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        upstream = grad.detach()
        z = ctx.scale * x
        slope = (15 * z**2 - 3) / 2 * ctx.scale
        return upstream * slope, None

# %% wrong: gradient_for_the_scale
# why: backward returns a gradient for scale. The scale is a Python number, which can have none: its place
# is None.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        s = ctx.scale
        dz = grad * (15 * (s * x)**2 - 3) / 2
        return dz * s, (dz * x).sum()

# %% wrong: input_scaled_in_place
# why: x *= scale changes the caller's tensor in place, and from then on x holds z. Compute z = scale * x as
# a new tensor, and save the x that came in.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        x *= scale
        ctx.save_for_backward(x)
        ctx.scale = scale
        return (5 * x**3 - 3 * x) / 2

    @staticmethod
    def backward(ctx, grad):
        z, = ctx.saved_tensors
        return grad * (15 * z**2 - 3) / 2 * ctx.scale, None
