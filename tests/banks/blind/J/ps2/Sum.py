# %% right: shape_with_the_axes_kept
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% right: one_sum_and_reshape
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sum(a, axis=dim, keepdims=True)
        ctx.shape, ctx.wide = np.shape(a), np.shape(out)
        if keepdim:
            return out
        return np.squeeze(out, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        wide = np.reshape(grad, ctx.wide)
        return np.broadcast_to(wide, ctx.shape)

# %% right: axes_worked_out_by_hand
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            axes = set(range(a.ndim))
        elif isinstance(dim, int):
            axes = {dim % a.ndim} if a.ndim else set()
        else:
            axes = {d % a.ndim for d in dim}
        ctx.kept = tuple(1 if i in axes else n for i, n in enumerate(a.shape))
        ctx.shape = a.shape
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.shape, dtype=grad.dtype) * grad.reshape(ctx.kept)

# %% wrong: axis_not_put_back
# why: grad is broadcast to the shape of a without putting the summed axis back. That fits for dim=0
# only; for dim=1 it fails, or in a square array hands the gradients of the rows to the columns.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad, ctx.shape)

# %% wrong: ones_in_double
# why: np.ones(shape) is float64 and makes the gradient of a float32 array float64 as well. Give it the
# dtype of grad.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.shape) * grad.reshape(ctx.kept)

# %% wrong: axis_put_back_twice
# why: The summed axis is put back also with keepdim=True, where it is still there. So grad has an axis
# too many.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim = a.shape, dim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None:
            grad = np.expand_dims(grad, ctx.dim)
        return np.broadcast_to(grad, ctx.shape)

# %% wrong: zero_taken_for_none
# why: `if dim` is false for dim=0 as well as for None, so a sum over axis 0 becomes the sum of
# everything. Ask `dim is None`.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim:
            out = a.sum(axis=dim, keepdims=True)
            short = a.sum(axis=dim, keepdims=keepdim)
        else:
            out = a.sum(keepdims=True)
            short = a.sum(keepdims=keepdim)
        ctx.shape, ctx.kept = a.shape, out.shape
        return short

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: axes_put_back_in_the_given_order
# why: The axes of a tuple are put back one after the other in the order of dim. For a dim like (2, 0)
# or (-3, -1) the place does not exist yet, or it is another one. Put them back all at once.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim = None if keepdim else dim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        dims = ctx.dim
        if dims is not None:
            for d in dims if isinstance(dims, tuple) else (dims,):
                grad = np.expand_dims(grad, d)
        return np.broadcast_to(grad, ctx.shape)

# %% wrong: gradient_of_the_mean
# why: The gradient is divided by the number of entries summed. That is the mean; in a sum each entry
# counts with factor 1 and gets grad unchanged.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = np.ones(ctx.shape).size // max(grad.size, 1)
        return np.broadcast_to(grad.reshape(ctx.kept) / max(n, 1), ctx.shape)

# %% wrong: operand_saved_for_its_shape
# why: The whole array a is saved though only its shape is needed. So a may not be changed before
# backward, and a second backward fails. Keep the shape as an attribute.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.broadcast_to(grad.reshape(ctx.kept), a.shape)

# %% wrong: keepdim_not_looked_at
# why: forward does not look at keepdim, so the summed axes are always gone. With keepdim=True they must
# stay, with size 1.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: only_whole_numbers_for_dim
# why: It sets shape[dim] to 1, which works for a single axis. A tuple of axes cannot be used as the
# index of a list.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        kept = list(a.shape)
        if dim is None:
            kept = [1] * a.ndim
        else:
            kept[dim] = 1
        ctx.kept = tuple(kept)
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: negative_axes_not_found
# why: It asks for each axis whether its number is in dim. A negative axis such as -1 is never found, so
# it is not put back.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        dims = range(a.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
        ctx.shape = a.shape
        ctx.kept = tuple(1 if i in dims else a.shape[i] for i in range(a.ndim))
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: gradient_left_short
# why: grad gets its axes of size 1 back but is not repeated along them. The gradient must have the
# shape of a.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.kept)

# %% wrong: last_axis_whatever_dim_says
# why: The summed axis is always put back at the end. That is right for the last axis only.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.keep, ctx.dim = a.shape, keepdim, dim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is None or ctx.keep:
            return np.broadcast_to(grad, ctx.shape)
        k = len(ctx.shape) - grad.ndim
        return np.broadcast_to(grad.reshape(grad.shape + (1,) * k), ctx.shape)

# %% wrong: times_a
# why: The gradient is multiplied by a. No entry of a stands in the slope of a sum: it is 1.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return a * grad.reshape(ctx.kept)

# %% wrong: fills_with_the_total
# why: np.full takes one number, so it is made for the sum of everything. With dim, each entry must get
# the gradient of its own sum, and here all get the total.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.full(ctx.shape, grad.sum(), dtype=grad.dtype)
