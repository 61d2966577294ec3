# %% right: three_terms
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centred = input - input.mean(-1, keepdim=True)
        root = ((centred**2).mean(-1, keepdim=True) + eps).sqrt()
        hat = centred / root
        ctx.save_for_backward(hat, root, weight)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out if out is not hat else hat * 1

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            gx = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            gw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gx, gw, gb, None

# %% right: sums_and_attributes
def _standard(x, eps):
    n = x.shape[-1]
    d = x - x.sum(-1, keepdim=True) / n
    inverse = 1 / torch.sqrt((d * d).sum(-1, keepdim=True) / n + eps)
    return d * inverse, inverse


@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        ctx.save_for_backward(input)
        ctx.factor = 1 if weight is None else weight.detach()
        ctx.eps = eps
        y = _standard(input, eps)[0] * ctx.factor
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z, inverse = _standard(x, ctx.eps)
        n = x.shape[-1]
        h = grad * ctx.factor
        a = h.sum(-1, keepdim=True)
        b = (h * z).sum(-1, keepdim=True)
        need = ctx.needs_input_grad
        return (
            inverse / n * (n * h - a - z * b) if need[0] else None,
            (grad * z).reshape(-1, n).sum(0) if need[1] else None,
            grad.reshape(-1, n).sum(0) if need[2] else None,
            None,
        )

# %% wrong: variance_with_n_minus_1
# why: tensor.var divides by n - 1. The variance is the mean of the squares here, divided by n (unbiased=False).
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        root = torch.sqrt(input.var(-1, keepdim=True) + eps)
        hat = (input - mu) / root
        ctx.save_for_backward(hat, root)
        ctx.weight = weight
        y = hat * 1
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors
        n = hat.shape[-1]
        h = grad if ctx.weight is None else grad * ctx.weight.detach()
        gx = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        gw = (grad * hat).reshape(-1, n).sum(0)
        gb = grad.reshape(-1, n).sum(0)
        return tuple(g if need else None for g, need in zip((gx, gw, gb), ctx.needs_input_grad)) + (None,)

# %% wrong: eps_outside_of_the_root
# why: eps is added to the standard deviation, outside of the root. It belongs under the root, added to the variance.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        d = input - input.mean(-1, keepdim=True)
        root = (d * d).mean(-1, keepdim=True).sqrt() + eps
        hat = d / root
        ctx.save_for_backward(hat, root)
        ctx.weight = None if weight is None else weight.detach()
        out = hat * 1 if weight is None else hat * weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors
        n = hat.shape[-1]
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad if ctx.weight is None else grad * ctx.weight
            gx = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            gw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gx, gw, gb, None

# %% wrong: root_taken_for_a_constant
# why: backward has only two terms: it forgets that the standard deviation depends on the row as well. The third term,
# x_hat times the mean of h x_hat, is missing.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        d = input - input.mean(-1, keepdim=True)
        root = ((d**2).mean(-1, keepdim=True) + eps) ** 0.5
        hat = d / root
        ctx.save_for_backward(hat, root)
        ctx.weight = 1.0 if weight is None else weight.detach()
        out = hat * ctx.weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors
        n, need = hat.shape[-1], ctx.needs_input_grad
        h = grad * ctx.weight
        dx = (h - h.mean(-1, keepdim=True)) / root if need[0] else None
        dw = (grad * hat).reshape(-1, n).sum(0) if need[1] else None
        db = grad.reshape(-1, n).sum(0) if need[2] else None
        return dx, dw, db, None

# %% wrong: weight_after_the_means
# why: The gradient goes back through the normalization first, and is multiplied by the weight at the end. It must be
# multiplied first: h = g weight goes into the two means.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        d = input - input.mean(-1, keepdim=True)
        root = ((d**2).mean(-1, keepdim=True) + eps).sqrt()
        hat = d / root
        ctx.save_for_backward(hat, root)
        ctx.weight = 1.0 if weight is None else weight.detach()
        y = hat * ctx.weight
        return y + bias if bias is not None else y

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors
        n = hat.shape[-1]
        back = grad - grad.mean(-1, keepdim=True) - hat * (grad * hat).mean(-1, keepdim=True)
        gx = back / root * ctx.weight
        gw = (grad * hat).reshape(-1, n).sum(0)
        gb = grad.reshape(-1, n).sum(0)
        need = ctx.needs_input_grad
        return gx if need[0] else None, gw if need[1] else None, gb if need[2] else None, None

# %% wrong: weight_gradient_from_the_input
# why: The gradient of the weight is the sum of g times the input itself. The weight multiplies x_hat, so that is what g
# must be multiplied with.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        d = input - input.mean(-1, keepdim=True)
        root = ((d**2).mean(-1, keepdim=True) + eps).sqrt()
        ctx.save_for_backward(input, d, root)
        ctx.weight = 1.0 if weight is None else weight.detach()
        y = d / root * ctx.weight
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        x, d, root = ctx.saved_tensors
        hat = d / root
        h = grad * ctx.weight
        results = [None, None, None, None]
        if ctx.needs_input_grad[0]:
            results[0] = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            results[1] = (grad * x).reshape(-1, x.shape[-1]).sum(0)
        if ctx.needs_input_grad[2]:
            results[2] = grad.reshape(-1, x.shape[-1]).sum(0)
        return tuple(results)

# %% wrong: summed_over_the_first_dimension
# why: The gradients of weight and bias are summed over the first dimension only. There may be any number of dimensions in
# front, or none; they are sums over all rows.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        d = input - input.mean(-1, keepdim=True)
        root = ((d**2).mean(-1, keepdim=True) + eps).sqrt()
        hat = d / root
        ctx.save_for_backward(hat, root)
        ctx.weight = 1.0 if weight is None else weight.detach()
        y = hat * ctx.weight
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.weight
            gx = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            gw = (grad * hat).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.sum(0)
        return gx, gw, gb, None

# %% wrong: one_mean_for_everything
# why: Mean and variance are taken over the whole tensor. Each row has its own mean and variance, over the last dimension.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        d = input - input.mean()
        root = ((d * d).mean() + eps).sqrt()
        hat = d / root
        ctx.save_for_backward(hat, root)
        ctx.weight = 1.0 if weight is None else weight.detach()
        y = hat * ctx.weight
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors
        n = hat.shape[-1]
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.weight
            gx = (h - h.mean() - hat * (h * hat).mean()) / root
        if ctx.needs_input_grad[1]:
            gw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gx, gw, gb, None
