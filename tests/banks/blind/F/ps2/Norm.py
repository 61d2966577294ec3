# %% right: plain
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
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        slope = np.divide(a, out, out=np.zeros_like(a), where=out != 0)
        return slope * grad.reshape(out.shape)
# %% right: slope_saved
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        squares = np.sum(a**2, axis=dim, keepdims=True)
        length = np.sqrt(squares)
        divisor = length + (length == 0)
        ctx.save_for_backward(a / divisor)
        ctx.kept = length.shape
        return np.sqrt(np.sum(a**2, axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (direction,) = ctx.saved_tensors
        return direction * grad.reshape(ctx.kept)
# %% right: own_expand_dims
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt(np.square(a).sum(axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        ctx.dim, ctx.keepdim = dim, keepdim
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if not ctx.keepdim and ctx.dim is not None:
            out = np.expand_dims(out, ctx.dim)
            grad = np.expand_dims(grad, ctx.dim)
        zero = out == 0
        scaled = grad / np.where(zero, np.ones_like(out), out)
        return a * scaled
# %% wrong: no_guard
# why: Where a vector is 0, this is 0/0, nan; the slope there is to be 0.
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
# %% wrong: if_guard
# why: One `if` for the whole array does not help: one row may be 0 and the next not.
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
        if np.all(out == 0):
            return np.zeros_like(a)
        return grad.reshape(out.shape) * a / out
# %% wrong: any_guard
# why: If one vector of the array is 0, the gradients of all of them become 0.
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
# %% wrong: epsilon
# why: The small number in the divisor changes the slope of short vectors.
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
        return grad.reshape(out.shape) * a / (out + 1e-3)
# %% wrong: epsilon_under_root
# why: The small number under the root makes the norm of 0 not 0.
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
# %% wrong: no_root_slope
# why: It stops at the squares: the slope of the root, 1 / (2 out), is missing.
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
# %% wrong: two_left
# why: The 2 of the squares and the 2 of the root cancel; here one of them is left.
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
        return grad.reshape(out.shape) * 2 * a / safe
# %% wrong: half_left
# why: It divides by twice the norm but forgets the 2 of the squares.
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
# why: The norm of the whole array is the divisor, but each vector along dim has its own.
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
        whole = np.sqrt((a * a).sum())
        safe = np.where(whole == 0, np.ones_like(whole), whole)
        return (grad.reshape(out.shape) * a / safe).astype(a.dtype)
# %% wrong: no_upstream
# why: The direction a / out is returned without the upstream gradient.
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
        return a / np.where(out == 0, np.ones_like(out), out)
# %% wrong: absolute_a
# why: The direction has signs; the absolute value of a loses them.
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
        return grad.reshape(out.shape) * np.abs(a) / np.where(out == 0, np.ones_like(out), out)
# %% wrong: no_root
# why: forward returns the sum of the squares and forgets the root.
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
        return grad.reshape(out.shape) * a / np.where(out == 0, np.ones_like(out), out)
# %% wrong: mean_of_squares
# why: The mean of the squares was taken instead of their sum.
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
        return grad.reshape(out.shape) * a / np.where(out == 0, np.ones_like(out), out)
# %% wrong: sum_of_abs
# why: That is the norm of absolute values, not the length.
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
        return grad.reshape(out.shape) * a / np.where(out == 0, np.ones_like(out), out)
# %% wrong: linalg_norm
# why: With ord=2 over two axes np.linalg.norm gives the largest stretching of the matrix, not the length of its entries; for other numbers of axes it fails.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.linalg.norm(a, ord=2, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(out.shape) * a / np.where(out == 0, np.ones_like(out), out)
# %% wrong: grad_not_reshaped
# why: grad has lost the axes in dim; without them it does not line up with its vectors.
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
        return grad * a / np.where(out == 0, np.ones_like(out), out)
# %% wrong: threshold_one
# why: It takes every vector of length 1 or less for 0; the slope is 0 only where out is exactly 0.
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
        safe = np.where(out <= 1, np.ones_like(out), out)
        return np.where(out <= 1, np.zeros_like(a), grad.reshape(out.shape) * a / safe)
# %% wrong: keepdim_wrong_way
# why: keepdim is read the other way round.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, out)
        return out.squeeze(axis=dim) if keepdim else out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(out.shape) * a / np.where(out == 0, np.ones_like(out), out)
# %% wrong: ones_at_zero
# why: At 0 it lets the upstream gradient pass; the slope there is to be 0.
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
        return np.where(out == 0, grad.reshape(out.shape), grad.reshape(out.shape) * a / safe)
# %% wrong: attribute
# why: Both arrays are kept as attributes: never freed, and a second backward is not refused.
@piece
class Norm(Op):
    """out = the root of the sum of a² over dim; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.a, ctx.out = a, out
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.out.shape) * ctx.a / np.where(ctx.out == 0, np.ones_like(ctx.out), ctx.out)
# %% wrong: divisor_written_in_place
# why: The zeros in the saved output are overwritten by 1, and that array is the memory of the user's result.
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
        out[out == 0] = 1
        return grad.reshape(out.shape) * a / out
