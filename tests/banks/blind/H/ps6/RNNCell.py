# %% right: recompute_the_state
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def new_state(input, hidden, weight_ih, weight_hh, *biases):
        inside = input @ weight_ih.t() + hidden @ weight_hh.t()
        for bias in biases:
            inside = inside + bias
        return torch.tanh(inside)

    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        biases = () if bias_ih is None else (bias_ih, bias_hh)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, *biases)
        return RNNCell.new_state(input, hidden, weight_ih, weight_hh, *biases)

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, *biases = ctx.saved_tensors
        state = RNNCell.new_state(input, hidden, weight_ih, weight_hh, *biases)
        d = grad * (1 - state) * (1 + state)
        b = d.sum(0) if biases else None
        return d @ weight_ih, d @ weight_hh, d.t() @ input, d.t() @ hidden, b, b

# %% right: one_wide_layer
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        both = torch.cat([input, hidden], 1)
        weights = torch.cat([weight_ih, weight_hh], 1)
        inside = both @ weights.t()
        ctx.biased = bias_ih is not None
        if ctx.biased:
            inside = inside + (bias_ih + bias_hh)
        new = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, new = ctx.saved_tensors
        inside = grad - grad * new * new
        turned = inside.transpose(0, 1)
        grads = [
            torch.matmul(inside, weight_ih),
            torch.matmul(inside, weight_hh),
            torch.matmul(turned, input),
            torch.matmul(turned, hidden),
        ]
        if ctx.biased:
            return (*grads, inside.sum(0), inside.sum(0))
        return (*grads, None, None)

# %% wrong: derivative_of_the_old_state
# why: The derivative of tanh is taken as 1 - h² of the old state, where it belongs to the new one.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        ctx.bias = bias_ih is not None
        z = input @ weight_ih.t() + hidden @ weight_hh.t()
        if ctx.bias:
            z = z + bias_ih + bias_hh
        return z.tanh()

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh = ctx.saved_tensors
        dz = grad * (1 - hidden**2)
        db = dz.sum(0) if ctx.bias else None
        return dz @ weight_ih, dz @ weight_hh, dz.t() @ input, dz.t() @ hidden, db, db

# %% wrong: inside_of_tanh_saved
# why: What stands inside of tanh is saved; it was computed in forward and has no history, so the gradients are wrong when they are differentiated once more.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        x_part = torch.nn.functional.linear(input, weight_ih, bias_ih)
        h_part = torch.nn.functional.linear(hidden, weight_hh, bias_hh)
        inside = x_part + h_part
        ctx.has_bias = bias_ih is not None
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, inside)
        return torch.tanh(inside)

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, inside = ctx.saved_tensors
        d = grad * (1 - torch.tanh(inside) ** 2)
        result = [d @ weight_ih, d @ weight_hh, d.t() @ input, d.t() @ hidden]
        result += [d.sum(0), d.sum(0)] if ctx.has_bias else [None, None]
        return tuple(result)

# %% wrong: hidden_by_the_transposed_weight
# why: On the way back to the old state weight_hh is transposed, which fits since it is square, but is the wrong product.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        pre = input.matmul(weight_ih.t())
        pre = pre + hidden.matmul(weight_hh.t())
        if bias_ih is not None:
            pre = pre + bias_ih
        if bias_hh is not None:
            pre = pre + bias_hh
        h = torch.tanh(pre)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, h)
        return h

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, h = ctx.saved_tensors
        delta = (1 - h * h) * grad
        d_input = delta.matmul(weight_ih)
        d_hidden = delta.matmul(weight_hh.t())
        d_ih = delta.t().matmul(input)
        d_hh = delta.t().matmul(hidden)
        d_bias_ih = delta.sum(0) if ctx.needs_input_grad[4] else None
        d_bias_hh = delta.sum(0) if ctx.needs_input_grad[5] else None
        return d_input, d_hidden, d_ih, d_hh, d_bias_ih, d_bias_hh

# %% wrong: weight_meets_the_new_state
# why: The gradient of weight_hh is made with the new state; the weight was multiplied by the old one.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        hidden_new = input @ weight_ih.t() + hidden @ weight_hh.t()
        if bias_ih is not None:
            hidden_new = hidden_new + bias_ih + bias_hh
        hidden_new = torch.tanh(hidden_new)
        ctx.save_for_backward(input, weight_ih, weight_hh, hidden_new)
        ctx.without = bias_ih is None
        return hidden_new

    @staticmethod
    def backward(ctx, grad):
        input, weight_ih, weight_hh, hidden = ctx.saved_tensors
        grad = grad * (1 - hidden.pow(2))
        bias = None if ctx.without else grad.sum(dim=0)
        return (
            grad @ weight_ih,
            grad @ weight_hh,
            grad.t() @ input,
            grad.t() @ hidden,
            bias,
            bias,
        )

# %% wrong: upstream_changed_in_place
# why: The upstream gradient is multiplied in place by the derivative of tanh; others who hold the same tensor find it changed.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        terms = [input @ weight_ih.t(), hidden @ weight_hh.t()]
        terms += [b for b in (bias_ih, bias_hh) if b is not None]
        ctx.number_of_biases = len(terms) - 2
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        out = torch.tanh(total)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, out = ctx.saved_tensors
        grad *= 1 - out * out
        db = grad.sum(0) if ctx.number_of_biases else None
        return grad @ weight_ih, grad @ weight_hh, grad.t() @ input, grad.t() @ hidden, db, db
