# %% right: saved_crosswise
@piece
class Dot(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        slope_a, slope_b = ctx.saved_tensors
        return slope_a * grad, slope_b * grad

# %% right: generator
@piece
class Dot(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        return tuple(np.multiply(grad, other) for other in ctx.saved_tensors[::-1])

# %% wrong: swapped
# why: Each vector gets itself times the gradient. Entry a_i meets b_i, so the slope for a is b.
@piece
class Dot(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * a, grad * b

# %% wrong: in_place
# why: The saved vectors are multiplied in place. They are the user's vectors, and change with that.
@piece
class Dot(Op):
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

# %% wrong: sum_of_the_others
# why: Every entry gets the sum of the other vector, as if each a_i met all b_j.
@piece
class Dot(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.ones_like(a) * (grad * b.sum()), np.ones_like(b) * (grad * a.sum())

# %% wrong: attributes
# why: The vectors are kept as an attribute of ctx. Nobody notices a change in place, and nothing is freed after backward.
@piece
class Dot(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.vectors = (a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.vectors
        return grad * b, grad * a

# %% wrong: upstream_missing
# why: The slopes are returned as they are, without the upstream gradient.
@piece
class Dot(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return b.copy(), a.copy()
