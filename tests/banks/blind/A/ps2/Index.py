# %% right: add_at
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(result, ctx.key, grad)
        return result


# %% right: bincount
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.places = np.arange(a.size).reshape(a.shape)[key]
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        size = int(np.prod(ctx.shape))
        sums = np.bincount(ctx.places.ravel(), weights=grad.ravel(), minlength=size)
        return sums.reshape(ctx.shape).astype(grad.dtype)


# %% right: plain_loop
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        total = 1
        for n in ctx.shape:
            total *= n
        numbers = np.arange(total).reshape(ctx.shape)
        where_from = numbers[ctx.key].ravel()
        result = np.zeros(total, dtype=grad.dtype)
        for place, value in zip(where_from, grad.ravel()):
            result[place] += value
        return result.reshape(ctx.shape)


# %% right: ufunc_like_zeros
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.like = np.zeros_like(a)
        ctx.key = key
        picked = a[key]
        return picked

    @staticmethod
    def backward(ctx, grad):
        gradient = ctx.like.astype(grad.dtype)
        np.add.at(gradient, ctx.key, grad)
        return gradient


# %% wrong: assigned
# why: result[key] = grad writes each place once: of an entry that was picked twice only the last gradient stays.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        result[ctx.key] = grad
        return result


# %% wrong: plus_equals
# why: += with an index array also counts each place only once.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        result[ctx.key] += grad
        return result


# %% wrong: float64_zeros
# why: np.zeros(shape) is float64; a float32 gradient loses its dtype.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape)
        np.add.at(result, ctx.key, grad)
        return result


# %% wrong: shape_of_grad
# why: Zeros in the shape of grad, not of a.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros_like(grad)
        np.add.at(result, ctx.key, grad)
        return result


# %% wrong: picks_from_grad
# why: Picks out of the upstream gradient by the key instead of putting it back.
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


# %% wrong: first_of_the_key
# why: Uses only the first entry of the key, so a second index or slice is ignored.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(result, ctx.key[0], grad)
        return result


# %% wrong: counts_without_upstream
# why: Counts how often each entry was picked, but adds 1 instead of the upstream gradient.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(result, ctx.key, 1)
        return result


# %% wrong: into_a
# why: Adds into the saved array a itself instead of into zeros: the result contains a, and the user's tensor is changed.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.save_for_backward(a)
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        np.add.at(a, ctx.key, grad)
        return a


# %% wrong: key_saved_as_array
# why: Saves the key, a tuple of arrays and slices, by save_for_backward, which is for arrays; what backward gets is not the key.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.save_for_backward(key)
        ctx.shape = a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        (key,) = ctx.saved_tensors
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(result, np.array(key), grad)
        return result


# %% wrong: at_returns_none
# why: np.add.at works in place and returns None; that None is returned.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        return np.add.at(result, ctx.key, grad)


# %% wrong: list_of_the_key
# why: Makes a list of the key, which NumPy takes for one index array instead of one entry per axis.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = list(key)
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(result, ctx.key, grad)
        return result


# %% wrong: shared_out
# why: Divides what comes to an entry by the number of times it was picked: a mean instead of a sum.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        count = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(result, ctx.key, grad)
        np.add.at(count, ctx.key, 1)
        return result / np.maximum(count, 1)


# %% wrong: take_along_axis_zero
# why: forward uses np.take with the first part of the key only; slices, masks and further index arrays are ignored.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key
        return np.take(a, key[0], axis=0)

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(result, ctx.key[0], grad)
        return result
