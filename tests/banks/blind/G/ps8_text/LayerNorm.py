# %% right: through_variance_and_mean
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        moved = input - mean
        variance = (moved * moved).mean(-1, keepdim=True)
        inverse = (variance + eps) ** -0.5
        ctx.moved, ctx.inverse = moved, inverse
        ctx.scaled = weight is not None
        if ctx.scaled:
            ctx.save_for_backward(weight)
        out = moved * inverse
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        moved, inverse = ctx.moved, ctx.inverse
        n = moved.shape[-1]
        d_input = d_weight = d_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[0] if ctx.scaled else grad
            d_variance = (h * moved).sum(-1, keepdim=True) * inverse**3 * -0.5
            d_moved = h * inverse + d_variance * moved * (2 / n)
            d_input = d_moved - d_moved.mean(-1, keepdim=True)
        if ctx.needs_input_grad[1]:
            d_weight = (grad * moved * inverse).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            d_bias = grad.reshape(-1, n).sum(0)
        return d_input, d_weight, d_bias, None


# %% right: a_table_of_rows
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        n = input.shape[-1]
        rows = input.reshape(-1, n)
        rows = rows - rows.sum(1, keepdim=True) / n
        root = (rows.pow(2).sum(1, keepdim=True) / n + eps).sqrt()
        normal = rows / root
        saved = (normal, root) if weight is None else (normal, root, weight)
        ctx.save_for_backward(*saved)
        ctx.shape = tuple(input.shape)
        y = normal
        y = y if weight is None else y * weight
        y = y if bias is None else y + bias
        return y.reshape(ctx.shape)

    @staticmethod
    def backward(ctx, grad):
        normal, root, *weight = ctx.saved_tensors
        n = normal.shape[1]
        g = grad.reshape(-1, n)
        answers = [None, None, None, None]
        if ctx.needs_input_grad[2]:
            answers[2] = g.sum(0)
        if ctx.needs_input_grad[1]:
            answers[1] = (g * normal).sum(0)
        if ctx.needs_input_grad[0]:
            for each in weight:
                g = g * each
            along = (g * normal).sum(1, keepdim=True) / n
            level = g.sum(1, keepdim=True) / n
            answers[0] = ((g - level - normal * along) / root).reshape(ctx.shape)
        return tuple(answers)


# %% wrong: the_spread_is_a_constant
# why: The standard deviation is treated as a constant: the third term of the gradient, along x̂, is missing.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        sigma = ((input - mu) ** 2).mean(-1, keepdim=True).add(eps).sqrt()
        x_hat = (input - mu) / sigma
        ctx.x_hat, ctx.sigma, ctx.weight = x_hat, sigma, weight
        y = x_hat if weight is None else x_hat * weight
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        size = grad.shape[-1]
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            h = grad if ctx.weight is None else grad * ctx.weight
            grad_input = (h - h.mean(-1, keepdim=True)) / ctx.sigma
        if ctx.needs_input_grad[1]:
            grad_weight = (grad * ctx.x_hat).reshape(-1, size).sum(0)
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, size).sum(0)
        return grad_input, grad_weight, grad_bias, None


# %% wrong: the_weight_is_skipped_on_the_way_back
# why: What arrives at x̂ is the upstream gradient times the weight. The gradient of the input is computed from the upstream gradient alone.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centred = input - input.mean(dim=-1, keepdim=True)
        spread = torch.sqrt(centred.pow(2).mean(dim=-1, keepdim=True) + eps)
        normal = centred / spread
        ctx.save_for_backward(normal, spread)
        result = normal
        if weight is not None:
            result = result * weight
        if bias is not None:
            result = result + bias
        return result

    @staticmethod
    def backward(ctx, grad):
        normal, spread = ctx.saved_tensors
        n = normal.shape[-1]

        def average(values):
            return values.mean(dim=-1, keepdim=True)

        for_input = (grad - average(grad) - normal * average(grad * normal)) / spread
        for_weight = (grad * normal).reshape(-1, n).sum(0)
        for_bias = grad.reshape(-1, n).sum(0)
        found = (for_input, for_weight, for_bias)
        needs = ctx.needs_input_grad
        return (*[f if need else None for f, need in zip(found, needs)], None)


# %% wrong: mean_of_squares_less_square_of_the_mean
# why: The variance is computed as the mean of the squares less the square of the mean. In float32 with numbers around 1,000 nearly all digits cancel, and it may even be negative.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        variance = (input * input).mean(-1, keepdim=True) - mean * mean
        inv = 1 / (variance + eps).sqrt()
        hat = (input - mean) * inv
        ctx.has_weight = weight is not None
        ctx.save_for_backward(*((hat, inv, weight) if ctx.has_weight else (hat, inv)))
        out = hat * weight if ctx.has_weight else hat
        return out + bias if bias is not None else out

    @staticmethod
    def backward(ctx, grad):
        hat, inv = ctx.saved_tensors[:2]
        n = hat.shape[-1]
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad
            if ctx.has_weight:
                h = h * ctx.saved_tensors[2]
            gi = h - h.mean(-1, keepdim=True)
            gi = gi - hat * (h * hat).mean(-1, keepdim=True)
            gi = gi * inv
        if ctx.needs_input_grad[1]:
            gw = (grad * hat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gi, gw, gb, None


# %% wrong: eps_beside_the_root
# why: eps is added to the root, and not under it.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        x = input - input.mean(-1, keepdim=True)
        std = x.pow(2).mean(-1, keepdim=True).sqrt()
        below = std + eps
        ctx.x, ctx.std, ctx.below, ctx.weight = x, std, below, weight
        y = x / below
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        x, std, below, weight = ctx.x, ctx.std, ctx.below, ctx.weight
        n = x.shape[-1]
        result = [None] * 4
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            safe = torch.where(std == 0, torch.ones_like(std), std)
            through_std = x * (h * x).mean(-1, keepdim=True) / (safe * below * below)
            result[0] = (h - h.mean(-1, keepdim=True)) / below - through_std
        if ctx.needs_input_grad[1]:
            result[1] = (grad * x / below).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            result[2] = grad.reshape(-1, n).sum(0)
        return tuple(result)


# %% wrong: the_mean_over_all_rows
# why: Both means in the gradient of the input are taken over the whole tensor. They belong to one row each.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        n = input.shape[-1]
        mean = input.sum(-1, keepdim=True) / n
        var = (input - mean).square().sum(-1, keepdim=True) / n
        rstd = (var + eps).rsqrt()
        xhat = (input - mean) * rstd
        ctx.keep = xhat, rstd, weight
        if weight is None and bias is None:
            return xhat
        if weight is None:
            return xhat + bias
        if bias is None:
            return xhat * weight
        return xhat * weight + bias

    @staticmethod
    def backward(ctx, grad):
        xhat, rstd, weight = ctx.keep
        needs_x, needs_w, needs_b = ctx.needs_input_grad[:3]
        gx = gw = gb = None
        if needs_x:
            h = grad * weight if weight is not None else grad
            gx = rstd * (h - h.mean() - xhat * (h * xhat).mean())
        if needs_w:
            gw = (grad * xhat).flatten().reshape(-1, grad.shape[-1]).sum(0)
        if needs_b:
            gb = grad.flatten().reshape(-1, grad.shape[-1]).sum(0)
        return gx, gw, gb, None
