# %% right: new_product
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% right: copy_then_in_place
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.how_much = float(factor)
        return x.detach().clone()

    @staticmethod
    def backward(ctx, grad):
        own = grad.clone()
        own *= ctx.how_much
        return own, None

# %% wrong: detached_gradient
# why: detach() gives a second tensor with the same memory, so the upstream gradient, which others have too,
# is still changed in place. It should compute a new tensor, grad * factor.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        mine = grad.detach()
        mine *= ctx.factor
        return mine, None

# %% wrong: output_shares_memory
# why: forward returns x.detach(), which has the memory of x. The values should be in a new tensor, so that a
# change of the output does not change x.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.detach()

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None

# %% wrong: factor_of_the_class
# why: The factor is kept on the class, which all calls share: with two calls both are damped by the factor of
# the last. It should be kept on ctx.
@piece
class Damp(torch.autograd.Function):
    factor = 1.0

    @staticmethod
    def forward(ctx, x, factor):
        Damp.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * Damp.factor, None

# %% wrong: copy_too_late
# why: The upstream gradient is changed in place, and copied only afterwards. The copy should come first, or
# the product be a new tensor.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        return grad.clone(), None

# %% wrong: damps_the_values
# why: forward multiplies the values by the factor as well. It should leave them as they are; only the
# gradient is damped.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: zero_is_falsy
# why: `factor or 1.0` takes a factor of 0 for a missing one and lets the whole gradient through. With the
# factor 0 the gradient should be 0.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor or 1.0
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None
