# %% right: a_copy_then_in_place
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        mine = grad.clone()
        mine *= ctx.factor
        return mine, None


# %% right: a_closure_that_multiplies
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.smaller = lambda tensor: torch.mul(tensor, factor)
        return x.detach().clone()

    @staticmethod
    def backward(ctx, grad):
        return ctx.smaller(grad), None


# %% wrong: the_copy_comes_too_late
# why: The upstream gradient is multiplied in place first, and copied afterwards; the other owner's gradient is smaller all the same.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        result = grad.clone()
        return result, None


# %% wrong: detached_is_not_copied
# why: detach() is another tensor with the same memory, so mul_ still changes what the sum sent to both of its inputs.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(torch.tensor(factor, dtype=x.dtype))
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        (factor,) = ctx.saved_tensors
        own = grad.detach()
        own.mul_(factor)
        return own, None


# %% wrong: the_values_are_a_view
# why: forward returns a view of x, which is no tensor of its own: whoever changes the result in place changes x.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.view(x.shape)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


# %% wrong: zero_is_no_factor
# why: `or` takes a factor of 0 for a missing one and puts 1 in its place: the gradient goes through undamped.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor or 1.0
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        if ctx.needs_input_grad[0]:
            return ctx.factor * grad, None
        return None, None


# %% wrong: the_values_are_damped_too
# why: Forward is to leave the numbers as they are; here the factor is multiplied into them as well.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        damped = x * factor
        return damped

    @staticmethod
    def backward(ctx, grad):
        damped = grad * ctx.factor
        return damped, None
