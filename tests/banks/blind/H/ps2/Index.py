# %% right: bincount
@piece
class Index(Op):
    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.size = a.shape, a.size
        ctx.places = np.arange(a.size).reshape(a.shape)[key]
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        sums = np.bincount(
            np.ravel(ctx.places), weights=np.ravel(grad), minlength=ctx.size
        )
        return sums.reshape(ctx.shape).astype(grad.dtype)

# %% right: numbered_places
@piece
class Index(Op):
    @staticmethod
    def forward(ctx, a, key):
        ctx.key = key
        ctx.shape = a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        total = np.zeros(ctx.shape, grad.dtype)
        places = np.arange(total.size).reshape(ctx.shape)[ctx.key]
        flat = total.reshape(-1)
        np.add.at(flat, np.ravel(places), np.ravel(grad))
        return flat.reshape(ctx.shape)

# %% wrong: plus_equals
# why: total[key] += grad writes each place once. An entry that was picked several times gets one of the gradients, not the sum.
@piece
class Index(Op):
    @staticmethod
    def forward(ctx, a, key):
        ctx.key = key
        ctx.shape = a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        total = np.zeros(ctx.shape, dtype=grad.dtype)
        total[ctx.key] += grad
        return total

# %% wrong: counted
# why: The gradient of a place is multiplied by how often it was picked. That is right only if all its gradients are equal.
@piece
class Index(Op):
    @staticmethod
    def forward(ctx, a, key):
        ctx.key, ctx.shape = key, a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        counts = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(counts, ctx.key, np.ones_like(grad))
        result = np.zeros_like(counts)
        result[ctx.key] = grad
        return result * counts

# %% wrong: first_of_the_key
# why: Only the first part of the key is used. With two arrays, or a slice in front, the gradient goes to the wrong places or does not fit.
@piece
class Index(Op):
    @staticmethod
    def forward(ctx, a, key):
        ctx.rows = key[0]
        ctx.shape = a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.rows, grad)
        return out

# %% wrong: float64_zeros
# why: np.zeros without a dtype is float64, so the gradient of a float32 input is float64.
@piece
class Index(Op):
    @staticmethod
    def forward(ctx, a, key):
        ctx.empty = np.zeros(a.shape)
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = ctx.empty.copy()
        np.add.at(result, ctx.key, grad)
        return result

# %% wrong: zeros_kept_on_ctx
# why: The array of zeros is made once in forward and filled in backward. A second backward adds to what the first left in it.
@piece
class Index(Op):
    @staticmethod
    def forward(ctx, a, key):
        ctx.grad_a = np.zeros_like(a)
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        np.add.at(ctx.grad_a, ctx.key, grad)
        return ctx.grad_a
