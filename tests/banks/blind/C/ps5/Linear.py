# %% right: terse
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
        need = ctx.needs_input_grad
        g = grad.reshape(-1, weight.shape[0])
        x = input.reshape(-1, weight.shape[1])
        return (
            grad @ weight if need[0] else None,
            g.t() @ x if need[1] else None,
            g.sum(0) if need[2] else None,
        )


# %% right: verbose_beginner
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weightᵀ + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        weight_transposed = weight.transpose(0, 1)
        product = torch.matmul(input, weight_transposed)
        if bias is not None:
            result = product + bias
        else:
            result = product
        return result

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, each None where it is not needed."""
        input, weight = ctx.saved_tensors
        grad_input = None
        grad_weight = None
        grad_bias = None
        out_size = weight.shape[0]
        in_size = weight.shape[1]
        # gradient of the input
        if ctx.needs_input_grad[0] == True:
            grad_input = torch.matmul(grad, weight)
        # gradient of the weight
        if ctx.needs_input_grad[1] == True:
            grad_rows = grad.reshape(-1, out_size)
            input_rows = input.reshape(-1, in_size)
            grad_weight = torch.matmul(grad_rows.transpose(0, 1), input_rows)
        # gradient of the bias
        if ctx.needs_input_grad[2] == True:
            grad_rows = grad.reshape(-1, out_size)
            grad_bias = grad_rows.sum(0)
        return grad_input, grad_weight, grad_bias


# %% right: flatten_in_forward_too
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        n_out, n_in = weight.shape
        rows = input.reshape(-1, n_in)
        out = rows @ weight.t()
        if bias is not None:
            out = out + bias
        ctx.save_for_backward(input, weight)
        return out.reshape(tuple(input.shape[:-1]) + (n_out,))

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        n_out, n_in = weight.shape
        g = grad.reshape(-1, n_out)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dx = (g @ weight).reshape(tuple(input.shape))
        if ctx.needs_input_grad[1]:
            # (XᵀG)ᵀ
            dw = (input.reshape(-1, n_in).t() @ g).t()
        if ctx.needs_input_grad[2]:
            db = g.sum(0)
        return dx, dw, db


# %% right: helper_function
def _table(t):
    """All rows of t below one another."""
    return t.reshape(-1, t.shape[-1])


@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        y = input @ weight.t()
        if bias is None:
            return y
        return bias + y

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        grads = [None, None, None]
        if ctx.needs_input_grad[0]:
            grads[0] = grad @ w
        if ctx.needs_input_grad[1]:
            grads[1] = _table(grad).t() @ _table(x)
        if ctx.needs_input_grad[2]:
            grads[2] = _table(grad).sum(0)
        return tuple(grads)


# %% right: sums_one_dimension_after_another
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        out = input @ weight.t()
        if bias is not None:
            out = out + bias
        ctx.save_for_backward(input, weight)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        gi = gw = gb = None
        needs_x, needs_w, needs_b = ctx.needs_input_grad
        if needs_x:
            gi = grad @ weight
        if needs_w:
            gw = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if needs_b:
            gb = grad
            while len(gb.shape) > 1:
                gb = gb.sum(0)
        return gi, gw, gb


# %% wrong: weight_gradient_transposed
# why: The gradient of the weight is inputᵀ @ grad, of shape (in, out): the transpose of what is asked for. It must have the weight's shape (out, in), gradᵀ @ input.
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
        g = grad.reshape(-1, weight.shape[0])
        x = input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = x.t() @ g
        if ctx.needs_input_grad[2]:
            gb = g.sum(0)
        return gi, gw, gb


# %% wrong: only_tables
# why: The weight's gradient uses grad.t() @ input directly, which works only for an input of two dimensions: with more dimensions in front t() refuses, and a single row gives a number instead of a table.
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
            gw = grad.t() @ input
        if ctx.needs_input_grad[2]:
            gb = grad.reshape(-1, weight.shape[0]).sum(0)
        return gi, gw, gb


# %% wrong: bias_sum_over_first_axis_only
# why: The bias's gradient is summed over the first dimension alone. With two dimensions in front one remains, and for a single row the outputs themselves are added up.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        if bias is None:
            return input @ weight.t()
        return input @ weight.t() + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            rows = input.reshape(-1, input.shape[-1])
            grad_weight = grad.reshape(-1, grad.shape[-1]).t() @ rows
        if ctx.needs_input_grad[2]:
            grad_bias = grad.sum(0)
        return grad_input, grad_weight, grad_bias


# %% wrong: bias_not_summed
# why: The slope of the output for the bias is 1, so grad is passed on as it is. But the bias is used in every row, and its gradient is the sum of grad over all rows, of shape (out,).
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
            gb = grad
        return gi, gw, gb


# %% wrong: always_all_three
# why: All three gradients are computed and returned always, without asking ctx.needs_input_grad: frozen arguments, and a bias that is None, get a gradient too.
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
        g = grad.reshape(-1, weight.shape[0])
        x = input.reshape(-1, weight.shape[1])
        return grad @ weight, g.t() @ x, g.sum(0)


# %% wrong: bias_mean
# why: The bias's gradient is the mean of grad over the rows; it must be the sum, as the bias is used once for each row.
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
        g = grad.reshape(-1, grad.shape[-1])
        x = input.reshape(-1, input.shape[-1])
        dx, dw, db = None, None, None
        if ctx.needs_input_grad[0]:
            dx = grad @ weight
        if ctx.needs_input_grad[1]:
            dw = g.t() @ x
        if ctx.needs_input_grad[2]:
            db = g.mean(0)
        return dx, dw, db


# %% wrong: truth_of_bias
# why: `if bias:` asks for the truth value of a tensor, which is an error for more than one entry (and False for a bias of one zero). Whether there is a bias is asked with `is not None`.
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
        gi = gw = gb = None
        g = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = g.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            gb = g.sum(0)
        return gi, gw, gb


# %% wrong: weight_not_transposed
# why: forward multiplies by weight instead of its transpose (and backward by the transpose instead of weight): the shape (out, in) of the weight was read as (in, out).
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        gi = gw = gb = None
        g = grad.reshape(-1, grad.shape[-1])
        x = input.reshape(-1, input.shape[-1])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight.t()
        if ctx.needs_input_grad[1]:
            gw = x.t() @ g
        if ctx.needs_input_grad[2]:
            gb = g.sum(0)
        return gi, gw, gb


# %% wrong: frozen_bias_not_added
# why: forward adds the bias only if it needs a gradient. A frozen bias is there all the same and has to be added: the question is `bias is not None`.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        out = input @ weight.t()
        if ctx.needs_input_grad[2]:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        gi = gw = gb = None
        g = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = g.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            gb = g.sum(0)
        return gi, gw, gb


# %% wrong: needs_swapped
# why: needs_input_grad[0] is asked for the weight and [1] for the input: the two flags are swapped, so a frozen input gets a gradient and the weight none.
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
        g = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            gw = g.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[1]:
            gi = grad @ weight
        if ctx.needs_input_grad[2]:
            gb = g.sum(0)
        return gi, gw, gb


# %% wrong: two_values_without_bias
# why: Where there is no bias, backward returns only two values. There are always three arguments, so there must be three values, the last one None.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        ctx.has_bias = bias is not None
        out = input @ weight.t()
        if ctx.has_bias:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g = grad.reshape(-1, weight.shape[0])
        x = input.reshape(-1, weight.shape[1])
        gi = grad @ weight if ctx.needs_input_grad[0] else None
        gw = g.t() @ x if ctx.needs_input_grad[1] else None
        if not ctx.has_bias:
            return gi, gw
        return gi, gw, (g.sum(0) if ctx.needs_input_grad[2] else None)


# %% wrong: detached_for_safety
# why: The saved tensors are detached in backward, so the gradients do not depend on input and weight any more and cannot be differentiated once more.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input.detach(), weight.detach())
        out = input @ weight.t()
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        input = input.detach()
        weight = weight.detach()
        gi = gw = gb = None
        g = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = g.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            gb = g.sum(0)
        return gi, gw, gb


# %% wrong: accumulates_into_upstream
# why: The rows of grad are added up in a loop with +=, starting from grad's own first row: that is a view, so the upstream gradient is changed in place (and with no rows at all there is no first one).
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
        g = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = g.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            gb = g[0]
            for i in range(1, g.shape[0]):
                gb += g[i]
        return gi, gw, gb


# %% wrong: elif_chain
# why: The three questions are chained with elif, so only the first argument that needs a gradient gets one; the others get None.
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
        grad_input, grad_weight, grad_bias = None, None, None
        rows = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        elif ctx.needs_input_grad[1]:
            grad_weight = rows.t() @ input.reshape(-1, weight.shape[1])
        elif ctx.needs_input_grad[2]:
            grad_bias = rows.sum(0)
        return grad_input, grad_weight, grad_bias


# %% wrong: calls_itself
# why: forward calls torch.nn.functional.linear, which runs on this very piece: it calls itself without end.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        return torch.nn.functional.linear(input, weight, bias)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        gi = gw = gb = None
        g = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = g.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            gb = g.sum(0)
        return gi, gw, gb


# %% wrong: single_row_forgotten
# why: Leading dimensions are summed away until two are left, which is right for two or more dimensions; a single row has only one, and gradᵀ @ input of two vectors fails or is a number.
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
            gw = grad.transpose(-1, -2) @ input
            while gw.dim() > 2:
                gw = gw.sum(0)
        if ctx.needs_input_grad[2]:
            gb = grad
            while gb.dim() > 1:
                gb = gb.sum(0)
        return gi, gw, gb


# %% wrong: saved_in_wrong_order
# why: weight and input are saved in this order but unpacked in the other: the two are mixed up in all of backward.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(weight, input)
        out = input @ weight.t()
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        gi = gw = gb = None
        g = grad.reshape(-1, grad.shape[-1])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = g.t() @ input.reshape(-1, input.shape[-1])
        if ctx.needs_input_grad[2]:
            gb = g.sum(0)
        return gi, gw, gb


# %% wrong: frozen_bias_gets_gradient
# why: For the bias it is asked whether there is one, and not whether it needs a gradient: a frozen bias gets one all the same.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        ctx.bias = bias is not None
        out = input @ weight.t()
        if bias is not None:
            out = out + bias
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        gi = gw = gb = None
        g = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = g.t() @ input.reshape(-1, weight.shape[1])
        if ctx.bias:
            gb = g.sum(0)
        return gi, gw, gb


# %% wrong: bias_ignores_upstream
# why: The bias gets the number of rows in each entry, which is right only if the upstream gradient is all ones: grad is not used.
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
        g = grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[0]:
            gi = grad @ weight
        if ctx.needs_input_grad[1]:
            gw = g.t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            gb = torch.ones_like(g).sum(0)
        return gi, gw, gb
