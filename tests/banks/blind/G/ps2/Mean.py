# %% right: count_by_the_axes
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, kept.shape
        n = 1
        for before, after in zip(a.shape, kept.shape):
            if before != after:
                n *= before
        ctx.n = n
        return kept if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        spread = np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
        return spread / ctx.n

# %% right: sum_divided_by_n
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None or a.ndim == 0:
            axes = tuple(range(a.ndim))
        else:
            axes = dim if isinstance(dim, tuple) else (dim,)
        ctx.axes = axes if not keepdim else ()
        ctx.shape = a.shape
        ctx.count = 1
        for axis in axes:
            ctx.count *= a.shape[axis]
        return np.mean(a, axis=axes, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        for axis in sorted(axis % len(ctx.shape) for axis in ctx.axes):
            grad = np.expand_dims(grad, axis)
        return np.broadcast_to(grad, ctx.shape) / ctx.count

# %% wrong: divided_by_all_entries
# why: n is the number of all entries of a; it must be the number of entries in each mean.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.mean(a, axis=dim, keepdims=True)
        ctx.kept = kept.shape
        ctx.shape = a.shape
        ctx.size = a.size
        return kept if keepdim else np.mean(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.size

# %% wrong: gradient_of_the_sum
# why: every entry gets the whole gradient of its mean; it is not divided by n.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        total = a.mean(axis=dim, keepdims=True)
        ctx.like = total.shape
        ctx.target = a.shape
        return total if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        column = grad.reshape(ctx.like)
        return np.broadcast_to(column, ctx.target)

# %% wrong: quotient_of_sizes
# why: n is found as a.size // out.size; for an array without entries out may have none either, and Python raises a ZeroDivisionError.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.asarray(a.mean(axis=dim, keepdims=True))
        ctx.n = a.size // out.size
        ctx.kept = out.shape
        ctx.shape = a.shape
        return out if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)

# %% wrong: length_of_a_single_axis
# why: the count is read off one axis as a.shape[dim]; dim may also be a tuple of axes, and then this is an error.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim = dim
        ctx.keepdim = keepdim
        ctx.n = a.size if dim is None else a.shape[dim]
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None and not ctx.keepdim:
            grad = np.expand_dims(grad, ctx.dim)
        return np.broadcast_to(grad, ctx.shape) / ctx.n

# %% wrong: number_of_the_means
# why: grad is divided by the number of entries of out, that is by how many means there are, not by how many entries each has.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.a_shape = a.shape
        ctx.out_shape = np.mean(a, axis=dim, keepdims=True).shape
        return np.mean(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        share = grad / max(grad.size, 1)
        return np.broadcast_to(share.reshape(ctx.out_shape), ctx.a_shape)
