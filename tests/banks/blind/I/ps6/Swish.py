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
        return grad * (s + x * ctx.beta * s * (1 - s)), None

# %% right: helper_with_exp_and_output
def _sig(beta, x):
    return 1 / (1 + (-beta * x).exp())


@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        out = x * _sig(beta, x)
        ctx.save_for_backward(x, out)
        ctx.beta = beta
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        s = _sig(ctx.beta, x)
        slope = s + ctx.beta * out * (1 - s)
        return slope * grad, None

# %% wrong: sigmoid_is_saved
# why: The sigmoid is saved in forward. It is an intermediate result without a history, so second derivatives take it for
# a constant; save x and compute the sigmoid again in backward.
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

# %% wrong: beta_missing_in_the_slope
# why: The slope of the sigmoid is taken as s (1 - s). It is the sigmoid of beta x, so the inner derivative beta belongs
# to it.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * (beta * x).sigmoid()

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        s = (ctx.beta * x).sigmoid()
        return grad * (s + x * s * (1 - s)), None

# %% wrong: divides_the_output_by_x
# why: The sigmoid is won back as out / x, which is 0 / 0 = nan where x is 0. It should be computed again from x.
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
# why: Only x s' is computed. x appears twice, so the product rule gives a second term, s itself.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x / (1 + torch.exp(-beta * x))

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = 1 / (1 + torch.exp(-ctx.beta * x))
        ds = ctx.beta * s * (1 - s)
        return grad * x * ds, None

# %% wrong: backward_under_no_grad
# why: backward computes the sigmoid under no_grad. Then nothing of it is recorded, and the second derivative by way of
# x is missing.
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

# %% wrong: no_value_for_beta
# why: backward returns one value. forward has two arguments, so there must be a None for beta as well.
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
