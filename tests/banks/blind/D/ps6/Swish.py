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
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None

# %% right: exp_by_hand
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        s = 1 / (1 + torch.exp(-beta * x))
        return x * s

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        beta = ctx.beta
        s = 1 / (1 + torch.exp(-beta * x))
        s_slope = beta * s * (1 - s)
        first_term = s
        second_term = x * s_slope
        slope = first_term + second_term
        return grad * slope, None

# %% right: helper_sigma
def _sigma(x, beta):
    return torch.sigmoid(x * beta)


@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return _sigma(x, beta).mul(x)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        s = _sigma(x, ctx.beta)
        return grad * s * (1 + ctx.beta * x * (1 - s)), None

# %% right: output_saved_too
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        out = x * torch.sigmoid(beta * x)
        ctx.beta = beta
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + ctx.beta * out * (1 - s)), None

# %% wrong: s_saved
# why: s is saved in forward: an intermediate result without a history, a constant for the second derivative.
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

# %% wrong: s_attribute
# why: s is kept as an attribute of ctx and has no history.
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.s = torch.sigmoid(beta * x)
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * ctx.s

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (ctx.s + x * ctx.beta * ctx.s * (1 - ctx.s)), None

# %% wrong: first_term_only
# why: Only the first term of the product rule: s was taken for a constant.
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
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * s, None

# %% wrong: second_term_only
# why: Only the second term of the product rule, x s'.
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
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * x * ctx.beta * s * (1 - s), None

# %% wrong: beta_forgotten
# why: The inner derivative beta is missing in s', which does not show for beta = 1.
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
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * s * (1 - s)), None

# %% wrong: beta_only_in_forward
# why: In backward the sigmoid is computed of x and not of beta x.
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
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(x)
        return grad * (s + ctx.beta * x * s * (1 - s)), None

# %% wrong: x_detached
# why: x is detached in backward, so the second derivative by way of x is missing.
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
        (x,) = ctx.saved_tensors
        x = x.detach()
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None

# %% wrong: no_grad_in_backward
# why: backward computes s under no_grad, so it is not recorded.
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
        (x,) = ctx.saved_tensors
        with torch.no_grad():
            s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s)), None

# %% wrong: brackets_lost
# why: The brackets around the two terms are lost: only the first is multiplied by the upstream gradient.
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
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * s + x * ctx.beta * s * (1 - s), None

# %% wrong: upstream_detached
# why: The upstream gradient is detached, so nothing comes by way of it when the gradient is differentiated.
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
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad.detach() * (s + x * ctx.beta * s * (1 - s)), None

# %% wrong: one_value
# why: Only one value is returned, beta has no None.
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
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * (s + x * ctx.beta * s * (1 - s))

# %% wrong: saves_beta
# why: The number beta is handed to save_for_backward, which is for tensors.
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
        return grad * (s + x * beta * s * (1 - s)), None

# %% wrong: sign_in_exponent
# why: The minus in the exponent is missing: that is sigma(-beta x).
@piece
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x / (1 + torch.exp(beta * x))

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = 1 / (1 + torch.exp(ctx.beta * x))
        return grad * (s + x * ctx.beta * s * (1 - s)), None
