# %% right: safe_divisor
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out = out.reshape(ctx.kept)
        safe = np.where(out == 0, np.ones_like(out), out)
        return grad.reshape(ctx.kept) * a / safe

# %% right: recompute_norm
def length(a, dim, keepdim):
    return np.sqrt(np.sum(np.square(a), axis=dim, keepdims=keepdim))


@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return length(a, dim, keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        n = length(a, ctx.dim, True)
        is_zero = n == 0
        slope = a / (n + is_zero)
        return slope * grad.reshape(n.shape)

# %% right: divide_where
@piece
class Norm(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        total = (a ** 2).sum(axis=dim, keepdims=keepdim)
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        out = total ** 0.5
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out = np.broadcast_to(out.reshape(ctx.kept), a.shape)
        slope = np.zeros_like(a)
        np.divide(a, out, out=slope, where=(out != 0))
        return slope * grad.reshape(ctx.kept)

# %% right: mask_assignment
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.kept = kept.shape
        out = kept if keepdim else np.sqrt((a * a).sum(axis=dim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        divisor = np.array(out).reshape(ctx.kept)
        divisor[divisor == 0] = 1
        return (grad.reshape(ctx.kept) / divisor) * a

# %% wrong: zero_over_zero
# why: Where a whole vector is 0, so is out, and a / out is 0/0, nan. PyTorch takes the slope 0 there; make the divisor harmless before dividing.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.sqrt((a ** 2).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        out = np.sqrt((a ** 2).sum(axis=ctx.dim, keepdims=True))
        return grad.reshape(out.shape) * a / out

# %% wrong: nan_to_num
# why: np.nan_to_num replaces every nan in the result by 0, not only those of zero vectors. Where a holds nan or infinity the gradient is to be nan; only where out is 0 it is 0.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.sqrt((a ** 2).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        out = np.sqrt((a ** 2).sum(axis=ctx.dim, keepdims=True))
        return np.nan_to_num(grad.reshape(out.shape) * a / out)

# %% wrong: any_zero_row
# why: If one of the norms is 0, backward returns zeros for the whole array. Only the vectors whose norm is 0 get 0; the others need their slope.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if np.any(out == 0):
            return np.zeros_like(a)
        return grad.reshape(ctx.kept) * a / out.reshape(ctx.kept)

# %% wrong: slope_of_squares
# why: backward returns 2·a·grad, the gradient of the sum of squares. The root is still there and divides by twice the norm: the slope is a / out.
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
        return 2 * a * grad.reshape(ctx.kept)

# %% wrong: linalg_norm
# why: np.linalg.norm takes one or two axes at most, and for more it raises an error (with two it wants them for a matrix). dim may be a tuple of any number of axes: write the root
# of the sum of squares.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.linalg.norm(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        out = np.linalg.norm(a, axis=ctx.dim, keepdims=True)
        safe = np.where(out == 0, np.ones_like(out), out)
        return grad.reshape(out.shape) * a / safe

# %% wrong: epsilon_under_root
# why: A small number is added under the root to avoid dividing by 0. So the norm of a zero vector comes out as 0.001 instead of 0, and small norms and their slopes are off.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    EPS = 1e-6

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=keepdim) + Norm.EPS)
        ctx.save_for_backward(a, out)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(ctx.kept) * a / out.reshape(ctx.kept)

# %% wrong: whole_norm_backward
# why: backward divides by the norm of the whole array. Each vector along dim has its own norm: sum the squares over the axes in dim and keep them.
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

# %% wrong: sign_slope
# why: The slope is taken as the sign of a, as for |a|. That holds for a single entry only; in a vector it is a / out.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        squares = np.square(a)
        return np.sqrt(squares.sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.sign(a) * grad.reshape(ctx.kept)
