# %% right: three_terms
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        """Each row with mean 0 and variance 1, times weight, plus bias."""
        centred = input - input.mean(-1, keepdim=True)
        root = ((centred * centred).mean(-1, keepdim=True) + eps).sqrt()
        normal = centred / root
        ctx.save_for_backward(normal, root, weight)
        out = normal
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        normal, root, weight = ctx.saved_tensors
        n = normal.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            to_input = (
                h
                - h.mean(-1, keepdim=True)
                - normal * (h * normal).mean(-1, keepdim=True)
            ) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None

# %% right: var_unbiased_false
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        ctx.save_for_backward(input, weight)
        ctx.eps = eps
        x_hat, _ = normalized(input, eps)
        y = x_hat if weight is None else x_hat * weight
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        x_hat, scale = normalized(input, ctx.eps)
        n = input.shape[-1]
        answers = []
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            total = h.sum(-1, keepdim=True)
            along = (h * x_hat).sum(-1, keepdim=True)
            answers.append(scale * (n * h - total - x_hat * along) / n)
        else:
            answers.append(None)
        for needed, what in ((ctx.needs_input_grad[1], grad * x_hat), (ctx.needs_input_grad[2], grad)):
            answers.append(what.reshape(-1, n).sum(0) if needed else None)
        return (*answers, None)


def normalized(x, eps):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, unbiased=False, keepdim=True)
    scale = 1 / (var + eps).sqrt()
    return (x - mean) * scale, scale

# %% right: rows_in_a_table
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        n = input.shape[-1]
        rows = input.reshape(-1, n)
        mu = rows.sum(1, keepdim=True) / n
        diff = rows - mu
        sigma = (diff.pow(2).sum(1, keepdim=True) / n + eps).sqrt()
        hat = diff / sigma
        ctx.save_for_backward(hat, sigma, weight)
        ctx.shape = input.shape
        y = hat
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return (y + 0).reshape(input.shape)

    @staticmethod
    def backward(ctx, grad):
        hat, sigma, weight = ctx.saved_tensors
        g = grad.reshape(hat.shape)
        dx = dw = db = None
        if ctx.needs_input_grad[2]:
            db = g.sum(0)
        if ctx.needs_input_grad[1]:
            dw = (g * hat).sum(0)
        if ctx.needs_input_grad[0]:
            h = g * weight if weight is not None else g
            h = h - h.mean(1, keepdim=True)
            dx = (h - hat * (h * hat).mean(1, keepdim=True)) / sigma
            dx = dx.reshape(ctx.shape)
        return dx, dw, db, None

# %% right: chain_of_steps
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(dim=-1, keepdim=True)
        centred = input - mean
        variance = centred.pow(2).mean(dim=-1, keepdim=True)
        inverse = (variance + eps) ** -0.5
        ctx.save_for_backward(centred, inverse, weight)
        out = centred * inverse
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        centred, inverse, weight = ctx.saved_tensors
        need = ctx.needs_input_grad
        n = centred.shape[-1]

        def over_rows(t):
            while t.dim() > 1:
                t = t.sum(0)
            return t

        g_input = None
        if need[0]:
            h = grad if weight is None else grad * weight
            g_inverse = (h * centred).sum(-1, keepdim=True)
            g_variance = g_inverse * -0.5 * inverse**3
            g_centred = h * inverse + g_variance * 2 * centred / n
            g_input = g_centred - g_centred.sum(-1, keepdim=True) / n
        g_weight = over_rows(grad * centred * inverse) if need[1] else None
        g_bias = over_rows(grad + 0) if need[2] else None
        return g_input, g_weight, g_bias, None

# %% wrong: variance_of_a_sample
# why: var() divides by n - 1 unless unbiased=False is given. Here the variance is the mean of the squares, so it is divided by n.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        root = (input.var(-1, keepdim=True) + eps).sqrt()
        hat = (input - mu) / root
        ctx.save_for_backward(hat, root, weight)
        y = hat + 0
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            dx = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).reshape(-1, hat.shape[-1]).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, hat.shape[-1]).sum(0)
        return dx, dw, db, None

