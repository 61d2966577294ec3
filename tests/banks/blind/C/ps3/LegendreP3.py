# %% right: plain
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
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% right: multiplied_out
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = x * scale
        return 2.5 * z * z * z - 1.5 * z

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        s = ctx.scale
        slope = 7.5 * s * s * s * x * x - 1.5 * s
        return grad * slope, None

# %% right: helper_slope
def slope_p3(z):
    return (15 * z * z - 3) / 2

class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        """The polynomial at scale * x, entry by entry."""
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        first = 5 * z ** 3
        second = 3 * z
        return (first - second) / 2

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x and scale."""
        x, = ctx.saved_tensors
        dz = grad * slope_p3(ctx.scale * x)
        dx = dz * ctx.scale
        return dx, None

# %% right: horner
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        ctx.save_for_backward(x)
        z = scale * x
        return z * (5 * z * z - 3) * 0.5

    @staticmethod
    def backward(ctx, grad):
        [x] = ctx.saved_tensors
        return 1.5 * ctx.scale * (5 * (ctx.scale * x).pow(2) - 1) * grad, None

# %% wrong: brackets_lost
# why: the half in front stands only at the first term of the slope; a pair of brackets is lost
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
        return grad * (0.5 * 15 * z**2 - 3) * ctx.scale, None

# %% wrong: upstream_at_first_term
# why: brackets are lost: the upstream gradient and the half multiply only the first term
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
        return ctx.scale * (grad * 7.5 * z**2 - 1.5), None

# %% wrong: inner_slope_forgotten
# why: the slope by z instead of the slope by x: the factor scale is missing
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

# %% wrong: slope_at_x
# why: the slope is taken at x instead of at scale * x
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
        return grad * 0.5 * (15 * x**2 - 3) * ctx.scale, None

# %% wrong: scale_ignored
# why: the lecture's Function without a scale: the polynomial at x
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        return 0.5 * (5 * x**3 - 3 * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 0.5 * (15 * x**2 - 3), None

# %% wrong: scale_outside
# why: multiplies the polynomial by scale instead of its argument
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return scale * 0.5 * (5 * x**3 - 3 * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ctx.scale * 0.5 * (15 * x**2 - 3), None

# %% wrong: slope_in_forward
# why: the slope is computed in forward, where nothing is recorded, so the second derivative is lost
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

# %% wrong: saves_z
# why: saves z, which was computed in forward and has no history, so the second derivative by x is missing
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
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: detached_in_backward
# why: detaches x in backward; the first derivative is right, but the second is lost
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
        z = ctx.scale * x.detach()
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: no_grad_in_backward
# why: backward runs under no_grad, so the library cannot differentiate it
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
            return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: comma_missing
# why: saved_tensors is a tuple of one; without the comma x is that tuple
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: one_gradient
# why: the None for scale is missing; forward has two arguments
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
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale

# %% wrong: scale_cubed_wrong
# why: puts the scale outside of the cube, scale * x**3 instead of (scale * x)**3, in forward and backward alike
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return 0.5 * (5 * scale * x**3 - 3 * scale * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 0.5 * (15 * ctx.scale * x**2 - 3 * ctx.scale), None

# %% wrong: exponent_slip
# why: the slope of z**3 is taken as z**2 without its factor 3
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
        return grad * 0.5 * (5 * z**2 - 3) * ctx.scale, None

# %% wrong: half_lost
# why: the half in front is missing in the slope
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
        return grad * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: upstream_ignored
# why: the upstream gradient is not multiplied in
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
        return 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: upstream_item
# why: multiplies by grad.sum(), one number, as if every entry had the same upstream gradient
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
        return grad.sum() * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: attribute
# why: keeps x as an attribute instead of save_for_backward, so a change in place goes unnoticed
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.x = x
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        z = ctx.scale * ctx.x
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: gradient_for_scale_first
# why: the two return values are swapped: None goes to x and the gradient to scale
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
        return None, grad * 0.5 * (15 * z**2 - 3) * ctx.scale
