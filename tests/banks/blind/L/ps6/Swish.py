# %% right: sigmoid_again
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        """x times the sigmoid of beta * x."""
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, which can be differentiated; None for beta."""
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None

# %% right: own_sigmoid
def sigma(z):
    return 1 / (1 + torch.exp(-z))


@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        """x times the sigmoid of beta * x."""
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * sigma(beta * x)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, which can be differentiated; None for beta."""
        x, = ctx.saved_tensors
        bx = ctx.beta * x
        s = sigma(bx)
        return grad * s * (1 + bx * (1 - s)), None

# %% right: output_helps
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        """x times the sigmoid of beta * x."""
        out = x * torch.sigmoid(x * beta)
        ctx.save_for_backward(x, out)
        ctx.beta = beta
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, which can be differentiated; None for beta."""
        x, out = ctx.saved_tensors
        s = torch.sigmoid(x * ctx.beta)
        slope = s + ctx.beta * out * (1 - s)
        return slope * grad, None

# %% right: by_way_of_tanh
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def s(x, beta):
        return 0.5 * (1 + torch.tanh(0.5 * beta * x))

    @staticmethod
    def forward(ctx, x, beta):
        """x times the sigmoid of beta * x."""
        ctx.save_for_backward(x)
        ctx.number = beta
        return x * Swish.s(x, beta)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, which can be differentiated; None for beta."""
        x, = ctx.saved_tensors
        s = Swish.s(x, ctx.number)
        first = grad * s
        second = grad * x * (s - s * s) * ctx.number
        return first + second, None

# %% wrong: sigmoid_saved
# why: s is computed in forward and saved. It is neither an input nor the output, so it has no history, and
# the second derivative takes it for a constant. Compute it again in backward from x.
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
        return grad * (s + ctx.beta * x * s * (1 - s)), None

# %% wrong: beta_not_in_the_slope
# why: The derivative of the sigmoid is taken as s (1 - s), without the factor beta of the inner
# function. It agrees for beta = 1 only.
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

# %% wrong: one_term_of_two
# why: Only x · s' is returned. By the product rule there is a second term, s, for the x that stands
# alone.
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
        b = ctx.beta
        s = 1 / (1 + torch.exp(-b * x))
        return grad * x * b * s * (1 - s), None

# %% wrong: beta_saved_as_a_tensor
# why: beta is given to save_for_backward, which takes tensors only. It is a Python number: keep it as an
# attribute of ctx.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x, beta)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        x, beta = ctx.saved_tensors
        s = torch.sigmoid(beta * x)
        return grad * (s + beta * x * s * (1 - s)), None

# %% wrong: slope_under_no_grad
# why: The slope is computed under no_grad, so it is a constant for whoever differentiates the gradient:
# only the way through the upstream gradient is left. Compute it recorded.
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

# %% wrong: upstream_detached
# why: The upstream gradient is detached before it is multiplied in. The gradient then does not depend on it
# any more, and its second derivative by way of the upstream gradient is missing.
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
        ds = ctx.beta * s * (1 - s)
        return grad.detach() * (s + x * ds), None

# %% wrong: beta_kept_on_the_class
# why: beta is kept as an attribute of the class, which all calls share. If the Function is applied with
# another beta before backward, that one is used. Keep it on ctx.
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
        x, = ctx.saved_tensors
        s = torch.sigmoid(Swish.beta * x)
        return grad * (s + x * Swish.beta * s * (1 - s)), None

# %% wrong: output_in_place_of_x
# why: The output is saved and used in place of x. The formula has x and s of x; at the output they have
# other values.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        x = x * torch.sigmoid(beta * x)
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None