# %% wrong: eps_outside_the_root
# why: eps is added to the root of the variance. It belongs under the root, √(σ² + eps).
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centred = input - input.mean(-1, keepdim=True)
        sigma = centred.pow(2).mean(-1, keepdim=True).sqrt() + eps
        hat = centred / sigma
        ctx.save_for_backward(hat, sigma, weight)
        y = hat + 0
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        hat, sigma, weight = ctx.saved_tensors
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            dx = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / sigma
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).reshape(-1, hat.shape[-1]).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, hat.shape[-1]).sum(0)
        return dx, dw, db, None

# %% wrong: deviation_as_a_constant
# why: The gradient of the input has two terms only; that the standard deviation depends on all of x is forgotten. The term x̂ · mean(h x̂) must be taken off as well.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centred = input - input.mean(-1, keepdim=True)
        root = (centred.pow(2).mean(-1, keepdim=True) + eps).sqrt()
        hat = centred / root
        ctx.save_for_backward(hat, root, weight)
        y = hat + 0
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            dx = (h - h.mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).reshape(-1, hat.shape[-1]).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, hat.shape[-1]).sum(0)
        return dx, dw, db, None

# %% wrong: sum_of_first_dimension
# why: The gradients of weight and bias are summed over the first dimension alone. With more dimensions in front, or none, the shape is not (n,); all dimensions but the last must be summed.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        std = ((input - mean).pow(2).mean(-1, keepdim=True) + eps).sqrt()
        x_hat = (input - mean) / std
        ctx.save_for_backward(x_hat, std, weight)
        if weight is not None and bias is not None:
            return x_hat * weight + bias
        if weight is not None:
            return x_hat * weight
        if bias is not None:
            return x_hat + bias
        return x_hat.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, std, weight = ctx.saved_tensors
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            m1 = h.mean(-1, keepdim=True)
            m2 = (h * x_hat).mean(-1, keepdim=True)
            dx = (h - m1 - x_hat * m2) / std
        if ctx.needs_input_grad[1]:
            dw = (grad * x_hat).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.sum(0)
        return dx, dw, db, None

# %% wrong: mean_of_upstream_not_h
# why: In the third term the mean is taken of grad · x̂, not of h · x̂ with h = grad · weight. What arrives at x̂ has gone through the weight, in all three terms.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centred = input - input.mean(-1, keepdim=True)
        root = ((centred ** 2).mean(-1, keepdim=True) + eps) ** 0.5
        hat = centred / root
        ctx.save_for_backward(hat, root, weight)
        y = hat.clone()
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        gx = gw = gb = None
        product = grad * hat
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            gx = (h - h.mean(-1, keepdim=True) - hat * product.mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            gw = product.reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gx, gw, gb, None

# %% wrong: truth_of_a_tensor
# why: `if weight:` asks for the truth of a tensor, which is an error for more than one entry (and false for a single 0). Ask `weight is not None`.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centred = input - input.mean(-1, keepdim=True)
        root = (centred.pow(2).mean(-1, keepdim=True) + eps).sqrt()
        hat = centred / root
        ctx.save_for_backward(hat, root, weight)
        out = hat.clone()
        if weight:
            out = out * weight
        if bias:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        h = grad * weight if weight else grad
        need_x, need_w, need_b, _ = ctx.needs_input_grad
        dx = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        return (
            dx if need_x else None,
            (grad * hat).reshape(-1, n).sum(0) if need_w else None,
            grad.reshape(-1, n).sum(0) if need_b else None,
            None,
        )

# %% wrong: weight_gradient_from_input
# why: The gradient of the weight is made with the input itself. The weight multiplies x̂, the normalized input, so its gradient is the sum of grad · x̂.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        root = ((input - mu).pow(2).mean(-1, keepdim=True) + eps).sqrt()
        ctx.save_for_backward(input, mu, root, weight)
        out = (input - mu) / root
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, mu, root, weight = ctx.saved_tensors
        n = input.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            hat = (input - mu) / root
            h = grad if weight is None else grad * weight
            dx = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * input).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: bias_hangs_on_weight
# why: The bias is added only inside the case that there is a weight. Each of the two may be None by itself, so a bias without a weight must be added too.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centred = input - input.mean(-1, keepdim=True)
        root = (centred.pow(2).mean(-1, keepdim=True) + eps).sqrt()
        hat = centred / root
        ctx.save_for_backward(hat, root, weight)
        if weight is not None:
            out = hat * weight
            if bias is not None:
                out = out + bias
            return out
        return hat.clone()

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            dx = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None
