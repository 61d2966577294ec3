# %% right: harmless_divisor
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        squares = a * a
        ctx.kept = squares.sum(axis=dim, keepdims=True).shape
        out = np.sqrt(squares.sum(axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        length = out.reshape(ctx.kept)
        divisor = np.where(length == 0, np.ones_like(length), length)
        return grad.reshape(ctx.kept) * (a / divisor)

# %% right: divide_where_not_zero
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim = dim
        ctx.save_for_backward(a)
        return np.sqrt(np.sum(a**2, axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        length = np.sqrt(np.sum(a**2, axis=ctx.dim, keepdims=True))
        grad = np.reshape(grad, length.shape)
        per_length = np.zeros_like(grad)
        per_length = np.divide(grad, length, out=per_length, where=length != 0)
        return per_length * a

# %% wrong: trap_at_zero
# why: Where all of a is 0 so is out, and 0 / 0 gives nan. The slope there is to be 0; the divisor must be made
# harmless.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        out = np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(ctx.kept) * a / out.reshape(ctx.kept)

# %% wrong: one_if_for_all_rows
# why: Zero is looked after only if all norms are 0. In an array of several vectors some may be 0 and others
# not, and these rows still get nan; decide entry by entry.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim = dim
        ctx.save_for_backward(a)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        norm = np.sqrt((a * a).sum(axis=ctx.dim, keepdims=True))
        if np.all(norm == 0):
            return np.zeros_like(a)
        return grad.reshape(norm.shape) * a / norm

# %% wrong: zero_if_any_row_is_zero
# why: If any of the norms is 0, the gradient of the whole array is set to 0. Only the vectors of length 0 may
# get 0; the others keep their gradient.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim = dim
        ctx.save_for_backward(a)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        norm = np.sqrt((a * a).sum(axis=ctx.dim, keepdims=True))
        if (norm == 0).any():
            return 0 * a
        return grad.reshape(norm.shape) * a / norm

# %% wrong: stopped_at_the_squares
# why: 2 * a is the slope of the sum of the squares. The root has a slope as well, 1 / (2 out), and together
# they are a / out.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad.reshape(ctx.kept) * 2 * a

# %% wrong: factor_two_left
# why: The 2 of the squares is there, but the 2 in the slope of the root, 1 / (2 out), is forgotten, so the
# gradient is twice too large.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim = dim
        ctx.save_for_backward(a)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        norm = np.sqrt((a * a).sum(axis=ctx.dim, keepdims=True))
        safe = np.where(norm > 0, norm, np.ones_like(norm))
        return grad.reshape(norm.shape) * 2 * a / safe

# %% wrong: norm_of_everything_in_backward
# why: backward divides by the norm of the whole array. Each vector has its own norm, over the axes in dim.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        length = np.sqrt((a * a).sum())
        if length == 0:
            return np.zeros_like(a)
        return grad.reshape(ctx.kept) * a / length

# %% wrong: spectral_norm
# why: np.linalg.norm with ord 2 is the spectral norm if two axes are given, or a matrix and no axis, and an
# error for three axes. What is asked for is always the root of the sum of all squares.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.linalg.norm(a, 2, axis=dim, keepdims=True)
        ctx.kept = kept.shape
        out = np.linalg.norm(a, 2, axis=dim, keepdims=keepdim)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        n = out.reshape(ctx.kept)
        n = np.where(n == 0, np.ones_like(n), n)
        return grad.reshape(ctx.kept) * a / n

# %% wrong: magnitude_on_top
# why: |a| is divided by the norm, so all gradients have the sign of grad. The slope is a / out with the
# sign of a: the gradient points along a.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim = dim
        ctx.save_for_backward(a)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        norm = np.sqrt((a * a).sum(axis=ctx.dim, keepdims=True))
        safe = np.where(norm == 0, np.ones_like(norm), norm)
        return grad.reshape(norm.shape) * np.abs(a) / safe
