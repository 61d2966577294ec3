# %% right: none_at_first
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
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% right: conditional_expressions
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        c, s = phi.cos(), phi.sin()
        ctx.save_for_backward(r, c, s)
        return (r * c, r * s)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        r, c, s = ctx.saved_tensors
        want_r, want_phi = ctx.needs_input_grad
        return (c * grad_x + s * grad_y if want_r else None,
                -r * s * grad_x + r * c * grad_y if want_phi else None)

# %% right: outputs_saved
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        x = r * phi.cos()
        y = r * phi.sin()
        ctx.save_for_backward(phi, x, y)
        return x, y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        phi, x, y = ctx.saved_tensors
        grads = [None, None]
        if ctx.needs_input_grad[0]:
            grads[0] = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            # dx/dphi = -y, dy/dphi = x
            grads[1] = grad_y * x - grad_x * y
        return tuple(grads)

# %% right: little_functions
def back_to_r(r, phi, gx, gy):
    return gx * phi.cos() + gy * phi.sin()

def back_to_phi(r, phi, gx, gy):
    return gx * (-r * phi.sin()) + gy * (r * phi.cos())

class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(r, phi)
        return tuple(r * f(phi) for f in (torch.cos, torch.sin))

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        r, phi = ctx.saved_tensors
        return tuple(
            way(r, phi, grad_x, grad_y) if needed else None
            for way, needed in zip((back_to_r, back_to_phi), ctx.needs_input_grad)
        )

# %% wrong: minus_of_the_cosine_lost
# why: The slope of cos is -sin. Here it is sin, so what x sends back to phi has the wrong sign.
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
            grad_phi = grad_x * r * phi.sin() + grad_y * r * phi.cos()
        return grad_r, grad_phi

# %% wrong: x_to_r_and_y_to_phi
# why: r gets only what x sends back, and phi only what y sends back. Both outputs depend on both arguments, so each
# gradient is a sum of two parts.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(r, phi)
        x = r * torch.cos(phi)
        y = r * torch.sin(phi)
        return (x, y)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        r, phi = ctx.saved_tensors
        gr, gphi = None, None
        if ctx.needs_input_grad[0]:
            gr = grad_x * torch.cos(phi)
        if ctx.needs_input_grad[1]:
            gphi = grad_y * r * torch.cos(phi)
        return gr, gphi

# %% wrong: elif_instead_of_if
# why: The gradient of phi stands under elif, so it is left out whenever r needs one. The two questions are independent:
# each needs its own if.
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
        grad_r = None
        grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        elif ctx.needs_input_grad[1]:
            grad_phi = r * grad_y * phi.cos() - r * grad_x * phi.sin()
        return grad_r, grad_phi

# %% wrong: whole_tuple_as_condition
# why: "if ctx.needs_input_grad:" asks whether the tuple has any entries, which is always true, so both gradients are
# always computed. Ask for its entries: [0] for r and [1] for phi.
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
        if ctx.needs_input_grad:
            cos, sin = phi.cos(), phi.sin()
            grad_r = grad_x * cos + grad_y * sin
            grad_phi = r * (grad_y * cos - grad_x * sin)
        return grad_r, grad_phi

# %% wrong: computed_and_thrown_away
# why: Both gradients are computed in any case, and one that is not needed is replaced by None afterwards. The work is to
# be saved: compute each gradient only if needs_input_grad asks for it.
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
        cos = torch.cos(phi)
        sin = torch.sin(phi)
        both = (grad_x * cos + grad_y * sin, grad_y * r * cos - grad_x * r * sin)
        return tuple(g if need else None for g, need in zip(both, ctx.needs_input_grad))

# %% wrong: cosine_as_x_over_r
# why: The cosine and sine are won back as x / r and y / r, which is 0/0 and gives nan where r is 0. Compute them from
# phi.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        x, y = r * phi.cos(), r * phi.sin()
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

# %% wrong: name_without_value
# why: grad_r and grad_phi get a value only inside of their if. Where one is not needed, the return line finds a name
# without a value and raises an error; set both to None first.
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
        need_r, need_phi = ctx.needs_input_grad
        if need_r:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if need_phi:
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: ctx_counted_as_argument
# why: It asks needs_input_grad[1] for r and [2] for phi, as if ctx were argument 0. The tuple leaves ctx out: r is [0] and
# phi is [1], and [2] does not exist.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(r, phi)
        return (r * phi.cos(), r * phi.sin())

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        r, phi = ctx.saved_tensors
        cos, sin = phi.cos(), phi.sin()
        grad_r = grad_phi = None
        if ctx.needs_input_grad[1]:
            grad_r = grad_x * cos + grad_y * sin
        if ctx.needs_input_grad[2]:
            grad_phi = r * (grad_y * cos - grad_x * sin)
        return grad_r, grad_phi
