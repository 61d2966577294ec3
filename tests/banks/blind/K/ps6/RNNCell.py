# %% right: straight_from_the_formula
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        pre = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            pre = pre + bias_ih + bias_hh
        new = torch.tanh(pre)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        g = grad * (1 - new * new)
        b1 = g.sum(0) if ctx.has_bias else None
        b2 = g.sum(0) if ctx.has_bias else None
        return g @ w_ih, g @ w_hh, g.T @ x, g.T @ h, b1, b2

# %% right: inside_computed_again
def inside(x, h, wi, wh, biases):
    z = x @ wi.T + h @ wh.T
    for b in biases:
        z = z + b
    return z


@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        biases = [] if bias_ih is None else [bias_ih, bias_hh]
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, *biases)
        return torch.tanh(inside(input, hidden, weight_ih, weight_hh, biases))

    @staticmethod
    def backward(ctx, grad):
        x, h, wi, wh, *biases = ctx.saved_tensors
        t = torch.tanh(inside(x, h, wi, wh, biases))
        d = grad - grad * t * t
        grads = [d @ wi, d @ wh, (x.T @ d).T, (h.T @ d).T]
        if biases:
            grads += [d.sum(dim=0), d.sum(dim=0)]
        else:
            grads += [None, None]
        return tuple(grads)

# %% wrong: slope_of_the_old_state
# why: The derivative of tanh is computed from the old state hidden. It belongs to the new state, the
# output of tanh, which has to be saved for it.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        ctx.bias = bias_ih is not None
        if ctx.bias:
            z = z + bias_ih + bias_hh
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        return torch.tanh(z)

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh = ctx.saved_tensors
        g = grad * (1 - h ** 2)
        b = g.sum(0) if ctx.bias else None
        return g @ w_ih, g @ w_hh, g.T @ x, g.T @ h, b, b

# %% wrong: bias_averaged_over_rows
# why: The gradient of a bias is the mean over the N rows. A bias is used once in each row, so its
# gradient is the sum over the rows.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        a = input @ weight_ih.T
        b = hidden @ weight_hh.T
        if bias_ih is not None:
            a = a + bias_ih
            b = b + bias_hh
        out = torch.tanh(a + b)
        ctx.with_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, w1, w2, out = ctx.saved_tensors
        g = grad * (1 - out ** 2)
        gb = g.mean(0) if ctx.with_bias else None
        return g @ w1, g @ w2, g.T @ x, g.T @ h, gb, gb

# %% wrong: multiplies_grad_in_place
# why: grad *= ... changes the upstream gradient itself, which belongs to others. The product must be
# a new tensor: g = grad * (1 - out * out).
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            z = z + (bias_ih + bias_hh)
        out = torch.tanh(z)
        ctx.no_bias = bias_ih is None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, w1, w2, out = ctx.saved_tensors
        grad *= 1 - out * out
        if ctx.no_bias:
            bias1 = bias2 = None
        else:
            bias1, bias2 = grad.sum(0), grad.sum(0)
        return grad @ w1, grad @ w2, grad.T @ x, grad.T @ h, bias1, bias2

# %% wrong: four_values_without_biases
# why: Without biases backward returns only four values. There are always six arguments, so it must
# return six values, with None for each bias.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        ctx.has_bias = bias_ih is not None
        if ctx.has_bias:
            z = z + bias_ih + bias_hh
        new = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        g = grad * (1 - new * new)
        result = (g @ w_ih, g @ w_hh, g.T @ x, g.T @ h)
        if ctx.has_bias:
            result = result + (g.sum(0), g.sum(0))
        return result

# %% wrong: slope_saved_in_forward
# why: The slope 1 - h'^2 is computed in forward, where nothing is recorded, and saved. It is a
# constant for whoever differentiates the gradient again; save the output and compute the slope in backward.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.T + hidden @ weight_hh.T
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        new = torch.tanh(z)
        ctx.biased = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, 1 - new * new)
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh, slope = ctx.saved_tensors
        g = grad * slope
        gb = g.sum(0) if ctx.biased else None
        return g @ w_ih, g @ w_hh, g.T @ x, g.T @ h, gb, gb

# %% wrong: second_bias_asks_for_the_first
# why: Both bias gradients are computed only if needs_input_grad[4] is true. If bias_ih needs no
# gradient but bias_hh does, bias_hh gets None; it must ask for its own place, 5.
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
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        g = grad * (1 - new ** 2)
        g_bias = None
        if ctx.needs_input_grad[4]:
            g_bias = g.sum(0)
        return g @ w_ih, g @ w_hh, g.T @ x, g.T @ h, g_bias, g_bias

# %% wrong: hidden_weight_gets_new_state
# why: The gradient of weight_hh is multiplied with the new state. weight_hh was multiplied with the
# old state, hidden, so its gradient is g.T @ hidden.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        hidden = torch.tanh(
            input @ weight_ih.T
            + hidden @ weight_hh.T
            + (0 if bias_ih is None else bias_ih + bias_hh)
        )
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        return hidden

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh = ctx.saved_tensors
        inner = grad * (1 - hidden * hidden)
        bias = inner.sum(0) if ctx.has_bias else None
        return (inner @ weight_ih, inner @ weight_hh,
                inner.T @ input, inner.T @ hidden, bias, bias)
