# %% right: unpacked_in_call
@piece
class Exp(Op):
    @staticmethod
    def forward(ctx, a):
        e = np.exp(a)
        ctx.save_for_backward(e)
        return e

    @staticmethod
    def backward(ctx, grad):
        return np.multiply(grad, ctx.saved_tensors[0])

# %% right: product_of_all
@piece
class Exp(Op):
    @staticmethod
    def forward(ctx, a):
        result = np.exp(a)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        for slope in ctx.saved_tensors:
            grad = slope * grad
        return grad

# %% wrong: exp_of_exp
# why: The output is saved, and in backward the exponential is taken of it once more.
@piece
class Exp(Op):
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
# why: The rule for powers is used for the exponential: the exponent comes in front and is lowered by 1.
@piece
class Exp(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.exp(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a * np.exp(a - 1)

# %% wrong: attribute
# why: The output is kept as an attribute of ctx. A change of it in place is not noticed and spoils the gradient, and nothing is freed.
@piece
class Exp(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.out = np.exp(a)
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.out

# %% wrong: clipped
# why: The input is cut off at 50 against overflow. Beyond that the output is wrong: it is neither the exponential nor inf.
@piece
class Exp(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.exp(np.clip(a, -50, 50))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out

# %% wrong: own_slope_alone
# why: exp is its own slope, so the output is returned; the upstream gradient is forgotten.
@piece
class Exp(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return out
