# %% right: three_terms
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        """Each row with mean 0 and variance 1, times weight, plus bias."""
        mean = input.mean(-1, keepdim=True)
        root = (input.var(-1, unbiased=False, keepdim=True) + eps).sqrt()
        hat = (input - mean) / root
        ctx.save_for_backward(hat, root, weight)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, each None if not needed; None."""
        hat, root, weight = ctx.saved_tensors
        to_input = to_weight = to_bias = None
        n = hat.shape[-1]
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            along = (h * hat).mean(-1, keepdim=True)
            to_input = (h - h.mean(-1, keepdim=True) - hat * along) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None

# %% right: computed_again_in_backward
def normalized(x, eps):
    centered = x - x.mean(-1, keepdim=True)
    variance = (centered * centered).mean(-1, keepdim=True)
    scale = 1 / torch.sqrt(variance + eps)
    return centered * scale, scale


@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        """Each row with mean 0 and variance 1, times weight, plus bias."""
        ctx.save_for_backward(input, weight)
        ctx.eps = eps
        y, _ = normalized(input, eps)
        y = y if weight is None else y * weight
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, each None if not needed; None."""
        x, weight = ctx.saved_tensors
        hat, scale = normalized(x, ctx.eps)

        def over_rows(t):
            while t.dim() > 1:
                t = t.sum(0)
            return t

        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad * weight if weight is not None else grad
            n = x.shape[-1]
            s1 = h.sum(-1, keepdim=True)
            s2 = (h * hat).sum(-1, keepdim=True)
            dx = scale / n * (n * h - s1 - hat * s2)
        if ctx.needs_input_grad[1]:
            dw = over_rows(grad * hat)
        if ctx.needs_input_grad[2]:
            db = over_rows(grad) * 1
        return dx, dw, db, None

# %% right: chain_of_steps
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        """Each row with mean 0 and variance 1, times weight, plus bias."""
        n = input.shape[-1]
        mu = input.sum(-1, keepdim=True) / n
        d = input - mu
        v = (d**2).sum(-1, keepdim=True) / n + eps
        r = v**-0.5
        ctx.save_for_backward(d, v, r, weight)
        y = d * r
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, each None if not needed; None."""
        d, v, r, weight = ctx.saved_tensors
        n = d.shape[-1]
        results = [None, None, None, None]
        if ctx.needs_input_grad[0]:
            # step by step: y = d r, r = v^(-1/2), v = mean d², d = x - mean x
            g = grad if weight is None else grad * weight
            to_r = (g * d).sum(-1, keepdim=True)
            to_v = to_r * -0.5 * r / v
            to_d = g * r + to_v * 2 * d / n
            results[0] = to_d - to_d.sum(-1, keepdim=True) / n
        if ctx.needs_input_grad[1]:
            results[1] = (grad * d * r).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            results[2] = grad.reshape(-1, n).sum(0)
        return tuple(results)

# %% right: rows_below_one_another
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        """Each row with mean 0 and variance 1, times weight, plus bias."""
        n = input.shape[-1]
        rows = input.reshape(-1, n)
        mean = rows.mean(1).unsqueeze(1)
        std = ((rows - mean).pow(2).mean(1) + eps).sqrt().unsqueeze(1)
        hat = (rows - mean) / std
        factor = torch.ones(n, dtype=input.dtype) if weight is None else weight
        shift = torch.zeros(n, dtype=input.dtype) if bias is None else bias
        ctx.save_for_backward(hat, std, factor)
        return (hat * factor + shift).reshape(input.shape)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, each None if not needed; None."""
        hat, std, factor = ctx.saved_tensors
        g = grad.reshape(hat.shape)
        h = g * factor
        centered = h - h.mean(1).unsqueeze(1)
        stretch = hat * (h * hat).mean(1).unsqueeze(1)
        needs_x, needs_w, needs_b = ctx.needs_input_grad[:3]
        return (
            ((centered - stretch) / std).reshape(grad.shape) if needs_x else None,
            (g * hat).sum(0) if needs_w else None,
            g.sum(0) if needs_b else None,
            None,
        )

