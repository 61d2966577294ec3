# %% right: plain
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
# %% right: numbered_places
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
        places = np.arange(int(np.prod(ctx.shape))).reshape(ctx.shape)[ctx.key]
        result = np.zeros(int(np.prod(ctx.shape)), dtype=grad.dtype)
        for place, amount in zip(places.ravel(), grad.ravel()):
            result[place] += amount
        return result.reshape(ctx.shape)
# %% right: bincount
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        size = 1
        for n in a.shape:
            size *= n
        ctx.places = np.arange(size).reshape(a.shape)[key]
        ctx.shape, ctx.size = a.shape, size
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        total = np.bincount(ctx.places.ravel(), weights=grad.ravel(), minlength=ctx.size)
        return total.astype(grad.dtype).reshape(ctx.shape)
# %% right: one_hot
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
        size = int(np.prod(ctx.shape))
        places = np.arange(size).reshape(ctx.shape)[ctx.key].reshape(-1, 1)
        picked = (places == np.arange(size)).astype(grad.dtype)
        return (grad.reshape(1, -1) @ picked).reshape(ctx.shape)
# %% right: zeros_like_saved_as_template
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.key, ctx.shape, ctx.dtype = key, a.shape, a.dtype
        return np.array(a[key])

    @staticmethod
    def backward(ctx, grad):
        collected = np.zeros(ctx.shape, ctx.dtype)
        np.add.at(collected, tuple(ctx.key), grad)
        return collected
# %% wrong: assigned
# why: Assignment writes each place once, so of an entry picked several times one gradient only is kept.
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
# why: += with a key reads and writes each place once, however often it is named.
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
# %% wrong: float64
# why: np.zeros without a dtype is float64, so float32 is lost.
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
# %% wrong: wrong_shape
# why: The zeros have the shape of grad; the gradient needs the shape of a.
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
        result = np.zeros(grad.shape, dtype=grad.dtype)
        np.add.at(result, ctx.key, grad)
        return result
# %% wrong: picks_from_grad
# why: It indexes the gradient with the key once more; it has to be put back, not picked again.
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
        return grad[ctx.key]
# %% wrong: first_of_key
# why: Only the first array of the key is used, so with a key of two arrays, or a slice in front, the places are wrong.
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
# %% wrong: flat_key
# why: The key is used on the flat array, so it names entries where it should name rows.
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
        result = np.zeros(int(np.prod(ctx.shape)), dtype=grad.dtype)
        np.add.at(result, ctx.key, grad)
        return result.reshape(ctx.shape)
# %% wrong: ones
# why: It counts how often each entry was picked and forgets the upstream gradient.
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
# %% wrong: averaged
# why: An entry that was picked several times gets the mean of what comes back; it should be the sum.
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
# %% wrong: add_at_result
# why: np.add.at works in place and returns None; that None is returned here.
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
# %% wrong: into_a
# why: It adds onto the saved input, which is the user's array, instead of onto zeros.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.a, ctx.key = a, key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        np.add.at(ctx.a, ctx.key, grad)
        return ctx.a
# %% wrong: times_a
# why: The entries of a stand in no slope; they are multiplied in here.
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
        result = np.zeros_like(a)
        np.add.at(result, ctx.key, grad * a[ctx.key])
        return result
# %% wrong: starts_with_ones
# why: It starts from ones, so also entries that were not picked get a gradient.
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
        result = np.ones(ctx.shape, dtype=grad.dtype)
        np.add.at(result, ctx.key, grad)
        return result
# %% wrong: np_take
# why: np.take reads True and False as the numbers 1 and 0, and looks along one axis only.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, key
        return np.take(a, key[0], axis=0)

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(result, ctx.key, grad)
        return result
# %% wrong: bool_loop
# why: It loops over the first array as whole numbers; True and False, slices and a second array are not understood.
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
        for i, place in enumerate(ctx.key[0]):
            result[int(place)] += grad[i]
        return result
# %% wrong: list_key
# why: A list of arrays is one array to NumPy, which names rows; a tuple names one place for each axis.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, list(key)
        return a[np.array(ctx.key)]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(result, np.array(ctx.key), grad)
        return result
# %% wrong: negative_dropped
# why: Places counted from the end are left out, as if they were not picked.
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
        for place in np.ndindex(grad.shape):
            if len(ctx.key) == 1 and len(grad.shape) == 1 and ctx.key[0].dtype != bool:
                if ctx.key[0][place] >= 0:
                    result[ctx.key[0][place]] += grad[place]
        if len(ctx.key) != 1 or len(grad.shape) != 1 or ctx.key[0].dtype == bool:
            np.add.at(result, ctx.key, grad)
        return result
# %% wrong: unique
# why: np.unique makes the key short and keeps one gradient for each place.
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
        places = np.arange(result.size).reshape(ctx.shape)[ctx.key].ravel()
        once, first = np.unique(places, return_index=True)
        result.reshape(-1)[once] = grad.ravel()[first]
        return result
# %% wrong: bincount_short
# why: Without minlength the counts end at the greatest place that was picked, so the shape does not fit.
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
        size = int(np.prod(ctx.shape))
        places = np.arange(size).reshape(ctx.shape)[ctx.key].ravel()
        return np.bincount(places, weights=grad.ravel()).astype(grad.dtype).reshape(ctx.shape)
# %% wrong: no_return
# why: The gradient is collected but not returned.
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
# %% wrong: maximum_at
# why: np.maximum.at keeps the largest of several gradients; they are to be added.
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
        np.maximum.at(result, ctx.key, grad)
        return result
# %% wrong: key_on_class
# why: The key is kept on the class, so that a second lookup overwrites that of the first.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        Index.key = key
        ctx.shape = a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(result, Index.key, grad)
        return result
