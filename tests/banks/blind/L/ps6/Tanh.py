# %% right: output_squared
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out)

# %% right: power_two
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        t = np.tanh(a)
        ctx.save_for_backward(t)
        return t

    @staticmethod
    def backward(ctx, grad):
        t = ctx.saved_tensors[0]
        return grad - grad * t ** 2

# %% right: two_brackets
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        y = np.tanh(a)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        y, = ctx.saved_tensors
        return (1 - y) * (1 + y) * grad

# %% right: helper_for_the_slope
def slope_of_tanh(y):
    return -(y * y) + 1.0


@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        result = np.tanh(a)
        ctx.save_for_backward(a, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        _, result = ctx.saved_tensors
        return slope_of_tanh(result) * grad

# %% wrong: slope_saved
# why: The slope is computed in forward and saved. It is neither an input nor the output, so it has no
# history for the second derivative; save the output and compute the slope in backward.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(1 - out ** 2)
        return out

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: input_in_the_formula
# why: The input a is saved and squared. The formula 1 - out² needs the output, tanh(a).
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - a * a)

# %% wrong: numpy_in_backward
# why: backward calls np.tanh, which is for arrays alone. For the second derivative it gets tensors; use
# the saved output and operators instead.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - np.tanh(a) ** 2)

# %% wrong: output_as_an_attribute
# why: The output is kept as an attribute of ctx, so backward gets a bare array even when tensors are
# wanted, and the second derivative takes it for a constant. It must go through ctx.save_for_backward.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.out = np.tanh(a)
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return grad * (1 - ctx.out * ctx.out)

# %% wrong: saved_a_copy
# why: A copy of the output is saved, and the output itself is returned. The copy is neither an operand nor
# the output, and has no history. Save the array that is returned.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out.copy())
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out ** 2)

# %% wrong: not_squared
# why: The slope is computed as 1 - out, and the square is missing: it is 1 - out².
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out)

# %% wrong: written_into_the_argument
# why: np.tanh writes its result into the array a that was given, by out=a. An Op must not change its
# arguments.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        np.tanh(a, out=a)
        ctx.save_for_backward(a)
        return a

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out)

# %% wrong: upstream_changed
# why: `grad *= ...` changes the upstream gradient in place. It must be left as it is; return a new
# product.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        grad *= 1 - out ** 2
        return grad
