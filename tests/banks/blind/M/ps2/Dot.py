# %% right: scalar_times_vector
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

# %% right: matmul_function
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, u, v):
        result = np.matmul(u, v)
        ctx.save_for_backward(u, v)
        return result

    @staticmethod
    def backward(ctx, g):
        u, v = ctx.saved_tensors
        du = np.multiply(v, g)
        dv = np.multiply(u, g)
        return du, dv

# %% right: grad_with_an_axis
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
        column = grad.reshape(1)        # one entry, meets every entry
        return column * b, column * a

# %% right: product_then_sum
def spread(grad, vector):
    """a sum hands its gradient on to every term"""
    return np.broadcast_to(grad, vector.shape)


@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        out = a @ b
        ctx.save_for_backward(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return tuple(spread(grad, a) * other for other in (b, a))

# %% wrong: matrix_product_with_a_number
# why: grad is a single number, an array without axes, and @ refuses such operands. Multiply entry by entry: grad * b.
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
        return grad @ b.T, a.T @ grad

# %% wrong: each_gets_its_own
# why: a receives grad * a and b receives grad * b. The factor of a_i is b_i and the other way round.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        grads = [grad * v for v in ctx.saved_tensors]
        return tuple(grads)

# %% wrong: gradients_summed_too
# why: backward sums the gradient over the entries, so one number is left. Only the output is a sum; each entry a_i has its own gradient, grad * b_i.
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
        return np.sum(grad * b), np.sum(grad * a)

# %% wrong: stacked_in_one_array
# why: Both gradients are stacked to one array with two rows, and one array is one gradient. Return a tuple of two arrays.
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
        return grad * np.stack([b, a])

# %% wrong: operands_scaled_in_place
# why: a *= grad and b *= grad overwrite the saved arrays, which are the operands of the program. Make new arrays: grad * b and grad * a.
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
        a *= grad
        b *= grad
        return b, a

# %% wrong: vector_of_float64_ones
# why: grad is spread with np.ones(n), which is float64, and makes float64 gradients of float32 operands. grad * b needs no ones.
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
        upstream = grad * np.ones(len(a))
        return upstream * b, upstream * a

# %% wrong: gradient_split_among_entries
# why: The upstream gradient is divided by the number of entries, as for a mean. A sum hands its whole gradient on to every term: grad * b without the division.
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
        per_term = grad / max(len(a), 1)
        return per_term * b, per_term * a

# %% wrong: products_not_summed
# why: forward multiplies entry by entry and returns a vector. The dot product is the sum of these products, a single number: a @ b.
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
