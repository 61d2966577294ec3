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
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        size = int(np.prod(ctx.shape))
        # the number of the place that each entry of grad comes from
        places = np.arange(size).reshape(ctx.shape)[ctx.key]
        sums = np.bincount(places.ravel(), weights=grad.ravel(), minlength=size)
        return sums.reshape(ctx.shape).astype(grad.dtype)

# %% right: loop_over_places
@piece
class Index(Op):
    @staticmethod
    def forward(ctx, a, key):
        ctx.a_shape, ctx.key = a.shape, key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        n = 1
        for s in ctx.a_shape:
            n *= s
        numbered = np.arange(n).reshape(ctx.a_shape)
        flat = np.zeros(n, dtype=grad.dtype)
        for place, g in zip(numbered[ctx.key].flat, grad.flat):
            flat[place] += g
        return flat.reshape(ctx.a_shape)

# %% right: flat_add_at
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.places = np.arange(a.size).reshape(a.shape)[key]
        ctx.shape = a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        flat = np.zeros(int(np.prod(ctx.shape)), dtype=grad.dtype)
        np.add.at(flat, ctx.places, grad)
        return flat.reshape(ctx.shape)

# %% wrong: assigns
# why: result[key] = grad writes each place once, so an entry that was picked several times gets the gradient of the last pick only. It should get the sum: np.add.at.
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
# why: result[key] += grad looks like adding up, but NumPy writes each place once, so repeated picks are lost. np.add.at adds them all.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        g = np.zeros(ctx.shape, grad.dtype)
        g[ctx.key] += grad
        return g

# %% wrong: float64_zeros
# why: np.zeros(shape) is float64, so a float32 input gets a float64 gradient. Give it dtype=grad.dtype.
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

# %% wrong: saves_a
# why: forward saves a only to know its shape and dtype in backward. No number of a is in the gradient, so a need not be saved: keep the shape as an attribute.
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
        np.add.at(result, ctx.key, grad)
        return result

# %% wrong: first_part_of_key
# why: Only the first entry of the key is used in backward. The key is a tuple that may hold several arrays and slices: all of it must be used.
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

# %% wrong: zip_loop
# why: The loop takes the first array of the key for row numbers. That holds for one array of whole numbers only: a mask of True and False holds no row numbers, several arrays name an entry together, and slices are ignored. Hand the whole key to NumPy.
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
        for row, g in zip(np.atleast_1d(ctx.key[0]), grad):
            result[row] += g
        return result

# %% wrong: shape_of_grad
# why: The gradient is collected in zeros of the shape of grad. It must have the shape of a, which forward has to note.
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

# %% wrong: gathers_again
# why: backward picks with the key from grad, as forward does from a. It must go the other way: bring each entry of grad to the place that it was taken from, starting from zeros.
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
