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

# %% right: with_the_output
def sig(z):
    return 1 / (1 + torch.exp(-z))


@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        out = x * sig(beta * x)
        ctx.beta = beta
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        s = sig(ctx.beta * x)
        slope = s + ctx.beta * out * (1 - s)
        return grad * slope, None

# %% wrong: sigmoid_saved
# why: The intermediate result s is saved in forward, where nothing is recorded. The second derivative
# takes it for a constant; compute s again from x in backward.
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

# %% wrong: beta_forgotten_in_slope
# why: The derivative of s lacks its factor beta, so it is right only for beta = 1. By the chain rule
# s' = beta * s * (1 - s).
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x * beta)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        s = torch.sigmoid(x * ctx.beta)
        return grad * (s + x * s * (1 - s)), None

# %% wrong: sigmoid_from_quotient
# why: s is recovered as out / x, which is 0 / 0 where x is 0 and gives nan. Compute s again by the
# sigmoid of beta * x.
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

# %% wrong: only_one_term
# why: Only the term x * s' is computed. The product rule has two terms: s, from the x that stands by
# itself, is missing.
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
        b = ctx.beta
        s = torch.sigmoid(b * x)
        ds = b * s * (1 - s)
        return grad * x * ds, None

# %% wrong: nothing_returned_for_beta
# why: backward returns one value, but forward has two arguments. It must return a None for beta as
# well.
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
        return grad * s * (1 + ctx.beta * x * (1 - s))

# %% wrong: beta_on_the_class
# why: beta is kept in one place for all calls, so a later call with another beta overwrites it before
# the backward pass of the first. It must be an attribute of ctx, which each call has of its own.
settings = {}


@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        settings["beta"] = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        beta = settings["beta"]
        s = torch.sigmoid(beta * x)
        return grad * (s + beta * x * s * (1 - s)), None

# %% wrong: upstream_detached
# why: The upstream gradient is detached in backward, so second derivatives by way of it are lost. Use
# grad itself; computing with it does not change it.
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
        g = grad.detach().clone()
        s = torch.sigmoid(ctx.beta * x)
        return g * (s + ctx.beta * x * s * (1 - s)), None
