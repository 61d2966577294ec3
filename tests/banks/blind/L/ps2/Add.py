# %% right: plain
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad

# %% right: np_add_star_args
@piece
class Add(Op):
    @staticmethod
    def forward(ctx, *operands):
        left, right = operands
        return np.add(left, right)

    @staticmethod
    def backward(ctx, grad):
        return (grad,) * 2

# %% right: slope_written_out
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a + b
        return out

    @staticmethod
    def backward(ctx, grad):
        slope_a = slope_b = 1
        grad_a = slope_a * grad
        grad_b = slope_b * grad
        return grad_a, grad_b

# %% right: copies_for_safety
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return b + a

    @staticmethod
    def backward(ctx, grad):
        da = np.array(grad)
        db = np.array(grad)
        return tuple([da, db])

# %% wrong: saves_operands
# why: forward saves a and b although no slope of a sum contains them. Nothing is needed on the way
# back, so nothing should be saved: now operands may not be changed and a second backward fails.
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

# %% wrong: ones_like_grad
# why: backward returns the slope 1 alone. It must return the slope times the upstream gradient,
# so grad itself.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        one = np.ones_like(grad)
        return one, one

# %% wrong: halves
# why: The gradient is split between the two operands, half for each. A sum does not share out its
# gradient: each operand has slope 1 and gets the whole of grad.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad / 2, grad / 2

# %% wrong: inplace_forward
# why: forward adds b into a in place with +=, which overwrites the caller's array (and fails where the
# result has a larger shape). The sum must be a new array.
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

# %% wrong: returns_list
# why: backward returns a list of the two gradients. It has to be a tuple, one gradient for each
# operand in their order.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return [grad for _ in range(2)]

# %% wrong: stacked_array
# why: np.stack packs both gradients into one array with an extra axis. backward must return a tuple
# of two separate arrays.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return np.stack([grad, grad])

# %% wrong: minus_for_b
# why: b gets minus grad, which is the rule of a subtraction. In a sum both slopes are +1.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, -grad

# %% wrong: forgets_return_of_forward
# why: forward computes the sum but never returns it, so the output is None. A return is missing.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad
