# %% right: slope_in_backward
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
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% right: multiplied_out
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.s = scale
        a = 2.5 * scale**3
        b = 1.5 * scale
        return a * x**3 - b * x

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        a = 2.5 * ctx.s**3
        b = 1.5 * ctx.s
        slope = 3 * a * x**2 - b
        return slope * grad, None

# %% right: helpers_p3_and_slope
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
        return (grad * ctx.scale) * p3_slope(x * ctx.scale), None

# %% right: chain_rule_in_two_steps
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = x * scale
        cube = z * z * z
        return (cube * 5 - z * 3) * 0.5

    @staticmethod
    def backward(ctx, grad):
        [x] = ctx.saved_tensors
        z = x * ctx.scale
        grad_z = 7.5 * z * z * grad - 1.5 * grad
        grad_x = grad_z * ctx.scale
        return grad_x, None

# %% wrong: inner_slope_forgotten
# why: This is the slope by z. z = scale * x moves scale times as fast as x, so the slope by x has another factor scale.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3), None

# %% wrong: slope_from_forward
# why: The slope is computed in forward, where nothing is recorded, and saved. Then it is a constant to the library and the second derivative is wrong; save x
# and compute the slope in backward.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        z = scale * x
        slope = 0.5 * (15 * z**2 - 3) * scale
        ctx.save_for_backward(slope)
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope, None

# %% wrong: z_saved_instead_of_x
# why: z = scale * x is saved, and was computed in forward, where nothing is recorded. It has no connection to x, so the second derivative by x is lost;
# the input x must be saved.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        z = scale * x
        ctx.save_for_backward(z)
        ctx.scale = scale
        return (5 * z**3 - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        (z,) = ctx.saved_tensors
        return ctx.scale * grad * (15 * z**2 - 3) / 2, None

# %% wrong: half_of_one_term_only
# why: In backward the half stands before the first term only, 7.5 z^2 - 3. It belongs to both, so the second term must be 1.5.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * ctx.scale * (0.5 * 15 * z**2 - 3), None

# %% wrong: x_scaled_in_place
# why: x *= scale changes the user's tensor x itself. An argument must not be changed; scale * x makes a new tensor.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        x *= scale
        ctx.save_for_backward(x)
        return 0.5 * (5 * x**3 - 3 * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 0.5 * (15 * x**2 - 3) * ctx.scale, None

# %% wrong: tuple_not_unpacked
# why: saved_tensors is a tuple, also of one; without the comma x is the tuple and not the tensor, so that it cannot be multiplied.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return (5 * z**3 - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        (x) = ctx.saved_tensors
        z = x * ctx.scale
        return grad * (15 * z**2 - 3) / 2 * ctx.scale, None

# %% wrong: backward_in_no_grad
# why: The slope is computed inside of no_grad, so it has no history and the second derivative is lost. backward must be left to be recorded.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        with torch.no_grad():
            z = ctx.scale * x
            slope = 0.5 * ctx.scale * (15 * z**2 - 3)
        return grad * slope, None

# %% wrong: slope_at_x_instead_of_z
# why: The slope is taken at x, while the polynomial is taken at z = scale * x. The slope must be taken at z, too.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ctx.scale * 0.5 * (15 * x**2 - 3), None
