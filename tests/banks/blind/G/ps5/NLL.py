# %% right: take_and_put_along_the_axis
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        column = np.asarray(target).reshape(-1, 1)
        ctx.column, ctx.shape, ctx.dtype = column, a.shape, a.dtype
        return -np.take_along_axis(a, column, axis=1).mean()

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, dtype=ctx.dtype)
        np.put_along_axis(out, ctx.column, -grad / ctx.shape[0], axis=1)
        return out, None


# %% right: a_table_of_true_and_false
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        n, c = a.shape
        ctx.hit = target[:, None] == np.arange(c)[None, :]
        ctx.count, ctx.dtype = n, a.dtype
        return -(a[ctx.hit].sum() / n)

    @staticmethod
    def backward(ctx, grad):
        share = grad * (-1.0 / ctx.count)
        return np.where(ctx.hit, share, 0.0).astype(ctx.dtype), None


# %% wrong: every_row_with_every_target
# why: a[:, target] picks the columns of all targets from every row, n² entries in place of n; the mean goes over a table.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[:, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        out = np.zeros_like(a)
        out[np.arange(n), target] = -grad / n
        return out, None


# %% wrong: gradient_of_cross_entropy
# why: (p - 1 at the target) / n is the gradient of log-softmax and NLL together. NLL alone passes on nothing to the classes that were not the target.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(a.shape[0])
        return -np.mean(a[rows, target])

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = a.shape[0]
        g = np.exp(a)
        g[np.arange(n), target] -= 1
        return g * grad / n, None


# %% wrong: divided_by_all_entries
# why: The mean is over the n samples, but both methods divide by n · c, the number of entries of a.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        onehot = np.eye(a.shape[1], dtype=a.dtype)[target]
        ctx.save_for_backward(a)
        ctx.onehot = onehot
        return -np.where(onehot > 0, a, 0).mean()

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return -grad * ctx.onehot / a.size, None


# %% wrong: upstream_is_forgotten
# why: backward returns the slope -1/n alone; the upstream gradient is not multiplied in.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.target, ctx.shape, ctx.dtype = target, a.shape, a.dtype
        total = 0.0
        for row, cls in zip(a, target):
            total = total - row[cls]
        return np.asarray(total / len(target), dtype=a.dtype)

    @staticmethod
    def backward(ctx, grad):
        n = ctx.shape[0]
        g = np.zeros(ctx.shape, ctx.dtype)
        for i, cls in enumerate(ctx.target):
            g[i, cls] = -1.0 / n
        return g, None


# %% wrong: whole_columns_get_the_gradient
# why: out[:, target] = ... writes whole columns: each row gets a gradient at the targets of all the other rows as well.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        n = target.shape[0]
        ctx.save_for_backward(a, target)
        ctx.n = n
        picked = a[range(n), target]
        return -picked.sum() / n

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros(a.shape, dtype=a.dtype)
        g[:, target] = -grad / ctx.n
        return g, None
