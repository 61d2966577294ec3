# %% right: none_at_first
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        cos, sin = phi.cos(), phi.sin()
        result = [None, None]
        if ctx.needs_input_grad[0]:
            result[0] = cos * grad_x + sin * grad_y
        if ctx.needs_input_grad[1]:
            result[1] = (cos * grad_y - sin * grad_x) * r
        return tuple(result)

# %% right: two_helpers
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        x = phi.cos() * r
        y = phi.sin() * r
        return (x, y)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors

        def along():
            return grad_x * phi.cos() + grad_y * phi.sin()

        def around():
            x, y = r * phi.cos(), r * phi.sin()
            return grad_y * x - grad_x * y

        formulas = (along, around)
        return tuple(f() if need else None for f, need in zip(formulas, ctx.needs_input_grad))

# %% wrong: sign_of_sine
# why: The slope of the cosine is minus the sine. The minus sign is missing.
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
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = grad_x * r * phi.sin() + grad_y * r * phi.cos()
        return grad_r, grad_phi

# %% wrong: radius_missing
# why: In the gradient of phi the factor r is missing.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        (phi,) = ctx.saved_tensors
        c, s = torch.cos(phi), torch.sin(phi)
        grad_r = c * grad_x + s * grad_y if ctx.needs_input_grad[0] else None
        grad_phi = c * grad_y - s * grad_x if ctx.needs_input_grad[1] else None
        return grad_r, grad_phi

# %% wrong: always_both
# why: Both gradients are always computed and returned, also that of an argument that needs none.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        cos = torch.cos(phi)
        sin = torch.sin(phi)
        return grad_x * cos + grad_y * sin, r * (grad_y * cos - grad_x * sin)

# %% wrong: one_or_the_other
# why: The second question is asked only if the answer to the first was no. If both require grad, phi gets None.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        if ctx.needs_input_grad[0]:
            return grad_x * phi.cos() + grad_y * phi.sin(), None
        elif ctx.needs_input_grad[1]:
            return None, r * (grad_y * phi.cos() - grad_x * phi.sin())
        return None, None

# %% wrong: each_output_its_argument
# why: x is taken to belong to r and y to phi. Both outputs depend on both arguments, and what they send back must be added.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        needs_r, needs_phi = ctx.needs_input_grad
        grads = {"r": None, "phi": None}
        if needs_r:
            grads["r"] = grad_x * phi.cos()
        if needs_phi:
            grads["phi"] = grad_y * r * phi.cos()
        return grads["r"], grads["phi"]
