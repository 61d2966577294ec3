# %% right: three_terms
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% right: saves_input
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        ctx.eps = eps
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(input, weight)
        else:
            ctx.save_for_backward(input)
        mu = input.mean(dim=-1, keepdim=True)
        sigma2 = ((input - mu) ** 2).mean(dim=-1, keepdim=True)
        y = (input - mu) / torch.sqrt(sigma2 + eps)
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        input = ctx.saved_tensors[0]
        weight = ctx.saved_tensors[1] if ctx.has_weight else None
        n = input.shape[-1]
        mu = input.mean(dim=-1, keepdim=True)
        d = input - mu
        root = torch.sqrt((d**2).mean(dim=-1, keepdim=True) + ctx.eps)
        h = grad * weight if weight is not None else grad
        # the way through d, through the root, and through the mean
        through_d = h / root
        through_root = -(h * d).sum(dim=-1, keepdim=True) / root**3 * d / n
        before_mean = through_d + through_root
        gx = before_mean - before_mean.mean(dim=-1, keepdim=True)
        rows = tuple(range(grad.dim() - 1))
        gw = gb = None
        if ctx.needs_input_grad[1]:
            gw = grad * d / root
            for _ in rows:
                gw = gw.sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad
            for _ in rows:
                gb = gb.sum(0)
            gb = gb.clone()
        if not ctx.needs_input_grad[0]:
            gx = None
        return gx, gw, gb, None

# %% right: two_steps
def through_norm(grad, ctx):
    h = grad * 1 if ctx.weight is None else grad * ctx.weight
    h = h - h.mean(-1, keepdim=True)
    h = h - ctx.normal * (h * ctx.normal).mean(-1, keepdim=True)
    return h * ctx.scale


@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.sum(-1, keepdim=True) / input.shape[-1]
        squares = (input - mean).pow(2).sum(-1, keepdim=True) / input.shape[-1]
        scale = 1 / (squares + eps).sqrt()
        ctx.normal, ctx.scale, ctx.weight = (input - mean) * scale, scale, weight
        result = ctx.normal * 1
        if weight is not None:
            result = result * weight
        return result if bias is None else result + bias

    @staticmethod
    def backward(ctx, grad):
        wants_input, wants_weight, wants_bias, _ = ctx.needs_input_grad
        n = grad.shape[-1]
        table, normal = grad.reshape(-1, n), ctx.normal.reshape(-1, n)
        return (
            through_norm(grad, ctx) if wants_input else None,
            (table * normal).sum(0) if wants_weight else None,
            table.sum(0) if wants_bias else None,
            None,
        )

# %% right: ones_and_zeros
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        """Each row with mean 0 and variance 1, times weight, plus bias."""
        n = input.shape[-1]
        factor = torch.ones(n, dtype=input.dtype) if weight is None else weight
        shift = torch.zeros(n, dtype=input.dtype) if bias is None else bias
        variance = input.var(-1, unbiased=False, keepdim=True)
        root = torch.sqrt(variance + eps)
        normal = (input - input.mean(-1, keepdim=True)) / root
        ctx.save_for_backward(normal, root, factor)
        return normal * factor + shift

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, each None if not needed; None."""
        normal, root, factor = ctx.saved_tensors
        answers = [None, None, None, None]
        n = grad.shape[-1]
        if ctx.needs_input_grad[0]:
            h = grad * factor
            total = h.sum(-1, keepdim=True)
            stretch = (h * normal).sum(-1, keepdim=True)
            answers[0] = (n * h - total - normal * stretch) / (n * root)
        if ctx.needs_input_grad[1]:
            answers[1] = (grad * normal).reshape(-1, n).sum(dim=0)
        if ctx.needs_input_grad[2]:
            answers[2] = grad.reshape(-1, n).sum(dim=0)
        return tuple(answers)

# %% wrong: n_minus_one
# why: var divides by n - 1 unless told otherwise; the variance here is the mean of the squares (and of a single number it would be nan).
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = input.var(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: eps_outside
# why: eps is added to the root and not under it.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = variance.sqrt() + eps
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: mean_term_missing
# why: The term of the mean is missing: the gradient of a row does not add up to 0.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: variance_term_missing
# why: The term of the variance is missing, as if the root were a constant.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: scale_only
# why: Mean and root are taken for constants: only the first of the three terms is there.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = h / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: weight_forgotten
# why: The weight is forgotten on the way back from y to the normalized row.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: weight_after
# why: The weight is multiplied at the end, after the means: it belongs to the upstream gradient before them.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
            if weight is not None:
                for_input = for_input * weight
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: sum_for_mean
# why: A sum for the mean in the third term: the factor 1 / n is missing.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).sum(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: root_missing
# why: The division by the root is missing in the gradient of the input.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = h - mean - normal * slope
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: slope_of_grad_mean
# why: The mean of a product is taken to be the product of the means, which is 0 here.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = h.mean(-1, keepdim=True) * normal.mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: first_dim_only
# why: The gradients of weight and bias are summed over the first dimension only: right for two dimensions, wrong for a single row.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: mean_for_weight
# why: The gradient of the weight is a mean over the rows; it is a sum.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).mean(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: weight_not_asked
# why: weight may be None; it is multiplied without asking.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
        ctx.save_for_backward(normal, root, weight)
        out = normal * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        normal, root, weight = ctx.saved_tensors
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: needs_ignored
# why: needs_input_grad is not asked for the bias: a gradient is returned where none is needed.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if True:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: needs_shifted
# why: The numbers of needs_input_grad for weight and bias are swapped.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[2]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[1]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: over_all
# why: Mean and variance go over the whole input and not over each row.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean()
        variance = (centered * centered).mean()
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: batch_norm
# why: The first dimension is normalized, as in a batch norm, and not each row.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(0, keepdim=True)
        variance = (centered * centered).mean(0, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(0, keepdim=True)
            slope = (h * normal).mean(0, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None

# %% wrong: three_values
# why: backward returns three values; the None for eps is missing.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias

# %% wrong: saved_result
# why: The result y is saved under the name of the normalized rows: backward computes with weight and bias in it.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        variance = (centered * centered).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        normal = centered / root
        out = normal
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        ctx.save_for_backward(out, root, weight)
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        normal, root, weight = ctx.saved_tensors
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean = h.mean(-1, keepdim=True)
            slope = (h * normal).mean(-1, keepdim=True)
            for_input = (h - mean - normal * slope) / root
        if ctx.needs_input_grad[1]:
            n = normal.shape[-1]
            for_weight = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            for_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return for_input, for_weight, for_bias, None
