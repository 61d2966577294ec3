# %% right: plain
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
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% right: expressions
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return (r * torch.cos(phi), r * torch.sin(phi))

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        need_r, need_phi = ctx.needs_input_grad
        return (
            torch.cos(phi) * grad_x + torch.sin(phi) * grad_y if need_r else None,
            r * (torch.cos(phi) * grad_y - torch.sin(phi) * grad_x) if need_phi else None,
        )

# %% right: list_of_gradients
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(r, phi)
        x = r * torch.cos(phi)
        y = r * torch.sin(phi)
        return x, y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        r, phi = ctx.saved_tensors
        grads = [None, None]
        if ctx.needs_input_grad[0]:
            from_x = grad_x * torch.cos(phi)
            from_y = grad_y * torch.sin(phi)
            grads[0] = from_x + from_y
        if ctx.needs_input_grad[1]:
            from_x = grad_x * (-r * torch.sin(phi))
            from_y = grad_y * (r * torch.cos(phi))
            grads[1] = from_x + from_y
        return tuple(grads)

# %% right: helper_methods
def radial(phi, grad_x, grad_y):
    return grad_x * phi.cos() + grad_y * phi.sin()

def angular(r, phi, grad_x, grad_y):
    return -grad_x * r * phi.sin() + grad_y * r * phi.cos()

class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        if ctx.needs_input_grad[0] and ctx.needs_input_grad[1]:
            return radial(phi, grad_x, grad_y), angular(r, phi, grad_x, grad_y)
        if ctx.needs_input_grad[0]:
            return radial(phi, grad_x, grad_y), None
        if ctx.needs_input_grad[1]:
            return None, angular(r, phi, grad_x, grad_y)
        return None, None

# %% wrong: sign_lost
# why: the slope of the cosine is minus the sine; the minus is missing in the gradient of phi
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
            grad_phi = grad_y * r * phi.cos() + grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: minus_at_sine_output
# why: the minus stands at the wrong term: it belongs to what x sends back to phi, not to what y sends
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
            grad_phi = grad_x * r * phi.sin() - grad_y * r * phi.cos()
        return grad_r, grad_phi

# %% wrong: each_output_one_argument
# why: pairs x with r and y with phi; both outputs depend on both arguments, and their parts are added
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

# %% wrong: always_both
# why: computes both gradients always, and never asks needs_input_grad; one that is not needed should be None
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: computed_then_dropped
# why: both formulas are computed and only then replaced by None; the formula of a gradient that is not needed should not be computed
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        if not ctx.needs_input_grad[0]:
            grad_r = None
        if not ctx.needs_input_grad[1]:
            grad_phi = None
        return grad_r, grad_phi

# %% wrong: needs_swapped
# why: the two bools of needs_input_grad are swapped: [0] is about r and [1] about phi
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
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: elif
# why: elif in the place of the second if: when both need a gradient, phi gets None
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
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: unbound
# why: the gradients are not set to None at first, so the name does not exist if an argument needs none
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: zeros_not_none
# why: returns zeros for an argument that needs no gradient, where None is asked for
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
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: r_forgotten
# why: the factor r is missing in the gradient of phi
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
            grad_phi = grad_y * phi.cos() - grad_x * phi.sin()
        return grad_r, grad_phi

# %% wrong: r_at_one_term
# why: brackets are lost: r multiplies only the first term of the gradient of phi
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
            grad_phi = r * grad_y * phi.cos() - grad_x * phi.sin()
        return grad_r, grad_phi

# %% wrong: upstreams_swapped
# why: the two upstream gradients are swapped: backward gets that of x first
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_y, grad_x):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: one_upstream
# why: backward takes a single upstream gradient; it gets one for each of the two outputs
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad * (phi.cos() + phi.sin())
        if ctx.needs_input_grad[1]:
            grad_phi = grad * r * (phi.cos() - phi.sin())
        return grad_r, grad_phi

# %% wrong: stacked
# why: forward stacks the points into one tensor instead of returning a tuple of two
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return torch.stack([r * phi.cos(), r * phi.sin()])

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: sin_cos_swapped
# why: x takes the sine and y the cosine, in forward and backward alike
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.sin(), r * phi.cos()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.sin() + grad_y * phi.cos()
        if ctx.needs_input_grad[1]:
            grad_phi = grad_x * r * phi.cos() - grad_y * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: not_needed_both_when_one
# why: computes both as soon as any of the two is needed, by any(), so the other one is not None
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        if not any(ctx.needs_input_grad):
            return None, None
        grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: gradients_swapped
# why: the gradients are returned in the wrong order, that of phi first
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
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_phi, grad_r

# %% wrong: requires_grad_of_upstream
# why: asks the upstream gradients whether they require grad, instead of ctx.needs_input_grad
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if grad_x.requires_grad:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if grad_y.requires_grad:
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi

# %% wrong: recomputed_from_outputs
# why: saves the outputs and divides by r to get sine and cosine back: nan where r is 0
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

# %% wrong: attributes
# why: keeps r and phi as attributes of ctx instead of save_for_backward, so a change in place goes unnoticed
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.r, ctx.phi = r, phi
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * ctx.phi.cos() + grad_y * ctx.phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = ctx.r * (grad_y * ctx.phi.cos() - grad_x * ctx.phi.sin())
        return grad_r, grad_phi
