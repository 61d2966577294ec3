# %% right: grad_times_other
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

# %% right: np_functions
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.multiply(b, grad), np.multiply(a, grad)

# %% wrong: operands_exchanged
# why: a gets grad * a and b gets grad * b. Entry a_i meets b_i, so the slope for a is b, and the slope for b
# is a.
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

# %% wrong: at_with_a_number
# why: grad is a single number, an array without axes, and @ refuses such an array. Multiply with *.
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
        return grad @ b, grad @ a

# %% wrong: slopes_without_grad
# why: The upstream gradient does not take part. Each gradient is grad times the other vector.
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

# %% wrong: entrywise_product
# why: forward multiplies entry by entry and does not add up. The dot product is a single number: a @ b.
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

# %% wrong: summed_gradients
# why: The gradient of each vector is summed to one number. Each entry has a gradient of its own: grad times the
# entry of the other vector.
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

# %% wrong: vectors_as_attributes
# why: The vectors are kept as attributes of ctx, where the engine does not notice a change and frees nothing.
# Arrays go in by save_for_backward.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.operands = (a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.operands
        return grad * b, grad * a
