# %% right: plain
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

# %% right: named_results
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
        grad_a = grad @ b.T
        grad_b = a.T @ grad
        return (grad_a, grad_b)

# %% right: transposed_twice
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        to_a = (b @ grad.T).T
        to_b = (grad.T @ a).T
        return to_a, to_b

# %% right: np_dot_in_forward_only
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        out = np.dot(a, b)
        ctx.save_for_backward(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        results = []
        results.append(grad @ saved[1].T)
        results.append(saved[0].T @ grad)
        return tuple(results)

# %% wrong: swapped
# why: The two gradients are returned in the wrong order.
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
        return a.T @ grad, grad @ b.T

# %% wrong: not_transposed
# why: The other operand is not transposed.
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
        return grad @ b, a @ grad

# %% wrong: np_dot
# why: np.dot is for arrays alone: in the second derivative backward is run on tensors.
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
        return np.dot(grad, b.T), np.dot(a.T, grad)

# %% wrong: entry_by_entry
# why: The products on the way back are entry by entry (`*`), those of a multiplication of numbers, and not matrix products.
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
        return grad * b.T, a.T * grad

# %% wrong: upstream_ones
# why: The upstream gradient is ignored, as if it were 1 everywhere.
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
        ones = grad * 0 + 1
        return ones @ b.T, a.T @ ones

# %% wrong: wrong_side
# why: For b the upstream gradient stands on the wrong side of the product.
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
        return grad @ b.T, grad @ a.T

# %% wrong: b_gradient_transposed
# why: The gradient of b comes out transposed, which only square matrices hide.
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
        return grad @ b.T, grad.T @ a

# %% wrong: transposes_saved_as_attributes
# why: The transposed arrays are kept as attributes of ctx. They have no history, so the second derivatives by way of a and b are missing.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.a_t, ctx.b_t = a.T, b.T
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        return grad @ ctx.b_t, ctx.a_t @ grad

# %% wrong: saves_transposes
# why: Saved are the transposed arrays, which are neither operands nor the output.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.T.copy(), b.T.copy())
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a_t, b_t = ctx.saved_tensors
        return grad @ b_t, a_t @ grad

# %% wrong: only_first
# why: Only the gradient of a is returned.
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
        return grad @ b.T

# %% wrong: asarray
# why: np.asarray makes arrays without a history of the saved tensors.
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
        a = np.asarray(a)
        b = np.asarray(b)
        return grad @ b.T, a.T @ grad
