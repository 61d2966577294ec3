# %% right: two_products
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        """The gradients of a and b."""
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% right: transposed_as_a_whole
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of a and b."""
        left, right = ctx.saved_tensors
        grad_left = (right @ grad.T).T
        grad_right = (grad.T @ left).T
        return grad_left, grad_right

# %% right: matmul_forward
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of a and b."""
        b, a = ctx.saved_tensors
        b_t, a_t = b.T, a.T
        return (grad @ b_t, a_t @ grad)

# %% right: einsum_forward
def back(grad, a, b):
    yield grad @ b.T
    yield a.T @ grad


@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.einsum("ik,kj->ij", a, b)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of a and b."""
        return tuple(back(grad, *ctx.saved_tensors))

# %% wrong: dot_in_backward
# why: backward multiplies by np.dot, which is for arrays alone. For second derivatives it gets tensors;
# the operator @ works for both.
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

# %% wrong: transposes_forgotten
# why: The upstream gradient is multiplied by the operands as they are. Each has to be transposed; without
# it the shapes only fit for square matrices, and the numbers are wrong there.
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

# %% wrong: saved_transposed
# why: The transposed operands are saved. They are new arrays, neither operands nor the output, and have
# no history; save a and b, and transpose in backward.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.T, b.T)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        at, bt = ctx.saved_tensors
        return grad @ bt, at @ grad

# %% wrong: gradients_swapped
# why: The gradients come in the wrong order: the first is that of b. They have to stand as the
# operands of forward do.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_b = a.T @ grad
        grad_a = grad @ b.T
        return grad_b, grad_a

# %% wrong: operands_as_attributes
# why: The operands are kept as attributes of ctx, so that backward multiplies by bare arrays even if it
# is run on tensors, and the mixed second derivatives are lost. Use ctx.save_for_backward.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        return grad @ ctx.b.T, ctx.a.T @ grad

# %% wrong: entry_by_entry
# why: `a * b` multiplies entry by entry. The product of two matrices is a @ b, and backward needs matrix
# products, too.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a

# %% wrong: second_one_not_turned_back
# why: The gradient of b is computed as gradᵀ @ a, which is the transpose of the right one: its shape is
# not that of b. Return aᵀ @ grad.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, grad.T @ a

# %% wrong: made_an_array_of_the_upstream
# why: backward makes a NumPy array of what it gets, for safety. For second derivatives these are tensors,
# and their history is lost by that (or it fails). Compute with grad and the saved ones as they come.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = (np.asarray(t) for t in ctx.saved_tensors)
        grad = np.asarray(grad)
        return grad @ b.T, a.T @ grad
