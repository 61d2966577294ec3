# %% right: sigmoid_again
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None

# %% right: exponential_helper
def sigma(z):
    return 1 / (1 + torch.exp(-z))


@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * sigma(beta * x)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        s = sigma(ctx.beta * x)
        ds = ctx.beta * s * (1 - s)
        first = grad * s
        second = grad * x * ds
        return first + second, None

# %% right: output_saved_too
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        out = x / (1 + torch.exp(-beta * x))
        ctx.save_for_backward(x, out)
        ctx.beta = beta
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        s = 1 / (1 + torch.exp(-ctx.beta * x))
        # x s' = beta x s (1 - s) = beta out (1 - s)
        return grad * (s + ctx.beta * out * (1 - s)), None

# %% right: factored
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.b = beta
        return torch.sigmoid(x * beta) * x

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        z = x * ctx.b
        s = z.sigmoid()
        slope = s * (1 + z * (1 - s))
        return slope * grad, None

# %% wrong: sigmoid_saved
# why: The sigmoid s is computed in forward and saved. It is something in between and has no history, so second derivatives take it for a constant; it should be computed again in backward.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        s = torch.sigmoid(beta * x)
        ctx.save_for_backward(x, s)
        ctx.beta = beta
        return x * s

    @staticmethod
    def backward(ctx, grad):
        x, s = ctx.saved_tensors
        return grad * (s + x * ctx.beta * s * (1 - s)), None

# %% wrong: quotient_of_the_output
# why: The sigmoid is won back as out / x. At x = 0 that is 0 / 0, which is nan, where the slope is 1/2; compute it from x by its formula.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        out = x * torch.sigmoid(beta * x)
        ctx.save_for_backward(x, out)
        ctx.beta = beta
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        s = out / x
        return grad * (s + ctx.beta * out * (1 - s)), None

# %% wrong: beta_missing_in_the_slope
# why: The inner derivative is forgotten: s' is taken for s (1 - s). By the chain rule it is beta · s (1 - s).
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * s * (1 - s)), None

# %% wrong: beta_on_the_class
# why: beta is kept as an attribute of the class, which is there once for all calls. A second call with another beta overwrites it before the backward of the first; it belongs on ctx.
@piece
class Swish(torch.autograd.Function):
    beta = 1.0

    @staticmethod
    def forward(ctx, x, beta):
        Swish.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(Swish.beta * x)
        return grad * (s + Swish.beta * x * s * (1 - s)), None

# %% wrong: only_the_inner_term
# why: Only the derivative by way of the sigmoid is there, x · s'. The product rule has two terms, and s, from the factor x, is missing.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x / (1 + torch.exp(-beta * x))

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        s = 1 / (1 + torch.exp(-ctx.beta * x))
        return grad * x * ctx.beta * s * (1 - s), None

# %% wrong: recomputed_without_recording
# why: The sigmoid is computed again in backward, but under torch.no_grad(). So it has no history there either, and second derivatives by way of x are missing; backward must record what it computes.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        with torch.no_grad():
            s = torch.sigmoid(ctx.beta * x)
            slope = s + ctx.beta * x * s * (1 - s)
        return grad * slope, None

# %% wrong: one_value_returned
# why: backward returns only the gradient of x. forward has two arguments, so there must be two values, the second None.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + ctx.beta * x * s * (1 - s))

# %% wrong: upstream_detached
# why: The upstream gradient is detached before it is used. The gradient has the right values, but it cannot be differentiated by way of the upstream gradient any more; grad must be used as it is.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        g = grad.detach()
        s = torch.sigmoid(ctx.beta * x)
        return g * (s + ctx.beta * x * s * (1 - s)), None
