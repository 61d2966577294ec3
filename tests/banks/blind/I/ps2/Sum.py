# %% right: shape_with_kept_axes
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.sum(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% right: axes_counted_by_hand
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim = dim
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = len(ctx.shape)
        dims = ctx.dim
        if dims is None:
            dims = range(n)
        elif not isinstance(dims, tuple):
            dims = (dims,)
        middle = list(ctx.shape)
        if n > 0:
            for d in dims:
                middle[d] = 1
        return np.reshape(grad, middle) + np.zeros(ctx.shape, dtype=grad.dtype)

# %% wrong: stretched_without_putting_back
# why: grad is broadcast to the shape of a without putting the summed axis back. For dim=1 the shapes do not
# fit, and for a square the gradients of the rows go to the columns; reshape grad with size 1 there first.
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

# %% wrong: axes_put_back_twice
# why: The summed axes are put back without asking for keepdim. With keepdim=True they are still there, and
# grad gets too many axes.
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

# %% wrong: dim_zero_counts_as_none
# why: `if not dim` is true for dim=0 as well as for None, so a sum over axis 0 becomes the sum of everything.
# Ask `dim is None`.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if not dim:
            dim = tuple(range(a.ndim))
        full = a.sum(axis=dim, keepdims=True)
        ctx.kept = full.shape
        ctx.shape = a.shape
        return full if keepdim else full.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: negative_axes_sorted_as_they_are
# why: The axes are put back one after another in the order of their numbers, but the negative ones are not
# counted from the front first. For dim=(-2, -1) the ones end up in the wrong places, or
# NumPy knows no such axis.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim, ctx.keepdim = a.shape, dim, keepdim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None and not ctx.keepdim:
            dims = ctx.dim if isinstance(ctx.dim, tuple) else (ctx.dim,)
            for d in sorted(dims):
                grad = np.expand_dims(grad, d)
        return np.broadcast_to(grad, ctx.shape)

# %% wrong: ones_of_float64
# why: np.ones(shape) is float64 and makes the gradient of a float32 tensor float64. It must have the dtype
# of the input.
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

# %% wrong: shared_among_the_entries
# why: The gradient is divided by the number of entries that went into each sum. That belongs to a mean; in
# a sum every entry has the factor 1.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.sum(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // max(out.size, 1)
        return out.reshape(a.sum(axis=dim, keepdims=keepdim).shape)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / max(ctx.n, 1), ctx.shape)

# %% wrong: gradient_left_small
# why: The summed axes are put back with size 1, and there it stops. The gradient must be repeated along
# them until it has the shape of a.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.sum(axis=dim, keepdims=True)
        ctx.kept = out.shape
        return out if keepdim else a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.kept)

# %% wrong: keepdim_forgotten_in_forward
# why: forward does not look at keepdim and always takes the summed axes away. With keepdim=True they must
# stay, with size 1.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.big = a.shape
        ctx.middle = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.middle), ctx.big)
