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
        g = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(g, ctx.key, grad)
        return g


# %% right: flat_places_bincount
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
        places = np.arange(size).reshape(ctx.shape)[ctx.key]
        sums = np.bincount(np.ravel(places), weights=np.ravel(grad), minlength=size)
        return sums.astype(grad.dtype).reshape(ctx.shape)


# %% right: loop_over_places
@piece
class Index(Op):
    """out = a[key], where the key holds arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        numbers = np.arange(a.size).reshape(a.shape)
        ctx.places = numbers[key]
        out = a[key]
        return out

    @staticmethod
    def backward(ctx, grad):
        flat = np.zeros(ctx.shape, dtype=grad.dtype).reshape(-1)
        for place, g in zip(np.ravel(ctx.places), np.ravel(grad)):
            flat[place] = flat[place] + g
        return flat.reshape(ctx.shape)


# %% wrong: zeros_like_saved
# why: The operand is saved, only to make zeros of its shape in backward. No number of it is in the gradient, so a change of it must not matter: note its shape instead.
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
        result = np.zeros_like(a, dtype=grad.dtype)
        np.add.at(result, ctx.key, grad)
        return result


# %% wrong: assignment
# why: g[key] = grad writes each place once: of several picks only the last one is kept.
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
        g = np.zeros(ctx.shape, dtype=grad.dtype)
        g[ctx.key] = grad
        return g


# %% wrong: plus_equals
# why: g[key] += grad also writes each place only once, however often it is named.
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
        g = np.zeros(ctx.shape, dtype=grad.dtype)
        g[ctx.key] += grad
        return g


# %% wrong: float64_zeros
# why: np.zeros(shape) without dtype is float64, also for a float32 input.
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


# %% wrong: gathers_again
# why: backward picks out of grad with the same key instead of putting grad back to the places: wrong shape or IndexError.
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


# %% wrong: first_of_key_only
# why: Only the first entry of the key tuple is used; a key of two arrays then writes whole rows.
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
        g = np.zeros(ctx.shape, dtype=grad.dtype)
        np.add.at(g, ctx.key[0], grad)
        return g


# %% wrong: starts_with_a
# why: grad is added onto a copy of a; the start must be zeros.
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
        g = a.copy()
        np.add.at(g, ctx.key, grad)
        return g


# %% wrong: returns_none
# why: np.add.at works in place and returns None, and this None is returned.
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
        g = np.zeros(ctx.shape, dtype=grad.dtype)
        return np.add.at(g, ctx.key, grad)


# %% wrong: mask_as_numbers
# why: The key is turned into whole numbers, so that True and False become places 1 and 0.
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
        g = np.zeros(ctx.shape, dtype=grad.dtype)
        key = tuple(k if isinstance(k, slice) else np.asarray(k).astype(int) for k in ctx.key)
        np.add.at(g, key, grad)
        return g
