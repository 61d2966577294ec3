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

# %% right: places_counted_with_bincount
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
        size = 1
        for n in ctx.shape:
            size *= n
        places = np.arange(size).reshape(ctx.shape)[ctx.key]
        sums = np.bincount(places.ravel(), weights=grad.ravel(), minlength=size)
        return sums.reshape(ctx.shape).astype(grad.dtype)

# %% right: flat_places_and_add_at
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.info = (a.shape, a.size, key)
        return a[key]

    @staticmethod
    def backward(ctx, grad):
        shape, size, key = ctx.info
        where = np.arange(size).reshape(shape)[key].reshape(-1)
        flat = np.zeros(size, grad.dtype)
        np.add.at(flat, where, grad.reshape(-1))
        return flat.reshape(shape)

# %% wrong: assigned
# why: x[key] = grad writes each place once, so of several gradients for one entry only the last is
# kept. They must be added up: np.add.at.
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
# why: x[key] += grad reads and writes each place once, however often it is named. Repeated entries get
# one of their gradients only. np.add.at adds them all.
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

# %% wrong: zeros_in_double
# why: np.zeros(shape) is float64, so a float32 array gets a float64 gradient. Give it the dtype of
# grad.
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

# %% wrong: picked_from_grad
# why: It picks out of grad with the key, as forward does with a. backward must bring each entry of grad
# to the place that it was taken from.
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

# %% wrong: zeros_like_grad
# why: The zeros have the shape of grad. The gradient must have the shape of a.
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
        out = np.zeros_like(grad)
        np.add.at(out, ctx.key, grad)
        return out

# %% wrong: first_part_of_the_key_only
# why: Only key[0] is used, in both directions. key is a tuple with a part for each axis; use all of it.
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key[0]
        return a[key[0]]

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.key, grad)
        return out

# %% wrong: operand_saved_for_its_shape
# why: a is saved though only its shape is needed. So it must not be changed before backward, and a
# second backward fails. Keep the shape as an attribute.
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
        out = np.zeros_like(a)
        np.add.at(out, ctx.key, grad)
        return out

# %% wrong: loop_along_the_first_axis
# why: The loop pairs the numbers of key[0] with the entries of grad. That is right for one array of
# whole numbers only; with True and False, several arrays or a slice the pairs are wrong.
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
        for place, g in zip(ctx.key[0], grad):
            out[place] += g
        return out

# %% wrong: mean_of_the_repeated
# why: What arrives at an entry several times is divided by their number, the mean. It must be the sum.
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

# %% wrong: key_as_a_list
# why: The tuple is made a list, and NumPy takes a list for one array of numbers, not for a part for
# each axis. Keep the tuple.
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
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.key, grad)
        return out

# %% wrong: take_with_flat_numbers
# why: a.take(key[0]) counts through the flat array, so of a matrix it picks entries and not rows (and
# it does not know True and False). Use a[key].
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.key = key[0]
        return a.take(key[0])

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(out.reshape(-1), ctx.key, grad)
        return out

# %% wrong: add_at_returns_nothing
# why: np.add.at changes its first argument and returns None, and that None is returned as the gradient.
# Return the array.
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
        return np.add.at(out, ctx.key, grad)

# %% wrong: adds_ones
# why: Each place gets 1 for every time that it was picked, and grad is lost. Add the entries of grad.
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

# %% wrong: repeated_places_counted_after
# why: The gradient is written once and then multiplied by how often the place was picked. With
# different gradients for the same place that is not their sum.
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
        out[ctx.key] = grad
        np.add.at(count, ctx.key, 1)
        return out * count

# %% wrong: starts_from_ones
# why: It starts from ones, so every entry of the gradient is 1 too large, and those that were not picked get 1.
# Start from zeros.
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
        out = np.ones(ctx.shape, dtype=grad.dtype)
        np.add.at(out, ctx.key, grad)
        return out
