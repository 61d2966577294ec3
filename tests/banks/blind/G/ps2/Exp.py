# %% right: input_saved_and_computed_again
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
        return np.exp(a) * grad

# %% right: first_of_saved
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        grown = np.exp(a)
        ctx.save_for_backward(grown)
        return grown

    @staticmethod
    def backward(ctx, grad):
        return np.multiply(ctx.saved_tensors[0], grad)

# %% wrong: exp_of_the_output
# why: what was saved is already the exponential, and backward takes exp of it once more.
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
        (a,) = ctx.saved_tensors
        return grad * np.exp(a)

# %% wrong: power_rule
# why: the rule for powers is used, a * exp(a - 1); here the variable stands in the exponent and the slope is exp(a).
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
        slope = a * np.exp(a - 1)
        return slope * grad

# %% wrong: clipped_against_overflow
# why: the input is clipped so that nothing overflows; for infinite and large inputs out is then a wrong number (exp(-inf) is 0, exp(100) is not exp(50)).
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

# %% wrong: output_as_an_attribute
# why: the output is an attribute of ctx; a change of it in place before backward is not noticed, and it is not freed after backward.
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

# %% wrong: its_own_slope_without_grad
# why: "it is its own slope" is taken for the whole answer; the slope is returned without the upstream gradient.
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
        y = ctx.saved_tensors[0]
        return np.broadcast_to(y, grad.shape)
