# %% right: none_at_first
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% right: outputs_saved
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        x = r * phi.cos()
        y = r * phi.sin()
        ctx.save_for_backward(phi, x, y)
        return (x, y)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        phi, x, y = ctx.saved_tensors
        need_r, need_phi = ctx.needs_input_grad
        if need_r:
            for_r = grad_x * phi.cos() + grad_y * phi.sin()
        else:
            for_r = None
        if need_phi:
            for_phi = grad_y * x - grad_x * y
        else:
            for_phi = None
        return for_r, for_phi

# %% right: conditional_expressions
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        c, s = phi.cos(), phi.sin()
        return r * c, r * s

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        wants_r, wants_phi = ctx.needs_input_grad
        return (
            grad_x * phi.cos() + grad_y * phi.sin() if wants_r else None,
            grad_x * -r * phi.sin() + grad_y * r * phi.cos() if wants_phi else None,
        )

# %% right: helpers
def for_r(ctx, grad_x, grad_y):
    r, phi = ctx.saved_tensors
    return grad_x * torch.cos(phi) + grad_y * torch.sin(phi)


def for_phi(ctx, grad_x, grad_y):
    r, phi = ctx.saved_tensors
    x_part = -grad_x * r * torch.sin(phi)
    y_part = grad_y * r * torch.cos(phi)
    return x_part + y_part


class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        formulas = (for_r, for_phi)
        return tuple(
            formula(ctx, grad_x, grad_y) if needed else None
            for formula, needed in zip(formulas, ctx.needs_input_grad)
        )

# %% right: factors_saved
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        c = torch.cos(phi)
        s = torch.sin(phi)
        ctx.save_for_backward(r, c, s)
        point = (r * c, r * s)
        return point

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, c, s = ctx.saved_tensors
        answer = [None, None]
        if ctx.needs_input_grad[0]:
            answer[0] = c * grad_x + s * grad_y
        if ctx.needs_input_grad[1]:
            answer[1] = r * c * grad_y - r * s * grad_x
        return tuple(answer)

# %% right: early_returns
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        need = ctx.needs_input_grad
        if not need[1]:
            if not need[0]:
                return None, None
            return grad_x * phi.cos() + grad_y * phi.sin(), None
        g_phi = (grad_y * phi.cos() - grad_x * phi.sin()) * r
        if not need[0]:
            return None, g_phi
        return grad_x * phi.cos() + grad_y * phi.sin(), g_phi

# %% wrong: sign_of_sine
# why: The slope of the cosine is minus the sine; the minus is missing.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) + grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: minus_at_wrong_term
# why: The minus stands at the cosine instead of the sine.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_x * torch.sin(phi) - grad_y * torch.cos(phi))
        return grad_r, grad_phi

# %% wrong: r_missing
# why: The factor r is missing in the gradient of phi.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * torch.cos(phi) - grad_x * torch.sin(phi)
        return grad_r, grad_phi

# %% wrong: r_for_one_term
# why: The factor r belongs to both terms; here the brackets are lost.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * grad_y * torch.cos(phi) - grad_x * torch.sin(phi)
        return grad_r, grad_phi

# %% wrong: x_only
# why: What y sends back is forgotten: both outputs depend on both arguments.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = -grad_x * r * torch.sin(phi)
        return grad_r, grad_phi

# %% wrong: x_to_r_y_to_phi
# why: x sends back only to r and y only to phi, though each output depends on both arguments.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = grad_y * r * torch.cos(phi)
        return grad_r, grad_phi

# %% wrong: never_none
# why: needs_input_grad is not asked: both gradients are always computed and returned.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: computed_then_dropped
# why: Both formulas are computed before it is asked whether they are needed.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        need = ctx.needs_input_grad
        return grad_r if need[0] else None, grad_phi if need[1] else None

# %% wrong: needs_swapped
# why: The two bools are exchanged: [0] is about r and [1] about phi.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[1]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[0]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: elif_chain
# why: With elif the gradient of phi is not computed if r needs one, too.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        elif ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: all_or_nothing
# why: If one argument needs no gradient, the other one gets none either.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        if not all(ctx.needs_input_grad):
            return None, None
        grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: any_needed
# why: If one argument needs a gradient, that of the other one is computed as well.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        if not any(ctx.needs_input_grad):
            return None, None
        grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: returns_list
# why: forward returns a list instead of a tuple.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return [r * torch.cos(phi), r * torch.sin(phi)]

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: outputs_swapped
# why: The outputs are in the wrong order, y before x.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.sin(phi), r * torch.cos(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: degrees
# why: The angle is taken for degrees.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        phi = phi * 3.141592653589793 / 180
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: stacked
# why: forward returns one stacked tensor instead of two outputs.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return torch.stack([r * torch.cos(phi), r * torch.sin(phi)])

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: summed
# why: The gradients are summed to single numbers; they have the shape of r and phi.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return (None if grad_r is None else grad_r.sum()), (None if grad_phi is None else grad_phi.sum())

# %% wrong: multiplied
# why: The two parts are multiplied instead of added.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = (grad_x * torch.cos(phi)) * (grad_y * torch.sin(phi))
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: gradients_swapped
# why: The gradients are in the wrong order.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_phi, grad_r

# %% wrong: attributes
# why: The tensors are kept as attributes, so a change in place is not noticed.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.r, ctx.phi = r, phi
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.r, ctx.phi
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: zeros_for_none
# why: Where no gradient is needed it returns zeros instead of None.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r, grad_phi = torch.zeros_like(r), torch.zeros_like(phi)
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: grad_x_for_both
# why: The upstream gradient of x is used for y as well.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_x * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: cos_and_sin_exchanged
# why: In the gradient of r, cosine and sine are exchanged.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.sin(phi) + grad_y * torch.cos(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: no_upstream
# why: The upstream gradients are not multiplied in.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = torch.cos(phi) + torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (torch.cos(phi) - torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: only_first_returned
# why: Only the gradient of r is returned.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r

# %% wrong: two_saves
# why: The second call of save_for_backward replaces the first.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r)
        ctx.save_for_backward(phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: skips_r_when_y_unused
# why: Zeros in the upstream gradient of y do not mean that r needs no gradient: x still sends its part.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if ctx.needs_input_grad[0] and (grad_y != 0).all():
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: only_leaves
# why: It asks whether the arguments are leaves; a computed tensor needs its gradient, too.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors
        grad_r = grad_phi = None
        if r.is_leaf and r.requires_grad:
            grad_r = grad_x * torch.cos(phi) + grad_y * torch.sin(phi)
        if phi.is_leaf and phi.requires_grad:
            grad_phi = r * (grad_y * torch.cos(phi) - grad_x * torch.sin(phi))
        return grad_r, grad_phi

# %% wrong: parts_overwritten
# why: The part of y overwrites the part of x instead of being added to it.
class Polar(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, phi):
        ctx.save_for_backward(r, phi)
        return r * torch.cos(phi), r * torch.sin(phi)

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        r, phi = ctx.saved_tensors

        grad_r = grad_phi = None
        if ctx.needs_input_grad[0]:
            grad_r = grad_x * torch.cos(phi)
            grad_r = grad_y * torch.sin(phi)
        if ctx.needs_input_grad[1]:
            grad_phi = -grad_x * r * torch.sin(phi)
            grad_phi = grad_y * r * torch.cos(phi)
        return grad_r, grad_phi

