# %% right: three_ifs
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = torch.matmul(input, weight.t())
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        rows = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            grad_input = (rows @ weight).reshape(input.shape)
        if ctx.needs_input_grad[1]:
            grad_weight = rows.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = rows.sum(0)
        return grad_input, grad_weight, grad_bias

# %% right: flat_forward_too
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        n_out, n_in = weight.shape
        table = input.reshape(-1, n_in)
        result = table @ weight.t()
        if bias is None:
            pass
        else:
            result = result + bias.reshape(1, n_out)
        ctx.save_for_backward(input, weight)
        return result.reshape(*input.shape[:-1], n_out)

    @staticmethod
    def backward(ctx, grad):
        needs = ctx.needs_input_grad
        x, w = ctx.saved_tensors
        n_out, n_in = w.shape
        x = x.reshape(-1, n_in)
        g = grad.reshape(-1, n_out)
        dx = torch.matmul(grad, w) if needs[0] else None
        dw = torch.matmul(g.t(), x) if needs[1] else None
        db = g.sum(dim=0) if needs[2] else None
        return dx, dw, db

# %% right: list_of_grads
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = torch.matmul(input, weight.t())
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        grads = [None, None, None]
        if ctx.needs_input_grad[0]:
            grads[0] = grad @ w
        if ctx.needs_input_grad[1]:
            # transposed twice on purpose: (x^T g)^T
            x2 = x.reshape(-1, x.shape[-1])
            g2 = grad.reshape(-1, grad.shape[-1])
            grads[1] = (x2.t() @ g2).t()
        if ctx.needs_input_grad[2]:
            grads[2] = grad.reshape(-1, grad.shape[-1]).sum(0)
        return tuple(grads)

# %% right: helper_function
def _rows(t):
    return t.reshape(-1, t.shape[-1])


@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        if bias is None:
            return input @ weight.transpose(0, 1)
        return input @ weight.transpose(0, 1) + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        want_x, want_w, want_b = ctx.needs_input_grad
        return (
            grad @ weight if want_x else None,
            _rows(grad).transpose(0, 1) @ _rows(input) if want_w else None,
            _rows(grad).sum(0) if want_b else None,
        )

# %% wrong: only_two_dims
# why: backward transposes grad and sums axis 0 as if the input always were one table of rows. A single row or more dimensions in front fails or sums over too little.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = torch.matmul(input, weight.t())
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dx = grad @ w
        if ctx.needs_input_grad[1]:
            dw = grad.t() @ x
        if ctx.needs_input_grad[2]:
            db = grad.sum(0)
        return dx, dw, db

# %% wrong: always_computes
# why: needs_input_grad is not asked: all three gradients are computed even where none is needed, and the bias gets one even if it is None.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = torch.matmul(input, weight.t())
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        g = grad.reshape(-1, w.shape[0])
        return grad @ w, g.t() @ x.reshape(-1, w.shape[1]), g.sum(0)

# %% wrong: bias_mean
# why: The gradient of the bias is the mean over the rows and not their sum.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = torch.matmul(input, weight.t())
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        dx = dw = db = None
        g = grad.reshape(-1, w.shape[0])
        if ctx.needs_input_grad[0]:
            dx = grad @ w
        if ctx.needs_input_grad[1]:
            dw = g.t() @ x.reshape(-1, w.shape[1])
        if ctx.needs_input_grad[2]:
            db = g.mean(0)
        return dx, dw, db

# %% wrong: weight_transposed
# why: The product for the weight is the wrong way round, so that its gradient has the shape (in, out).
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = torch.matmul(input, weight.t())
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        dx = dw = db = None
        x2 = x.reshape(-1, w.shape[1])
        g2 = grad.reshape(-1, w.shape[0])
        if ctx.needs_input_grad[0]:
            dx = grad @ w
        if ctx.needs_input_grad[1]:
            dw = x2.t() @ g2
        if ctx.needs_input_grad[2]:
            db = g2.sum(0)
        return dx, dw, db

