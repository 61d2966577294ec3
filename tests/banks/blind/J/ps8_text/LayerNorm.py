# %% right: three_terms
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centred = input - input.mean(-1, keepdim=True)
        root = ((centred * centred).mean(-1, keepdim=True) + eps).sqrt()
        normal = centred / root
        ctx.save_for_backward(normal, root, weight)
        out = normal
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        normal, root, weight = ctx.saved_tensors
        n = normal.shape[-1]
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            gx = h - h.mean(-1, keepdim=True) - normal * (h * normal).mean(-1, keepdim=True)
            gx = gx / root
        if ctx.needs_input_grad[1]:
            gw = (grad * normal).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gx, gw, gb, None


# %% right: computed_again_from_the_input
def normalized(x, eps):
    n = x.shape[-1]
    mu = x.sum(-1, keepdim=True) / n
    var = ((x - mu) ** 2).sum(-1, keepdim=True) / n
    sigma = (var + eps) ** 0.5
    return (x - mu) / sigma, sigma


@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        ctx.eps = eps
        ctx.scaled = weight is not None
        if ctx.scaled:
            ctx.save_for_backward(input, weight)
        else:
            ctx.save_for_backward(input)
        xhat, _ = normalized(input, eps)
        y = xhat * weight if ctx.scaled else xhat
        return y + bias if bias is not None else y

    @staticmethod
    def backward(ctx, grad):
        input = ctx.saved_tensors[0]
        xhat, sigma = normalized(input, ctx.eps)
        n = input.shape[-1]
        d_input = d_weight = d_bias = None
        if ctx.needs_input_grad[0]:
            h = grad * ctx.saved_tensors[1] if ctx.scaled else grad
            s1 = h.sum(-1, keepdim=True)
            s2 = (h * xhat).sum(-1, keepdim=True)
            d_input = (n * h - s1 - xhat * s2) / (n * sigma)
        if ctx.needs_input_grad[1]:
            d_weight = (grad * xhat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            d_bias = grad.reshape(-1, n).sum(0)
        return d_input, d_weight, d_bias, None


# %% right: chain_rule_step_by_step
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        moved = input - input.mean(dim=-1, keepdim=True)
        variance = input.var(dim=-1, unbiased=False, keepdim=True)
        inverse = 1 / torch.sqrt(variance + eps)
        ctx.save_for_backward(moved, inverse, weight)
        result = moved * inverse
        if weight is not None:
            result = result * weight
        if bias is not None:
            result = result + bias
        return result

    @staticmethod
    def backward(ctx, grad):
        moved, inverse, weight = ctx.saved_tensors
        want_input, want_weight, want_bias, _ = ctx.needs_input_grad
        others = tuple(range(grad.dim() - 1))
        answers = [None, None, None, None]
        if want_input:
            hat = grad if weight is None else grad * weight
            # the root depends on the variance, and that on all of moved
            to_inverse = (hat * moved).sum(-1, keepdim=True)
            to_variance = to_inverse * (-0.5) * inverse * inverse * inverse
            to_moved = hat * inverse + to_variance * 2 * moved / moved.shape[-1]
            answers[0] = to_moved - to_moved.mean(-1, keepdim=True)
        if want_weight:
            product = grad * moved * inverse
            answers[1] = product.sum(others) if others else product
        if want_bias:
            answers[2] = grad.sum(others) if others else grad.clone()
        return tuple(answers)


# %% wrong: variance_by_n_minus_one
# why: tensor.var() divides by n - 1 unless it is told otherwise. The variance here is the mean of the
# squares, divided by n: unbiased=False.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(-1, keepdim=True)
        std = torch.sqrt(input.var(-1, keepdim=True) + eps)
        xhat = (input - mean) / std
        ctx.save_for_backward(xhat, std, weight)
        y = xhat if weight is None else xhat * weight
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        xhat, std, weight = ctx.saved_tensors
        n = xhat.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            second = xhat * (h * xhat).sum(-1, keepdim=True) / (n - 1)
            dx = (h - h.mean(-1, keepdim=True) - second) / std
        if ctx.needs_input_grad[1]:
            dw = (grad * xhat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None


# %% wrong: eps_outside_of_the_root
# why: eps is added to the standard deviation, after the root. The formula adds it to the variance and takes
# the root of both.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        sigma = ((input - mu) ** 2).mean(-1, keepdim=True).sqrt()
        xhat = (input - mu) / (sigma + eps)
        ctx.save_for_backward(xhat, sigma, weight)
        ctx.eps = eps
        out = xhat
        if weight is not None:
            out = weight * out
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        xhat, sigma, weight = ctx.saved_tensors
        gx, gw, gb = None, None, None
        rows = (-1, grad.shape[-1])
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            gx = h - h.mean(-1, keepdim=True) - xhat * (h * xhat).mean(-1, keepdim=True)
            gx = gx / (sigma + ctx.eps)
        if ctx.needs_input_grad[1]:
            gw = (grad * xhat).reshape(rows).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(rows).sum(0)
        return gx, gw, gb, None


# %% wrong: eps_forgotten_on_the_way_back
# why: backward computes the root anew from the variance alone, without eps. It must divide by the same root
# as forward, that of the variance plus eps.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        var = ((input - mu) ** 2).mean(-1, keepdim=True)
        xhat = (input - mu) / (var + eps).sqrt()
        ctx.save_for_backward(xhat, var, weight)
        y = xhat
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        xhat, var, weight = ctx.saved_tensors
        size = xhat.shape[-1]
        dinput = dweight = dbias = None
        if ctx.needs_input_grad[0]:
            h = grad * weight if weight is not None else grad
            dinput = h - h.mean(-1, keepdim=True) - xhat * (h * xhat).mean(-1, keepdim=True)
            dinput = dinput / var.sqrt()
        if ctx.needs_input_grad[1]:
            dweight = (grad * xhat).reshape(-1, size).sum(0)
        if ctx.needs_input_grad[2]:
            dbias = grad.reshape(-1, size).sum(0)
        return dinput, dweight, dbias, None


# %% wrong: mean_and_root_taken_for_constants
# why: The gradient of the input is h divided by the root, as if mean and root were constants. Both depend on
# all numbers of the row, so two more terms are taken off.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        c = input - input.mean(-1, keepdim=True)
        r = torch.sqrt((c**2).mean(-1, keepdim=True) + eps)
        ctx.save_for_backward(c, r, weight)
        y = c / r
        y = y * weight if weight is not None else y
        y = y + bias if bias is not None else y
        return y

    @staticmethod
    def backward(ctx, grad):
        c, r, weight = ctx.saved_tensors
        need = ctx.needs_input_grad
        h = grad if weight is None else grad * weight
        per_place = grad.reshape(-1, grad.shape[-1])
        return (
            h / r if need[0] else None,
            (per_place * (c / r).reshape(per_place.shape)).sum(0) if need[1] else None,
            per_place.sum(0) if need[2] else None,
            None,
        )


# %% wrong: stretching_forgotten
# why: The input's gradient has two terms only, h less its mean. The third is missing, which comes from the
# root: less the normalized x times the mean of h times the normalized x.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        diff = input - input.mean(-1, keepdim=True)
        denominator = torch.sqrt(torch.mean(diff * diff, -1, keepdim=True) + eps)
        norm = diff / denominator
        ctx.save_for_backward(norm, denominator, weight)
        if weight is not None:
            norm = norm * weight
        if bias is not None:
            norm = norm + bias
        return norm

    @staticmethod
    def backward(ctx, grad):
        norm, denominator, weight = ctx.saved_tensors
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad
            if weight is not None:
                h = grad * weight
            gi = (h - h.mean(-1, keepdim=True)) / denominator
        if ctx.needs_input_grad[1]:
            gw = (grad * norm).reshape(-1, norm.shape[-1]).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, norm.shape[-1]).sum(0)
        return gi, gw, gb, None


# %% wrong: third_term_with_a_sum
# why: The third term takes the sum of h times the normalized x over the row. It must be the mean; the sum is
# too large by the factor n.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        root = ((input - mu).pow(2).mean(-1, keepdim=True) + eps).sqrt()
        z = (input - mu) / root
        ctx.save_for_backward(z, root, weight)
        out = z if weight is None else z * weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        z, root, weight = ctx.saved_tensors
        n = z.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            dx = (h - h.mean(-1, keepdim=True) - z * (h * z).sum(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * z).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(0)
        return dx, dw, db, None


# %% wrong: weight_left_out_on_the_way_to_the_input
# why: The gradient of the input is made from the upstream gradient as it is. What arrives at the normalized x
# is the upstream gradient times the weight.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(dim=-1, keepdim=True)
        var = ((input - mean) ** 2).mean(dim=-1, keepdim=True)
        root = (var + eps) ** 0.5
        xhat = (input - mean) / root
        ctx.save_for_backward(xhat, root)
        y = xhat
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        xhat, root = ctx.saved_tensors
        n = grad.shape[-1]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            mean_g = grad.mean(dim=-1, keepdim=True)
            mean_gx = (grad * xhat).mean(dim=-1, keepdim=True)
            dx = (grad - mean_g - xhat * mean_gx) / root
        if ctx.needs_input_grad[1]:
            dw = (grad * xhat).reshape(-1, n).sum(dim=0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n).sum(dim=0)
        return dx, dw, db, None


# %% wrong: only_the_first_dimension_summed
# why: The gradients of weight and bias are summed over the first dimension only. That fits inputs of two
# dimensions; with more, or with none in front, all dimensions but the last must be summed.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        centred = input - input.mean(-1, keepdim=True)
        std = ((centred**2).mean(-1, keepdim=True) + eps).sqrt()
        xhat = centred / std
        ctx.save_for_backward(xhat, std, weight)
        if weight is not None and bias is not None:
            return xhat * weight + bias
        if weight is not None:
            return xhat * weight
        if bias is not None:
            return xhat + bias
        return xhat * 1

    @staticmethod
    def backward(ctx, grad):
        xhat, std, weight = ctx.saved_tensors
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad * weight if weight is not None else grad
            gx = (h - h.mean(-1, keepdim=True) - xhat * (h * xhat).mean(-1, keepdim=True)) / std
        if ctx.needs_input_grad[1]:
            gw = (grad * xhat).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.sum(0)
        return gx, gw, gb, None


# %% wrong: no_bias_without_a_weight
# why: If the weight is None, forward returns before the bias is added. Each of the two may be None by itself.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        root = torch.sqrt(((input - mu) ** 2).mean(-1, keepdim=True) + eps)
        x = (input - mu) / root
        ctx.save_for_backward(x, root, weight)
        if weight is None:
            return x.clone()
        y = x * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        x, root, weight = ctx.saved_tensors
        n = x.shape[-1]
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            gi = (h - h.mean(-1, keepdim=True) - x * (h * x).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            gw = (grad * x).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gi, gw, gb, None


# %% wrong: bias_added_before_the_weight
# why: The bias is added first and multiplied by the weight as well. The normalized x is multiplied by the
# weight, and then the bias is added.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        root = torch.sqrt(((input - mu) ** 2).mean(-1, keepdim=True) + eps)
        xhat = (input - mu) / root
        shifted = xhat if bias is None else xhat + bias
        ctx.save_for_backward(xhat, root, weight, shifted)
        return shifted * 1 if weight is None else shifted * weight

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight, shifted = ctx.saved_tensors
        n = xhat.shape[-1]
        h = grad if weight is None else grad * weight
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            gi = (h - h.mean(-1, keepdim=True) - xhat * (h * xhat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            gw = (grad * shifted).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = h.reshape(-1, n).sum(0)
        return gi, gw, gb, None


# %% wrong: over_the_rows_like_batch_norm
# why: Mean and variance are taken over the first dimension, as in a batch norm. Each row is normalized by
# itself, over the last dimension.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mean = input.mean(0, keepdim=True)
        var = ((input - mean) ** 2).mean(0, keepdim=True)
        std = torch.sqrt(var + eps)
        xhat = (input - mean) / std
        ctx.save_for_backward(xhat, std, weight)
        out = xhat
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        xhat, std, weight = ctx.saved_tensors
        width = xhat.shape[-1]
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            gi = (h - h.mean(0, keepdim=True) - xhat * (h * xhat).mean(0, keepdim=True)) / std
        if ctx.needs_input_grad[1]:
            gw = (grad * xhat).reshape(-1, width).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, width).sum(0)
        return gi, gw, gb, None


# %% wrong: weight_and_bias_asked_for_in_the_wrong_order
# why: needs_input_grad is unpacked as input, bias, weight. Its order is that of forward's arguments: [1] is
# about the weight and [2] about the bias.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        r = 1 / torch.sqrt(((input - mu) ** 2).mean(-1, keepdim=True) + eps)
        xhat = (input - mu) * r
        ctx.save_for_backward(xhat, r, weight)
        out = xhat * weight if weight is not None else xhat * 1
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        xhat, r, weight = ctx.saved_tensors
        need_x, need_b, need_w, _ = ctx.needs_input_grad
        h = grad if weight is None else grad * weight
        dx = dw = db = None
        if need_x:
            dx = r * (h - h.mean(-1, keepdim=True) - xhat * (h * xhat).mean(-1, keepdim=True))
        if need_w:
            dw = (grad * xhat).reshape(-1, grad.shape[-1]).sum(0)
        if need_b:
            db = grad.reshape(-1, grad.shape[-1]).sum(0)
        return dx, dw, db, None


# %% wrong: mean_taken_off_in_place
# why: input.detach() is no copy, and x -= ... takes the mean off in place, so the caller's own tensor is
# changed. The arguments must stay as they are: x = x - ... makes a new tensor.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        x = input.detach()
        x -= x.mean(-1, keepdim=True)
        root = torch.sqrt((x * x).mean(-1, keepdim=True) + eps)
        xhat = x / root
        ctx.save_for_backward(xhat, root, weight)
        out = xhat.clone()
        if weight is not None:
            out *= weight
        if bias is not None:
            out += bias
        return out

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight = ctx.saved_tensors
        n = xhat.shape[-1]
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            gi = (h - h.mean(-1, keepdim=True) - xhat * (h * xhat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            gw = (grad * xhat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gi, gw, gb, None


# %% wrong: rows_stacked_in_a_loop
# why: The rows are normalized one by one and stacked. If there are no rows, there is nothing to stack, and it
# crashes; compute on all rows at once, with means over the last dimension.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        n = input.shape[-1]
        done, roots = [], []
        for row in input.reshape(-1, n):
            centred = row - row.mean()
            root = ((centred * centred).mean() + eps).sqrt()
            done.append(centred / root)
            roots.append(root)
        xhat = torch.stack(done).reshape(input.shape)
        root = torch.stack(roots).reshape(*input.shape[:-1], 1)
        ctx.save_for_backward(xhat, root, weight)
        out = xhat * 1
        if weight is not None:
            out = out * weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight = ctx.saved_tensors
        n = xhat.shape[-1]
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            gi = (h - h.mean(-1, keepdim=True) - xhat * (h * xhat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            gw = (grad * xhat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gi, gw, gb, None


# %% wrong: weight_meets_the_input_before_it_is_normalized
# why: The gradient of the weight is the upstream gradient times the input. The weight multiplies the
# normalized x, so it is the upstream gradient times that.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        root = torch.sqrt(((input - mu) ** 2).mean(-1, keepdim=True) + eps)
        ctx.save_for_backward(input, mu, root, weight)
        y = (input - mu) / root
        if weight is not None:
            y = y * weight
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        input, mu, root, weight = ctx.saved_tensors
        n = input.shape[-1]
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            xhat = (input - mu) / root
            h = grad if weight is None else grad * weight
            gi = (h - h.mean(-1, keepdim=True) - xhat * (h * xhat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            gw = (grad * input).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gi, gw, gb, None


# %% wrong: three_values_for_four_arguments
# why: backward returns three values. forward has four arguments, and each needs a value; that of eps is None.
@piece
class LayerNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, eps):
        mu = input.mean(-1, keepdim=True)
        root = torch.sqrt(((input - mu) ** 2).mean(-1, keepdim=True) + eps)
        xhat = (input - mu) / root
        ctx.save_for_backward(xhat, root, weight)
        out = xhat if weight is None else xhat * weight
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        xhat, root, weight = ctx.saved_tensors
        n = xhat.shape[-1]
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            h = grad if weight is None else grad * weight
            gi = (h - h.mean(-1, keepdim=True) - xhat * (h * xhat).mean(-1, keepdim=True)) / root
        if ctx.needs_input_grad[1]:
            gw = (grad * xhat).reshape(-1, n).sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, n).sum(0)
        return gi, gw, gb
