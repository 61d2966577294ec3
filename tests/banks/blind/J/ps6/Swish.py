# %% right: sigmoid_computed_again
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
        return grad * (s + ctx.beta * x * s * (1 - s)), None

# %% right: with_the_output_too
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
        b = ctx.beta
        s = 1 / (1 + torch.exp(-b * x))
        # x s' = b x s (1 - s) = b out (1 - s)
        return grad * (s + b * out * (1 - s)), None

# %% wrong: sigmoid_saved
# why: s is computed in forward and saved. It has no history, so that whoever differentiates the gradient takes it for a constant. Save x, and compute s again in backward.
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

# %% wrong: half_of_the_product_rule
# why: Only the first term of the product rule is there, s. x appears inside of s as well, and x·s' must be added.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * torch.sigmoid(ctx.beta * x), None

# %% wrong: beta_missing_in_the_slope
# why: The slope of the sigmoid is written as s(1 - s), without the inner derivative. Its argument is βx, so s' = β s (1 - s).
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * s * (1 - s)), None

# %% wrong: divides_the_output_by_x
# why: s is won back from the output as out / x. At x = 0 that is 0 by 0, so nan, where s is one half. Compute s from x.
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

# %% wrong: slope_under_no_grad
# why: The slope is computed under no_grad, so it is not recorded, and the second derivative by way of x is missing. What backward computes must be recorded.
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
            slope = s * (1 + ctx.beta * x * (1 - s))
        return grad * slope, None

# %% wrong: upstream_detached
# why: The upstream gradient is detached before it is multiplied. The gradient no longer depends on it, and the second derivative by way of the upstream gradient is lost. Both factors must keep their history.
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
        return g * s + g * x * ctx.beta * s * (1 - s), None

# %% wrong: lets_the_engine_do_it
# why: backward runs the formula again on a detached leaf and asks the engine for the gradient. What comes out is not connected with x, so it cannot be differentiated again; and the exercise asks for your own formula, from the product rule.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0].detach().requires_grad_(True)
        with torch.enable_grad():
            y = x * torch.sigmoid(ctx.beta * x)
            (g,) = torch.autograd.grad(y, x, grad)
        return g, None

# %% wrong: one_value_returned
# why: backward returns one value only. forward has two arguments, so it must return two: the gradient of x, and None for beta.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x / (1 + torch.exp(-beta * x))

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = 1 / (1 + torch.exp(-ctx.beta * x))
        return grad * (s + x * ctx.beta * s * (1 - s))

# %% wrong: beta_of_the_last_call
# why: beta is kept on the class. There it exists only once, and a second call with another beta overwrites it before the first has walked back. It belongs on ctx.
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
        return grad * (s + x * Swish.beta * s * (1 - s)), None

# %% wrong: minus_in_the_exponent_forgotten
# why: The sigmoid is written as 1 / (1 + e^{βx}), without the minus in the exponent. That is 1 - s: the function falls where it should rise.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def sig(z):
        return 1 / (1 + torch.exp(z))

    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * Swish.sig(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = Swish.sig(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None

# %% right: argument_has_a_name
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
        z = ctx.beta * x
        s = sigma(z)
        slope = s * (1 + z * (1 - s))
        return slope * grad, None
