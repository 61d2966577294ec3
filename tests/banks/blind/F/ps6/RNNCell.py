# %% right: plain
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% right: shared_bias_gradient
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = torch.nn.functional.linear(input, weight_ih, bias_ih)
        z = z + torch.nn.functional.linear(hidden, weight_hh, bias_hh)
        new = z.tanh()
        ctx.bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, wi, wh, new = ctx.saved_tensors
        g = grad - grad * new**2
        b = g.sum(dim=0) if ctx.bias else None
        return g @ wi, g @ wh, g.T @ x, g.T @ h, b, b
# %% right: only_what_is_needed
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        ctx.with_bias = bias_ih is not None
        a = input.matmul(weight_ih.t()) + hidden.matmul(weight_hh.t())
        if ctx.with_bias:
            a = a + (bias_ih + bias_hh)
        out = torch.tanh(a)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        need = ctx.needs_input_grad
        g = grad * (1 - out) * (1 + out)
        result = [None] * 6
        if need[0]:
            result[0] = g @ weight_ih
        if need[1]:
            result[1] = g @ weight_hh
        if need[2]:
            result[2] = (input.T @ g).T
        if need[3]:
            result[3] = (hidden.T @ g).T
        if need[4]:
            result[4] = g.sum(0)
        if need[5]:
            result[5] = g.sum(0)
        return tuple(result)
# %% right: one_big_product
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        both = torch.cat([input, hidden], dim=1)
        weights = torch.cat([weight_ih, weight_hh], dim=1)
        z = both @ weights.T
        if bias_ih is not None:
            z = z + bias_ih
        if bias_hh is not None:
            z = z + bias_hh
        out = torch.tanh(z)
        ctx.biases = (bias_ih is not None, bias_hh is not None)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        n = input.shape[1]
        g = grad * (1 - out.pow(2))
        g_both = g @ torch.cat([weight_ih, weight_hh], dim=1)
        g_weights = g.T @ torch.cat([input, hidden], dim=1)
        g_bias = [g.sum(0) if there else None for there in ctx.biases]
        return (g_both[:, :n], g_both[:, n:], g_weights[:, :n], g_weights[:, n:], *g_bias)
# %% right: computed_again
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, bias_ih, bias_hh)
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        return torch.tanh(z)

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh, b_ih, b_hh = ctx.saved_tensors
        z = x @ w_ih.T + h @ w_hh.T
        if b_ih is not None:
            z = z + b_ih + b_hh
        t = torch.tanh(z)
        d = grad * (1 - t * t)
        db = None if b_ih is None else d.sum(0)
        return d @ w_ih, d @ w_hh, d.T @ x, d.T @ h, db, db
# %% wrong: old_state
# why: The derivative of tanh is taken at the old state `hidden`, and it is a formula of the new one.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - hidden * hidden)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: tanh_forgotten
# why: backward leaves out the derivative of tanh: the upstream gradient goes into the linear layers as it is.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: no_square
# why: The slope of tanh is 1 - out², here it is 1 - out.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: bias_not_summed
# why: The bias is used once for each row, so its gradient is a sum over the rows; here it keeps the shape (N, out).
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside if ctx.has_bias else None
        bias_hh = inside if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: bias_mean
# why: The gradient of the bias is averaged over the rows in place of added up.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.mean(0) if ctx.has_bias else None
        bias_hh = inside.mean(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: bias_wrong_axis
# why: The gradient of the bias is summed over the features (dim 1) and not over the rows.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(1) if ctx.has_bias else None
        bias_hh = inside.sum(1) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: second_bias_dropped
# why: forward adds bias_ih only and forgets bias_hh.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: one_bias_gradient
# why: bias_hh gets None, as if one gradient were enough for two biases.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: slope_on_ctx
# why: The slope is computed in forward and kept on ctx: it has no history, and the second derivative takes it for a constant.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.slope = 1 - out * out
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * ctx.slope
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: detached
# why: backward detaches the new state, so the gradient cannot be differentiated by way of it.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out.detach() ** 2)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: grad_in_place
# why: The upstream gradient is changed in place.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        grad *= 1 - out * out
        inside = grad
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: bias_in_place
# why: forward adds the second bias into the first one in place, and so changes an argument.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            bias_ih += bias_hh
            inside = inside + bias_ih
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: hidden_transposed
# why: The gradient of hidden uses weight_hh transposed; the shape is right because weight_hh is square, the numbers are not.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh.T,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: new_state_in_weight
# why: The gradient of weight_hh is a product with the old state; here the new state is used.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ out,
            bias_ih,
            bias_hh,
        )
# %% wrong: wrong_order
# why: The gradients come in the order input, weight, hidden, weight, and not in the order of forward's arguments.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside.T @ input,
            inside @ weight_hh,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: untransposed_forward
# why: The input weight is not transposed in forward, so the shapes only fit if in and out are equal.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: four_values_without_bias
# why: Without biases only four gradients are returned, though there are always six arguments.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        if not ctx.has_bias:
            return inside @ weight_ih, inside @ weight_hh, inside.T @ input, inside.T @ hidden
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: none_is_added
# why: Biases that are None are added as well, which ends in an error.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: truth_of_a_bias
# why: `if bias_ih:` asks for the truth of a tensor, which is ambiguous for several numbers (and False for a bias of 0).
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: tanh_before_adding
# why: tanh is taken of the two layers one by one, and the results are added.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        out = torch.tanh(input @ weight_ih.T) + torch.tanh(inside - input @ weight_ih.T)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inside = grad * (1 - out * out)
        bias_ih = inside.sum(0) if ctx.has_bias else None
        bias_hh = inside.sum(0) if ctx.has_bias else None
        return (
            inside @ weight_ih,
            inside @ weight_hh,
            inside.T @ input,
            inside.T @ hidden,
            bias_ih,
            bias_hh,
        )
# %% wrong: numpy_inside
# why: backward computes with NumPy arrays, and what they give has no history.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        out = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, wi, wh, out = [t.detach().numpy() for t in ctx.saved_tensors]
        d = grad.detach().numpy() * (1 - out**2)
        b = torch.tensor(d.sum(0)) if ctx.bias else None
        return (
            torch.tensor(d @ wi),
            torch.tensor(d @ wh),
            torch.tensor(d.T @ x),
            torch.tensor(d.T @ h),
            b,
            b,
        )
# %% wrong: half_a_layer
# why: The old state's part is left out of forward if there are no biases (the branch holds both).
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T
        if bias_ih is not None:
            z = z + bias_ih + hidden @ weight_hh.T + bias_hh
        out = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, wi, wh, out = ctx.saved_tensors
        d = grad * (1 - out**2)
        b = d.sum(0) if ctx.bias else None
        return d @ wi, d @ wh, d.T @ x, d.T @ h, b, b
