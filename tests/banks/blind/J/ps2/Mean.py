# %% right: size_over_size
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // out.size if out.size else 1
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% right: product_of_the_axes
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            axes = tuple(range(a.ndim))
        else:
            axes = dim if isinstance(dim, tuple) else (dim,)
        n = 1
        if a.ndim:
            for ax in axes:
                n *= a.shape[ax]
        ctx.n = n
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.sum(a, axis=dim, keepdims=keepdim) / n

    @staticmethod
    def backward(ctx, grad):
        wide = np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
        return wide / ctx.n if wide.size else wide

# %% wrong: divided_by_all_entries
# why: It divides by a.size, the number of all entries. n is the number of entries in each mean; the two
# agree only if dim is None.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = max(a.size, 1)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% wrong: not_divided
# why: The gradient is not divided by n. It is that of the sum; each entry gets one n-th.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: first_axis_as_n
# why: n is len(a), the size of the first axis, whatever dim says. (And an array without axes has no
# len.) It must be the number of entries in each mean.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = len(a)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% wrong: one_axis_only
# why: n is read as a.shape[dim], which fails if dim is a tuple. Multiply the sizes of all its axes, or
# divide a.size by the number of means.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size if dim is None else a.shape[dim]
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% wrong: number_of_means
# why: It divides by the number of means, grad.size. n is the number of entries in each of them, a.size
# / out.size.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / max(grad.size, 1)

# %% wrong: no_means_at_all
# why: n is a.size // out.size, and if a has no entries out may have none either: then this is a
# division by 0. If there are no means there is nothing to divide.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // out.size
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% wrong: np_prod_is_int64
# why: np.prod gives a NumPy number of type int64, and a float32 array divided by it is float64. Make it
# a Python number, or give the result the dtype of grad.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        dims = tuple(range(a.ndim)) if dim is None else dim if isinstance(dim, tuple) else (dim,)
        ctx.n = np.prod([a.shape[d] for d in dims], dtype=np.int64)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% wrong: whole_division
# why: grad // n rounds every gradient down to a whole number. Divide with /.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // max(out.size, 1)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) // max(ctx.n, 1)

# %% wrong: zero_taken_for_none
# why: `dim or None` makes None of dim=0, so the mean over axis 0 becomes the mean of everything. Hand
# dim on as it is.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        dim = dim or None
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // max(out.size, 1)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / max(ctx.n, 1)

# %% wrong: axis_not_put_back
# why: grad is broadcast to the shape of a without its averaged axis. For dim=1 that fails, or in a
# square array mixes rows and columns. Put the axis back first.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        out = a.mean(axis=dim, keepdims=keepdim)
        ctx.n = a.size // max(out.size, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad, ctx.shape) / max(ctx.n, 1)

# %% wrong: squeezed_all_axes
# why: out.squeeze() without an axis takes away every axis of size 1, also one that a had and that was
# not averaged. Say which: squeeze(axis=dim).
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // out.size if out.size else 1
        return out if keepdim else out.squeeze()

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% wrong: ones_in_double
# why: np.full without a dtype, divided by n, is float64 and takes the gradient of a float32 array with
# it. The gradient must have the dtype of grad.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // out.size if out.size else 1
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        share = np.full(ctx.shape, 1.0) / ctx.n
        return share * grad.reshape(ctx.kept)

# %% wrong: operand_saved_for_its_shape
# why: The whole array is saved though only its shape is used. So a must not change before backward, and
# a second backward fails. Shapes and n are attributes.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        out = a.mean(axis=dim, keepdims=True)
        ctx.kept = out.shape
        ctx.n = a.size // out.size if out.size else 1
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.broadcast_to(grad.reshape(ctx.kept), a.shape) / ctx.n

# %% wrong: sum_of_the_sizes
# why: For a tuple of axes the sizes are added. The number of entries in each mean is their product.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        dims = range(a.ndim) if dim is None else dim if isinstance(dim, tuple) else (dim,)
        ctx.n = sum(a.shape[d] for d in dims) if a.ndim else 1
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / max(ctx.n, 1)

# %% wrong: forward_is_a_sum
# why: forward computes the sum and does not divide. Both directions need the 1 / n.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.sum(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // out.size if out.size else 1
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n
