# %% right: rows_below_one_another
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
        gi = gw = gb = None
        rows = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = rows.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            gb = rows.sum(0)
        return gi, gw, gb

# %% right: flat_table_and_conditionals
def as_table(t):
    return t.reshape(-1, t.shape[-1])


@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, W, b):
        ctx.save_for_backward(x, W)
        ctx.front = tuple(x.shape[:-1])
        y = as_table(x) @ W.T
        if b is not None:
            y = y + b
        return y.reshape(*ctx.front, W.shape[0])

    @staticmethod
    def backward(ctx, g):
        x, W = ctx.saved_tensors
        want_x, want_w, want_b = ctx.needs_input_grad[:3]
        table = as_table(g)
        return (
            (table @ W).reshape(*ctx.front, W.shape[1]) if want_x else None,
            (as_table(x).T @ table).T if want_w else None,
            table.sum(dim=0) if want_b else None,
        )

# %% wrong: bias_summed_over_first_dimension
# why: The gradient of the bias is grad.sum(0), which adds up over the first dimension only. With several
# dimensions in front (or a single row) it must be the sum over all rows, in the shape (out,).
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.T
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        d_input = d_weight = d_bias = None
        if ctx.needs_input_grad[0]:
            d_input = grad @ weight
        if ctx.needs_input_grad[1]:
            d_weight = grad.reshape(-1, grad.shape[-1]).T @ input.reshape(-1, input.shape[-1])
        if ctx.needs_input_grad[2]:
            d_bias = grad.sum(0)
        return d_input, d_weight, d_bias

# %% wrong: needs_input_grad_counted_from_ctx
# why: The code counts ctx as argument 0, so it asks needs_input_grad[1] for the input and [2] for the weight.
# The bools belong to input, weight and bias at 0, 1 and 2, so gradients are left out or given for the wrong argument.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        ctx.has_bias = bias is not None
        out = input @ weight.t()
        return out + bias if ctx.has_bias else out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g2 = grad.reshape(-1, weight.shape[0])
        x2 = input.reshape(-1, weight.shape[1])
        gx = grad @ weight if ctx.needs_input_grad[1] else None
        gw = g2.t() @ x2 if ctx.needs_input_grad[2] else None
        gb = g2.sum(0) if ctx.has_bias else None
        return gx, gw, gb

# %% wrong: saves_transposed_weight
# why: It saves weight.t(), a tensor computed inside forward, which has no history. The first gradients are right,
# but differentiated once more the input's gradient does not depend on the weight; save the weight itself.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        wt = weight.t()
        ctx.save_for_backward(input, wt)
        y = input @ wt
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        input, wt = ctx.saved_tensors
        n_in, n_out = wt.shape
        g = grad.reshape(-1, n_out)
        res = [None, None, None]
        if ctx.needs_input_grad[0]:
            res[0] = grad @ wt.t()
        if ctx.needs_input_grad[1]:
            res[1] = g.t() @ input.reshape(-1, n_in)
        if ctx.needs_input_grad[2]:
            res[2] = g.sum(0)
        return tuple(res)

# %% wrong: single_row_not_flattened
# why: flatten(0, -2) joins the dimensions in front, but a single row of shape (in,) has none, and it fails.
# A single row has to become a table with one row, as reshape(-1, size) makes it.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        result = input @ weight.t()
        return result if bias is None else result + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dx = grad @ weight
        if ctx.needs_input_grad[1]:
            dw = grad.flatten(0, -2).t() @ input.flatten(0, -2)
        if ctx.needs_input_grad[2]:
            db = grad.flatten(0, -2).sum(0)
        return dx, dw, db

# %% wrong: mean_over_the_rows
# why: The gradients of weight and bias are divided by the number of rows. The layer takes no mean: they are sums over
# all rows.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        y = input @ weight.t()
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g = grad.reshape(-1, weight.shape[0])
        x = input.reshape(-1, weight.shape[1])
        n = max(len(g), 1)
        need_x, need_w, need_b = ctx.needs_input_grad
        return (
            grad @ weight if need_x else None,
            g.t() @ x / n if need_w else None,
            g.mean(0) if need_b else None,
        )

# %% wrong: bias_tested_by_its_truth
# why: "if bias" asks for the truth of a tensor: with several entries that is an error, and a single bias of 0 counts
# as none. Whether there is a bias is asked by "is not None".
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        if bias:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g = grad.reshape(-1, weight.shape[0])
        a = b = c = None
        if ctx.needs_input_grad[0]:
            a = grad @ weight
        if ctx.needs_input_grad[1]:
            b = g.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            c = g.sum(0)
        return a, b, c
