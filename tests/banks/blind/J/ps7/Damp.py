# %% right: new_product
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None

# %% right: clone_then_in_place
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """The values of x, in a new tensor."""
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        mine = grad.clone()
        mine *= ctx.factor
        return mine, None

# %% right: name_bound_anew
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.detach().clone()

    @staticmethod
    def backward(ctx, grad):
        grad = grad * ctx.factor
        return grad, None

# %% wrong: second_name
# why: g = grad is a second name for the same tensor, so g *= still changes the upstream gradient in place. Compute
# grad * factor.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        g = grad
        g *= ctx.factor
        return g, None

# %% wrong: detached_same_memory
# why: grad.detach() shares its memory with grad, so mul_ changes the upstream gradient, which others may have too.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        out = grad.detach()
        out.mul_(ctx.factor)
        return out, None

# %% wrong: put_back_by_dividing
# why: The upstream gradient is multiplied in place and divided again afterwards. That rounds, and with the factor 0
# the old numbers are lost (0 / 0 is nan); a new tensor is simpler and right.
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
        grad /= ctx.factor
        return result, None

# %% wrong: x_itself_comes_back
# why: forward returns x itself and not a tensor of its own with the same values.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: memory_of_x
# why: x.detach() is another tensor with the memory of x. A change of the output would change x; the output must have
# a memory of its own.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.detach()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: values_damped_too
# why: forward multiplies the values by the factor. It should leave the numbers as they are; only the gradient is
# made smaller.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: factor_of_the_class
# why: The factor is kept on the class, which all calls share, so a later call with another factor overwrites it. It
# belongs on ctx.
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

# %% wrong: slice_is_a_view
# why: grad[:] is a view of the same memory and not a copy as with a list, so *= changes the upstream gradient.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        copy = grad[:]
        copy *= ctx.factor
        return copy, None

# %% wrong: clone_returned_after_the_change
# why: The copy is made after the upstream gradient was changed in place. The result is right, but whoever shares
# grad finds it damped; clone first, or write grad * factor.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad.mul_(ctx.factor)
        return grad.clone(), None

# %% wrong: upstream_replaced
# why: backward returns the factor in every entry, whatever comes from above. It must multiply the upstream
# gradient.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return torch.ones_like(grad) * ctx.factor, None

# %% wrong: none_is_missing
# why: backward returns the gradient of x only. forward has two arguments besides ctx, so None must follow.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor

# %% wrong: no_longer_damped
# why: The line that changed grad is gone, and with it the factor: the whole gradient is handed on. It must be
# multiplied by the factor.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad.clone(), None

# %% wrong: factor_rounded
# why: The factor is saved as torch.tensor(factor), which is float32. With float64 gradients a factor such as 0.1 is
# rounded; keep the float on ctx.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(torch.tensor(factor))
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0], None
