# %% right: output_saved
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out

# %% right: by_index
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        y = np.exp(a)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        return ctx.saved_tensors[0] * grad

# %% wrong: exp_once_more
# why: What was saved is exp(a) already, and backward takes exp of it again. The slope is the saved
# output itself.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * np.exp(out)

# %% wrong: input_taken_for_the_slope
# why: forward saves a, and backward multiplies by a. The slope is exp(a), the output.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.exp(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a

# %% wrong: upstream_forgotten
# why: backward returns the slope alone. The upstream gradient must be multiplied in.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return out

# %% wrong: power_rule
# why: It uses the rule for powers, a * e ** (a - 1). Here a is the exponent, and exp is its own slope.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.exp(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a * np.exp(a - 1)

# %% wrong: output_changed_in_place
# why: `out *= grad` writes the gradient into the saved array, which is the user's output too. Return
# grad * out, a new array.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors

        out *= grad
        return out

# %% wrong: output_as_an_attribute
# why: The output is kept as an attribute. So it is not freed, a second backward raises no error, and a
# change in place is not noticed. Arrays go in by save_for_backward.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.out = np.exp(a)
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.out

# %% wrong: clipped_for_safety
# why: forward cuts a off at 50 before it takes exp, so large inputs give a wrong output. Take exp of a
# as it is; infinity is right where it overflows.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(np.clip(a, -50, 50))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out

# %% wrong: minus_one
# why: np.expm1 computes exp(a) - 1. Output and slope are exp(a).
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.expm1(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (out + 1)

# %% wrong: two_to_the_a
# why: np.exp2 is 2 to the power a. The exponential is e to the power a: np.exp.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp2(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out

# %% wrong: divided_by_the_output
# why: It divides by the output, which is the slope of the inverse function. Going back means
# multiplying by the slope, and the slope is exp(a).
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad / out

# %% wrong: copy_of_the_output_saved
# why: It saves a copy of the output. If somebody changes out before backward, the engine does not
# notice. Save the output as it is.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out.copy())
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out
