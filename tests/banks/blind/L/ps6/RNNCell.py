# %% right: new_state_saved
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        ctx.has_bias = bias_ih is not None
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        input, hidden, weight_ih, weight_hh, new = ctx.saved_tensors
        g = grad * (1 - new * new)
        g_bias_ih = g.sum(0) if ctx.has_bias else None
        g_bias_hh = g.sum(0) if ctx.has_bias else None
        return g @ weight_ih, g @ weight_hh, g.T @ input, g.T @ hidden, g_bias_ih, g_bias_hh

# %% right: computed_again
def inside(x, h, w, u, biases):
    z = torch.matmul(x, w.t()) + torch.matmul(h, u.t())
    for b in biases:
        z = z + b
    return z


@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        biases = [] if bias_ih is None else [bias_ih, bias_hh]
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, *biases)
        return torch.tanh(inside(input, hidden, weight_ih, weight_hh, biases))

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w, u, *biases = ctx.saved_tensors
        out = torch.tanh(inside(x, h, w, u, biases))
        dz = grad - grad * out ** 2
        result = [dz @ w, dz @ u, dz.t() @ x, dz.t() @ h, None, None]
        if biases:
            result[4] = dz.sum(dim=0)
            result[5] = dz.sum(dim=0)
        return tuple(result)

# %% right: one_matrix_for_both
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        xh = torch.cat([input, hidden], 1)
        W = torch.cat([weight_ih, weight_hh], 1)
        z = xh @ W.T
        if bias_ih is not None:
            z = z + (bias_ih + bias_hh)
        h_new = z.tanh()
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, h_new)
        return h_new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        input, hidden, weight_ih, weight_hh, h_new = ctx.saved_tensors
        n_in = input.shape[1]
        dz = grad * (1 - h_new ** 2)
        dxh = dz @ torch.cat([weight_ih, weight_hh], 1)
        dW = dz.T @ torch.cat([input, hidden], 1)
        db_ih = dz.sum(0) if ctx.needs_input_grad[4] else None
        db_hh = dz.sum(0) if ctx.needs_input_grad[5] else None
        return dxh[:, :n_in], dxh[:, n_in:], dW[:, :n_in], dW[:, n_in:], db_ih, db_hh

# %% right: two_linear_layers
def linear(x, w, b):
    y = x @ w.T
    return y if b is None else y + b


def linear_backward(g, x, w):
    return g @ w, (x.T @ g).T


@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        out = torch.tanh(linear(input, weight_ih, bias_ih) + linear(hidden, weight_hh, bias_hh))
        ctx.bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, wi, wh, out = ctx.saved_tensors
        g = (1 - out) * (1 + out) * grad
        gx, gwi = linear_backward(g, x, wi)
        gh, gwh = linear_backward(g, h, wh)
        gb = g.sum(0) if ctx.bias else None
        return gx, gh, gwi, gwh, gb, gb

# %% wrong: slope_of_the_old_state
# why: The derivative of tanh is computed from the old state, hidden. It is 1 - h'² of the new state, the
# output.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        return torch.tanh(z)

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh = ctx.saved_tensors
        g = grad * (1 - hidden ** 2)
        gb = g.sum(0) if ctx.has_bias else None
        return g @ weight_ih, g @ weight_hh, g.T @ input, g.T @ hidden, gb, gb

# %% wrong: hidden_matrix_not_transposed
# why: forward multiplies hidden by weight_hh as it is. The matrix is square, so nothing complains, but
# the formula has its transpose, as in any linear layer.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        new = torch.tanh(z)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        g = grad * (1 - new ** 2)
        gb = g.sum(0) if ctx.has_bias else None
        return g @ w_ih, g @ w_hh.T, g.T @ x, h.T @ g, gb, gb

# %% wrong: old_state_gets_the_transpose
# why: On the way back the gradient of the old state is multiplied by the transposed weight_hh. forward
# transposes it already, so backward uses it as it is; the square shape hides the mistake.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        a = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            a = a + bias_ih + bias_hh
        h_new = torch.tanh(a)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, h_new)
        return h_new

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, h_new = ctx.saved_tensors
        d = grad * (1 - h_new * h_new)
        b1 = d.sum(0) if ctx.needs_input_grad[4] else None
        b2 = d.sum(0) if ctx.needs_input_grad[5] else None
        return d @ weight_ih, d @ weight_hh.t(), d.t() @ input, d.t() @ hidden, b1, b2

# %% wrong: new_state_for_weight_hh
# why: The gradient of weight_hh is computed with the new state. weight_hh was multiplied by the old one,
# hidden.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        hidden = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            hidden = hidden + bias_ih + bias_hh
        hidden = torch.tanh(hidden)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        return hidden

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh = ctx.saved_tensors
        g = grad * (1 - hidden ** 2)
        g_b = g.sum(0) if ctx.has_bias else None
        return g @ weight_ih, g @ weight_hh, g.T @ input, g.T @ hidden, g_b, g_b

# %% wrong: slope_saved_by_forward
# why: 1 - h'² is computed in forward, which is not recorded, and saved. When the gradient is differentiated
# once more it counts as a constant; save the output and compute the slope in backward.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        s = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            s = s + bias_ih + bias_hh
        out = torch.tanh(s)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, 1 - out ** 2)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, w, u, slope = ctx.saved_tensors
        g = grad * slope
        b = g.sum(0) if ctx.has_bias else None
        return g @ w, g @ u, g.T @ x, g.T @ h, b, b

# %% wrong: no_slope_at_all
# why: The upstream gradient goes into the two linear layers as it is. The derivative of tanh, 1 - h'²,
# must be multiplied in first.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        ctx.has_bias = bias_ih is not None
        z = input @ weight_ih.T + hidden @ weight_hh.T
        return torch.tanh(z + bias_ih + bias_hh if ctx.has_bias else z)

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh = ctx.saved_tensors
        gb = grad.sum(0) if ctx.has_bias else None
        return grad @ weight_ih, grad @ weight_hh, grad.T @ input, grad.T @ hidden, gb, gb

# %% wrong: upstream_multiplied_in_place
# why: `grad *= ...` writes into the upstream gradient, which must not be changed. Give the product a name
# of its own.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        out = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            out = out + bias_ih + bias_hh
        out = torch.tanh(out)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        grad *= 1 - out * out
        b = grad.sum(0) if ctx.has_bias else None
        return grad @ weight_ih, grad @ weight_hh, grad.T @ input, grad.T @ hidden, b, b

# %% wrong: weights_before_the_state
# why: The gradients are returned in another order: input, weight_ih, hidden, weight_hh. They must stand
# in the order of forward's arguments.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        h = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, h)
        return h

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, h = ctx.saved_tensors
        g = grad * (1 - h ** 2)
        grad_input, grad_weight_ih = g @ weight_ih, g.T @ input
        grad_hidden, grad_weight_hh = g @ weight_hh, g.T @ hidden
        grad_bias = g.sum(0) if ctx.needs_input_grad[4] else None
        return grad_input, grad_weight_ih, grad_hidden, grad_weight_hh, grad_bias, grad_bias
