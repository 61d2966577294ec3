# %% right: table_of_true_and_false
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(target)
        ctx.classes = a.shape[1]
        chosen = target[:, None] == np.arange(a.shape[1])
        return -a[chosen].mean()

    @staticmethod
    def backward(ctx, grad):
        (target,) = ctx.saved_tensors
        chosen = target[:, None] == np.arange(ctx.classes)
        return chosen * (-grad / len(target)), None

# %% right: along_the_axis
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        picked = np.take_along_axis(a, target[:, None], axis=1)
        return np.mean(-picked)

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        out = np.zeros_like(a)
        np.put_along_axis(out, target[:, None], -grad / a.shape[0], axis=1)
        return out, None

# %% wrong: all_columns_of_the_targets
# why: a[:, target] takes the columns of all targets from every row, and not one entry from each row.
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

# %% wrong: gradient_in_whole_columns
# why: backward writes into whole columns, in every row, where only one entry of each row took part.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.shape, ctx.dtype = a.shape, a.dtype
        ctx.save_for_backward(target)
        rows = range(a.shape[0])
        return -np.mean(a[rows, target])

    @staticmethod
    def backward(ctx, grad):
        (target,) = ctx.saved_tensors
        g = np.zeros(ctx.shape, dtype=ctx.dtype)
        g[:, target] = -grad / ctx.shape[0]
        return g, None

# %% wrong: mean_of_the_whole_table
# why: The masked table is averaged over all its entries, so the result is divided by n times c instead of n.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        one_hot = np.eye(a.shape[1], dtype=a.dtype)[target]
        ctx.save_for_backward(a, target)
        return -(one_hot * a).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        one_hot = np.eye(a.shape[1], dtype=a.dtype)[target]
        return -grad * one_hot / a.size, None

# %% wrong: softmax_minus_one_hot
# why: backward returns the gradient of the whole cross-entropy, p minus one-hot; NLL alone gets logarithms and passes nothing to the other classes.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        total = a[np.arange(len(a)), target].sum()
        return -total / len(a)

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        p = np.exp(a)
        p[np.arange(len(a)), target] -= 1
        return p * (grad / len(a)), None

# %% wrong: upstream_forgotten
# why: The upstream gradient does not take part: -1/n is written down as if the loss were the end of the program.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        n = a.shape[0]
        ctx.save_for_backward(a, target)
        return -(a[np.arange(n), target]).sum() / n

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        result = np.zeros_like(a)
        result[np.arange(len(a)), target] = -1 / a.shape[0]
        return result, None
