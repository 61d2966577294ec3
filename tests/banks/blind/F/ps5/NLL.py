# %% right: plain
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% right: shape_as_attribute
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        n, c = a.shape
        ctx.shape, ctx.dtype = (n, c), a.dtype
        ctx.save_for_backward(target)
        total = 0
        for i in range(n):
            total = total + a[i, target[i]]
        return -total / n

    @staticmethod
    def backward(ctx, grad):
        (target,) = ctx.saved_tensors
        result = np.zeros(ctx.shape, dtype=ctx.dtype)
        for i in range(ctx.shape[0]):
            result[i, target[i]] = -grad / ctx.shape[0]
        return result, None

# %% right: table_of_truth
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        table = target[:, None] == np.arange(a.shape[1])
        ctx.save_for_backward(table)
        return -np.sum(a[table]) / a.shape[0]

    @staticmethod
    def backward(ctx, grad):
        (table,) = ctx.saved_tensors
        return table * (-grad / table.shape[0]), None

# %% right: take_along_axis
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        chosen = np.take_along_axis(a, target.reshape(-1, 1), axis=1)
        return np.mean(-chosen)

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros_like(a)
        np.put_along_axis(g, target.reshape(-1, 1), -grad / a.shape[0], axis=1)
        return g, None

# %% right: flat_places
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        places = np.arange(a.shape[0]) * a.shape[1] + target
        return -(a.reshape(-1)[places].sum() / a.shape[0])

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n, c = a.shape
        flat = np.zeros(n * c, dtype=a.dtype)
        flat[np.arange(n) * c + target] = -1 / n
        return flat.reshape(n, c) * grad, None

# %% right: without_none
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = a.shape[0]
        gradient = np.zeros_like(a)
        for row, column in enumerate(target):
            gradient[row, column] -= grad / n
        return gradient

# %% wrong: minus_forgotten
# why: The minus of the negative log-likelihood is missing in forward.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: minus_forgotten_backward
# why: The minus is missing in backward.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = grad / n
        return g, None

# %% wrong: sum
# why: The entries are summed instead of averaged.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].sum()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: not_divided
# why: The gradient is not divided by n.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad
        return g, None

# %% wrong: sum_everywhere
# why: The whole loss is a sum instead of a mean, forward and backward.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].sum()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad
        return g, None

# %% wrong: divided_by_classes
# why: It is divided by the number of classes instead of samples.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / a.shape[1]
        return g, None

# %% wrong: divided_by_entries
# why: It is divided by the number of all entries instead of samples.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / a.size
        return g, None

# %% wrong: mean_of_classes
# why: In forward the sum is divided by the number of classes.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].sum() / a.shape[1]

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: whole_columns
# why: a[:, target] takes whole columns instead of one entry from each row.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[:, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: whole_columns_backward
# why: g[:, target] fills whole columns instead of one entry in each row.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[:, target] = -grad / n
        return g, None

# %% wrong: whole_rows
# why: a[target] takes whole rows, by the numbers of the classes.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: rows_and_columns_exchanged
# why: Rows and columns are exchanged.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[target, rows].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[target, np.arange(n)] = -grad / n
        return g, None

# %% wrong: no_upstream
# why: The upstream gradient is not multiplied in.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -1 / n
        return g, None

# %% wrong: n_hard_coded
# why: The 2 of the example is written in for n.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / 2
        return g, None

# %% wrong: logarithm_again
# why: a holds logarithms already; taking the logarithm of a negative number gives nan.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -np.log(a[rows, target]).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: probabilities
# why: The logarithms are turned into probabilities, which is another loss.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -np.exp(a[rows, target]).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: softmax_mixed_in
# why: This is the gradient of log-softmax and NLL together; here it is that of NLL alone.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

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
        return g * grad / n, None

# %% wrong: largest_for_target
# why: The largest entry of each row is taken instead of that of the right class.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a.max(axis=1).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: one_per_sample
# why: A loss for each sample is returned instead of their mean.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target]

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: written_into_a
# why: The gradient is written into the saved operand itself.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        a[...] = 0
        a[np.arange(n), target] = -grad / n
        return a, None

# %% wrong: integer_zeros
# why: The zeros have the dtype of target, whole numbers, so every fraction is cut off.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros(a.shape, dtype=target.dtype)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: shape_of_target
# why: The gradient has an entry for each sample instead of the shape of a.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        return np.full(len(target), -grad / len(target), dtype=a.dtype), None

# %% wrong: all_entries
# why: Every entry gets a gradient, not only that of the right class.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        return np.full_like(a, -grad / len(target)), None

# %% wrong: order_turned
# why: The gradient stands in the place of target's.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return None, g

# %% wrong: return_in_loop
# why: return stands inside of the loop, so only the first sample counts.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        total = 0
        for i in range(len(target)):
            total -= a[i, target[i]]
            return total / len(target)

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: last_sample_only
# why: total is overwritten in each round instead of being added to.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        for i in range(len(target)):
            total = -a[i, target[i]]
        return total / len(target)

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: counted_from_one
# why: The classes are counted from 1, but they begin at 0.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target - 1].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target - 1] = -grad / n
        return g, None

# %% wrong: save_forgotten
# why: Nothing is saved, so backward has nothing to unpack.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: two_saves
# why: The second call of save_for_backward replaces the first.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a)
        ctx.save_for_backward(target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n
        return g, None

# %% wrong: forgets_return
# why: backward returns nothing.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n

# %% wrong: times_a
# why: The slope is multiplied by the entry itself, as if the loss were a square.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n * a[np.arange(n), target]
        return g, None

# %% wrong: first_n_columns
# why: backward fills the diagonal instead of the places of the right classes.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), np.arange(n) % a.shape[1]] = -grad / n
        return g, None

# %% wrong: gradient_one_hot_sign
# why: The wrong classes get a gradient, too, which should be 0.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.full_like(a, 1)
        g[np.arange(n), target] = -1
        return g * grad / n, None

# %% wrong: divided_twice
# why: The gradient is divided by n twice.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        rows = np.arange(len(target))
        return -a[rows, target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        g = np.zeros_like(a)
        g[np.arange(n), target] = -grad / n**2
        return g, None

