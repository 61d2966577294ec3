# %% right: pairs
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
        g = np.zeros_like(a)
        g[np.arange(len(a)), target] = -grad / len(a)
        return g, None


# %% right: table_of_true_and_false
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        n, c = a.shape
        hot = target[:, None] == np.arange(c)
        ctx.save_for_backward(a, target)
        return -np.sum(a[hot]) / n

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n, c = a.shape
        hot = target.reshape(n, 1) == np.arange(c).reshape(1, c)
        return (hot * (-grad / n)).astype(a.dtype), None


# %% right: along_axis
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        picked = np.take_along_axis(a, target[:, np.newaxis], axis=1)
        return -np.mean(picked)

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros(a.shape, dtype=a.dtype)
        np.put_along_axis(g, target[:, np.newaxis], -grad / a.shape[0], axis=1)
        return g, None


# %% right: loops
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        n = a.shape[0]
        picked = []
        for i in range(n):
            the_class = int(target[i])
            picked.append(a[i, the_class])
        total = np.array(picked, dtype=a.dtype).sum()
        return -total / n

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = a.shape[0]
        result = np.zeros_like(a)
        for i in range(n):
            result[i, int(target[i])] = -1 / n * grad
        return result, None


# %% wrong: sign_forgotten
# why: The minus sign is missing, in out and in the gradient: training would make the right classes less likely.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[np.arange(len(a)), target] = grad / len(a)
        return g, None


# %% wrong: gradient_positive
# why: out has its minus sign, but the gradient has not.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -np.mean(a[range(len(target)), target])

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[range(len(target)), target] = grad / len(target)
        return g, None


# %% wrong: sum_for_mean
# why: The picked entries are summed and not averaged: the division by n is missing.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target].sum()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[np.arange(len(a)), target] = -grad
        return g, None


# %% wrong: colon_for_rows
# why: a[:, target] picks the columns `target` from every row, not one entry per row: out is the mean over n · n entries.
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
        g[:, target] = -grad / len(a)
        return g, None


# %% wrong: mean_over_all_entries
# why: The mean is taken over the whole one-hot table, n · c entries: it is too small by the number of classes.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        hot = np.eye(a.shape[1], dtype=a.dtype)[target]
        return -(hot * a).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        hot = np.eye(a.shape[1], dtype=a.dtype)[target]
        return -hot * grad / a.size, None


# %% wrong: upstream_ignored
# why: The gradient is -1/n at the right classes, but the upstream gradient is not multiplied in.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[np.arange(len(a)), target] = -1 / len(a)
        return g, None


# %% wrong: log_once_more
# why: The logarithm is taken of the picked entries, but a holds logarithms already (the logarithm of negative numbers is nan).
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
        rows = np.arange(len(a))
        g = np.zeros_like(a)
        g[rows, target] = -grad / (len(a) * a[rows, target])
        return g, None


# %% wrong: gradient_of_cross_entropy
# why: backward returns (p - onehot) / n, the gradient of log-softmax and NLL together. NLL alone has -onehot / n: the other part is done by LogSoftmax.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.exp(a)
        g[np.arange(len(a)), target] -= 1
        return grad * g / len(a), None


# %% wrong: gradient_not_divided
# why: forward takes the mean, but backward does not divide by n.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[np.arange(len(a)), target] = -grad
        return g, None


# %% wrong: divided_by_classes
# why: In backward a.shape[1], the number of classes, stands where the number of samples belongs.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(a.shape[0]), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[np.arange(a.shape[0]), target] = -grad / a.shape[1]
        return g, None


# %% wrong: two_samples_only
# why: The rows 0 and 1 of the example are written into the code: any other number of samples is an error, or is not counted.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[[0, 1], target].sum() / 2

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[[0, 1], target] = -grad / 2
        return g, None


# %% wrong: return_in_the_loop
# why: `return` stands inside the loop: only the first sample is counted.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        total = 0
        for i in range(len(a)):
            total = total - a[i, target[i]]
            return total / len(a)

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        for i in range(len(a)):
            g[i, target[i]] = -grad / len(a)
        return g, None


# %% wrong: largest_for_target
# why: The largest entry of each row is picked, which is what the network guesses, and not the entry of the right class.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        best = a.argmax(axis=1)
        ctx.save_for_backward(a, best)
        return -a[np.arange(len(a)), best].mean()

    @staticmethod
    def backward(ctx, grad):
        a, best = ctx.saved_tensors
        g = np.zeros_like(a)
        g[np.arange(len(a)), best] = -grad / len(a)
        return g, None


# %% wrong: scores_overwritten
# why: No new array is made for the gradient: the saved a, which is the caller's own array, is set to 0 and written into.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        g, target = ctx.saved_tensors
        g[:] = 0
        g[np.arange(len(g)), target] = -grad / len(g)
        return g, None


# %% wrong: gradient_of_picked_only
# why: The gradient has one entry per sample, shape (n,): it is that of the picked entries and was not put back into an array of a's shape.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        return -grad * np.ones(len(target), dtype=a.dtype) / len(target), None


# %% wrong: rows_by_target
# why: In backward g[target] addresses the rows named by the target and not an entry in each row: whole rows are filled.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[target] = -grad / len(a)
        return g, None


# %% wrong: whole_number_gradient
# why: The table of zeros and ones has an integer dtype, and the -grad/n written into it is cut to a whole number.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros(a.shape, dtype=target.dtype)
        g[np.arange(len(a)), target] = -grad / len(a)
        return g, None


# %% wrong: zeros_in_float64
# why: np.zeros without a dtype makes float64: for a in float32 the gradient has another dtype than a.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros(a.shape)
        g[np.arange(len(a)), target] = -grad / len(a)
        return g, None


# %% wrong: out_per_sample
# why: out is an array with the loss of each sample: the mean over the samples is missing in forward (only backward divides).
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(a)), target]

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[np.arange(len(a)), target] = -grad / len(a)
        return g, None
