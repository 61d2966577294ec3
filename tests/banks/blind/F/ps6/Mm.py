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
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad
# %% right: dot_in_forward
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
        left, right = ctx.saved_tensors
        grad_left = grad @ right.T
        grad_right = left.T @ grad
        return (grad_left, grad_right)
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
        return (b @ grad.T).T, (grad.T @ a).T
# %% right: other_order_saved
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return np.einsum("ij,jk->ik", a, b)

    @staticmethod
    def backward(ctx, grad):
        b, a = ctx.saved_tensors
        grad_b = a.T @ grad
        grad_a = grad @ b.T
        return grad_a, grad_b
# %% right: output_saved_too
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        out = a.dot(b)
        ctx.save_for_backward(a, b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, _ = ctx.saved_tensors
        bt, at = b.T, a.T
        return [grad @ bt, at @ grad][0], at @ grad
# %% wrong: swapped_returns
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
        a, b = ctx.saved_tensors
        return a.T @ grad, grad @ b.T
# %% wrong: no_transposes
# why: The operands must be transposed on the way back; so it fits for square matrices only.
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
        return grad @ b, a @ grad
# %% wrong: b_gradient_transposed
# why: The gradient of b is transposed: gradᵀ a has the shape of bᵀ.
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
        return grad @ b.T, grad.T @ a
# %% wrong: wrong_operands
# why: Each operand gets the gradient times itself, not times the other one.
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
        return grad @ a.T, b.T @ grad
# %% wrong: np_dot_backward
# why: np.dot is for arrays alone; at second order it gets tensors.
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
        return np.dot(grad, b.T), np.dot(a.T, grad)
# %% wrong: on_ctx
# why: The operands are attributes of ctx, arrays without history: the second derivatives are lost.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.a, ctx.b
        return grad @ b.T, a.T @ grad
# %% wrong: transposes_saved
# why: aᵀ and bᵀ are saved: neither inputs nor the output, so they are refused.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.T, b.T)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b, a @ grad
# %% wrong: copies_saved
# why: Copies of the operands are saved, which have no history.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.copy(), b.copy())
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad
# %% wrong: entry_by_entry
# why: forward multiplies entry by entry.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad
# %% wrong: one_gradient
# why: b gets no gradient.
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
        return grad @ b.T, None
# %% wrong: transpose_call
# why: `.transpose()` without axes works for arrays, but a tensor wants two dimensions.
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
        return grad @ b.transpose(), a.transpose() @ grad
# %% wrong: upstream_forgotten
# why: The upstream gradient is taken for a matrix of ones.
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
        grad = grad * 0 + 1
        return grad @ b.T, a.T @ grad
# %% wrong: mean_over_rows
# why: The gradient of b is divided by the number of rows.
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
        return grad @ b.T, a.T @ grad / len(a)
# %% wrong: half_transposed
# why: Only one of the two operands is transposed on the way back.
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
        return grad @ b.T, a @ grad
# %% wrong: array_of_b
# why: np.asarray makes an array of the saved tensor, and cuts off its history.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = (np.asarray(t) for t in ctx.saved_tensors)
        return grad @ b.T, a.T @ grad
