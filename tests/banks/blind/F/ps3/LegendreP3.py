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

# %% right: expanded
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return 2.5 * (scale * x) ** 3 - 1.5 * (scale * x)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        slope = 7.5 * ctx.scale**3 * x * x - 1.5 * ctx.scale
        return slope * grad, None

# %% right: helpers
def p3(z):
    return (5 * z * z * z - 3 * z) / 2


def slope_of_p3(z):
    return (15 * z * z - 3) / 2


class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        return p3(x * scale)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        gradient_of_z = slope_of_p3(x * ctx.scale) * grad
        gradient_of_x = gradient_of_z * ctx.scale
        return (gradient_of_x, None)

# %% right: horner
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        ctx.save_for_backward(x)
        z = x.clone() * scale
        out = z * z
        out = out * 5
        out = out - 3
        out = out * z
        return out / 2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = ctx.scale
        return grad * s * 1.5 * (5 * (s * x) ** 2 - 1), None

# %% right: by_the_product_rule
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
        z = x * ctx.scale
        first = z
        second = 2.5 * z * z - 1.5
        d_first = ctx.scale
        d_second = 5 * z * ctx.scale
        return grad * (first * d_second + second * d_first), None

# %% right: in_place_forward
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        out = z**3
        out *= 5
        out -= 3 * z
        out *= 0.5
        return out

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x

        slope = 15 * z.pow(2) - 3
        slope = slope / 2
        slope = slope * ctx.scale
        return torch.mul(grad, slope), None

# %% wrong: brackets_lost_forward
# why: The half belongs to both terms; here the brackets are lost in forward.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * 5 * z**3 - 3 * z

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: brackets_lost_backward
# why: The half belongs to both terms of the slope; the brackets are lost in backward.
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

# %% wrong: no_inner_slope
# why: The inner slope is missing: z moves scale times as fast as x.
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

# %% wrong: scale_missing_inside
# why: The slope is taken at x instead of at scale * x.
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

# %% wrong: scale_twice
# why: The inner slope is multiplied in twice.
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
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale**2, None

# %% wrong: power_before_scale
# why: scale * x**3 is not (scale * x)**3: the power does not take the scale with it.
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

# %% wrong: saved_slope
# why: The slope was computed in forward, where nothing is recorded, so the second derivative by x is lost.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        z = scale * x
        ctx.save_for_backward(0.5 * (15 * z**2 - 3) * scale)
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope, None

# %% wrong: saved_z
# why: z was computed in forward, where nothing is recorded: it has no history back to x, so the second derivative is lost.
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

# %% wrong: detached
# why: detach() cuts the slope off from x, so there is no second derivative.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0].detach()
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: no_grad_in_backward
# why: The slope is computed under no_grad, so the library cannot differentiate it again.
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
            slope = 0.5 * (15 * z**2 - 3) * ctx.scale
        return grad * slope, None

# %% wrong: numpy_slope
# why: The slope is computed in NumPy, where no graph is made, so the second derivative is lost.
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
        z = ctx.scale * x.detach().numpy()
        slope = torch.tensor(0.5 * (15 * z**2 - 3) * ctx.scale)
        return grad * slope, None

# %% wrong: attribute
# why: x is kept as an attribute instead of by save_for_backward, so a change in place is not noticed.
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

# %% wrong: no_upstream
# why: The upstream gradient is not multiplied in.
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

# %% wrong: one_gradient
# why: forward has two arguments besides ctx, so backward must return two values.
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

# %% wrong: gradients_swapped
# why: The gradient of x stands in the second place.
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

# %% wrong: no_comma
# why: saved_tensors is a tuple, and x is not taken out of it.
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

# %% wrong: power_not_lowered
# why: The power is not lowered: the slope of z³ is 3z².
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
        return grad * 0.5 * (15 * z**3 - 3) * ctx.scale, None

# %% wrong: factor_three_lost
# why: The factor 3 of the slope of z³ is missing.
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

# %% wrong: constant_lost
# why: The slope of -3z is -3; the term is lost.
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
        return grad * 0.5 * 15 * z**2 * ctx.scale, None

# %% wrong: sign_slip
# why: The sign of the second term of the slope is wrong.
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
        return grad * 0.5 * (15 * z**2 + 3) * ctx.scale, None

# %% wrong: half_lost
# why: The half in front of the polynomial is missing.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: scale_hard_coded
# why: The scale of the example, 2, is written into backward.
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
        z = 2 * x
        return grad * (15 * z**2 - 3), None

# %% wrong: integer_division
# why: // rounds the half down to whole numbers.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return (5 * z**3 - 3 * z) // 2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: summed
# why: forward returns the sum; the polynomial is taken entry by entry.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return (0.5 * (5 * z**3 - 3 * z)).sum()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: scale_is_not_kept
# why: ctx.scale is never set, so backward raises an error.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

# %% wrong: scale_on_class
# why: The scale is kept on the class, so a later call with another scale overwrites it.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        LegendreP3.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        scale = LegendreP3.scale
        z = scale * x
        return grad * 0.5 * (15 * z**2 - 3) * scale, None

# %% wrong: saves_changed_tensor
# why: x *= scale changes the caller's tensor in place.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        x *= scale
        return 0.5 * (5 * x**3 - 3 * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * 0.5 * (15 * z**2 - 3) * ctx.scale, None

