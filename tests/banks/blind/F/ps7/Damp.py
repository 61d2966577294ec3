# %% right: new_tensor
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None
# %% right: copy_first
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        smaller = grad.clone()
        smaller *= ctx.factor
        return smaller, None
# %% right: by_mul
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.number = float(factor)
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        out = torch.mul(grad, ctx.number)
        return (out, None)
# %% right: copied_from_zero
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        out = torch.empty_like(x)
        out.copy_(x)
        return out

    @staticmethod
    def backward(ctx, grad):
        result = torch.zeros_like(grad)
        result += ctx.factor * grad
        return result, None
# %% wrong: detach
# why: detach() is the same memory: the upstream gradient is still changed.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad = grad.detach()
        grad *= ctx.factor
        return grad, None
# %% wrong: data
# why: `.data` only hides the change in place.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad.data *= ctx.factor
        return grad, None
# %% wrong: view
# why: A view shares the memory.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        smaller = grad.view(grad.shape)
        smaller *= ctx.factor
        return smaller, None
# %% wrong: second_name
# why: A second name is no second tensor.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        smaller = grad
        smaller *= ctx.factor
        return smaller, None
# %% wrong: mul_in_place
# why: mul_ works in place.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad.mul_(ctx.factor), None
# %% wrong: copied_after
# why: The copy is made after the change.
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
# %% wrong: slice_assigned
# why: grad[...] = writes into the upstream gradient.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad[...] = grad * ctx.factor
        return grad, None
# %% wrong: through_numpy
# why: The array of numpy() shares its memory with the tensor.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        array = grad.numpy()
        array *= ctx.factor
        return torch.tensor(array), None
# %% wrong: put_back_later
# why: The gradient is changed and divided back afterwards: rounding (or a factor of 0) does not give it back.
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
# %% wrong: x_itself
# why: forward returns x itself, and not a tensor of its own.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None
# %% wrong: shared_values
# why: The result shares its memory with x.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.detach()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None
# %% wrong: values_damped
# why: forward makes the values smaller, too.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None
# %% wrong: one_value
# why: None for the factor is missing.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor
# %% wrong: not_damped
# why: The gradient is passed on as it is.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad.clone(), None
# %% wrong: divided
# why: Divided by the factor in place of multiplied.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad / ctx.factor, None
# %% wrong: on_the_class
# why: The factor is kept on the class, which all calls share.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        Damp.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * Damp.factor, None
# %% wrong: two_factors
# why: The factor is multiplied in twice: in a copy, and once more on the way out.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        smaller = grad.clone()
        smaller *= ctx.factor
        return smaller * ctx.factor, None
