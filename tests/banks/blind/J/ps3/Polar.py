# %% right: two_ifs
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
            grad_phi = r * (grad_y * phi.cos() - grad_x * phi.sin())
        return grad_r, grad_phi

# %% right: outputs_saved
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        x = r * torch.cos(phi)
        y = r * torch.sin(phi)
        ctx.save_for_backward(phi, x, y)
        return x, y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        phi, x, y = ctx.saved_tensors
        need_r, need_phi = ctx.needs_input_grad
        return (
            torch.cos(phi) * grad_x + torch.sin(phi) * grad_y if need_r else None,
            x * grad_y - y * grad_x if need_phi else None,
        )

# %% right: functions_in_a_list
def for_r(r, phi, gx, gy):
    return gx * phi.cos() + gy * phi.sin()


def for_phi(r, phi, gx, gy):
    return -gx * r * phi.sin() + gy * r * phi.cos()


class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return (r * phi.cos(), r * phi.sin())

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grads = []
        for needed, formula in zip(ctx.needs_input_grad, (for_r, for_phi)):
            grads.append(formula(r, phi, grad_x, grad_y) if needed else None)
        return tuple(grads)

# %% wrong: divided_by_r
# why: cos and sin are recovered as x / r and y / r, which is 0/0 = nan where r is 0. The slope for r is
# cos(phi) and sin(phi), also at r = 0.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        x, y = r * phi.cos(), r * phi.sin()
        ctx.save_for_backward(r, x, y)
        return x, y

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, x, y = ctx.saved_tensors
        gr = gphi = None
        if ctx.needs_input_grad[0]:
            gr = (grad_x * x + grad_y * y) / r
        if ctx.needs_input_grad[1]:
            gphi = grad_y * x - grad_x * y
        return gr, gphi

# %% wrong: minus_of_the_cosine_lost
# why: The slope of cos is -sin, but the minus is missing in the gradient of phi. What x sends back to phi
# is -grad_x * r * sin(phi).
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
        if ctx.needs_input_grad[1]:
            grad_phi = grad_x * r * phi.sin() + grad_y * r * phi.cos()
        return grad_r, grad_phi

# %% wrong: x_to_r_and_y_to_phi
# why: r gets only what x sends back, and phi only what y sends back. Both outputs depend on both arguments,
# so each gradient is a sum of two parts.
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

# %% wrong: needs_the_wrong_way_round
# why: The pair needs_input_grad is unpacked in the wrong order: the first bool is about r, the second about
# phi. If only one of them requires grad, the other gets the gradient.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        phi_needed, r_needed = ctx.needs_input_grad
        dr = dphi = None
        if r_needed:
            dr = grad_x * phi.cos() + grad_y * phi.sin()
        if phi_needed:
            dphi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return dr, dphi

# %% wrong: pair_is_always_true
# why: `if ctx.needs_input_grad:` asks whether the tuple is empty, which it never is, so both gradients are
# always computed and returned. Ask ctx.needs_input_grad[0] for r and [1] for phi.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        if not ctx.needs_input_grad:
            return None, None
        c, s = phi.cos(), phi.sin()
        return grad_x * c + grad_y * s, r * (grad_y * c - grad_x * s)

# %% wrong: elif_for_the_second
# why: The second question is an elif, so it is asked only if r needs no gradient. Where both need one, phi
# gets None; use two separate ifs.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = None
        grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        elif ctx.needs_input_grad[1]:
            grad_phi = -grad_x * r * phi.sin() + grad_y * r * phi.cos()
        return grad_r, grad_phi

# %% wrong: computed_and_thrown_away
# why: Both formulas are computed in any case, and the one that is not needed is then replaced by None. A
# gradient that is not needed must not be computed: put each formula under its own if.
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

# %% wrong: r_missing_for_phi
# why: In the gradient of phi the factor r stands only at the part of x. The slope of y = r sin(phi) by phi
# is r cos(phi), so it belongs to both parts.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * phi.cos(), r * phi.sin()

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        c, s = phi.cos(), phi.sin()
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = c * grad_x + s * grad_y
        if ctx.needs_input_grad[1]:
            grad_phi = -s * r * grad_x + c * grad_y
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
        grad_r = torch.zeros_like(r)
        grad_phi = torch.zeros_like(phi)
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * phi.cos() + grad_y * phi.sin()
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * r * phi.cos() - grad_x * r * phi.sin()
        return grad_r, grad_phi
