# %% right: plain
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% right: broadcast_products
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
        n_out, n_in = weight.shape
        need = ctx.needs_input_grad
        return (
            (grad.unsqueeze(-1) * weight).sum(-2) if need[0] else None,
            (grad.unsqueeze(-1) * input.unsqueeze(-2)).reshape(-1, n_out, n_in).sum(0) if need[1] else None,
            grad.reshape(-1, n_out).sum(0) if need[2] else None,
        )

# %% right: row_by_row
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        """input @ weight^T + bias, or the product alone where bias is None."""
        ctx.save_for_backward(input, weight)
        product = torch.matmul(input, weight.transpose(0, 1))
        if bias is None:
            return product
        return product + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        n_out, n_in = weight.shape
        rows = input.reshape(-1, n_in)
        upstream = grad.reshape(-1, n_out)
        result = [None, None, None]
        if ctx.needs_input_grad[0]:
            result[0] = torch.matmul(grad, weight)
        if ctx.needs_input_grad[1]:
            total = torch.zeros_like(weight)
            for k in range(rows.shape[0]):
                total = total + upstream[k].reshape(n_out, 1) * rows[k].reshape(1, n_in)
            result[1] = total
        if ctx.needs_input_grad[2]:
            result[2] = upstream.sum(0)
        return tuple(result)

# %% right: table_in_table_out
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        table = input.reshape(-1, weight.shape[1])
        out = table @ weight.t()
        if bias is not None:
            out += bias
        return out.reshape(*input.shape[:-1], weight.shape[0])

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        wants_input, wants_weight, wants_bias = ctx.needs_input_grad
        g = grad.reshape(-1, grad.shape[-1])
        x = input.reshape(-1, input.shape[-1])
        grad_input = (g @ weight).reshape(input.shape) if wants_input else None
        grad_weight = (x.t() @ g).t() if wants_weight else None
        grad_bias = g.sum(0) if wants_bias else None
        return grad_input, grad_weight, grad_bias

# %% right: bias_summed_step_by_step
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        if bias is None:
            return input.matmul(weight.t())
        return bias + input.matmul(weight.t())

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad
            while grad_bias.dim() > 1:
                grad_bias = grad_bias.sum(0)
        return grad_input, grad_weight, grad_bias

# %% right: early_helper
def as_rows(tensor):
    if tensor.dim() == 1:
        return tensor.unsqueeze(0)
    return tensor.reshape(-1, tensor.shape[-1])


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
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = grad @ weight
        if ctx.needs_input_grad[1] or ctx.needs_input_grad[2]:
            upstream = as_rows(grad)
            if ctx.needs_input_grad[1]:
                for_weight = upstream.t() @ as_rows(input)
            if ctx.needs_input_grad[2]:
                for_bias = upstream.sum(0)
        return for_input, for_weight, for_bias

# %% wrong: not_transposed
# why: forward forgets to transpose the weight.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: weight_times_input
# why: weight @ input works for a single row only; the rows must be multiplied from the left.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = weight @ input
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_none_forgotten
# why: A bias of None cannot be added; the case is not handled.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        return input @ weight.t() + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_ignored
# why: The bias is never added.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        return input @ weight.t()

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_truth
# why: `if bias` asks for the truth value of a tensor, which fails for more than one entry.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: weight_gradient_transposed
# why: The gradient of the weight is transposed: its shape must be (out, in).
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = input.reshape(-1, weight.shape[1]).t() @ grad.reshape(-1, weight.shape[0])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: weight_gradient_two_dims
# why: grad.t() @ input works for a batch of rows only, not for a single row or more dimensions in front.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.t() @ input
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: reshape_for_transpose
# why: reshape is not a transpose: the shape fits, and the entries are mixed up.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(weight.shape[0], -1) @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: weight_gradient_mean
# why: The gradient of the weight is divided by the number of rows; it is a sum.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            rows = grad.reshape(-1, weight.shape[0])
            grad_weight = rows.t() @ input.reshape(-1, weight.shape[1]) / rows.shape[0]
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_mean
# why: The gradient of the bias is a mean over the rows instead of a sum.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).mean(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_sum_first_dim
# why: sum(0) sums over the first dimension only: wrong for a single row and for more dimensions in front.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_not_summed
# why: The gradient of the bias is not summed over the rows.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_sum_all
# why: The gradient of the bias is summed to a single number instead of one for each output.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.sum()
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_sum_wrong_axis
# why: The gradient of the bias is summed along the outputs instead of the rows.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(1)
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_kept_dimension
# why: The gradient of the bias has the shape (1, out) instead of (out,).
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0, keepdim=True)
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_ones
# why: The gradient of the bias counts the rows and forgets the upstream gradient.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = torch.ones_like(grad.reshape(-1, weight.shape[0])).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: input_gradient_transposed
# why: grad @ weight.t() has the wrong shape for the input, unless in and out are equal; then it has the wrong numbers.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight.t()
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: input_gradient_flat
# why: The gradient of the input stays a table; it must have the shape of the input.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad.reshape(-1, weight.shape[0]) @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: needs_ignored
# why: needs_input_grad is not asked, so all three gradients are always computed and returned.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad @ weight
        grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: needs_asked_at_the_end
