# %% right: three_terms
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centred = input - input.mean(-1, keepdim=True)
        root = ((centred * centred).mean(-1, keepdim=True) + eps).sqrt()
        hat = centred / root
        ctx.save_for_backward(hat, root, weight)
        out = hat.clone() if weight is None else hat * weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        hat, root, weight = ctx.saved_tensors
        n = hat.shape[-1]
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            m1 = h.mean(-1, keepdim=True)
            m2 = (h * hat).mean(-1, keepdim=True)
            gx = (h - m1 - hat * m2) / root
        if ctx.needs_input_grad[1]:
            gw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gx, gw, gb, None

# %% right: through_mean_and_variance
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        ctx.eps = eps
        ctx.save_for_backward(input, weight)
        mu = input.mean(-1, keepdim=True)
        variance = (input - mu).pow(2).mean(-1, keepdim=True)
        out = (input - mu) / torch.sqrt(variance + eps)
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        n = x.shape[-1]
        d = x - x.mean(-1, keepdim=True)
        s = 1 / torch.sqrt(d.pow(2).mean(-1, keepdim=True) + ctx.eps)
        h = grad if weight is None else grad * weight
        want_x, want_w, want_b, _ = ctx.needs_input_grad
        result = [None] * 4
        if want_x:
            g_var = (h * d).sum(-1, keepdim=True) * -0.5 * s * s * s
            g_d = h * s + g_var * 2 * d / n
            result[0] = g_d - g_d.mean(-1, keepdim=True)
        if want_w:
            result[1] = (grad * d * s).reshape(-1, n).sum(0)
        if want_b:
            result[2] = grad.reshape(-1, n).sum(0)
        return tuple(result)

