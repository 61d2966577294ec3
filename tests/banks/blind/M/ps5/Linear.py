# %% right: flat_rows
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
        n_out, n_in = weight.shape
        rows = grad.reshape(-1, n_out)
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = (rows @ weight).reshape(input.shape)
        if ctx.needs_input_grad[1]:
            grad_weight = rows.T @ input.reshape(-1, n_in)
        if ctx.needs_input_grad[2]:
            grad_bias = rows.sum(0)
        return grad_input, grad_weight, grad_bias

# %% right: conditional_expressions
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        product = input @ weight.t()
        return product if bias is None else product + bias

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        need_x, need_w, need_b = ctx.needs_input_grad
        g2 = grad.reshape(-1, grad.shape[-1])
        x2 = x.reshape(-1, x.shape[-1])
        return (grad @ w if need_x else None,
                (x2.t() @ g2).t() if need_w else None,
                g2.sum(dim=0) if need_b else None)

# %% right: table_helper
def table(t):
    """all the rows of t, one below the other"""
    return t.reshape(-1, t.shape[-1])


@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        if bias is None:
            return torch.matmul(input, weight.transpose(0, 1))
        return torch.matmul(input, weight.transpose(0, 1)) + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grads = [None, None, None]
        if ctx.needs_input_grad[0]:
            grads[0] = torch.matmul(grad, weight)
        if ctx.needs_input_grad[1]:
            grads[1] = torch.matmul(table(grad).transpose(0, 1), table(input))
        if ctx.needs_input_grad[2]:
            grads[2] = table(grad).sum(dim=0)
        return tuple(grads)

# %% right: outer_products_added_up
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        y = input @ weight.T
        return y if bias is None else bias + y

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        out_size, in_size = weight.shape
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dx = grad @ weight
        if ctx.needs_input_grad[1]:
            # one small table out x in for each row, then add the tables
            tables = grad.unsqueeze(-1) * input.unsqueeze(-2)
            dw = tables.reshape(-1, out_size, in_size).sum(dim=0)
        if ctx.needs_input_grad[2]:
            db = grad.reshape(-1, out_size).sum(dim=0)
        return dx, dw, db

# %% wrong: bias_sum_over_first_dimension
# why: The gradient of the bias is summed over the first dimension only. With several dimensions in front it keeps the others (and a single row is summed to one number); it should be summed over all rows, in the shape (out,).
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
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = grad.reshape(-1, weight.shape[0]).T @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            gb = grad.sum(0)
        return gi, gw, gb

# %% wrong: frozen_bias_gets_gradient
# why: Whether the bias gets a gradient is decided by whether there is a bias. A bias that is there but requires no grad gets one too; it should be asked of ctx.needs_input_grad[2].
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        ctx.has_bias = bias is not None
        y = input @ weight.T
        return y + bias if ctx.has_bias else y

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        flat = grad.reshape(-1, grad.shape[-1])
        dx = grad @ weight if ctx.needs_input_grad[0] else None
        dw = flat.T @ input.reshape(-1, input.shape[-1]) if ctx.needs_input_grad[1] else None
        db = flat.sum(0) if ctx.has_bias else None
        return dx, dw, db

# %% wrong: tensors_on_ctx
# why: The input and the weight are kept as attributes of ctx. What backward needs of the tensors must go through ctx.save_for_backward.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.x = input
        ctx.w = weight
        if bias is None:
            return input @ weight.T
        return input @ weight.T + bias

    @staticmethod
    def backward(ctx, grad):
        rows = grad.reshape(-1, ctx.w.shape[0])
        grads = [None] * 3
        if ctx.needs_input_grad[0]:
            grads[0] = grad @ ctx.w
        if ctx.needs_input_grad[1]:
            grads[1] = rows.T @ ctx.x.reshape(-1, ctx.w.shape[1])
        if ctx.needs_input_grad[2]:
            grads[2] = rows.sum(0)
        return tuple(grads)

# %% wrong: detached_weight
# why: backward computes the gradient of the input with weight.detach(), which has no history. So when that gradient is differentiated once more, the weight counts as a constant; the saved weight itself should be used.
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
        weight = weight.detach()     # we don't want to track anything here
        dinput = dweight = dbias = None
        rows = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            dinput = grad @ weight
        if ctx.needs_input_grad[1]:
            dweight = rows.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            dbias = rows.sum(0)
        return dinput, dweight, dbias

# %% wrong: nothing_if_input_needs_none
# why: If the input needs no gradient (as data does), backward returns None for the weight and the bias as well. Each of the three has its own entry in ctx.needs_input_grad and must be decided by that alone.
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
        if not ctx.needs_input_grad[0]:
            return None, None, None
        input, weight = ctx.saved_tensors
        o, i = weight.shape
        g = grad.reshape(-1, o)
        x = input.reshape(-1, i)
        grad_weight = g.T @ x if ctx.needs_input_grad[1] else None
        grad_bias = g.sum(0) if ctx.needs_input_grad[2] else None
        return (g @ weight).reshape(input.shape), grad_weight, grad_bias

# %% wrong: reshaped_not_transposed
# why: The rows of the upstream gradient are brought into the shape (out, rows) by reshape, which keeps the numbers in their order and mixes rows and columns. They must be transposed.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        y = input @ weight.T
        if bias is not None:
            y = y + bias
        return y

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        n_out, n_in = weight.shape
        x = input.reshape(-1, n_in)
        n = x.shape[0]
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dx = grad @ weight
        if ctx.needs_input_grad[1]:
            dw = grad.reshape(n_out, n) @ x
        if ctx.needs_input_grad[2]:
            db = grad.reshape(n, n_out).sum(0)
        return dx, dw, db

# %% wrong: truth_of_the_bias
# why: `if bias:` asks for the truth of the numbers in the bias, which is an error for more than one number and drops a bias that is a single 0. Whether there is a bias must be asked by `bias is not None`.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.T
        if bias:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g = grad.reshape(-1, weight.shape[0])
        return (
            grad @ weight if ctx.needs_input_grad[0] else None,
            g.T @ input.reshape(-1, weight.shape[1]) if ctx.needs_input_grad[1] else None,
            g.sum(0) if ctx.needs_input_grad[2] else None,
        )

# %% wrong: mean_over_rows
# why: The gradients of weight and bias are divided by the number of rows. They are sums over all rows; a mean, if there is one, is already in the upstream gradient.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        z = torch.matmul(input, weight.T)
        return z if bias is None else z + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        dZ = grad.reshape(-1, weight.shape[0])
        A = input.reshape(-1, weight.shape[1])
        m = max(A.shape[0], 1)
        dA = dW = db = None
        if ctx.needs_input_grad[0]:
            dA = (dZ @ weight).reshape(input.shape)
        if ctx.needs_input_grad[1]:
            dW = dZ.T @ A / m
        if ctx.needs_input_grad[2]:
            db = dZ.sum(0) / m
        return dA, dW, db
