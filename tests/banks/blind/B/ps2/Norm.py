# %% right: safe_divisor
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        safe = np.where(out == 0, np.ones_like(out), out)
        return grad.reshape(out.shape) * a / safe


# %% right: plus_mask
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        # adds 1 only where the norm is 0; a is 0 there as well
        return a / (out + (out == 0)) * grad.reshape(out.shape)


# %% right: divide_where
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        length = np.sqrt(np.square(a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, length)
        ctx.kept = length.shape
        return length if keepdim else np.squeeze(length, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, length = ctx.saved_tensors
        unit = np.zeros_like(a)
        np.divide(a, length, out=unit, where=length != 0)
        return unit * grad.reshape(ctx.kept)


# %% right: recomputed
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.sqrt(np.sum(a ** 2, axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors

        norm = np.sqrt(np.sum(a ** 2, axis=ctx.dim, keepdims=True))
        zero = norm == 0
        divisor = np.where(zero, np.ones_like(norm), norm)
        g = np.reshape(grad, norm.shape) / divisor
        return np.where(zero, np.zeros_like(a), a * g)


# %% wrong: trap
# why: Where a vector is all 0, a / out is 0/0, nan; the slope is to be 0 there.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(out.shape) * a / out


# %% wrong: squares_only
# why: 2 * a is the slope of the sum of squares; the root is forgotten.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(out.shape) * 2 * a


# %% wrong: epsilon_in_root
# why: A small number inside the root avoids the nan, but makes the norm of 0 (and every norm) too large.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True) + 1e-6)
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(out.shape) * a / out


# %% wrong: norm_of_everything
# why: backward divides by the norm of the whole array; each row has its own.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        n = np.sqrt((a * a).sum())
        if n == 0:
            return np.zeros_like(a)
        return grad.reshape(out.shape) * a / n


# %% wrong: any_zero
# why: As soon as one of the vectors is 0, zeros are returned for all of them.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if np.any(out == 0):
            return np.zeros_like(a)
        return grad.reshape(out.shape) * a / out


# %% wrong: half
# why: The 2 of the root is kept, but the 2 of the square forgotten: a / (2 out).
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        safe = np.where(out == 0, np.ones_like(out), out)
        return grad.reshape(out.shape) * a / (2 * safe)


# %% wrong: spectral
# why: np.linalg.norm with ord=2 over two axes (or over a matrix) is the spectral norm, not the root of the sum of squares; for more axes it raises an error.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.linalg.norm(a, 2, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        safe = np.where(out == 0, np.ones_like(out), out)
        return grad.reshape(out.shape) * a / safe


# %% wrong: times_out
# why: Divides where it should multiply and the other way round: grad * out / a, the slope upside down.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        g = grad.reshape(out.shape)
        return np.where(a == 0, np.zeros_like(a), g * out / np.where(a == 0, np.ones_like(a), a))