# %% wrong: eps_outside_the_root
# why: eps is added to the standard deviation, after the root. In the formula it stands under the root,
# added to the variance.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        root = (centered * centered).mean(-1, keepdim=True).sqrt() + eps
        hat = centered / root
        ctx.save_for_backward(hat, root, weight)
        out = hat if weight is None else hat * weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            along = (h * hat).mean(-1, keepdim=True)
            dx = (h - h.mean(-1, keepdim=True) - hat * along) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: weight_after_the_means
# why: The weight is multiplied to the finished gradient, after the means over the row. On the way back it
# comes first: the means are those of grad * weight.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        root = torch.sqrt(input.var(-1, unbiased=False, keepdim=True) + eps)
        hat = (input - mean) / root
        ctx.save_for_backward(hat, root, weight)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            along = (grad * hat).mean(-1, keepdim=True)
            dx = (grad - grad.mean(-1, keepdim=True) - hat * along) / root
            if weight is not None:
                dx = dx * weight
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: the_root_as_a_constant
# why: The gradient has only the terms that come through x - mean; that the root depends on every number of
# the row, too, is forgotten. The third term, with hat times a mean, is missing.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        root = (centered.pow(2).mean(-1, keepdim=True) + eps).sqrt()
        hat = centered / root
        ctx.save_for_backward(hat, root, weight)
        out = hat if weight is None else hat * weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            dx = (h - h.mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: sums_over_the_first_dimension
# why: The gradients of weight and bias are summed over the first dimension only. The input may have any
# number of dimensions in front, or none; all but the last must be summed, so that the shape is (n,).
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        var = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (var + eps).sqrt()
        hat = (input - mean) / root
        ctx.save_for_backward(hat, root, weight)
        out = hat if weight is None else hat * weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            along = (h * hat).mean(-1, keepdim=True)
            dx = (h - h.mean(-1, keepdim=True) - hat * along) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.sum(0)
        return dx, dw, db, None

# %% wrong: if_weight
# why: `if weight:` asks whether the numbers of the tensor are not zero, which is an error for a
# tensor with several entries. Whether there is a weight is asked with `is not None`.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        root = torch.sqrt(input.var(-1, unbiased=False, keepdim=True) + eps)
        hat = (input - mean) / root
        ctx.save_for_backward(hat, root, weight)
        out = hat
        if weight:
            out = out * weight
        if bias:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad * weight if weight else grad
            along = (h * hat).mean(-1, keepdim=True)
            dx = (h - h.mean(-1, keepdim=True) - hat * along) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: output_saved_as_hat
# why: What is saved as the normalized row is the output, already multiplied by the weight and with the bias
# added. Backward needs the row before both.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        root = torch.sqrt(input.var(-1, unbiased=False, keepdim=True) + eps)
        y = (input - mean) / root
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        ctx.save_for_backward(y, root, weight)
        return y

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            along = (h * hat).mean(-1, keepdim=True)
            dx = (h - h.mean(-1, keepdim=True) - hat * along) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: grad_times_weight_in_place
# why: grad *= weight changes the upstream gradient, which is not ours to change. grad * weight in a new
# tensor is right.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(-1, keepdim=True)
        root = (centered.pow(2).mean(-1, keepdim=True) + eps).sqrt()
        hat = centered / root
        ctx.save_for_backward(hat, root, weight)
        out = hat * 1 if weight is None else hat * weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        if ctx.needs_input_grad[0]:
            h = grad
            if weight is not None:
                h *= weight
            along = (h * hat).mean(-1, keepdim=True)
            dx = (h - h.mean(-1, keepdim=True) - hat * along) / root
        return dx, dw, db, None

# %% wrong: normalized_down_the_columns
# why: Mean and variance are taken over the first dimension, down the columns, as batch norm does. Here each
# row, along the last dimension, is normalized by itself.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centered = input - input.mean(0, keepdim=True)
        root = (centered.pow(2).mean(0, keepdim=True) + eps).sqrt()
        hat = centered / root
        ctx.save_for_backward(hat, root, weight)
        out = hat if weight is None else hat * weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            along = (h * hat).mean(0, keepdim=True)
            dx = (h - h.mean(0, keepdim=True) - hat * along) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None
