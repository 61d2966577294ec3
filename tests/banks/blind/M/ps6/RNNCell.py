# %% right: product_by_product
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        new = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        ctx.bias = bias_ih is not None
        return new

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, new = ctx.saved_tensors
        dz = grad * (1 - new ** 2)
        db = dz.sum(0) if ctx.bias else None
        return dz @ weight_ih, dz @ weight_hh, dz.T @ input, dz.T @ hidden, db, db

# %% right: two_linear_helpers
def linear(x, w, b):
    y = x @ w.t()
    return y if b is None else y + b


def linear_backward(dy, x, w, needs_bias):
    return dy @ w, dy.t() @ x, dy.sum(dim=0) if needs_bias else None


@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        h = torch.tanh(linear(input, weight_ih, bias_ih) + linear(hidden, weight_hh, bias_hh))
        ctx.save_for_backward(h, input, hidden, weight_ih, weight_hh)
        return h

    @staticmethod
    def backward(ctx, grad):
        h, x, old, w_ih, w_hh = ctx.saved_tensors
        inner = grad - grad * h * h
        dx, dw_ih, db_ih = linear_backward(inner, x, w_ih, ctx.needs_input_grad[4])
        dh, dw_hh, db_hh = linear_backward(inner, old, w_hh, ctx.needs_input_grad[5])
        return dx, dh, dw_ih, dw_hh, db_ih, db_hh

# %% right: each_where_needed
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = torch.matmul(input, weight_ih.T) + torch.matmul(hidden, weight_hh.T)
        for bias in (bias_ih, bias_hh):
            if bias is not None:
                inside = inside + bias
        out = inside.tanh()
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        g = grad * (1 - out) * (1 + out)
        formulas = [
            lambda: torch.matmul(g, weight_ih),
            lambda: torch.matmul(g, weight_hh),
            lambda: torch.matmul(g.T, input),
            lambda: torch.matmul(g.T, hidden),
            lambda: g.sum(0),
            lambda: g.sum(0),
        ]
        return tuple(f() if needed else None for f, needed in zip(formulas, ctx.needs_input_grad))

# %% right: tanh_computed_again
def inside(x, h, w, u, b=None, c=None):
    total = x @ w.T + h @ u.T
    if b is not None:
        total = total + (b + c)
    return total


@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        biases = [] if bias_ih is None else [bias_ih, bias_hh]
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, *biases)
        return torch.tanh(inside(input, hidden, weight_ih, weight_hh, *biases))

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        x, h, w, u = saved[:4]
        t = torch.tanh(inside(*saved))
        d = grad * (1 - t * t)
        grads = [d @ w, d @ u, d.T @ x, d.T @ h]
        if len(saved) == 6:
            return (*grads, d.sum(0), d.sum(0))
        return (*grads, None, None)

# %% wrong: slope_of_the_old_state
# why: The derivative of tanh is computed from the old state, 1 - hidden². It is a formula of the output, so it must be 1 minus the square of the new state.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        ctx.has_bias = bias_ih is not None
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if ctx.has_bias:
            z = z + bias_ih + bias_hh
        return torch.tanh(z)

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh = ctx.saved_tensors
        dz = grad * (1 - hidden ** 2)
        db = dz.sum(0) if ctx.has_bias else None
        return dz @ weight_ih, dz @ weight_hh, dz.T @ input, dz.T @ hidden, db, db

# %% wrong: slope_saved_in_forward
# why: The slope 1 - h'² is computed in forward and saved. It is neither an input nor the output and has no history, so that second derivatives take it for a constant; save the output and compute the slope in backward.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        h = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, 1 - h * h)
        return h

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, slope = ctx.saved_tensors
        dz = grad * slope
        b = [dz.sum(0) if ctx.needs_input_grad[k] else None for k in (4, 5)]
        return dz @ weight_ih, dz @ weight_hh, dz.T @ input, dz.T @ hidden, b[0], b[1]

# %% wrong: hidden_weight_not_transposed
# why: The hidden state is multiplied by weight_hh as it is, which works silently because it is square. As in a linear layer it must be transposed, hidden @ weight_hh.T.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        out = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        ctx.has_bias = bias_ih is not None
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        dz = grad * (1 - out ** 2)
        db = dz.sum(0) if ctx.has_bias else None
        return dz @ weight_ih, dz @ weight_hh.T, dz.T @ input, hidden.T @ dz, db, db

# %% wrong: upstream_overwritten
# why: The upstream gradient is multiplied in place (mul_), so that whoever else holds it finds other numbers in it. A new tensor must be computed, grad * (1 - h'²).
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            z = z + bias_ih
        if bias_hh is not None:
            z = z + bias_hh
        out = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        grad.mul_(1 - out * out)
        gb1 = grad.sum(0) if ctx.needs_input_grad[4] else None
        gb2 = grad.sum(0) if ctx.needs_input_grad[5] else None
        return grad @ weight_ih, grad @ weight_hh, grad.T @ input, grad.T @ hidden, gb1, gb2

# %% wrong: biases_without_question
# why: Both biases are always added, and adding None is an error. Where they are None the two products alone are added up.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        h = torch.tanh(input @ weight_ih.T + bias_ih + hidden @ weight_hh.T + bias_hh)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, h)
        return h

    @staticmethod
    def backward(ctx, grad):
        x, old, wi, wh, h = ctx.saved_tensors
        d = grad * (1 - h ** 2)
        return d @ wi, d @ wh, d.T @ x, d.T @ old, d.sum(0), d.sum(0)

# %% wrong: weights_swapped_in_return
# why: backward returns the gradient of weight_hh in third place and that of weight_ih in fourth. The six values must stand in the order of forward's arguments.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        a = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            a = a + bias_ih + bias_hh
        new_hidden = torch.tanh(a)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new_hidden)
        ctx.biased = bias_ih is not None
        return new_hidden

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, new_hidden = ctx.saved_tensors
        da = grad * (1 - new_hidden ** 2)
        d_input, d_weight_ih = da @ weight_ih, da.t() @ input
        d_hidden, d_weight_hh = da @ weight_hh, da.t() @ hidden
        d_bias = da.sum(dim=0) if ctx.biased else None
        return d_input, d_hidden, d_weight_hh, d_weight_ih, d_bias, d_bias

# %% wrong: one_bias_added
# why: forward adds bias_ih only, and bias_hh is forgotten (while backward gives it a gradient). Both biases must be added inside of tanh.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = torch.matmul(input, weight_ih.T) + torch.matmul(hidden, weight_hh.T)
        if bias_ih is not None:
            z = z + bias_ih
        y = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, y)
        ctx.bias = bias_ih is not None
        return y

    @staticmethod
    def backward(ctx, grad):
        x, h, wi, wh, y = ctx.saved_tensors
        g = grad * (1 - y * y)
        gb = g.sum(0) if ctx.bias else None
        return g @ wi, g @ wh, g.T @ x, g.T @ h, gb, gb

# %% wrong: bias_gradient_as_mean
# why: The gradient of the biases is the mean over the rows. A bias is used once for each of the N rows, so its gradient is the sum of what arrives at them.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        new = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, new = ctx.saved_tensors
        dz = grad * (1 - new ** 2)
        db = dz.mean(0)
        grads = [dz @ weight_ih, dz @ weight_hh, dz.T @ input, dz.T @ hidden, db, db]
        for i in range(6):
            if not ctx.needs_input_grad[i]:
                grads[i] = None
        return tuple(grads)
