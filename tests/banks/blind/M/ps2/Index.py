# %% right: np_add_at
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

# %% right: numbered_places_and_bincount
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.size, ctx.key = a.shape, a.size, key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        # number the entries of a, and see which numbers the key picks
        numbers = np.arange(ctx.size).reshape(ctx.shape)[ctx.key]
        sums = np.bincount(numbers.ravel(), weights=grad.ravel(), minlength=ctx.size)
        return sums.reshape(ctx.shape).astype(grad.dtype)

# %% right: plain_loop_over_places
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.key = key
        ctx.in_shape = a.shape
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        n = int(np.prod(ctx.in_shape))
        where_from = np.arange(n).reshape(ctx.in_shape)[ctx.key]
        flat = np.zeros(n, grad.dtype)
        for place, g in zip(np.ravel(where_from), np.ravel(grad)):
            flat[place] += g
        return flat.reshape(ctx.in_shape)

# %% right: scatter_helper
def scatter_add(shape, key, values):
    target = np.zeros(shape, values.dtype)
    np.add.at(target, tuple(key), values)
    return target


@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        picked = a[key]
        ctx.remember = (a.shape, key)
        return picked

    @staticmethod
    def backward(ctx, grad):
        return scatter_add(*ctx.remember, grad)

# %% wrong: plain_assignment
# why: out[key] = grad writes a place that was picked several times only once, so of several gradients one is kept. They should be added up, np.add.at(out, key, grad).
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
        out = np.zeros(ctx.shape, grad.dtype)
        out[ctx.key] = grad
        return out

# %% wrong: read_add_write_back
# why: out[key] = out[key] + grad (the same as +=) reads first and writes each place once, so repeated places keep the gradient of one. np.add.at adds every time.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.a_shape = a.shape
        ctx.key = key
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        grad_a = np.zeros(ctx.a_shape, dtype=grad.dtype)
        grad_a[ctx.key] = grad_a[ctx.key] + grad
        return grad_a

# %% wrong: zeros_of_the_default_dtype
# why: np.zeros(shape) is float64, so the gradient of a float32 array becomes float64. Give it the dtype of grad.
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
        g = np.zeros(ctx.shape)
        np.add.at(g, ctx.key, grad)
        return g

# %% wrong: operand_saved_for_zeros_like
# why: forward saves a, only to make zeros like it in backward. No entry of a is needed: keep its shape as an attribute, so that a may change and backward may run twice.
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

# %% wrong: first_part_of_the_key
# why: backward uses only key[0], the first array of the key. If the key has several parts, as for rows and columns, the gradients land in the wrong places or do not fit: use the whole tuple.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.index = key[0]
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, grad.dtype)
        np.add.at(out, ctx.index, grad)
        return out

# %% wrong: key_as_whole_numbers_only
# why: Every array of the key is turned into whole numbers, so True and False become the places 1 and 0. A key of truth values picks where it is True; leave the key as it is.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = tuple(k if isinstance(k, slice) else np.asarray(k).astype(int) for k in key)
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, grad.dtype)
        np.add.at(out, ctx.key, grad)
        return out

# %% wrong: repeated_places_averaged
# why: A place that was picked several times gets the mean of its gradients, since the sum is divided by the count. It should get the sum.
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
        total = np.zeros(ctx.shape, grad.dtype)
        count = np.zeros(ctx.shape, grad.dtype)
        np.add.at(total, ctx.key, grad)
        np.add.at(count, ctx.key, 1)
        return total / np.maximum(count, 1)

# %% wrong: zeros_in_the_shape_of_out
# why: The zeros have the shape of grad, that is of out, and the key points into a. The gradient should have the shape of a: keep it in forward.
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
