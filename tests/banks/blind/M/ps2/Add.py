# %% right: plain_tuple
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad

# %% right: np_add_times_two
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return np.add(a, b)

    @staticmethod
    def backward(ctx, grad):
        return (grad,) * 2

# %% right: slope_one_spelled_out
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a + b
        return out

    @staticmethod
    def backward(ctx, grad):
        slope_a = 1
        slope_b = 1
        grad_a = grad * slope_a
        grad_b = grad * slope_b
        return (grad_a, grad_b)

# %% right: tuple_of_generator
def pass_on(g, how_many):
    return tuple(g for _ in range(how_many))


@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return b + a

    @staticmethod
    def backward(ctx, grad):
        return pass_on(grad, 2)

# %% wrong: one_gradient_for_both
# why: backward returns one array, but forward has two operands. It should return a tuple of two gradients, even though both are the same array.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: saves_what_nobody_needs
# why: forward saves a and b, although the slope of a sum is 1 and backward needs neither. Save nothing, so that the operands may change and backward may run twice.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad, grad

# %% wrong: half_for_each
# why: backward splits the upstream gradient in two halves. A sum is not a share: each operand has slope 1 and gets the whole of grad.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        share = grad / 2
        return share, share

# %% wrong: ones_in_float64
# why: The slope is made with np.ones(grad.shape), which is float64, so a float32 gradient becomes float64. Return grad itself, which has the right dtype.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        local = np.ones(grad.shape)
        return grad * local, grad * local

# %% wrong: sums_down_by_itself
# why: forward asks b (and a) for its shape, but in a program such as a + 2.5 the operand is a plain Python number and has none. Leave broadcasting to the engine and return grad twice.
def _fit(g, shape):
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    for i, n in enumerate(shape):
        if n == 1:
            g = g.sum(axis=i, keepdims=True)
    return g


@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.shape_a = a.shape
        ctx.shape_b = b.shape
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return _fit(grad, ctx.shape_a), _fit(grad, ctx.shape_b)

# %% wrong: in_place_plus
# why: forward adds b into a with +=, so it overwrites the operand of the program (and fails if b is the larger one by broadcasting). It should compute a new array, a + b.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        a += b
        return a

    @staticmethod
    def backward(ctx, grad):
        return grad, grad

# %% wrong: slope_of_the_number_only
# why: backward returns None for b, as if b were a constant. b is an operand like a, and its slope is 1 too: it gets grad.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, None

# %% wrong: np_sum_of_pair
# why: np.sum((a, b)) adds up all entries of both arrays to one number (and cannot stack different shapes). The output should be the sum entry by entry, a + b.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return np.sum((a, b))

    @staticmethod
    def backward(ctx, grad):
        return grad, grad
