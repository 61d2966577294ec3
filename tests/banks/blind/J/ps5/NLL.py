# %% right: pairs_of_indices
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        n = len(target)
        return -a[np.arange(n), target].sum() / n

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        out = np.zeros_like(a)
        out[np.arange(n), target] = -grad / n
        return out

# %% right: table_of_true_and_false
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.hit = target.reshape(-1, 1) == np.arange(a.shape[1])
        ctx.n = a.shape[0]
        return -np.where(ctx.hit, a, 0).sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        return ctx.hit * (-grad / ctx.n), None

# %% right: loop_over_the_samples
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        total = 0.0
        for i, t in enumerate(target):
            total = total + a[i, t]
        return -total / a.shape[0]

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = a * 0
        for i, t in enumerate(target):
            g[i, t] = -grad / a.shape[0]
        return g

# %% wrong: all_pairs
# why: `a[:, target]` picks the columns of all targets in every row, n × n numbers, and not one entry from each row. The rows must be counted along: a[np.arange(n), target].
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
        g[:, target] = -grad / len(target)
        return g

# %% wrong: divided_by_the_classes
# why: The sum is divided by the number of classes, a.shape[1]. The mean is over the samples: it is divided by n, the number of rows.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        picked = a[range(len(target)), target]
        return -picked.sum() / a.shape[1]

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[range(len(target)), target] = -grad / a.shape[1]
        return g

# %% wrong: classes_counted_from_the_targets
# why: The table with the right classes has as many columns as the largest target asks for. Where no sample belongs to the last class it is too narrow for a. The number of classes
# is a.shape[1].
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        onehot = np.eye(target.max() + 1, dtype=a.dtype)[target]
        ctx.save_for_backward(onehot)
        return -(a * onehot).sum() / len(a)

    @staticmethod
    def backward(ctx, grad):
        (onehot,) = ctx.saved_tensors
        return -grad * onehot / len(onehot), None

# %% wrong: sum_in_backward
# why: out is a mean, but backward gives each picked entry the whole upstream gradient. It must be divided by n, as in forward.
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
        g[np.arange(a.shape[0]), target] = -1
        return g * grad

# %% wrong: softmax_minus_onehot
# why: backward is the well-known gradient of the whole cross-entropy, (softmax - one-hot) / n. Here a already holds logarithms of probabilities, and only the picked entries matter:
# all others get 0.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.exp(a)
        g[np.arange(n), target] -= 1
        return grad * g / n

# %% wrong: takes_from_the_flat_array
# why: `np.take(a, target)` without an axis counts through the flat array, so that it picks from the first row only. Each target belongs to its own row.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -np.take(a, target).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        np.put_along_axis(g, target[:, None], -grad / len(target), axis=1)
        return g

# %% wrong: mean_of_the_masked_table
# why: The wrong entries are set to 0 and the mean is taken over the whole table, which divides by n·c, in forward and backward. It must be divided by n only.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        mask = np.arange(a.shape[1])[None, :] == target[:, None]
        ctx.mask = mask
        return -(a * mask).mean()

    @staticmethod
    def backward(ctx, grad):
        return -grad * ctx.mask / ctx.mask.size

# %% wrong: minus_lost_in_backward
# why: out is the negative mean, and backward has lost the minus: the gradient of each picked entry is -g/n. With the other sign the right classes become less likely.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        n, c = a.shape
        return -sum(a[i, target[i]] for i in range(n)) / n

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n, c = a.shape
        g = np.zeros((n, c), dtype=a.dtype)
        for i in range(n):
            g[i, target[i]] = grad / n
        return g

# %% wrong: best_class_not_the_right_one
# why: The largest entry of each row is picked, which is what the network believes. It should be the entry of the right class, target[i].
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a.max(axis=1).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        g[np.arange(len(a)), a.argmax(axis=1)] = -grad / len(a)
        return g

# %% wrong: empties_a_itself
# why: `g = a` is another name for the array of the operand, and it is then overwritten with zeros. The caller's log-probabilities are destroyed; the gradient needs an array of its own, np.zeros_like(a).
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        picked = [row[t] for row, t in zip(a, target)]
        return -sum(picked) / len(picked)

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = a
        g[...] = 0
        for row, t in zip(g, target):
            row[t] = -grad / len(target)
        return g

# %% wrong: upstream_is_ignored
# why: backward returns -1/n at the picked entries, whatever arrives from above. It must be multiplied by the upstream gradient.
@piece
class NLL(Op):
    @staticmethod
    def forward(ctx, a, target):
        n, c = a.shape
        ctx.table = (np.arange(c) == target[:, None]).astype(a.dtype) / n
        return -(a * ctx.table).sum()

    @staticmethod
    def backward(ctx, grad):
        return -ctx.table
