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

# %% right: bincount_of_places
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.size = a.shape, a.size
        ctx.places = np.arange(a.size).reshape(a.shape)[key]
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        sums = np.bincount(np.ravel(ctx.places), weights=np.ravel(grad), minlength=ctx.size)
        return sums.reshape(ctx.shape).astype(grad.dtype)

# %% right: loop_over_places
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        numbers = np.arange(a.size).reshape(a.shape)
        ctx.where = np.asarray(numbers[key])
        ctx.shape = a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        flat = np.zeros(int(np.prod(ctx.shape)), dtype=grad.dtype)
        for place, g in zip(ctx.where.reshape(-1), np.asarray(grad).reshape(-1)):
            flat[place] += g
        return flat.reshape(ctx.shape)

# %% wrong: assigned
# why: out[key] = grad writes each place once, so of an entry that was picked several times only the last
# gradient remains. They must be added up, as np.add.at does.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, grad.dtype)
        out[ctx.key] = grad
        return out

# %% wrong: plus_equals_once
# why: out[key] += grad also writes each place only once, however often it is named. Use np.add.at.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, grad.dtype)
        out[ctx.key] += grad
        return out

# %% wrong: zeros_of_float64
# why: np.zeros(shape) is float64, so the gradient of a float32 tensor comes back as float64. Give it the dtype
# of grad.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape)
        np.add.at(out, ctx.key, grad)
        return out

# %% wrong: gradient_indexed_again
# why: backward picks entries out of grad with the key, as forward did with a. It must go the other way: bring
# each entry of grad to the place it was taken from, in an array of the shape of a.
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

# %% wrong: only_the_first_part_of_the_key
# why: Only key[0] is used to bring the gradient back. The key is a tuple with a part for each of several axes,
# and all of them together tell the place.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.key[0], grad)
        return out

# %% wrong: zeros_like_the_gradient
# why: The zeros have the shape of grad, that is of what was picked. The gradient of a must have the shape of a.
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

# %% wrong: how_often_only
# why: Each picked entry gets the number of times it was picked, and the upstream gradient takes no part.
# It must get the sum of the gradients of those places.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.key, 1)
        return out

# %% wrong: list_of_the_key
# why: The tuple is turned into one array of all its parts, and an array as an index works on the first axis
# alone. A key of several parts must stay a tuple.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, np.array(key)
        return a[ctx.key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.key, grad)
        return out
