# %% right: the_two_products
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% right: transposed_at_the_end
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        g_left = (right @ grad.T).T
        g_right = (grad.T @ left).T
        return g_left, g_right

# %% wrong: np_dot_in_backward
# why: backward uses np.dot, which is for arrays alone. For second derivatives it gets tensors; the
# operator @ means the same for both.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.dot(grad, b.T), np.dot(a.T, grad)

# %% wrong: gradients_swapped
# why: The two gradients are returned in the wrong order, that of b first. They must come in the order
# of the operands, a then b.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        db = a.T @ grad
        da = grad @ b.T
        return db, da

# %% wrong: no_transposes
# why: The other operand is not transposed. The gradients are grad @ b.T and a.T @ grad; without the
# transposes the shapes fit only for square matrices, and the numbers are wrong there.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b, a @ grad

# %% wrong: transposes_saved
# why: forward saves a.T and b.T, other arrays than the operands, which have no history. Save a and b
# themselves and transpose them in backward.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.T, b.T)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        aT, bT = ctx.saved_tensors
        return grad @ bT, aT @ grad

# %% wrong: reshaped_not_transposed
# why: The operands are reshaped to the turned shape instead of transposed. reshape keeps the order of
# the numbers, so rows and columns get mixed; .T is needed.
def turned(m):
    rows, cols = m.shape
    return m.reshape(cols, rows)


@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ turned(b), turned(a) @ grad

# %% wrong: operands_as_attributes
# why: The operands are kept as attributes of ctx and stay arrays without history, so the second
# derivatives miss them. They must go through ctx.save_for_backward.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.a = a
        ctx.b = b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        return grad @ ctx.b.T, ctx.a.T @ grad

# %% wrong: divided_by_the_rows
# why: The gradient of b is divided by the number of rows, as if it were a mean over a batch. It is the
# plain sum that a.T @ grad computes.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n = a.shape[0]
        return grad @ b.T, a.T @ grad / n
