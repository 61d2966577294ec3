# %% right: plain
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None
# %% right: by_exp
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        s = 1 / (1 + torch.exp(-beta * x))
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * s

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        beta = ctx.beta
        s = 1 / (1 + torch.exp(-beta * x))
        ds = beta * s * (1 - s)
        first = grad * s
        second = grad * x * ds
        return first + second, None
# %% right: with_the_output
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        out = x * (x * beta).sigmoid()
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        s = (x * ctx.beta).sigmoid()
        return grad * (s + ctx.beta * out * (1 - s)), None
# %% right: by_tanh
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.half = beta / 2
        return x * (1 + torch.tanh(ctx.half * x)) / 2

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        t = torch.tanh(ctx.half * x)
        s = (1 + t) / 2
        # s' = half * (1 - t^2) / 2
        slope = s + x * ctx.half * (1 - t * t) / 2
        return slope * grad, None
# %% right: helper
def sigma(z):
    return torch.exp(z) / (1 + torch.exp(z))


@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * sigma(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        b = ctx.beta
        s = sigma(b * x)
        return s * (1 + b * x * (1 - s)) * grad, None
# %% wrong: s_saved
# why: s is an intermediate result: saved, it is a constant for whoever differentiates backward.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        s = torch.sigmoid(beta * x)
        ctx.save_for_backward(x, s)
        return x * s

    @staticmethod
    def backward(ctx, grad):
        x, s = ctx.saved_tensors
        return grad * (s + x * ctx.beta * s * (1 - s)), None
# %% wrong: slope_on_ctx
# why: The whole slope is computed in forward and kept on ctx; its derivative is lost.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        s = torch.sigmoid(beta * x)
        ctx.slope = s + x * beta * s * (1 - s)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.slope, None
# %% wrong: one_term
# why: The product rule has two terms; the second one is missing.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * s, None
# %% wrong: inner_derivative
# why: The inner derivative beta is missing in the second term.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * s * (1 - s)), None
# %% wrong: x_missing
# why: The second term is multiplied by s', but not by x.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + ctx.beta * s * (1 - s)), None
# %% wrong: one_value
# why: forward has two arguments, and backward returns one value only.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s))
# %% wrong: values_in_wrong_order
# why: None and the gradient are in the wrong order.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return None, grad * (s + x * ctx.beta * s * (1 - s))
# %% wrong: x_detached
# why: x is detached in backward: nothing is recorded by way of x.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0].detach()
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None
# %% wrong: grad_detached
# why: The upstream gradient is detached: the second derivative by its way is missing.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad.detach() * (s + x * ctx.beta * s * (1 - s)), None
# %% wrong: unrecorded
# why: backward computes s under no_grad, so it is a constant at second order.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        with torch.no_grad():
            s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None
# %% wrong: beta_in_backward_forgotten
# why: backward takes the sigmoid of x without beta.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None
# %% wrong: beta_in_forward_forgotten
# why: forward takes the sigmoid of x without beta.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None
# %% wrong: s_by_division
# why: s is computed as out / x, which is 0 / 0 at x = 0.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        out = x * torch.sigmoid(beta * x)
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        s = out / x
        return grad * (s + x * ctx.beta * s * (1 - s)), None
# %% wrong: sign_in_exp
# why: The exponential has the wrong sign: 1 / (1 + e^(beta x)) is 1 - s.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x / (1 + torch.exp(beta * x))

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None
# %% wrong: grad_in_place
# why: The upstream gradient is changed in place.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        grad *= s + x * ctx.beta * s * (1 - s)
        return grad, None
# %% wrong: x_in_place
# why: forward multiplies x in place.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        s = torch.sigmoid(beta * x)
        x *= s
        return x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None
# %% wrong: grad_on_one_term
# why: The upstream gradient multiplies the first term only: brackets are lost.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * s + x * ctx.beta * s * (1 - s), None
# %% wrong: s_plus_one
# why: s' is written as beta s (1 + s).
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 + s)), None
# %% wrong: through_numpy
# why: backward computes s in NumPy, which has no history.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.tensor(1 / (1 + np.exp(-ctx.beta * x.detach().numpy())), dtype=x.dtype)
        return grad * (s + x * ctx.beta * s * (1 - s)), None
# %% wrong: beta_saved_as_tensor
# why: A number goes through save_for_backward, which is for tensors only: an error.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x, beta)
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        x, beta = ctx.saved_tensors
        ctx.beta = beta
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None
