# %% right: harmless_divisor
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.sqrt(np.sum(np.square(a), axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        length = np.sqrt(np.sum(np.square(a), axis=ctx.dim, keepdims=True))
        grad = grad.reshape(length.shape)
        return a * (grad / np.where(length == 0, np.ones_like(length), length))

# %% right: zero_length_gets_no_gradient
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        axes = tuple(range(a.ndim)) if dim is None or a.ndim == 0 else dim
        out = (a * a).sum(axis=axes, keepdims=keepdim) ** 0.5
        ctx.axes = None if keepdim else axes
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if ctx.axes is not None:
            grad = np.expand_dims(grad, ctx.axes)
            out = np.expand_dims(out, ctx.axes)
        is_zero = (out == 0).astype(a.dtype)
        slope = a / (out + is_zero)
        return slope * grad

# %% wrong: zero_over_zero
# why: where a whole vector is 0 it computes 0 / 0, and the gradient is nan instead of 0.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a**2).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a)
        ctx.dim = dim
        return out if keepdim else np.sqrt((a**2).sum(axis=dim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        out = np.sqrt((a**2).sum(axis=ctx.dim, keepdims=True))
        return grad.reshape(out.shape) * a / out

# %% wrong: one_zero_row_stops_all
# why: if any of the vectors is 0 zeros are returned for the whole array; the other vectors have a slope all the same.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim = dim
        ctx.save_for_backward(a)
        return np.sqrt(np.sum(a * a, axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        norms = np.sqrt(np.sum(a * a, axis=ctx.dim, keepdims=True))
        if np.any(norms == 0):
            return np.zeros_like(a)
        return a / norms * grad.reshape(norms.shape)

# %% wrong: slope_of_the_squares
# why: the slope stops at the squares, 2 a; that of the root, one over twice the norm, is missing.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        squares = np.sum(a * a, axis=dim, keepdims=True)
        ctx.kept = squares.shape
        ctx.save_for_backward(a)
        root = np.sqrt(squares)
        return root if keepdim else np.sqrt(np.sum(a * a, axis=dim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return 2 * a * grad.reshape(ctx.kept)

# %% wrong: norm_of_the_whole_array
# why: backward divides by the norm of all entries together; each vector has its own norm, over the axes in dim.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        norm = np.sqrt((a * a).sum())
        if norm == 0:
            return np.zeros_like(a)
        return grad.reshape(ctx.kept) * (a / norm)

# %% wrong: eps_under_the_root
# why: a small number is added under the root to avoid the division by 0; the norm of zeros is then 0.0001 and not 0, and that of short vectors is too large.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        length = np.sqrt(np.sum(a**2, axis=dim, keepdims=True) + 1e-8)
        ctx.save_for_backward(a)
        ctx.dim = dim
        return length if keepdim else length.reshape(a.sum(axis=dim).shape)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        length = np.sqrt(np.sum(a**2, axis=ctx.dim, keepdims=True) + 1e-8)
        return a / length * grad.reshape(length.shape)