# %% wrong: eps_outside_the_root
# why: eps is added to the root of the variance. It should be added to the variance, under the root.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        shifted = input - mean
        var = shifted.pow(2).mean(-1, keepdim=True)
        root = var.sqrt() + eps
        xhat = shifted / root
        ctx.save_for_backward(xhat, root, weight)
        y = xhat
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y if y is not xhat else y.clone()

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        n = grad.shape[-1]
        dx = dw = db = None
        if needs[0]:
            h = grad * weight if weight is not None else grad
            a = h.mean(-1, keepdim=True)
            b = (h * xhat).mean(-1, keepdim=True)
            dx = (h - a - xhat * b) / root
        if needs[1]:
            dw = (grad * xhat).reshape(-1, n).sum(0)
        if needs[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: two_terms
# why: The gradient of the input lacks the term with xhat: it is as if the variance did not depend on x. It should be
# less xhat times the mean of h xhat, too.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        shifted = input - mean
        var = shifted.pow(2).mean(-1, keepdim=True)
        root = (var + eps).sqrt()
        xhat = shifted / root
        ctx.save_for_backward(xhat, root, weight)
        y = xhat
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y if y is not xhat else y.clone()

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        n = grad.shape[-1]
        dx = dw = db = None
        if needs[0]:
            h = grad * weight if weight is not None else grad
            a = h.mean(-1, keepdim=True)
            dx = (h - a) / root
        if needs[1]:
            dw = (grad * xhat).reshape(-1, n).sum(0)
        if needs[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: weight_multiplied_last
# why: The means are taken of the upstream gradient, and the weight is multiplied afterwards. The weight belongs to
# each place, so it should be multiplied first, before the means.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        shifted = input - mean
        var = shifted.pow(2).mean(-1, keepdim=True)
        root = (var + eps).sqrt()
        xhat = shifted / root
        ctx.save_for_backward(xhat, root, weight)
        y = xhat
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y if y is not xhat else y.clone()

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        n = grad.shape[-1]
        dx = dw = db = None
        if needs[0]:
            h = grad
            a = h.mean(-1, keepdim=True)
            b = (h * xhat).mean(-1, keepdim=True)
            dx = (h - a - xhat * b) / root
            if weight is not None:
                dx = dx * weight
        if needs[1]:
            dw = (grad * xhat).reshape(-1, n).sum(0)
        if needs[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: xhat_stretched_in_place
# why: y is xhat under another name, so y *= weight and y += bias change the xhat that backward needs. They should
# make new tensors.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        shifted = input - mean
        var = shifted.pow(2).mean(-1, keepdim=True)
        root = (var + eps).sqrt()
        xhat = shifted / root
        ctx.save_for_backward(xhat, root, weight)
        y = xhat
        if weight is not None:
            y *= weight
        if bias is not None:
            y += bias
        return y if y is not xhat else y.clone()

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        n = grad.shape[-1]
        dx = dw = db = None
        if needs[0]:
            h = grad * weight if weight is not None else grad
            a = h.mean(-1, keepdim=True)
            b = (h * xhat).mean(-1, keepdim=True)
            dx = (h - a - xhat * b) / root
        if needs[1]:
            dw = (grad * xhat).reshape(-1, n).sum(0)
        if needs[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: bias_only_with_weight
# why: The bias is added only if there is a weight. Each of them may be None by itself, so a bias alone should be
# added as well.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        shifted = input - mean
        var = shifted.pow(2).mean(-1, keepdim=True)
        root = (var + eps).sqrt()
        xhat = shifted / root
        ctx.save_for_backward(xhat, root, weight)
        y = xhat
        if weight is not None:
            y = y * weight
            if bias is not None:
                y = y + bias
        return y if y is not xhat else y.clone()

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        n = grad.shape[-1]
        dx = dw = db = None
        if needs[0]:
            h = grad * weight if weight is not None else grad
            a = h.mean(-1, keepdim=True)
            b = (h * xhat).mean(-1, keepdim=True)
            dx = (h - a - xhat * b) / root
        if needs[1]:
            dw = (grad * xhat).reshape(-1, n).sum(0)
        if needs[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: input_centred_in_place
# why: input -= mean changes the caller's tensor. It should compute a new one.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        input -= mean
        shifted = input.clone()
        var = shifted.pow(2).mean(-1, keepdim=True)
        root = (var + eps).sqrt()
        xhat = shifted / root
        ctx.save_for_backward(xhat, root, weight)
        y = xhat
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y if y is not xhat else y.clone()

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        n = grad.shape[-1]
        dx = dw = db = None
        if needs[0]:
            h = grad * weight if weight is not None else grad
            a = h.mean(-1, keepdim=True)
            b = (h * xhat).mean(-1, keepdim=True)
            dx = (h - a - xhat * b) / root
        if needs[1]:
            dw = (grad * xhat).reshape(-1, n).sum(0)
        if needs[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: input_gradient_always
# why: The gradient of the input is computed and returned also where it needs none. There it should return None, as
# ctx.needs_input_grad[0] says.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        shifted = input - mean
        var = shifted.pow(2).mean(-1, keepdim=True)
        root = (var + eps).sqrt()
        xhat = shifted / root
        ctx.save_for_backward(xhat, root, weight)
        y = xhat
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y if y is not xhat else y.clone()

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        n = grad.shape[-1]
        dx = dw = db = None
        h = grad * weight if weight is not None else grad
        a = h.mean(-1, keepdim=True)
        b = (h * xhat).mean(-1, keepdim=True)
        dx = (h - a - xhat * b) / root
        if needs[1]:
            dw = (grad * xhat).reshape(-1, n).sum(0)
        if needs[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: sum_over_axis_zero
# why: The gradients of weight and bias are summed over the first axis only. With a single row (n,) that adds the
# places up, with two axes in front one is left; it should sum over all axes but the last.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        shifted = input - mean
        var = shifted.pow(2).mean(-1, keepdim=True)
        root = (var + eps).sqrt()
        xhat = shifted / root
        ctx.save_for_backward(xhat, root, weight)
        y = xhat
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y if y is not xhat else y.clone()

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight = ctx.saved_tensors
        needs = ctx.needs_input_grad
        n = grad.shape[-1]
        dx = dw = db = None
        if needs[0]:
            h = grad * weight if weight is not None else grad
            a = h.mean(-1, keepdim=True)
            b = (h * xhat).mean(-1, keepdim=True)
            dx = (h - a - xhat * b) / root
        if needs[1]:
            dw = (grad * xhat).sum(0)
        if needs[2]:
            db = grad.sum(0)
        return dx, dw, db, None

