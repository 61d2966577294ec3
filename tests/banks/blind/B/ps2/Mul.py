# %% right: plain
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# %% right: np_multiply
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        out = np.multiply(a, b)
        ctx.save_for_backward(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        ga = np.multiply(y, grad)
        gb = np.multiply(x, grad)
        return ga, gb


# %% right: saved_other_order
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        # the slope of a is b, the slope of b is a
        slope_a, slope_b = ctx.saved_tensors
        return slope_a * grad, slope_b * grad


# %% right: terse
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return b * a

    @staticmethod
    def backward(ctx, grad):
        return tuple(grad * x for x in ctx.saved_tensors[::-1])


# %% wrong: own_operand
# why: Each operand gets the upstream gradient times itself; the slope is the other operand.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * a, grad * b


# %% wrong: upstream_missing
# why: backward returns only the slopes; the upstream gradient does not take part.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return b, a


# %% wrong: saves_twice
# why: save_for_backward is called twice, and the second call replaces the first, so unpacking two arrays fails.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a)
        ctx.save_for_backward(b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# %% wrong: attributes
# why: The arrays are put on ctx as attributes instead of into save_for_backward, so they are not freed after backward and a second backward raises no error.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.a = a
        ctx.b = b
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.b, grad * ctx.a


# %% wrong: out_divided
# why: Keeps the output and b, and gets a back as out / b: where b is 0 that is 0/0, nan.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(out, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, b = ctx.saved_tensors
        return grad * b, grad * out / b


# %% wrong: product_rule_added
# why: The product rule is added up into one gradient; each operand has its own.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b + grad * a


# %% wrong: upstream_for_a_only
# why: The gradient of b is the bare slope a: upstream was multiplied only into the first.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, a


# %% wrong: matmul
# why: forward uses @, the matrix product, where the entrywise product * is asked.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
