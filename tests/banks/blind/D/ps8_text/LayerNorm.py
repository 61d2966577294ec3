# %% right: three_terms
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% right: sums_over_n
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (n * h - h.sum(-1, keepdim=True) - hat * (h * hat).sum(-1, keepdim=True)) / (n * root)
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% right: rsqrt
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = centred.pow(2).sum(-1, keepdim=True) / input.shape[-1]
        root = (variance + eps) ** 0.5
        hat = centred * (1 / root)
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% right: helper
def row_mean(rows):
    return rows.mean(-1, keepdim=True)


@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = row_mean(input)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - row_mean(h) - hat * row_mean(h * hat)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad.reshape(-1, n) * hat.reshape(-1, n)).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: divided_by_n_minus_1
# why: The variance is divided by n - 1.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = input.var(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: eps_outside
# why: eps is added to the root and not under it.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = variance.sqrt() + eps
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: only_h
# why: The gradient of the input is h / root alone, as if mean and variance were constants.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = h / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: third_term_missing
# why: The term of the variance is missing.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: second_term_missing
# why: The term of the mean is missing.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: hat_mean
# why: In the third term the mean of h alone instead of h * hat.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * h.mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: weight_late
# why: The weight is multiplied on at the end instead of before the means.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
            if ctx.has_weight:
                to_input = to_input * ctx.saved_tensors[2]
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: weight_first_dim_only
# why: Weight and bias are summed over the first dimension only: wrong for three dimensions, or for one.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: weight_none_crash
# why: A weight of None is not thought of.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: weight_mean
# why: The gradient of the weight is a mean over the rows.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).mean(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: first_axis
# why: Normalized along the first dimension, as a batch norm.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(0, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(0, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: root_squared
# why: Divided by the variance and not by its root in backward.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root**2
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: grads_always
# why: Gradients of weight and bias are returned also where none is needed.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if True:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if True:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: weight_grad_of_input
# why: The gradient of the weight uses the centred input, which was not divided by the root.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat * root).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None


# %% wrong: keepdim_missing
# why: keepdim is missing in the mean of forward.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1)
        centred = input - mean
        variance = (centred * centred).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        hat = centred / root
        ctx.has_weight = weight is not None
        if weight is not None:
            ctx.save_for_backward(hat, root, weight)
        else:
            ctx.save_for_backward(hat, root)
        out = hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        hat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            to_input = (h - h.mean(-1, keepdim=True) - hat * (h * hat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
