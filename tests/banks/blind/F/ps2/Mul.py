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
        ctx.save_for_backward(b, a)
        return np.multiply(a, b)

    @staticmethod
    def backward(ctx, grad):
        slope_a, slope_b = ctx.saved_tensors
        return np.multiply(slope_a, grad), np.multiply(slope_b, grad)
# %% right: by_index
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        grad_a = grad * saved[1]
        grad_b = grad * saved[0]
        return (grad_a, grad_b)
# %% right: reversed_comprehension
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return tuple(grad * other for other in reversed(ctx.saved_tensors))
# %% right: helper
def times(slope, upstream):
    return slope * upstream


@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return b * a

    @staticmethod
    def backward(ctx, grad):
        (first, second) = ctx.saved_tensors
        result = []
        for other in (second, first):
            result.append(times(other, grad))
        return tuple(result)
# %% wrong: own_operand
# why: The slope for a is b and not a: each gradient takes the other operand.
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
# %% wrong: swapped_returns
# why: The two gradients are right but in the wrong order: that of a must come first.
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
        grad_a = grad * b
        grad_b = grad * a
        return grad_b, grad_a
# %% wrong: no_upstream
# why: The slopes are returned alone; each must be multiplied by the upstream gradient.
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
# %% wrong: upstream_once
# why: Only the first gradient is multiplied by the upstream gradient; the second is the bare slope.
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
# %% wrong: two_saves
# why: It saves in two calls; the second replaces the first, so only one array comes back.
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
# why: It keeps the arrays as attributes of ctx, so they are never freed, and a second backward raises no error.
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
# %% wrong: in_place_grad
# why: It multiplies the upstream gradient in place; the second gradient then holds b as well, and the array of somebody else is changed.
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
        grad *= b
        return grad, grad * a
# %% wrong: sum_down_itself
# why: It asks the operands for their shape to sum down, and a plain number has none; leave that to the engine.
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
        grad_a = (grad * b).reshape(a.shape)
        grad_b = (grad * a).reshape(b.shape)
        return grad_a, grad_b
# %% wrong: divides_out
# why: It saves out and one operand and gets the other by division, which is 0/0 where that operand is 0.
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
        return grad * b, grad * (out / b)
# %% wrong: matmul
# why: @ is the matrix product; this operation multiplies entry by entry.
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
        return grad @ b, a @ grad
# %% wrong: array_of_number
# why: np.array makes a float64 array of the plain number, and the float32 product and gradient become float64.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        b = np.array(b)
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
# %% wrong: single
# why: It returns the gradient of a alone; b needs one too.
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
        return grad * b
# %% wrong: save_product
# why: It saves the product and uses it as the slope; the slope is the other operand.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out, grad * out
# %% wrong: nothing_saved
# why: backward uses a and b, but forward has saved nothing, so they are gone.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad * b, grad * a
# %% wrong: product_rule_sum
# why: It adds the two terms of the product rule; each operand gets its own term only.
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
        both = grad * b + grad * a
        return both, both
# %% wrong: plus_instead_of_times
# why: The upstream gradient is added to the slope instead of being multiplied by it.
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
        return grad + b, grad + a
# %% wrong: forward_in_place
# why: The product is written into a's own memory, so the user's tensor is changed, and the saved a with it.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        a *= b
        return a

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
# %% wrong: square_only
# why: It was written for x * x: the slope 2a is right only if both operands are the same.
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
        return 2 * a * grad, 2 * b * grad
