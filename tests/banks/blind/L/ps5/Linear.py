# %% right: rows_below_one_another
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = input @ weight.T
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, each None where it is not needed."""
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        rows = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = rows.T @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = rows.sum(0)
        return grad_input, grad_weight, grad_bias

# %% right: flatten_first_and_reshape_back
def as_table(t):
    return t.reshape(-1, t.shape[-1])


@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        front = tuple(input.shape[:-1])
        y = as_table(input) @ weight.t()
        y = y if bias is None else y + bias
        return y.reshape(front + (weight.shape[0],))

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, each None where it is not needed."""
        x, w = ctx.saved_tensors
        need_x, need_w, need_b = ctx.needs_input_grad
        g = as_table(grad)
        return (
            (g @ w).reshape(x.shape) if need_x else None,
            g.t() @ as_table(x) if need_w else None,
            g.sum(dim=0) if need_b else None,
        )

# %% right: outer_products_added_up
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        if bias is None:
            return torch.matmul(input, weight.T)
        return torch.matmul(input, weight.T) + bias

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, each None where it is not needed."""
        X, W = ctx.saved_tensors
        n_out, n_in = W.shape
        dX = dW = db = None
        if ctx.needs_input_grad[0]:
            dX = torch.matmul(grad, W)
        if ctx.needs_input_grad[1]:
            outer = grad.unsqueeze(-1) * X.unsqueeze(-2)
            dW = outer.reshape(-1, n_out, n_in).sum(0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, n_out).sum(0)
        return dX, dW, db

# %% right: sum_the_front_away
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        result = input @ weight.T
        return result if bias is None else result + bias

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, each None where it is not needed."""
        input, weight = ctx.saved_tensors
        grads = [None, None, None]
        if ctx.needs_input_grad[0]:
            grads[0] = grad @ weight
        if ctx.needs_input_grad[1]:
            xt = input.reshape(-1, weight.shape[1]).T
            grads[1] = (xt @ grad.reshape(-1, weight.shape[0])).T
        if ctx.needs_input_grad[2]:
            total = grad
            while total.dim() > 1:
                total = total.sum(0)
            grads[2] = total
        return tuple(grads)

# %% wrong: weight_gradient_transposed
# why: The gradient of the weight is computed as inputᵀ @ grad, which has the shape (in, out). It must
# have the weight's own shape (out, in): gradᵀ @ input.
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
        gi = gw = gb = None
        g2 = grad.reshape(-1, grad.shape[-1])
        x2 = input.reshape(-1, input.shape[-1])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = x2.T @ g2
        if ctx.needs_input_grad[2]:
            gb = g2.sum(0)
        return gi, gw, gb

# %% wrong: bias_sums_first_axis_only
# why: The bias's gradient is grad.sum(0), which adds up one dimension only: with more dimensions in
# front something is left over, and for a single row the outputs themselves are added up. Sum over all
# rows, so that the shape is (out,).
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.T
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = grad.reshape(-1, weight.shape[0]).T @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            gb = grad.sum(0)
        return gi, gw, gb

# %% wrong: truth_of_the_bias
# why: `if bias:` asks whether the numbers of the bias are true, which is an error for more than one
# number. Ask `bias is not None`.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        y = input @ weight.T
        if bias:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        rows = grad.reshape(-1, weight.shape[0])
        dx = grad @ weight if ctx.needs_input_grad[0] else None
        dw = rows.T @ input.reshape(-1, weight.shape[1]) if ctx.needs_input_grad[1] else None
        db = rows.sum(0) if ctx.needs_input_grad[2] else None
        return dx, dw, db

# %% wrong: minus_one_for_the_outputs
# why: The output is brought into shape with -1 as its last size. For an empty batch there are no
# entries to find that size from, so it fails; the last size is weight.shape[0] and can be written down.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        flat = input.reshape(-1, input.shape[-1])
        out = flat @ weight.T
        if bias is not None:
            out = out + bias
        return out.reshape(*input.shape[:-1], -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g = grad.reshape(-1, weight.shape[0])
        x = input.reshape(-1, weight.shape[1])
        a = b = c = None
        if ctx.needs_input_grad[0]:
            a = (g @ weight).reshape(input.shape)
        if ctx.needs_input_grad[1]:
            b = g.T @ x
        if ctx.needs_input_grad[2]:
            c = g.sum(0)
        return a, b, c

# %% wrong: input_gradient_stays_flat
# why: The gradient of the input is computed for the rows below one another, and is returned in that
# shape. It must be brought back to the shape of the input.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        y = input @ weight.t()
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        o, i = weight.shape
        grad = grad.reshape(-1, o)
        input = input.reshape(-1, i)
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.t() @ input
        if ctx.needs_input_grad[2]:
            grad_bias = grad.sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: input_is_detached
# why: The input and the weight are detached before they are saved, so they have no history when the
# gradient is differentiated once more, and the second derivatives are lost. Save the arguments
# themselves.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input.detach(), weight.detach())
        if bias is None:
            return input @ weight.T
        return input @ weight.T + bias

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            gx = grad @ w
        if ctx.needs_input_grad[1]:
            gw = grad.reshape(-1, w.shape[0]).T @ x.reshape(-1, w.shape[1])
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, w.shape[0]).sum(0)
        return gx, gw, gb

# %% wrong: everything_always_computed
# why: The gradients of input and weight are computed and returned even if nobody needs them; only the
# bias is asked for. Each of the three must be None where ctx.needs_input_grad says False.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        ctx.has_bias = bias is not None
        out = input @ weight.T
        if ctx.has_bias:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        rows = grad.reshape(-1, weight.shape[0])
        grad_input = grad @ weight
        grad_weight = rows.T @ input.reshape(-1, weight.shape[1])
        grad_bias = rows.sum(0) if ctx.has_bias else None
        return grad_input, grad_weight, grad_bias

# %% wrong: mean_over_the_rows
# why: Weight and bias get the mean over the rows. Both are used once for every row, so their gradients
# are sums; a mean is the business of the loss.
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
        g = grad.reshape(-1, weight.shape[0])
        x = input.reshape(-1, weight.shape[1])
        n = max(g.shape[0], 1)
        res = [None] * 3
        if ctx.needs_input_grad[0]:
            res[0] = grad @ weight
        if ctx.needs_input_grad[1]:
            res[1] = g.T @ x / n
        if ctx.needs_input_grad[2]:
            res[2] = g.sum(0) / n
        return tuple(res)
