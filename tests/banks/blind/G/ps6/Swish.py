# %% right: by_way_of_the_output
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        out = x / (1 + torch.exp(-beta * x))
        ctx.beta = beta
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        s = 1 / (1 + torch.exp(-ctx.beta * x))
        slope = s + ctx.beta * out * (1 - s)
        return grad * slope, None


# %% right: by_tanh
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def gate(x, beta):
        # the sigmoid is a tanh, moved and shrunk
        return (torch.tanh(x * (beta / 2)) + 1) / 2

    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return Swish.gate(x, beta) * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = Swish.gate(x, ctx.beta)
        upstream = grad * s
        return upstream + upstream * (1 - s) * x * ctx.beta, None


# %% wrong: the_sigmoid_is_saved
# why: s is an intermediate result of forward. Saved, it has no history, and the second derivative misses what goes through it.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        s = torch.sigmoid(beta * x)
        ctx.beta = beta
        ctx.save_for_backward(x, s)
        return x * s

    @staticmethod
    def backward(ctx, grad):
        x, s = ctx.saved_tensors
        return grad * (s + x * ctx.beta * s * (1 - s)), None


# %% wrong: the_sigmoid_from_the_quotient
# why: s is computed back as out / x. At x = 0 this is 0 / 0, and the gradient is nan.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        result = x * (beta * x).sigmoid()
        ctx.save_for_backward(x, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        x, result = ctx.saved_tensors
        s = result / x
        return grad * (s + ctx.beta * result * (1 - s)), None


# %% wrong: the_inner_factor_is_missing
# why: s' = β s (1 - s); the factor β of the chain rule is left out, which shows for every β but 1.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x * beta)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        sigma = torch.sigmoid(x * ctx.beta)
        sigma_slope = sigma * (1 - sigma)
        return grad * sigma + grad * x * sigma_slope, None


# %% wrong: the_upstream_is_detached
# why: The upstream gradient is detached before it is used, so the second derivative by way of it is lost.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = float(beta)
        return x * torch.sigmoid(ctx.beta * x)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        upstream = grad.detach()
        s = torch.sigmoid(ctx.beta * x)
        first = upstream * s
        second = upstream * x * ctx.beta * s * (1 - s)
        return first + second, None


# %% wrong: beta_is_kept_on_the_class
# why: β is kept on the class, which is there once for all calls: with two different β in one graph, both backward passes use the last one.
@piece
class Swish(torch.autograd.Function):
    beta = 1.0

    @staticmethod
    def forward(ctx, x, beta):
        Swish.beta = beta
        ctx.save_for_backward(x)
        return x / (1 + (-beta * x).exp())

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        e = (-Swish.beta * x).exp()
        s = 1 / (1 + e)
        return grad * s * (1 + Swish.beta * x * (1 - s)), None
