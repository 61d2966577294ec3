# %% right: sigmoid_by_tanh
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * (torch.tanh(x * (beta / 2)) + 1) / 2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        t = torch.tanh(x * (ctx.beta / 2))
        slope = (1 + t) / 2 + x * (ctx.beta / 4) * (1 - t * t)
        return slope * grad, None

# %% right: with_the_output
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        out = x * torch.sigmoid(beta * x)
        ctx.number = beta
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        s = 1 / (1 + torch.exp(-ctx.number * x))
        scaled = ctx.number * out
        return grad * (s + scaled * (1 - s)), None

# %% wrong: sigmoid_saved
# why: s is an intermediate result of forward; saved, it has no history and counts as a constant when backward is differentiated.
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
        ds = ctx.beta * s * (1 - s)
        return grad * (s + x * ds), None

# %% wrong: inner_beta_forgotten
# why: The inner derivative is missing: s' is beta s (1 - s), not s (1 - s).
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
        first = s
        second = x * s * (1 - s)
        return (first + second) * grad, None

# %% wrong: sigmoid_as_output_over_input
# why: s is got back as out / x, which is 0/0 at x = 0 and gives nan there.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        out = x * (beta * x).sigmoid()
        ctx.save_for_backward(x, out)
        ctx.beta = beta
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        s = out / x
        return grad * (s + ctx.beta * out * (1 - s)), None

# %% wrong: beta_on_the_class
# why: beta is kept on the class, which all calls share, so the last call decides for every backward.
@piece
class Swish(torch.autograd.Function):
    beta = 1.0

    @staticmethod
    def s(x):
        return torch.sigmoid(Swish.beta * x)

    @staticmethod
    def forward(ctx, x, beta):
        Swish.beta = beta
        ctx.save_for_backward(x)
        return x * Swish.s(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = Swish.s(x)
        return grad * s + grad * x * Swish.beta * s * (1 - s), None

# %% wrong: upstream_detached
# why: The upstream gradient is detached to protect it, so second derivatives by way of it are lost.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return torch.sigmoid(x * beta) * x

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        s = torch.sigmoid(x * ctx.beta)
        upstream = grad.clone().detach()
        slope = s + x * ctx.beta * (s - s * s)
        return upstream * slope, None
