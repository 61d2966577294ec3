# %% right: pairs_of_numbers
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(a)
        out = np.zeros_like(a)
        out[np.arange(n), target] = -grad / n
        return out

# %% right: table_of_true_and_false
def hits(target, c):
    return target.reshape(-1, 1) == np.arange(c)


@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        mask = hits(target, a.shape[1])
        return -np.where(mask, a, 0).sum() / a.shape[0]

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n, c = a.shape
        return hits(target, c).astype(a.dtype) * (-grad / n), None

# %% right: take_along_the_rows
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        picked = np.take_along_axis(a, target[:, None], axis=1)
        return np.negative(np.mean(picked))

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        np.put_along_axis(g, target[:, None], -grad / a.shape[0], axis=1)
        return g, None

# %% right: plain_loop
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(target)
        ctx.shape, ctx.dtype = a.shape, a.dtype
        total = 0
        for i, t in enumerate(target):
            total = total - a[i, t]
        return total / a.shape[0]

    @staticmethod
    def backward(ctx, grad):
        target, = ctx.saved_tensors
        result = np.zeros(ctx.shape, dtype=ctx.dtype)
        for i, t in enumerate(target):
            result[i, t] -= grad / ctx.shape[0]
        return result

# %% wrong: columns_of_all_rows
# why: a[:, target] takes the classes of all samples from every row, an n × n table. Each row has only its
# own class: a[range(n), target].
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[:, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[np.arange(len(a)), target] = -grad / len(a)
        return g

# %% wrong: whole_columns_on_the_way_back
# why: g[:, target] writes into whole columns, so every row gets a gradient at the classes of all
# samples. Only the entry (i, target[i]) of each row was used.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(a.shape[0])
        return -np.mean(a[rows, target])

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[:, target] = -grad / a.shape[0]
        return g

# %% wrong: sum_in_backward
# why: forward takes the mean, but backward forgets the division by n. Each picked entry gets -grad / n.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[range(len(target)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[range(len(target)), target] = -grad
        return g

# %% wrong: divided_by_all_entries
# why: The gradient is divided by the number of all entries of a. The mean goes over the n rows, one
# number from each.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        one_hot = np.zeros_like(a)
        one_hot[np.arange(len(a)), target] = 1
        return -(a * one_hot).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        one_hot = np.zeros_like(a)
        one_hot[np.arange(len(a)), target] = 1
        return -grad * one_hot / a.size

# %% wrong: as_many_classes_as_seen
# why: The one-hot table has max(target) + 1 columns. If the last class does not occur in the batch, it is
# narrower than a and does not fit. The number of classes is a.shape[1].
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        onehot = np.eye(target.max() + 1, dtype=a.dtype)[target]
        ctx.onehot = onehot
        ctx.n = len(a)
        return -(a * onehot).sum() / len(a)

    @staticmethod
    def backward(ctx, grad):
        return -grad / ctx.n * ctx.onehot

# %% wrong: cross_entropy_gradient
# why: This is the gradient of log-softmax and NLL together, p minus one-hot. NLL alone only picks
# entries: all that were not picked get exactly 0.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        p = np.exp(a)
        p[np.arange(len(a)), target] -= 1
        return grad * p / len(a)

# %% wrong: another_logarithm
# why: The logarithm is taken of the picked entries. They are logarithms of probabilities already, so
# that negative numbers get into the logarithm and the result is nan.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        p = a[np.arange(len(a)), target]
        return -np.log(p).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        i = np.arange(len(a))
        g = np.zeros_like(a)
        g[i, target] = -grad / (len(a) * a[i, target])
        return g

# %% wrong: zeros_written_into_a
# why: backward takes the saved array itself for its table, and writes zeros into it: the argument a is
# changed. Make a new array, by np.zeros_like(a).
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        n = a.shape[0]
        return -sum(a[i, target[i]] for i in range(n)) / n

    @staticmethod
    def backward(ctx, grad):
        g, target = ctx.saved_tensors
        g[...] = 0
        for i, t in enumerate(target):
            g[i, t] = -grad / len(target)
        return g
