# %% right: factor_on_ctx
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None

# %% right: backward_kept_as_a_closure
@piece
class Gain(torch.autograd.Function):
    """factor * x, and the way back."""

    @staticmethod
    def forward(ctx, x, factor):
        ctx.pull = lambda grad: grad * factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return ctx.pull(grad), None

# %% right: factor_as_a_tensor_of_the_dtype
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(torch.tensor(factor, dtype=x.dtype))
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        (factor,) = ctx.saved_tensors
        return factor * grad, None

# %% wrong: a_global
# why: The factor stands in a global, which is there once, so the next call overwrites it. What a call needs
# later is kept on its own ctx.
last_factor = None


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        global last_factor
        last_factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return last_factor * grad, None

# %% wrong: a_stack_of_factors
# why: The factors lie on one stack, and backward takes the last one off. That fits only if the passes come in the
# reverse order of the calls and each one once; keep the factor on ctx.
@piece
class Gain(torch.autograd.Function):
    factors = []

    @staticmethod
    def forward(ctx, x, factor):
        Gain.factors.append(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return Gain.factors.pop() * grad, None

# %% wrong: dict_by_input
# why: The factors stand in a dict by the input. Two calls with the same x and different factors share a place, and
# the second overwrites the first.
@piece
class Gain(torch.autograd.Function):
    factors = {}

    @staticmethod
    def forward(ctx, x, factor):
        ctx.key = id(x)
        Gain.factors[ctx.key] = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return Gain.factors[ctx.key] * grad, None

# %% wrong: number_is_saved
# why: save_for_backward gets a float. It takes tensors only; a number may be an attribute of ctx.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x, factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        x, factor = ctx.saved_tensors
        return factor * grad, None

# %% wrong: rounded_factor
# why: torch.tensor(factor) is float32, so a factor such as 0.1 loses digits and a float64 gradient is slightly
# wrong. Keep the float itself, or give the dtype of x.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(torch.tensor(factor))
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        (factor,) = ctx.saved_tensors
        return grad * factor, None

# %% wrong: deleted_after_use
# why: backward deletes the factor after its use, so a second pass through the same call fails. Some passes come
# twice; leave it where it is.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        out = ctx.factor * grad
        del ctx.factor
        return out, None

# %% wrong: upstream_scaled_in_place
# why: grad *= changes the upstream gradient, which others may still need. Compute a new tensor.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        return grad, None

# %% wrong: factor_from_the_quotient
# why: backward finds the factor as output divided by input. Where x is 0 that is 0 / 0, nan; keep the factor
# itself on ctx.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        out = factor * x
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        return grad * (out / x), None

# %% wrong: gradient_for_the_factor
# why: backward returns a gradient for the factor. It is a float and has none: None belongs there.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ctx.factor * grad, (grad * x).sum()

# %% wrong: one_value_returned
# why: backward returns one value. forward has two arguments besides ctx, so it needs two: the gradient of x, and
# None.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad

# %% wrong: x_scaled_in_place
# why: forward multiplies x itself in place. The input is not the Function's to change; factor * x makes a new
# tensor.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        x.mul_(factor)
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None

# %% wrong: upstream_ignored
# why: backward returns the factor in every entry and leaves the upstream gradient out. It must be factor times
# grad.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return torch.full_like(grad, ctx.factor), None

# %% wrong: first_factor_stays
# why: The factor is stored on the class, and only if none is there yet, so every later call uses the first one.
# Each call must keep its own, on ctx.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        if not hasattr(Gain, "factor"):
            Gain.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return Gain.factor * grad, None
