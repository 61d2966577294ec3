# %% right: brackets_multiplied_out
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = x * scale
        return 2.5 * z**3 - 1.5 * z

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = ctx.scale
        slope = 7.5 * s**3 * x * x - 1.5 * s
        return slope * grad, None

# %% right: horner
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        ctx.save_for_backward(x)
        z = scale * x
        return z * (5 * z * z - 3) / 2

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        z = ctx.scale * x
        by_z = 1.5 * (5 * z * z - 1)
        by_x = by_z * ctx.scale
        return grad * by_x, None

# %% wrong: inner_slope_missing
# why: The slope by z is returned. z moves scale times as fast as x, and this factor is missing.
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

# %% wrong: z_saved
# why: z is saved instead of the input. It was computed in forward, where nothing is recorded, so the second derivative by x is lost.
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

# %% wrong: bracket_lost
# why: The half in front belongs to both terms, and here only to the first.
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
        slope = 0.5 * 15 * z**2 - 3
        return grad * slope * ctx.scale, None

# %% wrong: backward_in_no_grad
# why: The slope is computed inside of no_grad. The first gradient is right, but it cannot be differentiated with respect to x.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z.pow(3) - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        with torch.no_grad():
            z = ctx.scale * x
            slope = ctx.scale * (15 * z.pow(2) - 3) / 2
        return grad * slope, None

# %% wrong: scale_not_squared
# why: In z² the scale is forgotten: the slope is computed at x and only multiplied by the scale.
class LegendreP3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.k = scale
        z = scale * x
        return 0.5 * (5 * z * z * z - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inner = ctx.k
        outer = 7.5 * x * x - 1.5
        return grad * outer * inner, None
