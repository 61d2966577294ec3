# %% right: as_hinted
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

# %% right: conditional_expressions
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(r, phi)
        return (r * torch.cos(phi), r * torch.sin(phi))

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        (r, phi), (for_r, for_phi) = ctx.saved_tensors, ctx.needs_input_grad
        return (
            torch.cos(phi) * grad_x + torch.sin(phi) * grad_y if for_r else None,
            -r * torch.sin(phi) * grad_x + r * torch.cos(phi) * grad_y if for_phi else None,
        )

# %% right: helpers
def _gradient_of_r(r, phi, grad_x, grad_y):
    from_x = grad_x * phi.cos()
    from_y = grad_y * phi.sin()
    return from_x + from_y


def _gradient_of_phi(r, phi, grad_x, grad_y):
    from_x = grad_x * (r * -phi.sin())
    from_y = grad_y * (r * phi.cos())
    return from_x + from_y


class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        ctx.save_for_backward(r, phi)
        x = r * phi.cos()
        y = r * phi.sin()
        return x, y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        r, phi = ctx.saved_tensors
        formulas = [_gradient_of_r, _gradient_of_phi]
        answer = []
        for needed, formula in zip(ctx.needs_input_grad, formulas):
            if needed:
                answer.append(formula(r, phi, grad_x, grad_y))
            else:
                answer.append(None)
        return tuple(answer)

# %% right: by_the_outputs
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        x = r * torch.cos(phi)
        y = r * torch.sin(phi)
        ctx.save_for_backward(phi, x, y)
        return x, y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        """The gradients of r and phi, each None where it is not needed."""
        phi, x, y = ctx.saved_tensors
        grad_r, grad_phi = None, None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * x - grad_x * y
        return grad_r, grad_phi

# %% wrong: minus_lost
# why: The slope of the cosine is minus the sine; the minus is lost in the gradient of phi.
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

# %% wrong: radius_only_in_one_term
# why: Brackets are lost in the gradient of phi: the factor r stands only at the sine term, the cosine term lacks it.
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
            grad_phi = -r * phi.sin() * grad_x + phi.cos() * grad_y
        return grad_r, grad_phi

# %% wrong: elif
# why: The second question is an elif, so if both gradients are needed only that of r is computed and phi gets None.
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
        elif ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        return grad_r, grad_phi

# %% wrong: computed_and_thrown_away
# why: Both formulas are always computed and the one not needed is then replaced by None; a gradient that nobody needs should not be computed at all.
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
        grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        if not ctx.needs_input_grad[0]:
            grad_r = None
        if not ctx.needs_input_grad[1]:
            grad_phi = None
        return grad_r, grad_phi

# %% wrong: divides_by_the_radius
# why: The cosine and sine are won back as x / r and y / r, which is 0/0 = nan where r is 0.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        """The points x and y, a tuple."""
        x = r * phi.cos()
        y = r * phi.sin()
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

# %% wrong: each_output_to_one_argument
# why: x sends its gradient only to r and y only to phi; both outputs depend on both arguments, and the contributions must be added.
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
            grad_r = grad_x * phi.cos()
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * r * phi.cos()
        return grad_r, grad_phi

# %% wrong: all_or_nothing
# why: It asks for the truth of the whole tuple needs_input_grad, which is never empty and so always true: both gradients are computed, also one that is not needed. Each has its own entry.
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
        if ctx.needs_input_grad:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
            return grad_r, grad_phi
        return None, None

# %% wrong: needs_swapped
# why: The places of needs_input_grad are swapped: the gradient of r is computed if phi needs one, and the other way round.
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
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        if ctx.needs_input_grad[1]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        return grad_r, grad_phi
