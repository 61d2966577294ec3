# %% right: each_under_its_if
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
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        return grad_r, grad_phi

# %% right: saved_outputs
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        x = r * torch.cos(phi)
        y = r * torch.sin(phi)
        ctx.save_for_backward(phi, x, y)
        return (x, y)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        phi, x, y = ctx.saved_tensors
        need_r, need_phi = ctx.needs_input_grad
        return (
            torch.cos(phi) * grad_x + torch.sin(phi) * grad_y if need_r else None,
            x * grad_y - y * grad_x if need_phi else None,
        )

# %% right: list_of_formulas
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return tuple(r * f(phi) for f in (torch.cos, torch.sin))

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        formulas = [
            lambda: grad_x * torch.cos(phi) + grad_y * torch.sin(phi),
            lambda: -grad_x * r * torch.sin(phi) + grad_y * r * torch.cos(phi),
        ]
        return tuple(f() if needed else None for f, needed in zip(formulas, ctx.needs_input_grad))

# %% wrong: always_both
# why: backward computes and returns both gradients whatever is needed. An argument that needs no
# gradient should get None, and its formula should not be computed.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        c, s = phi.cos(), phi.sin()
        return grad_x * c + grad_y * s, r * (grad_y * c - grad_x * s)

# %% wrong: tuple_is_always_true
# why: `if ctx.needs_input_grad` asks whether the tuple is non-empty, which is always so; both gradients are
# then computed. Each argument has its own bool in it, [0] and [1].
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        gr, gphi = None, None
        if ctx.needs_input_grad:
            gr = grad_x * phi.cos() + grad_y * phi.sin()
            gphi = -grad_x * r * phi.sin() + grad_y * r * phi.cos()
        return gr, gphi

# %% wrong: elif_for_the_second
# why: phi is only looked at if r needs no gradient, because of the elif. If both need one, both must be
# computed.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        d_r = None
        d_phi = None
        if ctx.needs_input_grad[0]:
            d_r = grad_x * phi.cos() + grad_y * phi.sin()
        elif ctx.needs_input_grad[1]:
            d_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return d_r, d_phi

# %% wrong: divides_by_r
# why: The cosine and sine are recovered as x / r and y / r, which is 0 / 0 at r = 0. The gradient of r should be
# computed from phi and is finite there.
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

# %% wrong: plus_for_the_cosine
# why: The derivative of cos is written as +sin. It is -sin, so what x sends back to phi must be subtracted.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        needs_r, needs_phi = ctx.needs_input_grad
        cos, sin = phi.cos(), phi.sin()
        grad_r = grad_x * cos + grad_y * sin if needs_r else None
        grad_phi = r * (grad_x * sin + grad_y * cos) if needs_phi else None
        return grad_r, grad_phi

# %% wrong: x_to_r_and_y_to_phi
# why: r gets only what x sends back, and phi only what y sends back. Both outputs depend on both
# arguments, so each gradient is a sum of two terms.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        out = [None, None]
        if ctx.needs_input_grad[0]:
            out[0] = grad_x * phi.cos()
        if ctx.needs_input_grad[1]:
            out[1] = grad_y * r * phi.cos()
        return tuple(out)

# %% wrong: radius_missing_for_phi
# why: The gradient of phi lacks the factor r. Turning the angle moves the point by r times as much.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        (phi,) = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * torch.cos(phi) - grad_x * torch.sin(phi)
        return grad_r, grad_phi

# %% wrong: zeros_for_none
# why: An argument that needs no gradient gets a tensor of zeros. It should get None.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r, grad_phi = torch.zeros_like(r), torch.zeros_like(phi)
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        return grad_r, grad_phi

# %% wrong: computed_then_thrown_away
# why: Both formulas are always computed, and the result that nobody needs is replaced by None afterwards.
# The formula of an argument that needs no gradient should not be computed at all.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grads = (grad_x * phi.cos() + grad_y * phi.sin(),
                 grad_y * r * phi.cos() - grad_x * r * phi.sin())
        return tuple(g if need else None for g, need in zip(grads, ctx.needs_input_grad))

# %% wrong: bools_swapped
# why: The two bools are swapped: r looks at the bool of phi, and phi at that of r. needs_input_grad[0] is
# about the first argument after ctx, r, and [1] about phi.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[1]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[0]:
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        return grad_r, grad_phi

# %% wrong: stacked_points
# why: forward returns one tensor in which x and y are stacked. It should return a tuple of two tensors, each
# of the shape of r.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return torch.stack((r * phi.cos(), r * phi.sin()))

    @staticmethod
    def backward(ctx, grad):
        grad_x, grad_y = grad[0], grad[1]
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        return grad_r, grad_phi