# %% wrong: bias_truthy
# why: `if bias` asks whether the number in the tensor is not zero: an error for more than one entry. It should be `is not None`.
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
        x, w = ctx.saved_tensors
        dx = dw = db = None
        g = grad.reshape(-1, w.shape[0])
        if ctx.needs_input_grad[0]:
            dx = grad @ w
        if ctx.needs_input_grad[1]:
            dw = g.t() @ x.reshape(-1, w.shape[1])
        if ctx.needs_input_grad[2]:
            db = g.sum(0)
        return dx, dw, db

# %% wrong: needs_shifted
# why: The indices of needs_input_grad are off by one, as if ctx were counted among the arguments.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = torch.matmul(input, weight.t())
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        needs = (None,) + tuple(ctx.needs_input_grad)
        dx = dw = db = None
        g = grad.reshape(-1, w.shape[0])
        if needs[0]:
            dx = grad @ w
        if needs[1]:
            dw = g.t() @ x.reshape(-1, w.shape[1])
        if needs[2]:
            db = g.sum(0)
        return dx, dw, db

# %% wrong: bias_summed_over_all
# why: The sum for the bias has no axis: one number comes out, where each output needs its own.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = torch.matmul(input, weight.t())
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dx = grad.matmul(w)
        if ctx.needs_input_grad[1]:
            dw = grad.reshape(-1, w.shape[0]).t().matmul(x.reshape(-1, w.shape[1]))
        if ctx.needs_input_grad[2]:
            db = grad.sum()
        return dx, dw, db

# %% wrong: detached_saved
# why: The saved tensors are detached in backward, so the gradients are right but have no history of input and weight and cannot be differentiated again.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = torch.matmul(input, weight.t())
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        x = x.detach()
        w = w.detach()
        dx = dw = db = None
        g = grad.reshape(-1, w.shape[0])
        if ctx.needs_input_grad[0]:
            dx = grad @ w
        if ctx.needs_input_grad[1]:
            dw = g.t() @ x.reshape(-1, w.shape[1])
        if ctx.needs_input_grad[2]:
            db = g.sum(0)
        return dx, dw, db

# %% wrong: attributes_on_ctx
# why: The tensors are kept as attributes of ctx and not by save_for_backward, against the statement.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.x = input
        ctx.w = weight
        out = input @ weight.t()
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        dx = dw = db = None
        g = grad.reshape(-1, ctx.w.shape[0])
        if ctx.needs_input_grad[0]:
            dx = grad @ ctx.w
        if ctx.needs_input_grad[1]:
            dw = g.t() @ ctx.x.reshape(-1, ctx.w.shape[1])
        if ctx.needs_input_grad[2]:
            db = g.sum(0)
        return dx, dw, db

# %% wrong: upstream_ignored_for_bias
# why: The bias gets the number of rows, as if the upstream gradient were 1 everywhere.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = torch.matmul(input, weight.t())
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        dx = dw = db = None
        g = grad.reshape(-1, w.shape[0])
        if ctx.needs_input_grad[0]:
            dx = grad @ w
        if ctx.needs_input_grad[1]:
            dw = g.t() @ x.reshape(-1, w.shape[1])
        if ctx.needs_input_grad[2]:
            db = torch.ones_like(g).sum(0)
        return dx, dw, db

# %% wrong: input_grad_stays_flat
# why: The gradient of the input keeps the shape (rows, in): it is never brought back to the shape of the input.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        out = torch.matmul(input, weight.t())
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        dx = dw = db = None
        g = grad.reshape(-1, w.shape[0])
        x = x.reshape(-1, w.shape[1])
        if ctx.needs_input_grad[0]:
            dx = g @ w
        if ctx.needs_input_grad[1]:
            dw = g.t() @ x
        if ctx.needs_input_grad[2]:
            db = g.sum(0)
        return dx, dw, db
