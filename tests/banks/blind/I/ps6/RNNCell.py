# %% right: from_outside_to_inside
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        new = torch.tanh(z)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        dz = grad * (1 - new * new)
        db = dz.sum(0) if ctx.has_bias else None
        return dz @ w_ih, dz @ w_hh, dz.t() @ x, dz.t() @ h, db, db

# %% right: recomputed_and_only_what_is_needed
def _inside(x, h, wi, wh, bi, bh):
    total = x @ wi.T + h @ wh.T
    for b in (bi, bh):
        if b is not None:
            total = total + b
    return total


@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        out = _inside(input, hidden, weight_ih, weight_hh, bias_ih, bias_hh).tanh()
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        need = ctx.needs_input_grad
        g = grad - grad * out**2
        return (
            g @ weight_ih if need[0] else None,
            g @ weight_hh if need[1] else None,
            (input.T @ g).T if need[2] else None,
            (hidden.T @ g).T if need[3] else None,
            g.sum(dim=0) if need[4] else None,
            g.sum(dim=0) if need[5] else None,
        )

# %% wrong: slope_of_the_old_state
# why: The derivative of tanh is computed from the old state, 1 - h². It is a formula of the output, the new state.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        ctx.bias = bias_ih is not None
        h = input @ weight_ih.t() + hidden @ weight_hh.t()
        if ctx.bias:
            h = h + bias_ih + bias_hh
        return h.tanh()

    @staticmethod
    def backward(ctx, grad):
        x, h, wi, wh = ctx.saved_tensors
        d = grad * (1 - h**2)
        b = d.sum(0) if ctx.bias else None
        return d @ wi, d @ wh, d.t() @ x, d.t() @ h, b, b

# %% wrong: saves_the_inside_of_tanh
# why: It saves what stands inside of tanh, an intermediate result of forward that has no history. Differentiated once
# more, the slope of tanh counts as a constant; save the output that is returned.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.t() + hidden @ weight_hh.t()
        ctx.with_bias = bias_ih is not None
        if ctx.with_bias:
            z = z + (bias_ih + bias_hh)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, z)
        return torch.tanh(z)

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, z = ctx.saved_tensors
        dz = grad * (1 - torch.tanh(z) ** 2)
        db = dz.sum(0) if ctx.with_bias else None
        return dz @ weight_ih, dz @ weight_hh, dz.t() @ input, dz.t() @ hidden, db, db

# %% wrong: gradients_in_another_order
# why: The gradients come back as input, weight_ih, bias_ih, hidden, weight_hh, bias_hh, a layer after the other. They
# must stand in the order of forward's arguments.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        out = torch.tanh(z)
        ctx.biased = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, wi, wh, out = ctx.saved_tensors
        g = grad * (1 - out * out)
        b = g.sum(0) if ctx.biased else None
        first = (g @ wi, g.T @ x, b)
        second = (g @ wh, g.T @ h, b)
        return first + second

# %% wrong: hidden_weight_not_transposed
# why: In forward the hidden state is multiplied by weight_hh as it is. It is square, so the shapes fit, but as in a
# linear layer it must be transposed.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        pre = input @ weight_ih.t() + hidden @ weight_hh
        if bias_ih is not None:
            pre = pre + bias_ih + bias_hh
        new = torch.tanh(pre)
        ctx.has = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, new = ctx.saved_tensors
        d = grad * (1 - new**2)
        db = d.sum(0) if ctx.has else None
        return d @ weight_ih, d @ weight_hh.t(), d.t() @ input, hidden.t() @ d, db, db

# %% wrong: tanh_not_for_the_biases
# why: The biases get the sum of the upstream gradient itself. They stand inside of tanh too, so its derivative belongs
# to their gradient as well.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.t() + hidden @ weight_hh.t()
        ctx.n_bias = 0
        for bias in (bias_ih, bias_hh):
            if bias is not None:
                z = z + bias
                ctx.n_bias += 1
        out = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        inner = grad * (1 - out * out)
        grads = [inner @ weight_ih, inner @ weight_hh, inner.t() @ input, inner.t() @ hidden]
        grads += [grad.sum(0)] * 2 if ctx.n_bias else [None, None]
        return tuple(grads)

# %% wrong: bias_gradient_is_a_mean
# why: Each bias gets the mean over the N rows. A bias is used once for each of the rows, so its gradient is the sum
# over them.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        new = z.tanh()
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, wi, wh, new = ctx.saved_tensors
        dz = grad * (1 - new * new)
        db = dz.mean(0) if ctx.has_bias else None
        return dz @ wi, dz @ wh, dz.t() @ x, dz.t() @ h, db, db

# %% wrong: one_bias_twice
# why: forward adds bias_ih twice and bias_hh never. The two biases have numbers of their own, and both are added.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        def layer(rows, weight, bias):
            out = rows @ weight.t()
            return out if bias is None else out + bias

        new = torch.tanh(layer(input, weight_ih, bias_ih) + layer(hidden, weight_hh, bias_ih))
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, wi, wh, new = ctx.saved_tensors
        d = grad * (1 - new * new)
        b = d.sum(0) if ctx.has_bias else None
        return d @ wi, d @ wh, d.t() @ x, d.t() @ h, b, b
