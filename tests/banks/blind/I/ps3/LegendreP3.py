# %% right: straightforward
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
        return grad * 0.5 * (15 * z ** 2 - 3) * ctx.scale, None

# %% right: multiplied_out
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        a = 2.5 * scale ** 3
        b = 1.5 * scale
        ctx.coefficients = a, b
        return a * x * x * x - b * x

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        a, b = ctx.coefficients
        return (3 * a * x * x - b) * grad, None

# %% right: helpers_horner
def p3(z):
    return z * (5 * z * z - 3) / 2

def p3_slope(z):
    return (15 * z * z - 3) / 2

class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.s = scale
        ctx.save_for_backward(x)
        return p3(x * scale)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * ctx.s * p3_slope(x * ctx.s), None

# %% wrong: chain_rule_forgotten
# why: backward gives the slope with respect to z = scale * x. The gradient of x needs the factor scale as
# well, since z moves scale times as fast as x.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        ctx.save_for_backward(x)
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3), None

# %% wrong: half_of_the_first_term
# why: In backward the half stands before 15 z^2 only, and the 3 is subtracted whole. The half belongs to both
# terms of the slope.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        ctx.save_for_backward(x)
        z = scale * x
        return (5 * z**3 - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        slope = 15 * z**2 / 2 - 3
        return grad * slope * ctx.scale, None

# %% wrong: saves_z
# why: forward saves z = scale * x, which is computed unrecorded, so to the library it has nothing to do with x
# and the second derivative by x is missing. The input x must be saved, and z computed again in backward.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        z = scale * x
        ctx.scale = scale
        ctx.save_for_backward(z)
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (z,) = ctx.saved_tensors
        return grad * ctx.scale * 0.5 * (15 * z**2 - 3), None

# %% wrong: power_before_product
# why: `scale * x ** 3` cubes only x, since the power is taken first. The polynomial should be taken at
# z = scale * x, so the scale must be cubed (and in backward squared) as well.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return 0.5 * (5 * scale * x ** 3 - 3 * scale * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 0.5 * (15 * ctx.scale * x ** 2 - 3 * ctx.scale), None

# %% wrong: slope_at_x
# why: backward takes the slope of the polynomial at x instead of at scale * x. The slope has to be
# evaluated where the forward evaluated the polynomial.
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
        return ctx.scale * grad * (7.5 * x * x - 1.5), None

# %% wrong: gradient_without_recording
# why: The slope is computed under no_grad in backward, so it is a mere number to the library and second
# derivatives are lost. The operations of backward must be recorded.
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
        with torch.no_grad():
            z = ctx.scale * x
            slope = 0.5 * (15 * z ** 2 - 3) * ctx.scale
        return grad * slope, None

# %% wrong: gradient_for_the_number
# why: backward also returns a tensor as the gradient of scale. The scale is a Python number, which can have
# no gradient: its place must hold None.
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
        g = grad * 0.5 * (15 * z ** 2 - 3)
        return g * ctx.scale, (g * x).sum()

# %% wrong: tuple_not_unpacked
# why: ctx.saved_tensors is a tuple even if one tensor was saved, and here the tuple itself is used as x. It has
# to be unpacked, as in (x,) = ctx.saved_tensors.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z ** 3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors
        z = x * ctx.scale
        return grad * 0.5 * (15 * z ** 2 - 3) * ctx.scale, None

# %% wrong: linear_term_kept_its_x
# why: The derivative of 3z is written as 3z instead of 3. The slope by z is (15 z^2 - 3) / 2.
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
        return grad * ctx.scale * 0.5 * (15 * z ** 2 - 3 * z), None

# %% wrong: gradient_detached
# why: backward multiplies with grad.detach(), so the upstream gradient is a constant when backward is
# differentiated itself. The way back through grad must stay, for second derivatives.
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
        g = grad.detach()
        z = ctx.scale * x
        return g * 0.5 * (15 * z ** 2 - 3) * ctx.scale, None