# why: All gradients are computed first, and the ones that nobody needs thrown away.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad @ weight
        grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        all_three = (grad_input, grad_weight, grad_bias)
        return tuple(g if need else None for g, need in zip(all_three, ctx.needs_input_grad))

# %% wrong: needs_by_bias_only
# why: It asks only whether there is a bias, not which arguments need a gradient.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.has_bias = bias is not None
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if True:
            grad_input = grad @ weight
        if True:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.has_bias:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: elif_chain
# why: With elif only the first gradient that is needed is computed.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        elif ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        elif ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: needs_shifted
# why: The bools of weight and bias are exchanged.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[2]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[1]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: zeros_for_none
# why: Where no gradient is needed, zeros are returned instead of None.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input, grad_weight, grad_bias = torch.zeros_like(input), torch.zeros_like(weight), torch.zeros_like(weight[:, 0])
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: two_values
# why: Without a bias only two values are returned; there are always three arguments.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        if grad_bias is None:
            return grad_input, grad_weight
        return grad_input, grad_weight, grad_bias

# %% wrong: wrong_order
# why: The gradients of input and weight are in the wrong order.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_weight, grad_input, grad_bias

# %% wrong: attributes
# why: The tensors are kept as attributes, so a change in place is not noticed.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.input, ctx.weight = input, weight
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.input, ctx.weight
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: detached
# why: detach() cuts the gradients off from input and weight, so they cannot be differentiated once more.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = (each.detach() for each in ctx.saved_tensors)
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: numpy_inside
# why: The gradient of the weight is computed in NumPy and cannot be differentiated once more.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            g = grad.detach().numpy().reshape(-1, weight.shape[0])
            x = input.detach().numpy().reshape(-1, weight.shape[1])
            grad_weight = torch.tensor(g.T @ x)
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: last_row_only
# why: Each row overwrites the gradient of the one before, instead of being added.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            g = grad.reshape(-1, weight.shape[0])
            x = input.reshape(-1, weight.shape[1])
            for k in range(g.shape[0]):
                grad_weight = g[k].reshape(-1, 1) * x[k]
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_in_place
# why: bias += … writes the product into the bias itself.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        if bias is None:
            return input @ weight.t()
        bias += input @ weight.t()
        return bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: saved_transpose
# why: The transposed copy was made in forward, where nothing is recorded: the gradient of the input has no history to the weight.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        turned = weight.t().clone()
        ctx.save_for_backward(input, turned)
        output = input @ turned
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, turned = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ turned.t()
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, turned.shape[1]).t() @ input.reshape(-1, turned.shape[0])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, turned.shape[1]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: returns_float32
# why: The result is always float32; it should have the dtype of the arguments.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output.to(torch.float32)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: batch_looped
# why: The loop over the first dimension fails for a single row, and torch.stack for an empty batch.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        rows = []
        for row in input:
            rows.append(row @ weight.t())
        output = torch.stack(rows)
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: bias_gradient_where_none
# why: The bias always gets a gradient, also where it is None or needs none.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if True:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

# %% wrong: grad_scaled_in_place
# why: reshape gives a view, so summing into its first row changes the upstream gradient.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias
        return output

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0])
            for k in range(1, grad_bias.shape[0]):
                grad_bias[0] += grad_bias[k]
            grad_bias = grad_bias[0]
        return grad_input, grad_weight, grad_bias

# %% wrong: forgets_return
# why: forward does not return its output.
@piece
class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias):
        ctx.save_for_backward(input, weight)
        output = input @ weight.t()
        if bias is not None:
            output = output + bias

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad.reshape(-1, weight.shape[0]).t() @ input.reshape(-1, weight.shape[1])
        if ctx.needs_input_grad[2]:
            grad_bias = grad.reshape(-1, weight.shape[0]).sum(0)
        return grad_input, grad_weight, grad_bias

