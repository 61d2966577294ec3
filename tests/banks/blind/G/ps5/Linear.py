# %% right: rows_below_one_another
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out_size, in_size = weight.shape
        rows = input.reshape(-1, in_size)
        product = (weight @ rows.t()).t()
        if bias is not None:
            product = product + bias
        return product.reshape((*input.shape[:-1], out_size))

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        out_size, in_size = weight.shape
        upstream = grad.reshape(-1, out_size)
        grads = [None, None, None]
        if ctx.needs_input_grad[0]:
            grads[0] = (upstream @ weight).reshape(input.shape)
        if ctx.needs_input_grad[1]:
            grads[1] = (input.reshape(-1, in_size).t() @ upstream).t()
        if ctx.needs_input_grad[2]:
            grads[2] = upstream.sum(0)
        return tuple(grads)


# %% right: products_and_sums
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        # (..., 1, in) * (out, in), added up over in
        out = (input.unsqueeze(-2) * weight).sum(-1)
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        need_x, need_w, need_b = ctx.needs_input_grad
        column = grad.unsqueeze(-1)
        gx = (column * w).sum(-2) if need_x else None
        gw = None
        if need_w:
            outer = column * x.unsqueeze(-2)
            gw = outer.reshape(-1, w.shape[0], w.shape[1]).sum(0)
        gb = grad.reshape(-1, w.shape[0]).sum(0) if need_b else None
        return gx, gw, gb


# %% wrong: mean_for_the_bias
# why: The bias is used once for every row, so its gradient is the sum over the rows; here it is their mean.
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
        d_input = d_weight = d_bias = None
        g = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            d_input = grad @ weight
        if ctx.needs_input_grad[1]:
            d_weight = g.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            d_bias = g.mean(0)
        return d_input, d_weight, d_bias


# %% wrong: a_table_of_rows_only
# why: backward takes the input for a table (n, in): with a single row or with more dimensions in front, sum(0) and t() do not put all rows together.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        if bias is None:
            return torch.matmul(input, weight.t())
        return torch.matmul(input, weight.t()) + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        wanted = ctx.needs_input_grad
        return (
            torch.matmul(grad, weight) if wanted[0] else None,
            torch.matmul(grad.t(), input) if wanted[1] else None,
            grad.sum(0) if wanted[2] else None,
        )


# %% wrong: the_rows_are_saved_without_history
# why: What is saved is a detached copy of the rows and of the weight, so the gradients are right, but their derivatives by input and weight are lost.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        rows = input.detach().reshape(-1, weight.shape[1])
        matrix = weight.detach().clone()
        ctx.rows, ctx.matrix, ctx.shape = rows, matrix, input.shape
        result = rows @ matrix.t()
        if bias is not None:
            result = result + bias
        return result.reshape(*input.shape[:-1], weight.shape[0])

    @staticmethod
    def backward(ctx, grad):
        g = grad.reshape(-1, ctx.matrix.shape[0])
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            gi = (g @ ctx.matrix).reshape(ctx.shape)
        if ctx.needs_input_grad[1]:
            gw = g.t() @ ctx.rows
        if ctx.needs_input_grad[2]:
            gb = g.sum(0)
        return gi, gw, gb


# %% wrong: one_question_for_weight_and_bias
# why: Whether the bias needs a gradient is taken from the weight: a bias next to a frozen weight gets none, and a bias that is None gets one.
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
        grad_input = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if not ctx.needs_input_grad[1]:
            return grad_input, None, None
        n_out, n_in = weight.shape
        flat = grad.reshape(-1, n_out)
        return grad_input, flat.t() @ input.reshape(-1, n_in), flat.sum(0)


# %% wrong: gradient_of_the_transposed_weight
# why: inputᵀ @ grad is the gradient of Wᵀ. It has the shape (in, out), and for a square weight it is silently transposed.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        ctx.in_features, ctx.out_features = weight.shape[1], weight.shape[0]
        W = weight.t()
        y = input.reshape(-1, ctx.in_features) @ W
        if bias is not None:
            y = y + bias
        return y.reshape((*input.shape[:-1], ctx.out_features))

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        X = input.reshape(-1, ctx.in_features)
        G = grad.reshape(-1, ctx.out_features)
        dX = dW = db = None
        if ctx.needs_input_grad[0]:
            dX = (G @ weight).reshape(input.shape)
        if ctx.needs_input_grad[1]:
            dW = X.t() @ G
        if ctx.needs_input_grad[2]:
            db = G.sum(0)
        return dX, dW, db
