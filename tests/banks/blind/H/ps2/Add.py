# %% right: tuple_times_two
@piece
class Add(Op):
    @staticmethod
    def forward(ctx, a, b):
        return np.add(a, b)

    @staticmethod
    def backward(ctx, grad):
        return (grad,) * 2

# %% right: slopes_written_out
@piece
class Add(Op):
    @staticmethod
    def forward(ctx, a, b):
        out = a + b
        return out

    @staticmethod
    def backward(ctx, grad):
        slope_a = slope_b = 1
        return slope_a * grad, slope_b * grad

# %% wrong: ones
# why: The slopes are returned without the upstream gradient.
@piece
class Add(Op):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        one = np.ones_like(grad)
        return one, one

# %% wrong: shared_half
# why: The two operands share the gradient, half each. A sum hands the whole gradient on to both.
@piece
class Add(Op):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        each = grad / 2
        return each, each

# %% wrong: forward_in_place
# why: a += b writes the sum into the operand a itself, so the user's tensor is changed.
@piece
class Add(Op):
    @staticmethod
    def forward(ctx, a, b):
        if isinstance(a, np.ndarray) and a.shape == np.broadcast(a, b).shape:
            a += b
            return a
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad

# %% wrong: shape_of_a_number
# why: It asks both operands for their shape, and in a + 2.5 one of them is a plain number. The summing down is the engine's task anyway.
@piece
class Add(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.shapes = a.shape, b.shape
        return a + b

    @staticmethod
    def backward(ctx, grad):
        result = []
        for shape in ctx.shapes:
            g = grad
            while g.ndim > len(shape):
                g = g.sum(axis=0)
            for axis, size in enumerate(shape):
                if size == 1:
                    g = g.sum(axis=axis, keepdims=True)
            result.append(g)
        return tuple(result)

# %% wrong: saves_what_it_does_not_need
# why: Both operands are saved though no slope needs them. A second backward through a sum, or a change in place of an operand, raises an error without reason.
@piece
class Add(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad, grad
