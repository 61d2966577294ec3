# %% right: gradient_of_the_inside
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        inside = grad * (1 - new * new)
        bias = inside.sum(0) if ctx.has_bias else None
        return inside @ w_ih, inside @ w_hh, inside.t() @ x, inside.t() @ h, bias, bias

# %% right: needs_input_grad
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - new**2)
        grads = [None] * 6
        if ctx.needs_input_grad[0]:
            grads[0] = torch.matmul(d, w_ih)
        if ctx.needs_input_grad[1]:
            grads[1] = torch.matmul(d, w_hh)
        if ctx.needs_input_grad[2]:
            grads[2] = torch.matmul(d.t(), x)
        if ctx.needs_input_grad[3]:
            grads[3] = torch.matmul(d.t(), h)
        if ctx.needs_input_grad[4]:
            grads[4] = d.sum(dim=0)
        if ctx.needs_input_grad[5]:
            grads[5] = d.sum(dim=0)
        return tuple(grads)

# %% right: recompute_the_state
def _inside(x, h, w_ih, w_hh, b_ih, b_hh):
    total = x @ w_ih.t() + h @ w_hh.t()
    if b_ih is not None:
        total = total + b_ih
    if b_hh is not None:
        total = total + b_hh
    return total


@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        ctx.biases = bias_ih is not None
        if ctx.biases:
            ctx.save_for_backward(input, hidden, weight_ih, weight_hh, bias_ih, bias_hh)
        else:
            ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        return torch.tanh(_inside(input, hidden, weight_ih, weight_hh, bias_ih, bias_hh))

    @staticmethod
    def backward(ctx, grad):
        saved = tuple(ctx.saved_tensors)
        if not ctx.biases:
            saved = saved + (None, None)
        x, h, w_ih, w_hh, b_ih, b_hh = saved
        new = torch.tanh(_inside(x, h, w_ih, w_hh, b_ih, b_hh))
        d = grad - grad * new * new
        db = None
        if b_ih is not None:
            db = d.sum(0)
        return d @ w_ih, d @ w_hh, (x.t() @ d).t(), (h.t() @ d).t(), db, db

# %% right: linear_helper
def _linear_back(d, x, w):
    return d @ w, d.transpose(0, 1) @ x


@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        F = torch.nn.functional
        new = torch.tanh(F.linear(input, weight_ih, bias_ih) + F.linear(hidden, weight_hh, bias_hh))
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        ctx.no_bias = bias_ih is None
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - new.pow(2))
        dx, dw_ih = _linear_back(d, x, w_ih)
        dh, dw_hh = _linear_back(d, h, w_hh)
        if ctx.no_bias:
            return dx, dh, dw_ih, dw_hh, None, None
        return dx, dh, dw_ih, dw_hh, d.sum(0), d.sum(0)

# %% wrong: old_state_in_slope
# why: The slope of tanh is computed from the old state h and not from the new one.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - h * h)
        bias = d.sum(0) if ctx.has_bias else None
        return d @ w_ih, d @ w_hh, d.t() @ x, d.t() @ h, bias, bias

# %% wrong: tanh_forgotten
# why: The derivative of tanh is missing.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad
        bias = d.sum(0) if ctx.has_bias else None
        return d @ w_ih, d @ w_hh, d.t() @ x, d.t() @ h, bias, bias

# %% wrong: tanh_twice
# why: The tanh is taken once more of the new state, which is the output of tanh already.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - torch.tanh(new) ** 2)
        bias = d.sum(0) if ctx.has_bias else None
        return d @ w_ih, d @ w_hh, d.t() @ x, d.t() @ h, bias, bias

# %% wrong: square_forgotten
# why: The slope is 1 - h' where it is 1 - h'².
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - new)
        bias = d.sum(0) if ctx.has_bias else None
        return d @ w_ih, d @ w_hh, d.t() @ x, d.t() @ h, bias, bias

# %% wrong: bias_not_summed
# why: The gradient of the biases is not summed over the rows.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - new * new)
        bias = d if ctx.has_bias else None
        return d @ w_ih, d @ w_hh, d.t() @ x, d.t() @ h, bias, bias

# %% wrong: bias_for_none
# why: The biases get a gradient even where they are None.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - new * new)
        b = d.sum(0)
        return d @ w_ih, d @ w_hh, d.t() @ x, d.t() @ h, b, b

# %% wrong: weight_hh_from_new
# why: weight_hh met the old state in forward; here its gradient is computed with the new one.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - new * new)
        bias = d.sum(0) if ctx.has_bias else None
        return d @ w_ih, d @ w_hh, d.t() @ x, d.t() @ new, bias, bias

# %% wrong: transposed_on_the_way_back
# why: The weights are transposed on the way back, too: the shapes do not fit, and the square weight_hh gives wrong numbers.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - new * new)
        bias = d.sum(0) if ctx.has_bias else None
        return d @ w_ih, d @ w_hh.t(), d.t() @ x, d.t() @ h, bias, bias

# %% wrong: hh_gradient_transposed
# why: The product for weight_hh is the wrong way round; since it is square, no shape tells.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - new * new)
        bias = d.sum(0) if ctx.has_bias else None
        return d @ w_ih, d @ w_hh, d.t() @ x, h.t() @ d, bias, bias

# %% wrong: order_mixed
# why: The gradients are returned in another order than the arguments: weight_ih comes before hidden.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - new * new)
        bias = d.sum(0) if ctx.has_bias else None
        return d @ w_ih, d.t() @ x, d @ w_hh, d.t() @ h, bias, bias

# %% wrong: intermediate_slope_saved
# why: The slope is computed in forward and saved. It has no history, so second derivatives take it for a constant.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, 1 - new**2)
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh, slope = ctx.saved_tensors
        d = grad * slope
        b = d.sum(0) if ctx.has_bias else None
        return d @ w_ih, d @ w_hh, d.t() @ x, d.t() @ h, b, b

# %% wrong: one_bias_forgotten
# why: Only one of the two biases is added in forward.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - new * new)
        b = d.sum(0) if ctx.has_bias else None
        return d @ w_ih, d @ w_hh, d.t() @ x, d.t() @ h, b, b

# %% wrong: hidden_history_cut
# why: hidden gets no gradient, as if the old state were a constant: the sequence is cut at each step.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        """The new state: tanh of two linear layers, added up."""
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            inside = inside + bias_ih + bias_hh
        new = torch.tanh(inside)
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        """Six gradients, in the order of forward's arguments."""
        x, h, w_ih, w_hh, new = ctx.saved_tensors
        d = grad * (1 - new * new)
        b = d.sum(0) if ctx.has_bias else None
        return d @ w_ih, None, d.t() @ x, d.t() @ h, b, b
