# %% right: plain
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
# %% right: np_dot
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.dot(grad, b), np.dot(grad, a)
# %% right: product_and_sum
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.sum(a * b)

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        grad_a = np.multiply(saved[1], grad)
        grad_b = np.multiply(saved[0], grad)
        return (grad_a, grad_b)
# %% right: loop
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.inner(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.zeros_like(a)
        grad_b = np.zeros_like(b)
        for i in range(len(a)):
            grad_a[i] = b[i] * grad
            grad_b[i] = a[i] * grad
        return grad_a, grad_b
# %% right: broadcast_first
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        everywhere = np.broadcast_to(grad, a.shape)
        return everywhere * b, everywhere * a
# %% wrong: own_operand
# why: Entry a_i meets b_i, so its slope is b_i; here each operand gets itself.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * a, grad * b
# %% wrong: matmul_with_number
# why: grad is a single number, and @ does not take arrays without axes.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b, a @ grad
# %% wrong: no_upstream
# why: The other vector is the slope only; the upstream gradient is missing.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return b, a
# %% wrong: outer
# why: The outer product is a matrix; the gradient of a vector is a vector.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad * b, a), np.outer(grad * a, b)
# %% wrong: sum_in_backward
# why: It sums the products in backward too, and hands back one number for a whole vector.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return (grad * b).sum(), (grad * a).sum()
# %% wrong: forward_no_sum
# why: a * b without a sum is a vector; the dot product is one number.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
# %% wrong: swapped
# why: The two gradients are returned in the wrong order.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a, grad_b = grad * b, grad * a
        return grad_b, grad_a
# %% wrong: one_gradient
# why: b gets a gradient as well; only that of a is returned.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b
# %% wrong: first_entry
# why: Only the first entry of each vector receives its gradient; the loop stops at a return inside of it.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a, grad_b = np.zeros_like(a), np.zeros_like(b)
        for i in range(len(a)):
            grad_a[i] = grad * b[i]
            grad_b[i] = grad * a[i]
            return grad_a, grad_b
# %% wrong: range_off_by_one
# why: The loop begins at 1, so the first entries get nothing.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a, grad_b = np.zeros_like(a), np.zeros_like(b)
        for i in range(1, len(a)):
            grad_a[i] = grad * b[i]
            grad_b[i] = grad * a[i]
        return grad_a, grad_b
# %% wrong: column
# why: The second gradient is returned as a column, with an axis more than b has.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, (grad * a)[:, None]
# %% wrong: attributes
# why: The vectors are kept as attributes, so they are not freed and a second backward goes through.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.b, grad * ctx.a
# %% wrong: out_as_slope
# why: The slope used is the value of the product.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        out = a @ b
        ctx.save_for_backward(a, b)
        ctx.out = float(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.ones_like(a) * grad * ctx.out, np.ones_like(b) * grad * ctx.out
# %% wrong: no_return
# why: Both gradients are computed and none is returned.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad * b
        grad_b = grad * a
# %% wrong: float_zero_accumulator
# why: The sum is collected in a float64 array, so float32 vectors give a float64 result.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        total = np.zeros((), dtype=np.float64)
        for x, y in zip(a, b):
            total = total + x * y
        return total

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
# %% wrong: divided_by_length
# why: The gradient is shared among the entries; each one's slope is the whole b_i.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b / len(b), grad * a / len(a)
