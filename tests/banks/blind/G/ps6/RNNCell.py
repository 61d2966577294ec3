# %% right: side_by_side
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        both = torch.cat([input, hidden], 1)
        weights = torch.cat([weight_ih, weight_hh], 1)
        inside = both @ weights.t()
        ctx.with_bias = bias_ih is not None
        if ctx.with_bias:
            inside = inside + (bias_ih + bias_hh)
        state = torch.tanh(inside)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, state)
        return state

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, state = ctx.saved_tensors
        size = input.shape[1]
        inside = grad * (1 - state * state)
        rows = inside @ torch.cat([weight_ih, weight_hh], 1)
        table = inside.t() @ torch.cat([input, hidden], 1)
        bias = inside.sum(0) if ctx.with_bias else None
        return (
            rows[:, :size],
            rows[:, size:],
            table[:, :size],
            table[:, size:],
            bias,
            bias,
        )


# %% right: one_layer_after_the_other
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        z = (weight_ih @ input.t() + weight_hh @ hidden.t()).t()
        for bias in (bias_ih, bias_hh):
            if bias is not None:
                z = z + bias
        out = z.tanh()
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, h, w_x, w_h, out = ctx.saved_tensors

        def layer(g, rows, weight):
            return g @ weight, g.t() @ rows

        g = grad - grad * out**2
        dx, dw_x = layer(g, x, w_x)
        dh, dw_h = layer(g, h, w_h)
        db = [g.sum(0) if ctx.needs_input_grad[i] else None for i in (4, 5)]
        return dx, dh, dw_x, dw_h, db[0], db[1]


# %% wrong: slope_of_the_old_state
# why: The derivative of tanh is 1 - h'², of the new state; here it is taken of the old state that came in.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        ctx.has_bias = bias_ih is not None
        pre = input @ weight_ih.t() + hidden @ weight_hh.t()
        if ctx.has_bias:
            pre = pre + bias_ih + bias_hh
        return torch.tanh(pre)

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh = ctx.saved_tensors
        pre = grad * (1 - hidden * hidden)
        d_bias = pre.sum(0) if ctx.has_bias else None
        return (
            pre @ weight_ih,
            pre @ weight_hh,
            pre.t() @ input,
            pre.t() @ hidden,
            d_bias,
            d_bias,
        )


# %% wrong: the_slope_is_computed_forward
# why: The slope of tanh is computed in forward and kept on ctx. It has no history there, so the second derivatives take it for a constant.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        a = input @ weight_ih.t()
        b = hidden @ weight_hh.t()
        if bias_ih is not None:
            a, b = a + bias_ih, b + bias_hh
        new = (a + b).tanh()
        ctx.slope = 1 - new.pow(2)
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh)
        return new

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh = ctx.saved_tensors
        d = grad * ctx.slope
        result = [d @ weight_ih, d @ weight_hh, d.t() @ input, d.t() @ hidden]
        for needed in ctx.needs_input_grad[4:]:
            result.append(d.sum(0) if needed else None)
        return tuple(result)


# %% wrong: hidden_through_the_transposed_weight
# why: On the way back the weights are used as they are. weight_hh is square, so its transpose fits as well, and nothing complains.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        linear = torch.nn.functional.linear
        new = torch.tanh(
            linear(input, weight_ih, bias_ih) + linear(hidden, weight_hh, bias_hh)
        )
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, new)
        return new

    @staticmethod
    def backward(ctx, grad):
        input, hidden, weight_ih, weight_hh, new = ctx.saved_tensors
        g = grad * (1 - new * new)
        grad_input = g @ weight_ih
        grad_hidden = g @ weight_hh.t()
        grad_ih = g.t() @ input
        grad_hh = g.t() @ hidden
        if not ctx.needs_input_grad[4] and not ctx.needs_input_grad[5]:
            return grad_input, grad_hidden, grad_ih, grad_hh, None, None
        return grad_input, grad_hidden, grad_ih, grad_hh, g.sum(0), g.sum(0)


# %% wrong: recurrent_weight_meets_the_new_state
# why: weight_hh was multiplied by the old state; its gradient is computed with the new one.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        h = input @ weight_ih.t()
        if bias_ih is not None:
            h = h + bias_ih
        h = h + hidden @ weight_hh.t()
        if bias_hh is not None:
            h = h + bias_hh
        h = torch.tanh(h)
        ctx.bias = bias_ih is not None
        ctx.save_for_backward(input, weight_ih, weight_hh, h)
        return h

    @staticmethod
    def backward(ctx, grad):
        input, weight_ih, weight_hh, h = ctx.saved_tensors
        inner = grad * (1 - h**2)
        grad_bias = None
        if ctx.bias:
            grad_bias = inner.sum(0)
        return (
            torch.mm(inner, weight_ih),
            torch.mm(inner, weight_hh),
            torch.mm(inner.t(), input),
            torch.mm(inner.t(), h),
            grad_bias,
            grad_bias,
        )


# %% wrong: upstream_sums_for_the_biases
# why: The biases stand inside of tanh, but their gradient is the sum of the upstream gradient, without the slope of tanh.
@piece
class RNNCell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
        total = input.matmul(weight_ih.t()).add(hidden.matmul(weight_hh.t()))
        if bias_ih is not None and bias_hh is not None:
            total = total.add(bias_ih).add(bias_hh)
        state = total.tanh()
        ctx.save_for_backward(input, hidden, weight_ih, weight_hh, state)
        return state

    @staticmethod
    def backward(ctx, grad):
        *given, state = ctx.saved_tensors
        input, hidden, weight_ih, weight_hh = given
        bias_ih = grad.sum(0) if ctx.needs_input_grad[4] else None
        bias_hh = grad.sum(0) if ctx.needs_input_grad[5] else None
        grad = grad * (1 - state * state)
        back = grad.t()
        return (
            grad.matmul(weight_ih),
            grad.matmul(weight_hh),
            back.matmul(input),
            back.matmul(hidden),
            bias_ih,
            bias_hh,
        )
