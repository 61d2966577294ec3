# %% right: saved_in_reverse
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return tuple(grad * slope for slope in ctx.saved_tensors)

# %% right: helper
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.multiply(a, b)

    @staticmethod
    def backward(ctx, grad):
        first, second = ctx.saved_tensors
        to_first = second * grad
        to_second = first * grad
        return to_first, to_second

# %% wrong: own_operand
# why: Each operand gets the upstream gradient times itself. The slope for a is b.
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return a * grad, b * grad

# %% wrong: out_divided
# why: The other operand is found as out / a. Where an operand is 0 that is nan.
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(a, b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, out = ctx.saved_tensors
        flow = grad * out
        return flow / a, flow / b

# %% wrong: attributes
# why: The operands are kept as attributes of ctx. Nobody notices if one is changed before backward, and nothing is freed.
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.a = a
        ctx.b = b
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.b, grad * ctx.a

# %% wrong: slopes_only
# why: Only the slopes are returned; the upstream gradient does not take part.
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        shape = grad.shape
        return np.broadcast_to(b, shape).astype(grad.dtype), np.broadcast_to(a, shape).astype(grad.dtype)

# %% wrong: sums_axis_0
# why: It sums down to the operand itself, and always over axis 0. For an operand of shape (3, 1) that is the wrong axis.
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad * b
        grad_b = grad * a
        if np.shape(a) != grad.shape:
            grad_a = grad_a.sum(axis=0)
        if np.shape(b) != grad.shape:
            grad_b = grad_b.sum(axis=0)
        return grad_a, grad_b
