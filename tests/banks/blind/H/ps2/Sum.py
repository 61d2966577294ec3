# %% right: times_ones
@piece
class Sum(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.shape, dtype=grad.dtype) * grad.reshape(ctx.kept)

# %% right: reshape_in_forward
@piece
class Sum(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.sum(axis=dim, keepdims=True)
        ctx.shapes = out.shape, a.shape
        if keepdim:
            return out
        return a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        small, large = ctx.shapes
        return np.broadcast_to(grad.reshape(small), large)

# %% wrong: not_put_back
# why: The summed axis is not put back. For dim=1 the shapes do not fit, and for a square array the columns get what belongs to the rows.
@piece
class Sum(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad, ctx.shape)

# %% wrong: always_expanded
# why: The axes are put back even if keepdim=True has left them there.
@piece
class Sum(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim = a.shape, dim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None:
            grad = np.expand_dims(grad, ctx.dim)
        return np.broadcast_to(grad, ctx.shape)

# %% wrong: float64_ones
# why: np.ones makes float64, and the gradient of a float32 input becomes float64.
@piece
class Sum(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.ones = np.ones(a.shape)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.kept) * ctx.ones

# %% wrong: negative_axes
# why: The shape with ones is made by looking for each axis in dim. A negative axis is never found there.
@piece
class Sum(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            dims = tuple(range(a.ndim))
        elif isinstance(dim, int):
            dims = (dim,)
        else:
            dims = tuple(dim)
        ctx.shape = a.shape
        ctx.kept = tuple(1 if i in dims else n for i, n in enumerate(a.shape))
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: zero_is_false
# why: `dim or None` makes None of dim=0, so that everything is summed.
@piece
class Sum(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        axis = dim or None
        kept = a.sum(axis=axis, keepdims=True)
        ctx.shape, ctx.kept = a.shape, kept.shape
        return kept if keepdim else a.sum(axis=axis)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
