# %% right: broadcast_and_sum
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = (input.unsqueeze(-2) * weight).sum(-1)
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        of_input = of_weight = of_bias = None
        if ctx.needs_input_grad[0]:
            of_input = (grad.unsqueeze(-1) * weight).sum(-2)
        if ctx.needs_input_grad[1]:
            each = grad.unsqueeze(-1) * input.unsqueeze(-2)
            of_weight = each.reshape(-1, *weight.shape).sum(0)
        if ctx.needs_input_grad[2]:
            of_bias = grad.reshape(-1, grad.shape[-1]).sum(0)
        return of_input, of_weight, of_bias

# %% right: everything_as_rows
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        rows = input.reshape(-1, weight.shape[1])
        out = (weight @ rows.t()).t()
        if bias is not None:
            out = out + bias
        return out.reshape(*input.shape[:-1], weight.shape[0])

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size_out, size_in = weight.shape
        g = grad.reshape(-1, size_out)
        wants_x, wants_w, wants_b = ctx.needs_input_grad
        return (
            (g @ weight).reshape(input.shape) if wants_x else None,
            (input.reshape(-1, size_in).t() @ g).t() if wants_w else None,
            g.sum(0) if wants_b else None,
        )

# %% wrong: bias_over_the_first_dimension
# why: The gradient of the bias is summed over dimension 0 only; with a single row or with several dimensions in front that is not the sum over all rows.
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
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            gb = grad.sum(0)
        return gi, gw, gb

# %% wrong: bias_asks_for_the_weight
# why: Whether the bias gets a gradient is asked with the entry of the weight, so a bias beside a frozen weight gets none.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        ctx.has_bias = bias is not None
        product = torch.matmul(input, weight.transpose(0, 1))
        return product + bias if ctx.has_bias else product

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        result = [None, None, None]
        if ctx.needs_input_grad[0]:
            result[0] = torch.matmul(grad, weight)
        if ctx.needs_input_grad[1]:
            flat_grad = grad.reshape(-1, grad.shape[-1])
            flat_input = input.reshape(-1, input.shape[-1])
            result[1] = torch.matmul(flat_grad.transpose(0, 1), flat_input)
            if ctx.has_bias:
                result[2] = flat_grad.sum(0)
        return tuple(result)

# %% wrong: mean_over_the_rows
# why: The gradients of weight and bias are divided by the number of rows; the mean belongs to the loss, and here it must be a sum.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        y = input @ weight.t()
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        need_x, need_w, need_b = ctx.needs_input_grad
        dx = dw = db = None
        rows = grad.reshape(-1, w.shape[0])
        n = max(rows.shape[0], 1)
        if need_x:
            dx = grad @ w
        if need_w:
            dw = rows.t() @ x.reshape(-1, w.shape[1]) / n
        if need_b:
            db = rows.sum(0) / n
        return dx, dw, db

# %% wrong: detached_tensors_are_saved
# why: Input and weight are detached before they are saved, so the gradients have no history by way of them and cannot be differentiated once more.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        x, w = input.detach(), weight.detach()
        ctx.save_for_backward(x, w)
        out = x @ w.t()
        if bias is not None:
            out = out + bias.detach()
        return out

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        dx = grad @ w if ctx.needs_input_grad[0] else None
        dw = db = None
        if ctx.needs_input_grad[1] or ctx.needs_input_grad[2]:
            g = grad.reshape(-1, w.shape[0])
            if ctx.needs_input_grad[1]:
                dw = g.t() @ x.reshape(-1, w.shape[1])
            if ctx.needs_input_grad[2]:
                db = g.sum(0)
        return dx, dw, db

# %% wrong: shape_on_the_class
# why: The shape of the input is kept on the class instead of ctx, so all layers of a network share the shape of the last call.
@piece
class Linear(torch.autograd.Function):
    input_shape = None

    @staticmethod
    def forward(ctx, input, weight, bias):
        Linear.input_shape = tuple(input.shape)
        rows = input.reshape(-1, input.shape[-1])
        ctx.save_for_backward(rows if rows is input else input, weight)
        out = rows @ weight.t()
        if bias is not None:
            out = out + bias
        return out.reshape(*Linear.input_shape[:-1], weight.shape[0])

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g = grad.reshape(-1, weight.shape[0])
        grads = [None] * 3
        if ctx.needs_input_grad[0]:
            grads[0] = (g @ weight).reshape(*Linear.input_shape)
        if ctx.needs_input_grad[1]:
            grads[1] = g.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grads[2] = g.sum(0)
        return tuple(grads)
