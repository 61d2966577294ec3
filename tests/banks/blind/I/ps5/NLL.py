# %% right: pairs_of_indices
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
        g[np.arange(len(a)), target] = -grad / len(a)
        return g, None

# %% right: table_of_true_and_false
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        n, c = a.shape
        hot = target[:, None] == np.arange(c)
        return -np.where(hot, a, 0).sum() / n

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n, c = a.shape
        hot = (np.reshape(target, (n, 1)) == np.arange(c)).astype(a.dtype)
        return hot * (-grad / n)

# %% wrong: a_colon_instead_of_row_numbers
# why: a[:, target] picks the columns of all targets from every row, an n by n table. It must pick one entry from each
# row: a[arange(n), target].
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

# %% wrong: column_written_for_all_rows
# why: backward writes into g[:, target], so every row gets an entry at all classes that occur in the batch. Each row
# has only its own right class.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -sum(a[i, t] for i, t in enumerate(target)) / len(target)

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros(a.shape, dtype=a.dtype)
        g[:, target] = -grad / len(target)
        return g, None

# %% wrong: minus_forgotten_in_backward
# why: The gradient has the wrong sign: out is minus the mean, so each picked entry gets -grad / n.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        n = a.shape[0]
        ctx.save_for_backward(a, target)
        picked = a[range(n), target]
        return -picked.sum() / n

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = a.shape[0]
        out = np.zeros_like(a)
        out[range(n), target] = grad / n
        return out

# %% wrong: divided_by_all_entries
# why: It divides by a.size, which is n times c. The mean goes over the n samples only.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        mask = np.zeros_like(a)
        mask[np.arange(a.shape[0]), target] = 1
        return -(a * mask).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        mask = np.zeros_like(a)
        mask[np.arange(a.shape[0]), target] = 1
        return -mask * grad / a.size, None

# %% wrong: sum_in_backward
# why: forward takes the mean, but backward passes the whole upstream gradient to each sample. Each of n samples gets
# 1/n of it.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(target.shape[0])
        return -np.mean(a[rows, target])

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        rows = np.arange(target.shape[0])
        result = np.zeros_like(a)
        result[rows, target] -= grad
        return result, None

# %% wrong: logarithm_taken_again
# why: a holds the logarithms of probabilities already, but the code takes the logarithm of a (of its absolute value).
# The picked entries are used as they are.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        picked = a[np.arange(len(a)), target]
        return -np.log(np.abs(picked)).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        rows = np.arange(len(a))
        g[rows, target] = -grad / len(a) / a[rows, target]
        return g
