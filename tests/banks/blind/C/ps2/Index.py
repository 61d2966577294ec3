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
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.key, grad)
        return out


# %% right: bincount
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        places = np.arange(a.size).reshape(a.shape)[key]
        ctx.places = places
        ctx.shape = a.shape
        ctx.size = a.size
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        sums = np.bincount(ctx.places.ravel(), weights=grad.ravel(), minlength=ctx.size)
        return sums.reshape(ctx.shape).astype(grad.dtype)


# %% right: loop_over_places
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
        flat = result.reshape(-1)
        numbers = np.arange(flat.size).reshape(ctx.shape)[ctx.key]
        for place, value in zip(numbers.ravel(), grad.ravel()):
            flat[place] += value
        return result


# %% wrong: assigned
# why: out[key] = grad writes each place once; of several gradients for one entry only the last is kept.
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
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        out[ctx.key] = grad
        return out


# %% wrong: plus_equals
# why: out[key] += grad adds once per place, however often the place is named.
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
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        out[ctx.key] += grad
        return out


# %% wrong: dtype_lost
# why: np.zeros(shape) is float64; the gradient of a float32 input must be float32.
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
        out = np.zeros(ctx.shape)
        np.add.at(out, ctx.key, grad)
        return out


# %% wrong: grad_indexed
# why: The upstream gradient is indexed by the key, as in forward; it should be brought back to the places.
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


# %% wrong: at_returns_none
# why: np.add.at works in place and returns None, which is returned here.
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
        return np.add.at(np.zeros(ctx.shape, dtype=grad.dtype), ctx.key, grad)


# %% wrong: counts_only
# why: It adds 1 per pick, so the gradient is how often each entry was picked; grad is missing.
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
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.key, 1)
        return out


# %% wrong: first_key_only
# why: Only the first array of the key is used; with two arrays or a slice behind it the places are wrong.
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
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.key[0], grad)
        return out


# %% wrong: shape_of_grad
# why: The zeros have the shape of grad, not that of a.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros_like(grad)
        np.add.at(out, ctx.key, grad)
        return out


# %% wrong: mean_of_repeats
# why: An entry that was picked several times gets the mean of its gradients; it should be the sum.
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
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        count = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.key, grad)
        np.add.at(count, ctx.key, 1)
        return out / np.maximum(count, 1)


# %% wrong: first_axis_zeros
# why: The zeros have only the first axis of a; it works for vectors alone.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.n = len(a)
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.n, dtype=grad.dtype)
        np.add.at(out, ctx.key, grad)
        return out


# %% wrong: whole_number_zeros
# why: The zeros are whole numbers, so the gradients added to them are cut to whole numbers (or NumPy refuses), and the dtype is lost.
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
        out = np.zeros(ctx.shape, dtype=int)
        np.add.at(out, ctx.key, grad)
        return out


# %% wrong: key_as_list
# why: The tuple is turned into a list, which NumPy reads as one array of indices instead of one entry per axis.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = list(key)
        return a[ctx.key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.key, grad)
        return out


# %% wrong: first_time_only
# why: np.unique keeps the first gradient of each place and drops the repeats.
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
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        places, first = np.unique(ctx.places.ravel(), return_index=True)
        out.reshape(-1)[places] = grad.ravel()[first]
        return out
