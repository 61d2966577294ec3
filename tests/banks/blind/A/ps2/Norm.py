# %% right: safe_divisor
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, kept)
        return kept if keepdim else np.squeeze(kept, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        safe = np.where(kept == 0, np.ones_like(kept), kept)
        return grad.reshape(kept.shape) * a / safe


# %% right: divide_where
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        length = np.sqrt(np.sum(np.square(a), axis=dim, keepdims=True))
        ctx.save_for_backward(a, length)
        return np.sqrt(np.sum(np.square(a), axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        a, length = ctx.saved_tensors
        direction = np.zeros_like(a)
        np.divide(a, length, out=direction, where=length != 0)
        return direction * grad.reshape(length.shape)


# %% right: bool_added
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return (a**2).sum(axis=dim, keepdims=keepdim) ** 0.5

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        n = (a**2).sum(axis=ctx.dim, keepdims=True) ** 0.5
        n = n + (n == 0)
        return (a / n) * grad.reshape(n.shape)


# %% right: beginner_with_errstate
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        squares = a * a
        total = squares.sum(axis=dim, keepdims=True)
        norm = np.sqrt(total)
        ctx.save_for_backward(a, norm)
        if keepdim:
            return norm
        else:
            return np.sqrt(squares.sum(axis=dim))

    @staticmethod
    def backward(ctx, grad):
        a, norm = ctx.saved_tensors
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = a / norm
        slope = np.where(np.broadcast_to(norm == 0, a.shape), np.zeros_like(a), slope)
        g = np.reshape(grad, norm.shape)
        return g * slope


# %% wrong: trap_not_handled
# why: No care for a norm of 0: 0 / 0 is nan.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, kept)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        return grad.reshape(kept.shape) * a / kept


# %% wrong: slope_of_the_squares
# why: Returns 2a: the slope of the sum of squares, the root is forgotten.
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


# %% wrong: twice_in_the_divisor
# why: Divides by 2·out and forgets that each square brings a factor 2.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, kept)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        safe = np.where(kept == 0, np.ones_like(kept), kept)
        return grad.reshape(kept.shape) * a / (2 * safe)


# %% wrong: root_forgotten
# why: forward returns the sum of squares without the root, and the slope divides by it.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = (a * a).sum(axis=dim, keepdims=True)
        ctx.save_for_backward(a, kept)
        return (a * a).sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        safe = np.where(kept == 0, np.ones_like(kept), kept)
        return grad.reshape(kept.shape) * a / safe


# %% wrong: if_any_zero
# why: If any row is 0 the whole gradient is set to 0, also that of the rows that are not.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, kept)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        if np.any(kept == 0):
            return np.zeros_like(a)
        return grad.reshape(kept.shape) * a / kept


# %% wrong: if_all_zero
# why: Only the case that the whole array is 0 is treated; a single zero row among others still gives nan.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, kept)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        if not a.any():
            return np.zeros_like(a)
        return grad.reshape(kept.shape) * a / kept


# %% wrong: epsilon_under_the_root
# why: Adds a small number under the root: the norm of 0 is then not 0, and the others are slightly wrong.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True) + 1e-6)
        ctx.save_for_backward(a, kept)
        return kept if keepdim else kept.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        return grad.reshape(kept.shape) * a / kept


# %% wrong: norm_of_everything
# why: Divides by the norm of the whole array, although each row has its own.
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
        length = np.sqrt((a * a).sum())
        if length == 0:
            return np.zeros_like(a)
        return grad.reshape(ctx.kept) * a / length


# %% wrong: linalg_norm
# why: np.linalg.norm takes at most two axes, so a tuple of three raises an error.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.linalg.norm(a, axis=dim, keepdims=keepdim)
        kept = np.linalg.norm(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, kept)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        safe = np.where(kept == 0, np.ones_like(kept), kept)
        return grad.reshape(kept.shape) * a / safe


# %% wrong: zero_entries
# why: Looks for zeros in a instead of in the norm, and puts ones in their place: wrong where an entry is 0 and its row is not.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, kept)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        a = np.where(a == 0, np.ones_like(a), a)
        safe = np.where(kept == 0, np.ones_like(kept), kept)
        return grad.reshape(kept.shape) * a / safe


# %% wrong: absolute_value
# why: Loses the sign: uses |a| / out, so the gradient does not point along a.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, kept)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        safe = np.where(kept == 0, np.ones_like(kept), kept)
        return grad.reshape(kept.shape) * np.abs(a) / safe


# %% wrong: sum_of_absolutes
# why: Computes the sum of the absolute values, another norm than the one asked for.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.abs(a).sum(axis=dim, keepdims=True)
        ctx.kept = kept.shape
        ctx.save_for_backward(a)
        return np.abs(a).sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad.reshape(ctx.kept) * np.sign(a)


# %% wrong: out_multiplied
# why: Multiplies by out instead of dividing by it.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, kept)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        return grad.reshape(kept.shape) * a * kept


# %% wrong: one_at_zero
# why: At a norm of 0 it returns the upstream gradient (slope 1) instead of 0.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, kept)
        return np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        safe = np.where(kept == 0, np.ones_like(kept), kept)
        slope = np.where(kept == 0, np.ones_like(a), a / safe)
        return grad.reshape(kept.shape) * slope
