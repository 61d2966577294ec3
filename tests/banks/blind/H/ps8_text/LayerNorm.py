# %% right: recomputed_in_backward
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def normalize(x, eps):
        centred = x - x.mean(-1, keepdim=True)
        root = (centred.pow(2).mean(-1, keepdim=True) + eps).sqrt()
        return centred / root, root

    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        ctx.eps = eps
        ctx.weighted = weight is not None
        ctx.save_for_backward(input, *([weight] if ctx.weighted else []))
        y, _ = LayerNorm.normalize(input, eps)
        if weight is not None:
            y = y * weight
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        input, *weight = ctx.saved_tensors
        xhat, root = LayerNorm.normalize(input, ctx.eps)
        n = input.shape[-1]
        grads = [None, None, None, None]
        if ctx.needs_input_grad[0]:
            h = grad * weight[0] if ctx.weighted else grad
            total = h.sum(-1, keepdim=True)
            along = (h * xhat).sum(-1, keepdim=True)
            grads[0] = (n * h - total - xhat * along) / (n * root)
        if ctx.needs_input_grad[1]:
            grads[1] = (grad * xhat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            grads[2] = grad.reshape(-1, n).sum(0)
        return tuple(grads)

# %% right: by_way_of_mean_and_variance
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        moved = input - input.mean(dim=-1, keepdim=True)
        inverse = (moved.square().mean(dim=-1, keepdim=True) + eps) ** -0.5
        factor = torch.ones(input.shape[-1], dtype=input.dtype)
        if weight is not None:
            factor = weight
        ctx.save_for_backward(moved, inverse, factor)
        out = moved * inverse * factor
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        moved, inverse, factor = ctx.saved_tensors
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad * factor
            d_inverse = (h * moved).mean(dim=-1, keepdim=True)
            d_moved = h * inverse - d_inverse * inverse**3 * moved
            dx = d_moved - d_moved.mean(dim=-1, keepdim=True)
        if ctx.needs_input_grad[1]:
            rows = grad * moved * inverse
            dw = rows.reshape(-1, rows.shape[-1]).sum(dim=0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, grad.shape[-1]).sum(dim=0)
        return dx, dw, db, None

# %% wrong: divided_by_n_minus_one
# why: tensor.var divides by n - 1; the variance here is the mean of the squares.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        root = torch.sqrt(input.var(-1, keepdim=True) + eps)
        xhat = (input - mu) / root
        ctx.has_weight = weight is not None
        saved = (xhat, root, weight) if ctx.has_weight else (xhat, root)
        ctx.save_for_backward(*saved)
        y = xhat
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        xhat, root = ctx.saved_tensors[:2]
        n = grad.shape[-1]
        h = grad * ctx.saved_tensors[2] if ctx.has_weight else grad
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            along = (h * xhat).sum(-1, keepdim=True) / (n - 1)
            dx = (h - h.mean(-1, keepdim=True) - xhat * along) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * xhat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None

# %% wrong: variance_taken_for_a_constant
# why: The third term is missing: the root depends on x, too, but is treated as a constant.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centred = input - input.mean(-1, keepdim=True)
        sigma = ((centred * centred).mean(-1, keepdim=True) + eps).sqrt()
        xhat = centred / sigma
        ctx.save_for_backward(xhat, sigma, *([] if weight is None else [weight]))
        out = xhat if weight is None else xhat * weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        xhat, sigma, *weights = ctx.saved_tensors
        result = [None] * 4
        if ctx.needs_input_grad[0]:
            h = grad
            for weight in weights:
                h = h * weight
            result[0] = (h - h.mean(-1, keepdim=True)) / sigma
        if ctx.needs_input_grad[1]:
            result[1] = (grad * xhat).reshape(-1, grad.shape[-1]).sum(0)
        if ctx.needs_input_grad[2]:
            result[2] = grad.reshape(-1, grad.shape[-1]).sum(0)
        return tuple(result)

# %% wrong: eps_outside_of_the_root
# why: eps is added to the standard deviation and not to the variance under the root.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(dim=-1, keepdim=True)
        std = (input - mean).pow(2).mean(dim=-1, keepdim=True).sqrt()
        below = std + eps
        kept = [(input - mean) / below, std, below]
        if weight is not None:
            kept.append(weight)
        ctx.save_for_backward(*kept)
        out = (input - mean) / below
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        xhat, std, below, *weight = ctx.saved_tensors
        h = grad * weight[0] if weight else grad
        needs = ctx.needs_input_grad
        dx = dw = db = None
        if needs[0]:
            safe = torch.where(std == 0, torch.ones_like(std), std)
            along = (h * xhat).mean(-1, keepdim=True) * xhat * below / safe
            dx = (h - h.mean(-1, keepdim=True) - along) / below
        size = grad.shape[-1]
        if needs[1]:
            dw = (grad * xhat).reshape(-1, size).sum(0)
        if needs[2]:
            db = grad.reshape(-1, size).sum(0)
        return dx, dw, db, None

# %% wrong: summed_over_the_first_dimension
# why: The gradients of weight and bias are summed over dimension 0 only, which is right for a table of rows and for no other shape.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        x = input - input.mean(-1, keepdim=True)
        scale = 1 / torch.sqrt((x**2).mean(-1, keepdim=True) + eps)
        x = x * scale
        tensors = [x, scale]
        if weight is not None:
            tensors.append(weight)
        ctx.save_for_backward(*tensors)
        result = x
        if weight is not None:
            result = result * weight
        if bias is not None:
            result = result + bias
        return result

    @staticmethod
    def backward(ctx, grad):
        x, scale, *rest = ctx.saved_tensors
        h = grad * rest[0] if rest else grad
        to_input, to_weight, to_bias, _ = ctx.needs_input_grad
        gi = gw = gb = None
        if to_input:
            mean_h = h.mean(-1, keepdim=True)
            mean_hx = (h * x).mean(-1, keepdim=True)
            gi = scale * (h - mean_h - x * mean_hx)
        if to_weight:
            gw = (grad * x).sum(0)
        if to_bias:
            gb = grad.sum(0)
        return gi, gw, gb, None

# %% wrong: weight_only_in_one_term
# why: The weight is multiplied to the first term alone; both means over the row are to be taken of the gradient times weight as well.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        sigma = torch.sqrt(((input - mu) ** 2).mean(-1, keepdim=True) + eps)
        xhat = (input - mu) / sigma
        w = torch.ones(input.shape[-1], dtype=input.dtype) if weight is None else weight
        ctx.save_for_backward(xhat, sigma, w)
        return xhat * w if bias is None else xhat * w + bias

    @staticmethod
    def backward(ctx, grad):
        xhat, sigma, w = ctx.saved_tensors
        first = grad * w
        second = grad.mean(-1, keepdim=True)
        third = xhat * (grad * xhat).mean(-1, keepdim=True)
        dx = (first - second - third) / sigma if ctx.needs_input_grad[0] else None
        dw = db = None
        if ctx.needs_input_grad[1]:
            dw = (grad * xhat).reshape(-1, w.shape[0]).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, w.shape[0]).sum(0)
        return dx, dw, db, None
