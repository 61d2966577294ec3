# %% right: divisor_made_harmless
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        out = out.reshape(ctx.kept)
        return grad.reshape(ctx.kept) * a / np.where(out == 0, 1, out)

# %% right: np_divide_where
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        out = np.sqrt(np.sum(a**2, axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, length = ctx.saved_tensors
        length = np.broadcast_to(length.reshape(ctx.kept), a.shape)
        unit = np.divide(a, length, out=np.zeros_like(a), where=length != 0)
        return unit * grad.reshape(ctx.kept)

# %% wrong: nan_at_zero
# why: Where a whole vector is 0, so is out, and 0 / 0 is nan. The slope is to be 0 there; make the
# divisor harmless first.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(ctx.kept) * a / out.reshape(ctx.kept)

# %% wrong: only_if_everything_is_zero
# why: It looks whether all of out is 0. In an array of several vectors one may be 0 and the next not,
# and its gradient is still nan. Treat each norm by itself, with np.where.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        if not out.any():
            return np.zeros_like(a)
        return grad.reshape(ctx.kept) * a / out.reshape(ctx.kept)

# %% wrong: slope_of_the_squares
# why: The slope used is 2 a, that of the sum of the squares. The root is missing: its slope divides by
# twice the norm, together a / out.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(ctx.kept) * 2 * a

# %% wrong: two_not_cancelled
# why: The root gives 1 / (2 out) and the squares 2 a; here the 2 of the squares is forgotten, a / (2
# out). Together it is a / out.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        out = out.reshape(ctx.kept)
        return grad.reshape(ctx.kept) * a / (2 * np.where(out == 0, 1, out))

# %% wrong: length_of_everything
# why: backward divides by the norm of the whole array, whatever dim says. Each vector has its own norm;
# use out with its axes kept.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        total = np.sqrt((a * a).sum())
        return grad.reshape(ctx.kept) * a / np.where(total == 0, 1, total).astype(a.dtype)

# %% wrong: small_number_in_the_divisor
# why: out + 1e-6 avoids the nan, but every gradient is a little too small, and that of a tiny vector
# far too small. Only where out is 0 the divisor is to be changed.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(ctx.kept) * a / (out.reshape(ctx.kept) + a.dtype.type(1e-6))

# %% wrong: root_forgotten_in_forward
# why: forward returns the sum of the squares and takes no root. The length is the root of that.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = (a * a).sum(axis=dim, keepdims=True)
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        out = out.reshape(ctx.kept)
        return grad.reshape(ctx.kept) * a / np.where(out == 0, 1, out)

# %% wrong: sign_instead_of_direction
# why: np.sign(a) is the slope of |a|, for each entry alone. In the length of a vector each entry has
# the slope a / out.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(ctx.kept) * np.sign(a)

# %% wrong: linalg_norm_with_three_axes
# why: np.linalg.norm takes one axis, or two for a matrix; with dim a tuple of three axes (or None for
# an array of three axes) it raises an error. Write the sum and the root yourself.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        axis = tuple(range(a.ndim)) if dim is None else dim
        out = np.linalg.norm(a, axis=axis, keepdims=keepdim)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        out = out.reshape(ctx.kept)
        return grad.reshape(ctx.kept) * a / np.where(out == 0, 1, out)

# %% wrong: axes_not_put_back
# why: grad and out have lost the axes in dim and are used as they are. They must get them back, with
# size 1, to meet the entries of their own vector.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad * a / np.where(out == 0, 1, out)

# %% wrong: zero_taken_for_none
# why: `axis = dim if dim else None` takes dim=0 for None and gives the norm of the whole array. Hand
# dim on as it is.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        axis = dim if dim else None
        kept = np.sqrt((a * a).sum(axis=axis, keepdims=True))
        out = kept if keepdim else kept.squeeze(axis=axis)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        out = out.reshape(ctx.kept)
        return grad.reshape(ctx.kept) * a / np.where(out == 0, 1, out)

# %% wrong: direction_saved
# why: forward saves a / out, which is the slope. The engine cannot notice then if a is changed before
# backward. Save a and out as they are.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.kept = kept.shape
        ctx.save_for_backward(a / np.where(kept == 0, 1, kept))
        return kept if keepdim else kept.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (unit,) = ctx.saved_tensors
        return grad.reshape(ctx.kept) * unit

# %% wrong: dtype_lost
# why: np.ones(shape) in np.where is float64, and so the divisor and the gradient of a float32 array are
# float64. Use the number 1, or np.ones_like.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        out = out.reshape(ctx.kept)
        safe = np.where(out == 0, np.ones(ctx.kept), out)
        return grad.reshape(ctx.kept) * a / safe

# %% wrong: upstream_forgotten
# why: It returns a / out, the slope, without the upstream gradient.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        out = out.reshape(ctx.kept)
        return a / np.where(out == 0, 1, out)

# %% wrong: sum_of_absolute_values
# why: forward adds up |a|. The length of a vector is the root of the sum of the squares.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.abs(a).sum(axis=dim, keepdims=True)
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.kept = kept.shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        out = out.reshape(ctx.kept)
        return grad.reshape(ctx.kept) * a / np.where(out == 0, 1, out)
