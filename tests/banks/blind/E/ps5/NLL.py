# %% right: zeros_filled
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(target)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        result = np.zeros_like(a)
        result[np.arange(n), target] = -grad / n
        return result, None

# %% right: one_hot_table
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(target)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n, c = a.shape
        table = np.arange(c) == target.reshape(-1, 1)
        return table * (-grad / n), None

# %% right: loop
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.shape, ctx.dtype = a.shape, a.dtype
        ctx.classes = [int(t) for t in target]
        total = a.dtype.type(0)
        for i, t in enumerate(ctx.classes):
            total = total + a[i, t]
        return -total / len(ctx.classes)

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=ctx.dtype)
        for i in range(ctx.shape[0]):
            result[i, ctx.classes[i]] = -grad / ctx.shape[0]
        return result, None

# %% right: take_along_axis
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        picked = np.take_along_axis(a, target[:, None], axis=1)
        return -np.mean(picked)

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        g = np.zeros(a.shape, dtype=a.dtype)
        share = np.full((a.shape[0], 1), -1 / a.shape[0], dtype=a.dtype)
        np.put_along_axis(g, target[:, None], share, axis=1)
        return g * grad, None

# %% wrong: all_columns
# why: a[:, target] takes all target columns of every row, n times n entries, and not one entry from each row.
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
        result = np.zeros_like(a)
        result[np.arange(n), target] = -grad / n
        return result, None

# %% wrong: sum_not_mean
# why: The sum is taken in both passes, nothing is divided by n.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(target)), target].sum()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        result = np.zeros_like(a)
        result[np.arange(len(target)), target] = -grad
        return result, None

# %% wrong: backward_without_n
# why: The gradient is not divided by n, though forward takes the mean.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(target)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        result = np.zeros_like(a)
        result[np.arange(len(target)), target] = -grad
        return result, None

# %% wrong: minus_forgotten
# why: The minus is missing in backward.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(target)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        result = np.zeros_like(a)
        result[np.arange(n), target] = grad / n
        return result, None

# %% wrong: minus_forgotten_in_forward
# why: forward returns the mean itself, without the minus.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return a[np.arange(len(target)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        result = np.zeros_like(a)
        result[np.arange(n), target] = -grad / n
        return result, None

# %% wrong: divided_by_size
# why: It is divided by the number of all entries of a, and not by the number of samples.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(target)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        result = np.zeros_like(a)
        result[np.arange(len(target)), target] = -grad / a.size
        return result, None

# %% wrong: gradient_cross_entropy
# why: The gradient of cross entropy, softmax minus one-hot, was copied here. NLL alone only picks entries.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(target)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        p = np.exp(a)
        p[np.arange(n), target] -= 1
        return p * grad / n, None

# %% wrong: upstream_ignored
# why: The upstream gradient is not used.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(target)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        result = np.zeros_like(a)
        result[np.arange(n), target] = -1 / n
        return result, None

# %% wrong: fills_whole_columns
# why: result[:, target] fills the whole columns of the classes that occur, in each row, and not one entry in each row.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(target)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        result = np.zeros_like(a)
        result[:, target] = -grad / len(target)
        return result, None

# %% wrong: takes_log_again
# why: The logarithm is taken although a already holds logarithms: nan for negative numbers.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -np.log(a[np.arange(len(target)), target]).mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        result = np.zeros_like(a)
        result[np.arange(n), target] = -grad / n
        return result, None

# %% wrong: ones_float64
# why: The table is made by np.zeros without a dtype: the gradient is float64 also for a float32 input.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(len(target)), target].mean()

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        n = len(target)
        result = np.zeros(a.shape)
        result[np.arange(n), target] = -grad / n
        return result, None

# %% wrong: classes_for_n
# why: The mean is taken over the number of classes, a.shape[1], where the number of samples is meant.
@piece
class NLL(Op):
    """out = -the mean of a[i, target[i]]"""

    @staticmethod
    def forward(ctx, a, target):
        ctx.save_for_backward(a, target)
        return -a[np.arange(a.shape[0]), target].sum() / a.shape[1]

    @staticmethod
    def backward(ctx, grad):
        a, target = ctx.saved_tensors
        result = np.zeros_like(a)
        result[np.arange(a.shape[0]), target] = -grad / a.shape[1]
        return result, None
