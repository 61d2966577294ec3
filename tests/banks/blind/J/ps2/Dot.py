# %% right: number_times_vector
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

# %% right: np_dot_and_multiply
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        ga = np.multiply(right, grad)
        gb = np.multiply(left, grad)
        return (ga, gb)

# %% wrong: own_vector
# why: Each vector gets grad times itself. Entry a_i meets b_i, so a gets grad * b and b gets grad * a.
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

# %% wrong: upstream_forgotten
# why: grad is missing in what is returned. Each gradient is the other vector times the number from
# above.
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

# %% wrong: matrix_product_in_backward
# why: grad is a single number, an array of shape (), and @ does not take such. Multiply by it with *.
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
        return grad @ b, grad @ a

# %% wrong: outer_product
# why: np.outer gives a matrix with one row, not a vector, and for the second operand the order makes it
# a column. grad is a single number: grad * b and grad * a.
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
        return np.outer(grad, b), np.outer(a, grad)

# %% wrong: entrywise_in_forward
# why: forward multiplies entry by entry and does not add up. The output is one number, a @ b.
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

# %% wrong: summed_vector
# why: The other vector is summed up, so each gradient is a number and all entries get the same. Entry
# a_i gets grad * b_i only.
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
        return grad * b.sum(), grad * a.sum()

# %% wrong: one_gradient
# why: Only the gradient of a is returned. There are two vectors, so return two gradients.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        (b,) = ctx.saved_tensors
        return grad * b

# %% wrong: output_in_the_slope
# why: The gradients are multiplied by out as well. The slope for a is b alone, and grad comes from
# above.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        out = a @ b
        ctx.save_for_backward(a, b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, out = ctx.saved_tensors
        return grad * out * b, grad * out * a

# %% wrong: kept_as_attributes
# why: The vectors are attributes of ctx, so nothing is freed, a second backward raises no error, and
# changes in place are not noticed. Arrays go in by save_for_backward.
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

# %% wrong: grad_spread_evenly
# why: The upstream gradient is divided by the length of the vectors, as for a mean. In a sum every
# product gets all of it.
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
        return grad * b / max(len(b), 1), grad * a / max(len(a), 1)

# %% wrong: scaled_in_place
# why: `b *= grad` changes the saved vector, which is the user's. Write grad * b, which makes a new
# array.
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

        b *= grad
        a *= grad
        return b, a
