# %% right: plain
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a

# %% right: np_dot_names
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return np.dot(u, v)

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        grad_u = v * grad
        grad_v = u * grad
        return (grad_u, grad_v)

# %% right: sum_hands_on
@piece
class Dot(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        out = a @ b
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        per_product = np.broadcast_to(grad, a.shape)
        return per_product * b, per_product * a

# %% right: swapped_tuple
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        return tuple([grad * operand for operand in ctx.saved_tensors[::-1]])

# %% wrong: own_operand
# why: a gets grad times a and b gets grad times b. Entry a_i meets b_i, so a gets grad times b and the other way round.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * a, grad * b

# %% wrong: at_with_scalar
# why: backward multiplies with @, but grad is a single number without axes, and @ refuses that. Multiply the vector by the number with *.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b, a @ grad

# %% wrong: summed_gradient
# why: The gradients are summed to single numbers, grad · Σb and grad · Σa. Every entry of a vector has a slope of its own, so the gradients are vectors.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return (grad * b).sum(), (grad * a).sum()

# %% wrong: mean_of_products
# why: backward divides by the length of the vectors, as for a mean. The dot product is a sum, which hands its gradient on undivided.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n = max(len(a), 1)
        return grad * b / n, grad * a / n

# %% wrong: forward_keeps_vector
# why: forward multiplies entry by entry and does not sum, so out is a vector. The dot product is the one number Σ a_i b_i: a @ b.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a

# %% wrong: no_upstream
# why: backward returns b and a, the slopes alone. Each must be multiplied by the upstream gradient.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return b, a

# %% wrong: python_float_sum
# why: forward multiplies in Python floats: sum(float(x) * float(y)), so the output of float32 vectors becomes float64. NumPy's a @ b keeps the dtype.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.array(sum(float(x) * float(y) for x, y in zip(a, b)))

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a

# %% wrong: kept_one_axis
# why: forward makes a row and a column of the vectors and returns the product of shape (1, 1). Two vectors give a single number, an array of shape ().
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a[None, :] @ b[:, None]

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = grad.reshape(())
        return g * b, g * a
