# %% right: kept_size_against_size
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        ctx.n = a.size // max(out.size, 1)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        g = grad.reshape(ctx.kept) / max(ctx.n, 1)
        return np.broadcast_to(g, ctx.shape)

# %% right: product_of_the_sizes
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        dims = range(a.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
        n = 1
        if a.ndim > 0:
            for d in dims:
                n *= a.shape[d]
        ctx.n = n
        ctx.shape = a.shape
        total = np.sum(a, axis=dim, keepdims=True)
        ctx.kept = total.shape
        if not keepdim:
            total = np.sum(a, axis=dim)
        return np.true_divide(total, n)

    @staticmethod
    def backward(ctx, grad):
        whole = np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
        return whole / ctx.n

# %% right: counts_ones
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        # how many entries go into each mean? sum ones to find out
        ctx.count_shape = a.shape
        ctx.dim = dim
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        ones = np.ones(ctx.count_shape, dtype=grad.dtype)
        counts = ones.sum(axis=ctx.dim, keepdims=True)
        return ones * grad.reshape(counts.shape) / counts

# %% right: math_prod_of_two_shapes
import math


@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        sums = np.sum(a, axis=dim, keepdims=True)
        ctx.n = math.prod(big for big, small in zip(a.shape, sums.shape) if small == 1)
        ctx.small, ctx.big = sums.shape, a.shape
        if not keepdim:
            sums = np.squeeze(sums, axis=dim)
        return np.divide(sums, ctx.n)

    @staticmethod
    def backward(ctx, grad):
        grad = np.reshape(grad, ctx.small)
        out = np.empty(ctx.big, grad.dtype)
        out[...] = grad
        return out / ctx.n

# %% wrong: divided_by_all_entries
# why: The gradient is divided by a.size, the number of all entries. n is the number of entries in each mean, for dim=1 of shape (2, 3) that is 3.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.kept, ctx.shape, ctx.size = out.shape, a.shape, a.size
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.size, ctx.shape)

# %% wrong: numpy_integer_as_n
# why: n comes from np.prod and is a NumPy int64. A float32 array divided by it becomes float64; make n a plain Python int, or give the result the dtype of grad.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        ctx.n = np.prod(a.shape, dtype=int) // np.maximum(np.prod(out.shape, dtype=int), 1)
        return out if keepdim else np.squeeze(out, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        grad = grad.reshape(ctx.kept)
        return np.broadcast_to(grad, ctx.shape) / ctx.n

# %% wrong: no_means_at_all
# why: n is a.size // out.size, and if out has no entries, as for shape (0, 3) over dim=1, that divides by 0 and raises an error. With no means there is nothing to divide; guard that case.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.n = a.size // out.size
        ctx.shape = a.shape
        ctx.kept = out.shape
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)

# %% wrong: sizes_added
# why: For several axes n is computed as the sum of their sizes. A mean over axes of size 2 and 3 has 2 times 3 entries: multiply.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            ctx.n = a.size
        elif isinstance(dim, int):
            ctx.n = a.shape[dim] if a.ndim else 1
        else:
            ctx.n = sum(a.shape[d] for d in dim)
        ctx.shape = a.shape
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        g = np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
        return g / ctx.n

# %% wrong: divided_by_the_number_of_means
# why: The gradient is divided by the number of means, the entries of out. It should be divided by the number of entries in each mean.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = grad.size
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / n

# %% wrong: upstream_divided_in_place
# why: grad /= n changes the upstream gradient itself, which may belong to other operations as well. Divide into a new array, grad / n.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.n = a.size / out.size if out.size else 1
        ctx.shape = a.shape
        ctx.kept = out.shape
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        grad /= ctx.n
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: saves_the_operand
# why: forward saves a, though backward uses nothing but its shape. Keep the shape as an attribute; then a may be changed and backward may run a second time.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        ones = np.ones_like(a)
        n = ones.sum(axis=ctx.dim, keepdims=True)
        return ones * (grad.reshape(n.shape) / n)

# %% wrong: axis_behind_instead_of_in_place
# why: The averaged axis is put back at the end, grad[..., None], whatever dim is. That fits for dim=-1 only; the axis belongs to the place that it was taken from.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=keepdim)
        ctx.shape = a.shape
        ctx.keepdim = keepdim
        ctx.n = a.size // out.size if out.size else 1
        return out

    @staticmethod
    def backward(ctx, grad):
        if not ctx.keepdim:
            while grad.ndim < len(ctx.shape):
                grad = grad[..., None]
        return np.broadcast_to(grad, ctx.shape) / ctx.n
