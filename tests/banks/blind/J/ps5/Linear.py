# %% right: rows_below_one_another
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        dx = dw = db = None
        rows = grad.reshape(-1, grad.shape[-1])
        if ctx.needs_input_grad[0]:
            dx = grad @ weight
        if ctx.needs_input_grad[1]:
            dw = rows.t() @ input.reshape(-1, input.shape[-1])
        if ctx.needs_input_grad[2]:
            db = rows.sum(0)
        return dx, dw, db

# %% right: outer_products_summed
def total_over_rows(t, *shape):
    return t.reshape(-1, *shape).sum(0)


@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        product = input @ weight.transpose(0, 1)
        return product if bias is None else product + bias

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        n_out, n_in = w.shape
        need_x, need_w, need_b = ctx.needs_input_grad
        return (
            grad @ w if need_x else None,
            total_over_rows(grad.unsqueeze(-1) * x.unsqueeze(-2), n_out, n_in) if need_w else None,
            total_over_rows(grad, n_out) if need_b else None,
        )

# %% right: one_by_one_with_a_list
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        y = input.matmul(weight.t())
        if bias is None:
            return y
        return y + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grads = [None, None, None]
        g = grad.reshape(-1, weight.shape[0])
        x = input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[0]:
            grads[0] = g.matmul(weight).reshape(input.shape)
        if ctx.needs_input_grad[1]:
            grads[1] = x.t().matmul(g).t()
        if ctx.needs_input_grad[2]:
            grads[2] = g.sum(dim=0)
        return tuple(grads)

# %% wrong: bias_sums_the_first_axis
# why: The gradient of the bias is summed over axis 0 only. That is right for a table of rows; for a single row
# it adds up the outputs to one number, and for more dimensions in front the others are left over. All rows must be summed.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g_in = g_w = g_b = None
        if ctx.needs_input_grad[0]:
            g_in = grad @ weight
        if ctx.needs_input_grad[1]:
            g_w = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            g_b = grad.sum(0)
        return g_in, g_w, g_b

# %% wrong: mean_over_the_rows
# why: The gradients of weight and bias are averaged over the rows (divided by their number). The layer uses
# both once for each row, so the contributions are added; a mean would belong to the loss, not to the layer.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        dx = dw = db = None
        g = grad.reshape(-1, grad.shape[-1])
        x = input.reshape(-1, input.shape[-1])
        n = max(g.shape[0], 1)
        if ctx.needs_input_grad[0]:
            dx = grad @ weight
        if ctx.needs_input_grad[1]:
            dw = g.t() @ x / n
        if ctx.needs_input_grad[2]:
            db = g.sum(0) / n
        return dx, dw, db

# %% wrong: saves_the_reshaped_rows
# why: What is saved is a reshaped copy of the input that was made in forward, and nothing made in forward has a
# history. The first gradients are right, but the gradient of the weight no longer depends on the input, so it cannot be
# differentiated again. The input itself must be saved, and reshaped in backward.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        rows = input.reshape(-1, input.shape[-1])
        ctx.save_for_backward(rows, weight)
        ctx.shape = input.shape
        out = rows @ weight.t()
        if bias is not None:
            out = out + bias
        return out.reshape(*input.shape[:-1], weight.shape[0])

    @staticmethod
    def backward(ctx, grad):
        rows, weight = ctx.saved_tensors
        grad = grad.reshape(-1, weight.shape[0])
        a = b = c = None
        if ctx.needs_input_grad[0]:
            a = (grad @ weight).reshape(ctx.shape)
        if ctx.needs_input_grad[1]:
            b = grad.t() @ rows
        if ctx.needs_input_grad[2]:
            c = grad.sum(0)
        return a, b, c

# %% wrong: truth_of_the_bias
# why: `if bias:` asks whether the number in the bias is not 0, which has no answer for several numbers. Whether there
# is a bias at all is asked by `bias is not None`.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        y = input @ weight.t()
        if bias:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        need = ctx.needs_input_grad
        g = grad.reshape(-1, grad.shape[-1])
        x = input.reshape(-1, input.shape[-1])
        return (grad @ weight if need[0] else None,
                g.t() @ x if need[1] else None,
                g.sum(0) if need[2] else None)

