# %% right: none_at_first
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% right: cos_and_sin_saved
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        c, s = torch.cos(phi), torch.sin(phi)
        ctx.save_for_backward(r, c, s)
        return (r * c, r * s)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, c, s = ctx.saved_tensors
        need_r, need_phi = ctx.needs_input_grad
        return (
            grad_x * c + grad_y * s if need_r else None,
            r * (grad_y * c - grad_x * s) if need_phi else None,
        )

# %% right: list_filled
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        x = r * phi.cos()
        y = r * phi.sin()
        return x, y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        cos, sin = phi.cos(), phi.sin()
        grads = [None, None]
        if ctx.needs_input_grad[1]:
            grads[1] = -grad_x * r * sin + grad_y * r * cos
        if ctx.needs_input_grad[0]:
            grads[0] = cos * grad_x + sin * grad_y
        return tuple(grads)

# %% right: helper_functions
def gradient_of_r(r, phi, gx, gy):
    return gx * phi.cos() + gy * phi.sin()


def gradient_of_phi(r, phi, gx, gy):
    return (gy * phi.cos() - gx * phi.sin()) * r


class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        formulas = (gradient_of_r, gradient_of_phi)
        return tuple(
            formula(*ctx.saved_tensors, grad_x, grad_y) if needed else None
            for formula, needed in zip(formulas, ctx.needs_input_grad)
        )

# %% wrong: computed_and_thrown_away
# why: Both gradients are computed always and only then dropped where they are not needed. What a gradient alone needs must not be computed when nobody wants it, so each
# formula belongs under its own if.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        if not ctx.needs_input_grad[0]:
            grad_r = None
        if not ctx.needs_input_grad[1]:
            grad_phi = None
        return grad_r, grad_phi

# %% wrong: elif_for_the_second
# why: With elif the gradient of phi is computed only if that of r is not needed. When both are needed, phi gets None; the second question needs an if of its own.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r, grad_phi = None, None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        elif ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        return grad_r, grad_phi

# %% wrong: cosine_by_division
# why: Cosine and sine are taken from x / r and y / r, which is 0/0 = nan where r is 0. They should be computed from phi.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        x, y = r * phi.cos(), r * phi.sin()
        ctx.save_for_backward(r, x, y)
        return x, y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, x, y = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = (grad_x * x + grad_y * y) / r
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * x - grad_x * y
        return grad_r, grad_phi

# %% wrong: one_output_for_each_argument
# why: r gets only what x sends back and phi only what y sends back. Both outputs depend on both arguments, so each gradient is the sum of two parts.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos()
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * r * phi.cos()
        return grad_r, grad_phi

# %% wrong: zeros_where_not_needed
# why: An argument that needs no gradient gets zeros. It must get None.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = torch.zeros_like(r)
        grad_phi = torch.zeros_like(phi)
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        return grad_r, grad_phi

# %% wrong: y_built_in_r
# why: y is only another name for r, and y *= ... writes into the user's tensor r. An argument must not be changed; r * phi.sin() makes a new tensor.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r.clone(), phi)
        x = r * phi.cos()
        y = r
        y *= phi.sin()
        return x, y.clone()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        return grad_r, grad_phi

# %% wrong: radius_forgotten
# why: In the gradient of phi the factor r is missing. The slope of r cos(phi) by phi is -r sin(phi), that of r sin(phi) is r cos(phi).
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        (phi,) = ctx.saved_tensors
        c, s = phi.cos(), phi.sin()
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * c + grad_y * s
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * c - grad_x * s
        return grad_r, grad_phi

# %% wrong: questions_swapped
# why: needs_input_grad[0] is asked for phi and [1] for r. The first bool belongs to the first argument of forward, r; if only one of the two requires grad, it gets None.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        need_phi, need_r = ctx.needs_input_grad
        grad_r = grad_phi = None
        if need_r:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if need_phi:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi
