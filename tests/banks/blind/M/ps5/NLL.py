# %% right: pick_and_place
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(a))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(a)
        out = np.zeros_like(a)
        out[np.arange(n), target] = -grad / n
        return out

# %% right: table_of_true_and_false
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        n, c = a.shape
        ctx.save_for_backward(a, target)
        right = np.arange(c) == target[:, None]
        return -np.where(right, a, 0).sum() / n

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n, c = a.shape
        right = np.arange(c) == target[:, None]
        return right * (-grad / n), None

# %% right: plain_loops
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        total = a.dtype.type(0)
        for i in range(a.shape[0]):
            total = total - a[i, target[i]]
        return total / a.shape[0]

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros(a.shape, dtype=a.dtype)
        for i in range(a.shape[0]):
            g[i, target[i]] = -grad / a.shape[0]
        return g

# %% right: take_along_axis
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(target)
        ctx.shape, ctx.dtype = a.shape, a.dtype
        return -np.take_along_axis(a, target.reshape(-1, 1), axis=1).mean()

    @staticmethod
    def backward(ctx, grad):
        (target,) = ctx.saved_tensors
        g = np.zeros(ctx.shape, ctx.dtype)
        np.put_along_axis(g, target.reshape(-1, 1), -grad / ctx.shape[0], axis=1)
        return g, None

# %% wrong: whole_columns
# why: a[:, target] takes whole columns: every row at all targets, a table of n times n. One entry of each row is wanted, a[rows, target] with the numbers of the rows.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -np.mean(a[:, target])

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[:, target] = -grad / len(target)
        return g

# %% wrong: sum_instead_of_mean
# why: The picked entries are added up, and neither the result nor its gradient is divided by n. The loss is the mean over the n samples.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -sum(row[t] for row, t in zip(a, target))

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        for i, t in enumerate(target):
            g[i, t] = -grad
        return g

# %% wrong: gradient_over_all_entries
# why: The gradient is divided by a.size, the number of samples times the number of classes. The mean goes over the n samples only, one entry of each row.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -np.mean(a[np.arange(a.shape[0]), target])

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[np.arange(a.shape[0]), target] = -grad / a.size
        return g

# %% wrong: classes_counted_from_one
# why: 1 is subtracted from the targets, as if classes were counted from 1. They go from 0 to c - 1; class 0 becomes -1 here, which silently is the last column.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        i = np.arange(len(target))
        return -a[i, target - 1].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[np.arange(len(target)), target - 1] = -grad / len(target)
        return g

# %% wrong: logarithm_taken_again
# why: The entries of a are taken for probabilities, and their logarithm is computed. They are logarithms already (and mostly negative, so that this gives nan).
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        picked = a[np.arange(len(a)), target]
        return -np.log(picked).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        rows = np.arange(len(a))
        g = np.zeros_like(a)
        g[rows, target] = -grad / (len(a) * a[rows, target])
        return g

# %% wrong: saved_array_overwritten
# why: The gradient is written into the saved array a itself, as `g = a` only gives it a second name. That changes the operand of forward; zeros in the shape of a should be a new array.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[range(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = a
        g[:] = 0
        g[range(len(a)), target] = -grad / len(a)
        return g

# %% wrong: softmax_minus_one_hot
# why: backward has the gradient of the whole cross-entropy, softmax minus one-hot. NLL alone only picks entries: -grad / n at the right class of each row, and 0 elsewhere.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(a.shape[0]), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = a.shape[0]
        p = np.exp(a)
        p[np.arange(n), target] -= 1
        return grad * p / n

# %% wrong: upstream_forgotten
# why: The entries of the gradient are -1/n, whatever the upstream gradient is. They must be multiplied by grad.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        n = len(target)
        return -(a[np.arange(n), target].sum()) / n

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        one_hot = np.zeros_like(a)
        one_hot[np.arange(n), target] = 1
        return -one_hot / n
