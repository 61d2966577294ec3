# %% right: three_terms
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% right: step_by_step
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        n = input.shape[-1]
        mu = input.sum(-1, keepdim=True) / n
        centered = input - mu
        var = (centered * centered).sum(-1, keepdim=True) / n
        inv = 1 / torch.sqrt(var + eps)
        ctx.has_weight = weight is not None
        if ctx.has_weight:
            ctx.save_for_backward(centered, inv, weight)
        else:
            ctx.save_for_backward(centered, inv)
        y = centered * inv
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        centered, inv = ctx.saved_tensors[:2]
        n = centered.shape[-1]
        result = [None, None, None, None]
        if ctx.needs_input_grad[0]:
            d_hat = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
            # x_hat = centered * inv
            d_inv = (d_hat * centered).sum(-1, keepdim=True)
            d_var = d_inv * (-0.5) * inv**3
            d_centered = d_hat * inv + d_var * 2 * centered / n
            result[0] = d_centered - d_centered.sum(-1, keepdim=True) / n
        if ctx.needs_input_grad[1]:
            d_weight = grad * centered * inv
            while d_weight.dim() > 1:
                d_weight = d_weight.sum(0)
            result[1] = d_weight.clone()
        if ctx.needs_input_grad[2]:
            d_bias = grad.clone()
            while d_bias.dim() > 1:
                d_bias = d_bias.sum(0)
            result[2] = d_bias
        return tuple(result)
# %% right: computed_again
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        ctx.eps = eps
        ctx.save_for_backward(input, weight)
        mu = input.mean(dim=-1, keepdim=True)
        var = input.var(dim=-1, unbiased=False, keepdim=True)
        y = (input - mu) * (var + eps) ** -0.5
        y = y if weight is None else y * weight
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        mu = x.mean(dim=-1, keepdim=True)
        var = x.var(dim=-1, unbiased=False, keepdim=True)
        s = (var + ctx.eps) ** 0.5
        hat = (x - mu) / s
        need_x, need_w, need_b, _ = ctx.needs_input_grad
        n = x.shape[-1]
        gx = gw = gb = None
        if need_x:
            h = grad * weight if weight is not None else grad
            gx = (n * h - h.sum(-1, keepdim=True) - hat * (h * hat).sum(-1, keepdim=True)) / (n * s)
        if need_w:
            gw = (grad * hat).reshape(-1, n).sum(0)
        if need_b:
            gb = grad.reshape(-1, n).sum(0)
        return gx, gw, gb, None
# %% right: rows_of_a_table
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        n = input.shape[-1]
        rows = input.reshape(-1, n)
        mean = rows.mean(1).unsqueeze(1)
        variance = (rows - mean).pow(2).mean(1).unsqueeze(1)
        std = torch.sqrt(variance + eps)
        normal = (rows - mean) / std
        ctx.parts = normal, std, weight
        out = normal * 1
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.reshape(input.shape)

    @staticmethod
    def backward(ctx, grad):
        normal, std, weight = ctx.parts
        g = grad.reshape(normal.shape)
        a = b = c = None
        if ctx.needs_input_grad[0]:
            h = g
            if weight is not None:
                h = g * weight
            h = h - h.mean(1, keepdim=True)
            h = h - normal * (h * normal).mean(1, keepdim=True)
            a = (h / std).reshape(grad.shape)
        if ctx.needs_input_grad[1]:
            b = (g * normal).sum(0)
        if ctx.needs_input_grad[2]:
            c = g.sum(0)
        return a, b, c, None
# %% wrong: divided_by_n_minus_1
# why: var() divides by n - 1 unless told otherwise.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = input.var(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
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
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = variance.sqrt() + eps
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: eps_of_its_own
# why: eps is a fixed 1e-5, whatever is asked for.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + 1e-5).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: no_root
# why: Divided by the variance, not by its root.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = variance + eps
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: first_term_only
# why: Mean and variance are taken for constants: only the first of the three terms is there.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = h / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: mean_for_a_constant
# why: The mean is taken for a constant: the second term is missing.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: variance_for_a_constant
# why: The variance is taken for a constant: the third term is missing.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: sums_for_means
# why: The terms are sums over the row, and should be means.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.sum(-1, keepdim=True)
            mean_hx = (h * x_hat).sum(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: weight_left_out
# why: What arrives at x hat is grad times the weight; the weight is left out.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: weight_at_the_end
# why: The weight is multiplied in at the end, after the means.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
            if weight is not None:
                to_input = to_input * weight
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: x_hat_forgotten
# why: The third mean is one of h x hat; here it is the mean of h again.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = h.mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: not_divided
# why: The gradient of the input is not divided by the root.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = h - mean_h - x_hat * mean_hx
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: brackets_lost
# why: Brackets are lost: only the last term is divided.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = h - mean_h - x_hat * mean_hx / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: one_sum_too_few
# why: sum(0) is right for two dimensions, and leaves one too many for three.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: weight_gets_the_bias_gradient
# why: The weight's gradient lacks the factor x hat.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = grad.reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: weight_mean
# why: The gradient of the weight is averaged over the rows.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).mean(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: weight_is_there
# why: A weight that is None is multiplied: an error.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: bias_only_with_weight
# why: The bias is added only if there is a weight, too.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if weight is not None and bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: all_computed
# why: needs_input_grad is not asked for the input: it gets a gradient that it does not need.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if True:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: over_the_batch
# why: Mean and variance go over the first dimension, the batch.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(0, keepdim=True)
        variance = ((input - mean) ** 2).mean(0, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: over_everything
# why: Mean and variance are taken over all rows together.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean()
        variance = ((input - mean) ** 2).mean()
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: keepdim_missing
# why: The mean has one dimension less and does not fit the rows.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: three_values
# why: None for eps is missing.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias
# %% wrong: grad_in_place
# why: The upstream gradient is multiplied by the weight in place.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        x_hat = (input - mean) / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad
            if weight is not None:
                h *= weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: centered_in_place
# why: The mean is subtracted from the input in place.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = ((input - mean) ** 2).mean(-1, keepdim=True)
        root = (variance + eps).sqrt()
        input -= mean
        x_hat = input / root
        ctx.save_for_backward(x_hat, root, weight)
        out = x_hat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out.clone()

    @staticmethod
    def backward(ctx, grad):
        x_hat, root, weight = ctx.saved_tensors
        n = x_hat.shape[-1]
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x_hat).mean(-1, keepdim=True)
            to_input = (h - mean_h - x_hat * mean_hx) / root
        if ctx.needs_input_grad[1]:
            to_weight = (grad * x_hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            to_bias = grad.reshape(-1, n).sum(0)
        return to_input, to_weight, to_bias, None
# %% wrong: chain_without_mu_through_var
# why: In the chain by hand the mean's gradient gets the sign of a sum: it is added, not subtracted.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        centered = input - mu
        inv = ((centered**2).mean(-1, keepdim=True) + eps) ** -0.5
        ctx.save_for_backward(centered, inv, weight)
        y = centered * inv
        if weight is not None:
            y = y * weight
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        centered, inv, weight = ctx.saved_tensors
        n = centered.shape[-1]
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            d_var = -0.5 * (h * centered).sum(-1, keepdim=True) * inv**3
            d_centered = h * inv + d_var * 2 * centered / n
            gx = d_centered + d_centered.mean(-1, keepdim=True)
        if ctx.needs_input_grad[1]:
            gw = (grad * centered * inv).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gx, gw, gb, None
