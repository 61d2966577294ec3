# %% right: np_divide_where
@piece
class Norm(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.sqrt(np.sum(a * a, axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        length = np.sqrt(np.sum(a * a, axis=ctx.dim, keepdims=True))
        grad = grad.reshape(length.shape)
        scale = np.divide(grad, length, out=np.zeros_like(length), where=length != 0)
        return a * scale

# %% right: harmless_divisor
@piece
class Norm(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        squares = a**2
        ctx.with_axes = squares.sum(axis=dim, keepdims=True).shape
        out = np.sqrt(squares.sum(axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        zero = out == 0
        per_unit = grad / np.where(zero, np.ones_like(out), out)
        per_unit = np.where(zero, np.zeros_like(per_unit), per_unit)
        return per_unit.reshape(ctx.with_axes) * a

# %% wrong: nan_at_0
# why: A vector of zeros has length 0, and a / out is 0 / 0 there.
@piece
class Norm(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        length = np.sqrt((a * a).sum(axis=dim, keepdims=True))
        ctx.kept = length.shape
        out = length if keepdim else np.sqrt((a * a).sum(axis=dim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad.reshape(ctx.kept) * a / out.reshape(ctx.kept)

# %% wrong: one_zero_stops_all
# why: If any of the vectors is 0, zeros are returned for all of them.
@piece
class Norm(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.kept = (a * a).sum(axis=dim, keepdims=True).shape
        out = np.sqrt((a * a).sum(axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if (out == 0).any():
            return np.zeros_like(a)
        return a * (grad / out).reshape(ctx.kept)

# %% wrong: whole_array
# why: The norm in backward is that of the whole array. Each row has a norm of its own.
@piece
class Norm(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.shape = np.sum(a, axis=dim, keepdims=True).shape
        return np.sqrt(np.sum(np.square(a), axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        norm = np.sqrt(np.sum(np.square(a)))
        if norm == 0:
            return np.zeros_like(a)
        return grad.reshape(ctx.shape) * (a / norm)

# %% wrong: half_remains
# why: The 2 of the squares is forgotten, so the 2 of the root does not cancel: all gradients are half as large as they should be.
@piece
class Norm(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.sqrt((a**2).sum(axis=dim, keepdims=keepdim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        total = (a**2).sum(axis=ctx.dim, keepdims=True)
        safe = np.where(total == 0, np.ones_like(total), total)
        root_slope = 1 / (2 * np.sqrt(safe))
        return grad.reshape(total.shape) * root_slope * a

# %% wrong: small_number_under_the_root
# why: A small number is put under the root against 0/0. The norm of a zero vector is not 0 any more, and short vectors are too long.
@piece
class Norm(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.kept = (a * a).sum(axis=dim, keepdims=True).shape
        out = np.sqrt((a * a).sum(axis=dim, keepdims=keepdim) + 1e-6)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return a * (grad / out).reshape(ctx.kept)
