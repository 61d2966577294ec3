# %% right: loop_over_the_other_one
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return tuple(np.multiply(grad, other) for other in (b, a))

# %% right: broadcast_copies
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return b @ a

    @staticmethod
    def backward(ctx, grad):
        for_a, for_b = ctx.saved_tensors
        copies = np.broadcast_to(grad, for_a.shape)
        return copies * for_a, copies * for_b

# %% wrong: own_entries
# why: each vector gets its own entries as slope; the slope for a is b, and the slope for b is a.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        return tuple(grad * vector for vector in ctx.saved_tensors)

# %% wrong: upstream_forgotten
# why: the other vector is returned as it is; the slope must be multiplied by what comes from above.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        b, a = ctx.saved_tensors
        return b, a

# %% wrong: vectors_as_attributes
# why: the vectors are attributes of ctx; the engine neither notices that one is changed before backward nor frees them afterwards.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.vectors = (a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.vectors
        grad_a = grad * b
        grad_b = grad * a
        return grad_a, grad_b

# %% wrong: summed_gradient
# why: the products are summed once more, and every entry gets the same number; entry a_i meets b_i and nothing else.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.sum(a * b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.ones_like(a) * (grad * b).sum()
        grad_b = np.ones_like(b) * (grad * a).sum()
        return grad_a, grad_b

# %% wrong: operand_scaled_in_place
# why: backward multiplies the saved vectors by grad in place; they are the user's own, and are changed by it.
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
        np.multiply(a, grad, out=a)
        np.multiply(b, grad, out=b)
        return b, a
