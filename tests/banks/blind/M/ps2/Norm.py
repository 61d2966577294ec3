# %% right: harmless_divisor
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        squares = (a * a).sum(axis=dim, keepdims=True)
        ctx.kept = squares.shape
        out = np.sqrt(squares)
        out = out if keepdim else out.squeeze(axis=dim)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        length = out.reshape(ctx.kept)
        length = np.where(length == 0, np.ones_like(length), length)
        return grad.reshape(ctx.kept) * a / length

# %% right: divide_where
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape1 = np.sum(a, axis=dim, keepdims=True).shape
        out = np.sqrt(np.sum(a ** 2, axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        norm = np.reshape(out, ctx.shape1)
        unit = np.divide(a, norm, out=np.zeros_like(a), where=(norm != 0))
        return unit * np.reshape(grad, ctx.shape1)

# %% right: norm_taken_again
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.sqrt(np.square(a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        n = np.sqrt(np.square(a).sum(axis=ctx.dim, keepdims=True))
        factor = grad.reshape(n.shape) / np.where(n == 0, np.ones_like(n), n)
        return np.where(n == 0, np.zeros_like(a), a * factor)

# %% right: add_one_where_zero
def unit_vectors(a, length):
    """a / length, and 0 where the length is 0"""
    is_zero = length == 0
    return a / (length + is_zero)


@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt(np.sum(a * a, axis=dim, keepdims=True))
        result = kept if keepdim else np.squeeze(kept, axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        a, result = ctx.saved_tensors
        return grad.reshape(ctx.kept) * unit_vectors(a, result.reshape(ctx.kept))

# %% wrong: zero_over_zero
# why: Where the norm is 0, a / out is 0/0, nan. PyTorch takes the slope 0 there; make the divisor harmless before dividing.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a ** 2).sum(axis=dim, keepdims=True))
        ctx.kept = out.shape
        out = out if keepdim else out.squeeze(axis=dim)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(ctx.kept) * a / out.reshape(ctx.kept)

# %% wrong: epsilon_under_the_root
# why: A small number is added under the root to avoid the division by 0, so the norm of the zero vector is 0.0001 and that of short vectors is wrong too. Compute the exact norm, and treat 0 in backward.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a ** 2).sum(axis=dim, keepdims=True) + 1e-8)
        ctx.kept = out.shape
        out = out if keepdim else out.squeeze(axis=dim)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(ctx.kept) * a / out.reshape(ctx.kept)

# %% wrong: one_zero_row_stops_all
# why: As soon as any norm is 0 the whole gradient is returned as zeros, so the other rows lose theirs. Decide for each vector by itself, with np.where.
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
        return a * (grad / out).reshape(ctx.kept)

# %% wrong: linalg_norm_of_three_axes
# why: np.linalg.norm takes one axis or two (those of a matrix) and raises an error for a tuple of three. Compute the root of the sum of squares, which takes any number of axes.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.linalg.norm(a, axis=dim, keepdims=keepdim)
        ctx.save_for_backward(a, out)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        length = out.reshape(ctx.kept)
        length = np.where(length == 0, np.ones_like(length), length)
        return grad.reshape(ctx.kept) * a / length

# %% wrong: factor_two_survives
# why: The slope is 2 a / out: the 2 of the square is there, but the 1/2 of the root was forgotten. They cancel, and the slope is a / out.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a ** 2).sum(axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        r = out.reshape(ctx.kept)
        d_root = 1 / np.where(r == 0, np.ones_like(r), r)
        d_square = 2 * a
        return grad.reshape(ctx.kept) * d_root * d_square

# %% wrong: saved_output_patched
# why: out[out == 0] = 1 is meant for the division, but it writes into the saved output, which is the output that the program holds. Make a new array with np.where.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a ** 2).sum(axis=dim, keepdims=True))
        ctx.kept = out.shape
        out = out if keepdim else out.squeeze(axis=dim)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out = out.reshape(ctx.kept)
        out[out == 0] = 1
        return grad.reshape(ctx.kept) * a / out

# %% wrong: absolute_values
# why: The numerator is |a|, so negative entries get a gradient of the wrong sign. The slope is a / out: the gradient points along a.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((np.abs(a) ** 2).sum(axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out = out.reshape(ctx.kept)
        safe = np.where(out == 0, np.ones_like(out), out)
        return grad.reshape(ctx.kept) * np.abs(a) / safe

# %% wrong: whole_norm_in_backward
# why: backward divides every row by the norm of the whole array. Each vector has its own norm, over the axes in dim: divide by out, with its axes put back.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return np.sqrt((a ** 2).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        length = np.sqrt((a ** 2).sum())
        if length == 0:
            return np.zeros_like(a)
        return grad.reshape(ctx.kept) * a / length