# %% wrong: flatten_needs_two_axes
# why: `flatten(0, -2)` merges all axes but the last, and a single row has no axis -2: it is an error there. A single row is
# allowed; `reshape(-1, size)` makes a table with one row of it.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        return out + bias if bias is not None else out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        dx, dw, db = None, None, None
        if ctx.needs_input_grad[0]:
            dx = grad @ weight
        if ctx.needs_input_grad[1]:
            dw = grad.flatten(0, -2).t() @ input.flatten(0, -2)
        if ctx.needs_input_grad[2]:
            db = grad.flatten(0, -2).sum(0)
        return dx, dw, db

# %% wrong: bias_gradient_whenever_there_is_one
# why: The gradients are computed whether they are needed or not, except where there is no bias. A weight or a bias that
# is frozen gets a gradient here; needs_input_grad must be asked for each argument, and None returned where it is False.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight, bias)
        out = input @ weight.t()
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight, bias = ctx.saved_tensors
        rows = grad.reshape(-1, grad.shape[-1])
        grad_input = grad @ weight
        grad_weight = rows.t() @ input.reshape(-1, input.shape[-1])
        grad_bias = None
        if bias is not None:
            grad_bias = rows.sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: counts_rows_for_the_bias
# why: The gradient of the bias is the number of rows, without the upstream gradient. The slope 1 of each row must be
# multiplied by what arrives there: the bias gets the sum of the upstream gradient over all rows.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        dx = dw = db = None
        g = grad.reshape(-1, grad.shape[-1])
        if ctx.needs_input_grad[0]:
            dx = grad @ weight
        if ctx.needs_input_grad[1]:
            dw = g.t() @ input.reshape(-1, input.shape[-1])
        if ctx.needs_input_grad[2]:
            db = torch.ones_like(g).sum(0)
        return dx, dw, db

# %% wrong: swapped_needs
# why: The questions for input and weight are swapped: needs_input_grad[0] is about the input, the first argument of forward,
# and here it decides about the weight. Where only one of the two needs a gradient, it gets none.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        needs_weight, needs_input, needs_bias = ctx.needs_input_grad
        g = grad.reshape(-1, grad.shape[-1])
        gi = grad @ weight if needs_input else None
        gw = g.t() @ input.reshape(-1, input.shape[-1]) if needs_weight else None
        gb = g.sum(0) if needs_bias else None
        return gi, gw, gb

# %% wrong: rows_left_flat
# why: The gradient of the input is computed for all rows below one another and returned like that. It must get the shape of the input again, (..., in).
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        y = torch.matmul(input, weight.t())
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        x, g = x.reshape(-1, w.shape[1]), grad.reshape(-1, w.shape[0])
        jobs = [lambda: g @ w, lambda: g.t() @ x, lambda: g.sum(0)]
        return tuple(job() if need else None for job, need in zip(jobs, ctx.needs_input_grad))

# %% wrong: tensors_kept_on_ctx
# why: Input and weight are kept as attributes of ctx. What backward needs of the tensors must go through ctx.save_for_backward, which notices when they are changed and lets them go after the walk.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.input = input
        ctx.weight = weight
        out = input @ weight.t()
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        dx = dw = db = None
        g = grad.reshape(-1, grad.shape[-1])
        if ctx.needs_input_grad[0]:
            dx = grad @ ctx.weight
        if ctx.needs_input_grad[1]:
            dw = g.t() @ ctx.input.reshape(-1, ctx.input.shape[-1])
        if ctx.needs_input_grad[2]:
            db = g.sum(0)
        return dx, dw, db

# %% wrong: constants_by_detach
# why: backward computes with detached tensors, so that the gradients are constants. They must be computed with the saved tensors themselves, so that they can be differentiated once more.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        if bias is not None:
            out += bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = (t.detach() for t in ctx.saved_tensors)
        need_input, need_weight, need_bias = ctx.needs_input_grad
        table = grad.reshape(-1, weight.shape[0])
        rows = input.reshape(-1, weight.shape[1])
        return (
            grad @ weight if need_input else None,
            table.t() @ rows if need_weight else None,
            table.sum(0) if need_bias else None,
        )
