# %% right: new_state_saved
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        ctx.has_bias = bias_ih is not None
        return new

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, new = ctx.saved_tensors
        g = grad * (1 - new * new)
        bias = g.sum(0) if ctx.has_bias else None
        return g @ weight_ih, g @ weight_hh, g.t() @ input, g.t() @ hidden, bias, bias

# %% right: linear_pieces_by_helper
def linear_back(g, x, w):
    return g @ w, (x.t() @ g).t()


@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, h, w_x, w_h, b_x, b_h):
        if b_x is None:
            z = x.matmul(w_x.t()) + h.matmul(w_h.t())
        else:
            z = (x.matmul(w_x.t()) + b_x) + (h.matmul(w_h.t()) + b_h)
        out = z.tanh()
        ctx.save_for_backward(x, h, w_x, w_h, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, w_x, w_h, out = ctx.saved_tensors
        dz = grad - grad * out ** 2
        dx, dw_x = linear_back(dz, x, w_x)
        dh, dw_h = linear_back(dz, h, w_h)
        db_x = dz.sum(dim=0) if ctx.needs_input_grad[4] else None
        db_h = dz.sum(dim=0) if ctx.needs_input_grad[5] else None
        return dx, dh, dw_x, dw_h, db_x, db_h

# %% wrong: slope_of_the_old_state
# why: The derivative of tanh is computed from the old state, 1 - h². It belongs to the output of tanh, which is the new state.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        return torch.tanh(z)

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh = ctx.saved_tensors
        dz = grad * (1 - h * h)
        db = dz.sum(0) if ctx.needs_input_grad[4] else None
        return dz @ w_ih, dz @ w_hh, dz.t() @ x, dz.t() @ h, db, db

# %% wrong: slope_saved_in_forward
# why: The slope 1 - h'² is computed in forward and saved. What forward computes in between has no history, so the first gradients are right and their derivatives are not. The new state must be saved,
# and the slope computed from it in backward.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            z = z + (bias_ih + bias_hh)
        new = torch.tanh(z)
        slope = 1 - new ** 2
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, slope)
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh, slope = ctx.saved_tensors
        d = grad * slope
        grads = [d @ w_ih, d @ w_hh, d.t() @ x, d.t() @ h, None, None]
        if ctx.needs_input_grad[4]:
            grads[4] = d.sum(0)
        if ctx.needs_input_grad[5]:
            grads[5] = d.sum(0)
        return tuple(grads)

# %% wrong: straight_through_tanh
# why: backward is that of two linear layers, and the tanh around them is left out. What stands inside of tanh gets the upstream gradient times 1 - h'².
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        a = input @ weight_ih.t()
        b = hidden @ weight_hh.t()
        if bias_ih is not None:
            a = a + bias_ih
            b = b + bias_hh
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        return torch.tanh(a + b)

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh = ctx.saved_tensors
        gb = grad.sum(0) if ctx.needs_input_grad[4] else None
        return grad @ weight_ih, grad @ weight_hh, grad.t() @ input, grad.t() @ hidden, gb, gb

# %% wrong: one_bias_only
# why: Only bias_ih is added in forward, and bias_hh is forgotten, although it gets a gradient. Both biases are part of the sum.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        ctx.bias = bias_ih is not None
        if ctx.bias:
            inside = inside + bias_ih
        out = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        g = grad * (1 - out * out)
        b = g.sum(0) if ctx.bias else None
        return g @ weight_ih, g @ weight_hh, g.t() @ input, g.t() @ hidden, b, b

# %% wrong: layer_by_layer_order
# why: The gradients come back layer by layer: input, weight_ih, bias_ih, hidden, … They must stand in the order of forward's arguments: input, hidden, the two weights, the two biases.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        h = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, h)
        return h

    @staticmethod
    def backward(ctx, grad):
        x, h0, w_ih, w_hh, h = ctx.saved_tensors
        g = grad * (1 - h ** 2)
        bias = g.sum(0) if ctx.needs_input_grad[4] else None
        return g @ w_ih, g.t() @ x, bias, g @ w_hh, g.t() @ h0, bias

# %% wrong: slope_without_the_square
# why: The slope of tanh is written as 1 - h', without the square. It is 1 - h'².
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        h = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, h)
        return h

    @staticmethod
    def backward(ctx, grad):
        x, h_old, w_ih, w_hh, h_new = ctx.saved_tensors
        dz = (1 - h_new) * grad
        db = None
        if ctx.needs_input_grad[4]:
            db = dz.sum(0)
        return dz @ w_ih, dz @ w_hh, dz.t() @ x, dz.t() @ h_old, db, db

# %% wrong: tanh_of_the_new_state
# why: backward takes the tanh of what was saved, which is the new state, and so already a tanh. The slope is 1 - h'² of the state itself, not 1 - tanh²(h').
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            z = z + bias_ih + bias_hh
        out = torch.tanh(z)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh, z = ctx.saved_tensors
        g = grad * (1 - torch.tanh(z) ** 2)
        b = g.sum(0) if ctx.needs_input_grad[4] else None
        return g @ w_ih, g @ w_hh, g.t() @ x, g.t() @ h, b, b

# %% wrong: bias_gets_a_mean
# why: The gradients of the biases are means over the rows of the batch. A bias is used once for each row, so its contributions are added up.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        total = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            total = total + bias_ih + bias_hh
        state = torch.tanh(total)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, state)
        ctx.with_bias = bias_ih is not None
        return state

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, state = ctx.saved_tensors
        d = grad * (1 - state * state)
        d_bias = d.mean(0) if ctx.with_bias else None
        return d @ weight_ih, d @ weight_hh, d.t() @ input, d.t() @ hidden, d_bias, d_bias

# %% wrong: biases_must_be_there
# why: The biases are added without a look whether they are there. Both may be None, and then nothing is added, and their gradients are None.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        new = torch.tanh(input @ weight_ih.t() + bias_ih + hidden @ weight_hh.t() + bias_hh)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, new = ctx.saved_tensors
        g = grad * (1 - new ** 2)
        return (g @ weight_ih, g @ weight_hh, g.t() @ input, g.t() @ hidden, g.sum(0), g.sum(0))

# %% wrong: detached_state_saved
# why: A detached version of the new state is saved, and the one that is returned is another tensor. The engine does not know the saved one as an output, so the slope of tanh is a constant for second derivatives. Save the returned tensor itself.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        terms = [input @ weight_ih.t(), hidden @ weight_hh.t(), bias_ih, bias_hh]
        new = torch.tanh(sum(t for t in terms if t is not None))
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new.detach().clone())
        return new

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, new = ctx.saved_tensors
        inside = grad * (1 - new * new)
        bias = inside.sum(0) if ctx.needs_input_grad[4] or ctx.needs_input_grad[5] else None
        return inside @ weight_ih, inside @ weight_hh, inside.t() @ input, inside.t() @ hidden, bias, bias

# %% wrong: weights_transposed_back
# why: The gradients of the weights are inputᵀ @ g, with the shape (in, out). The weights have the shape (out, in), and their gradients are gᵀ @ input.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, h, wx, wh, bx, bh):
        z = x @ wx.t() + h @ wh.t()
        if bx is not None:
            z = z + bx + bh
        h1 = torch.tanh(z)
        ctx.save_for_backward(x, h, wx, wh, h1)
        return h1

    @staticmethod
    def backward(ctx, grad):
        x, h, wx, wh, h1 = ctx.saved_tensors
        g = grad * (1 - h1 ** 2)
        db = g.sum(0) if ctx.needs_input_grad[4] else None
        return g @ wx, g @ wh, x.t() @ g, h.t() @ g, db, db
