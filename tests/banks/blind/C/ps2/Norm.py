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


# %% right: divide_where
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        norm = np.sqrt(np.sum(a**2, axis=dim, keepdims=True))
        ctx.save_for_backward(a, norm)
        return norm if keepdim else np.sqrt(np.sum(a**2, axis=dim))

    @staticmethod
    def backward(ctx, grad):
        a, norm = ctx.saved_tensors
        slope = np.divide(a, norm, out=np.zeros_like(a), where=norm != 0)
        return slope * np.reshape(grad, norm.shape)


# %% right: verbose
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        squares = np.square(a)
        total = squares.sum(axis=dim, keepdims=True)
        length = np.sqrt(total)
        ctx.save_for_backward(a, length)
        ctx.kept_shape = length.shape
        if keepdim:
            result = length
        else:
            result = np.sqrt(squares.sum(axis=dim))
        return result

    @staticmethod
    def backward(ctx, grad):
        a, length = ctx.saved_tensors
        is_zero = length == 0
        divisor = length + is_zero.astype(length.dtype)
        direction = a / divisor
        upstream = grad.reshape(ctx.kept_shape)
        return upstream * direction


# %% wrong: nan_at_zero
# why: Where the whole vector is 0, 0 / 0 gives nan; the slope there should be 0.
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


# %% wrong: epsilon
# why: out + 1e-4 avoids the division by 0, but makes every other gradient too small.
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
        return grad.reshape(out.shape) * a / (out + 1e-4)


# %% wrong: epsilon_in_root
# why: 1e-8 is added under the root against the kink; the norm of a zero vector becomes 1e-4 instead of 0, and small norms are off.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True) + 1e-8)
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(out.shape) * a / out


# %% wrong: if_any_zero
# why: If any of the norms is 0, the gradient of the whole array is set to 0, that of the other rows too.
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
        if (out == 0).any():
            return np.zeros_like(a)
        return grad.reshape(out.shape) * a / out


# %% wrong: squares_only
# why: The slope is that of the sum of squares, 2 a; the root is forgotten in backward.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a)
        ctx.kept = out.shape
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad.reshape(ctx.kept) * 2 * a


# %% wrong: half
# why: The 2 of the root stays in the divisor, but the 2 of the square is forgotten: a / (2 out).
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


# %% wrong: whole_norm
# why: In backward the norm of the whole array is taken, although each row has its own.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a)
        ctx.kept = kept.shape
        return kept if keepdim else kept.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        length = np.sqrt((a * a).sum())
        if length == 0:
            return np.zeros_like(a)
        return grad.reshape(ctx.kept) * a / length


# %% wrong: nan_to_num
# why: nan_to_num turns the 0/0 into 0, but also hides the nan that comes from a nan or infinite entry of a, and 0/0 is computed with a warning.
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
        return grad.reshape(out.shape) * np.nan_to_num(a / out)


# %% wrong: absolute_sum
# why: forward adds up the absolute values: the 1-norm, not the length.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.abs(a).sum(axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        safe = np.where(out == 0, np.ones_like(out), out)
        return grad.reshape(out.shape) * a / safe


# %% wrong: grad_not_reshaped
# why: grad has lost the axes of dim and is not reshaped: it meets the wrong entries, or does not fit.
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
        return grad * (a / safe)


# %% wrong: times_out
# why: a is multiplied by the norm instead of divided by it.
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
        return grad.reshape(out.shape) * a * out


# %% wrong: mean_of_squares
# why: The root of the mean of the squares is computed, not of the sum.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).mean(axis=dim, keepdims=True))
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        safe = np.where(out == 0, np.ones_like(out), out)
        return grad.reshape(out.shape) * a / safe


# %% wrong: root_missing
# why: forward returns the sum of the squares; the root is missing.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = (a * a).sum(axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        safe = np.where(out == 0, np.ones_like(out), out)
        return grad.reshape(out.shape) * a / safe


# %% wrong: direction_lost
# why: The absolute value of a is used, so the gradient of negative entries has the wrong sign.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(np.abs(a), out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        size, out = ctx.saved_tensors
        safe = np.where(out == 0, np.ones_like(out), out)
        return grad.reshape(out.shape) * size / safe
