# %% right: shapes_speak
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% right: np_dot
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors

        ga = np.dot(grad, np.transpose(b))
        gb = np.dot(np.transpose(a), grad)
        return ga, gb

# %% right: transposed_as_a_whole
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return (b @ grad.T).T, (grad.T @ a).T

# %% wrong: b_not_transposed
# why: For a it is grad @ b, which fits only if the matrices are square. b must be transposed: (n, p)
# times (p, m).
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b, a.T @ grad

# %% wrong: a_not_transposed
# why: For b it is a @ grad. a must be transposed: (m, n) times (n, p).
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a @ grad

# %% wrong: wrong_order_for_a
# why: The factors stand in the wrong order: b.T @ grad. The gradient of a is grad @ b.T, with the shape
# (n, m).
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return b.T @ grad, a.T @ grad

# %% wrong: wrong_order_for_b
# why: The factors stand in the wrong order: grad @ a.T. The gradient of b is a.T @ grad, with the shape
# (m, p).
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, grad @ a.T

# %% wrong: gradients_swapped
# why: The gradients come in the wrong order, that of b first. Return that of a first.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return a.T @ grad, grad @ b.T

# %% wrong: transposed_results
# why: grad.T @ a is the gradient of b transposed, with the shape (p, m). It is a.T @ grad.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, grad.T @ a

# %% wrong: reshape_taken_for_transpose
# why: b.reshape(p, m) has the shape of the transposed matrix, but the entries stay in their old order.
# Transposing moves them: b.T.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors

        m, p = b.shape
        return grad @ b.reshape(p, m), a.T @ grad

# %% wrong: operands_mixed_up
# why: Each operand gets a product with itself: grad with a for a, and with b for b. The gradient of a
# is made of grad and b, that of b of grad and a.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ a.T, b.T @ grad

# %% wrong: entrywise_product
# why: forward and backward multiply entry by entry, as Mul does. The operation is the matrix product @.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a

# %% wrong: upstream_all_ones
# why: grad is replaced by ones, so whatever comes from above is lost. Use grad itself.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors

        one = np.ones_like(grad)
        return one @ b.T, a.T @ one

# %% wrong: transposed_copies_saved
# why: forward saves transposed copies and not the operands, so the engine does not notice if an operand
# is changed before backward. Save a and b and transpose in backward.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.T.copy(), b.T.copy())
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        at, bt = ctx.saved_tensors
        return grad @ bt, at @ grad

# %% wrong: in_place_transpose
# why: Assigning to .shape gives the user's own array another shape (and does not move its entries).
# Transposing is b.T, which changes nothing.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors

        b.shape = b.shape[::-1]
        a.shape = a.shape[::-1]
        return grad @ b, a @ grad

# %% wrong: only_a
# why: Only the gradient of a is returned. There are two operands; return two gradients.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T

# %% wrong: transposes_both_times
# why: Both factors are transposed for b: a.T @ grad.T. It fits only if the matrices are square, and
# then the numbers are wrong. grad stays as it is.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad.T
