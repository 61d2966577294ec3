# %% right: bincount_of_places
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.key, ctx.shape = key, a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        size = 1
        for length in ctx.shape:
            size *= length
        places = np.arange(size).reshape(ctx.shape)[ctx.key]
        sums = np.bincount(np.ravel(places), weights=np.ravel(grad), minlength=size)
        return sums.reshape(ctx.shape).astype(grad.dtype)

# %% right: one_entry_after_the_other
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.key = key
        ctx.shape = a.shape
        ctx.size = a.size
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        numbers = np.arange(ctx.size).reshape(ctx.shape)
        result = np.zeros(ctx.size, dtype=grad.dtype)
        taken_from = np.asarray(numbers[ctx.key]).reshape(-1)
        for place, value in zip(taken_from, grad.reshape(-1)):
            result[place] = result[place] + value
        return result.reshape(ctx.shape)

# %% wrong: plus_equals
# why: += with a key writes each place once, however often it is named; of an entry that was picked several times one gradient is kept.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.key = key
        ctx.shape = a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        result[ctx.key] += grad
        return result

# %% wrong: default_dtype
# why: np.zeros(shape) is float64, and so is the gradient of a float32 input.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.where = (key, a.shape)
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        key, shape = ctx.where
        total = np.zeros(shape)
        np.add.at(total, key, grad)
        return total

# %% wrong: only_the_first_array_of_the_key
# why: backward uses only the first element of the key; with two arrays (or an array behind a slice) the gradient goes to whole rows instead of the picked entries.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

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

# %% wrong: mean_of_the_uses
# why: what comes back from an entry that was picked several times is divided by the number of times; it must be the sum.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.key = key
        ctx.shape = a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        sums = np.zeros(ctx.shape, dtype=grad.dtype)
        uses = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(sums, ctx.key, grad)
        np.add.at(uses, ctx.key, np.ones_like(grad))
        return sums / np.maximum(uses, np.ones_like(uses))

# %% wrong: picks_again
# why: the key is applied to the upstream gradient; grad has the shape of out, and its entries must be brought back to the places that they were taken from.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        return grad[ctx.key]
