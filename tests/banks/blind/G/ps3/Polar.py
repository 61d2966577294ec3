# %% right: early_none
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
        for_r, for_phi = ctx.needs_input_grad
        along = grad_x * torch.cos(phi) + grad_y * torch.sin(phi) if for_r else None
        across = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi)) if for_phi else None
        return along, across

# %% right: list_of_functions
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(phi, r)
        x = torch.cos(phi) * r
        y = torch.sin(phi) * r
        return (x, y)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        phi, r = ctx.saved_tensors

        def radial():
            return phi.cos() * grad_x + phi.sin() * grad_y

        def angular():
            return -r * phi.sin() * grad_x + r * phi.cos() * grad_y

        gradients = []
        for needed, formula in zip(ctx.needs_input_grad, (radial, angular)):
            gradients.append(formula() if needed else None)
        return tuple(gradients)

# %% wrong: both_always_computed
# why: both gradients are computed and returned in any case; an argument that needs none must get None, and its formula is not to be computed.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        r, phi = ctx.saved_tensors
        c, s = torch.cos(phi), torch.sin(phi)
        return grad_x * c + grad_y * s, r * (grad_y * c - grad_x * s)

# %% wrong: divides_by_the_radius
# why: cos and sin are got back from the outputs as x / r and y / r, which is 0 / 0 where the radius is 0.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        x, y = r * torch.cos(phi), r * torch.sin(phi)
        ctx.save_for_backward(r, x, y)
        return x, y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        r, x, y = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = (grad_x * x + grad_y * y) / r
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * x - grad_x * y
        return grad_r, grad_phi

# %% wrong: sign_of_the_cosine_slope
# why: the slope of the cosine is taken to be the sine; the minus is missing in what x sends to the angle.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        r, phi = ctx.saved_tensors
        grad_r, grad_phi = None, None
        if ctx.needs_input_grad[0]:
            grad_r = torch.cos(phi) * grad_x + torch.sin(phi) * grad_y
        if ctx.needs_input_grad[1]:
            grad_phi = r * torch.sin(phi) * grad_x + r * torch.cos(phi) * grad_y
        return grad_r, grad_phi

# %% wrong: nothing_unless_both
# why: gradients are computed only if both arguments need one; if only r requires grad, it gets None and learns nothing.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        if not all(ctx.needs_input_grad):
            return None, None
        r, phi = ctx.saved_tensors
        cos, sin = torch.cos(phi), torch.sin(phi)
        return cos * grad_x + sin * grad_y, r * cos * grad_y - r * sin * grad_x

# %% wrong: one_output_for_each_argument
# why: x is taken to belong to r and y to phi; both outputs depend on both arguments, and what they send back is added.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        r, phi = ctx.saved_tensors
        result = [None, None]
        if ctx.needs_input_grad[0]:
            result[0] = grad_x * torch.cos(phi)
        if ctx.needs_input_grad[1]:
            result[1] = grad_y * r * torch.cos(phi)
        return tuple(result)
