# %% right: plain
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

# %% right: index_zero
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
        slope = ctx.saved_tensors[0]
        return np.multiply(slope, grad)

# %% right: walrus
@piece
class Exp(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(result := np.exp(a))
        return result

    @staticmethod
    def backward(ctx, grad):
        [result] = ctx.saved_tensors
        return result * grad

# %% right: static_helper
@piece
class Exp(Op):
    """out = exp a, so out' = out"""

    @staticmethod
    def slope(out):
        return out

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        return grad * Exp.slope(out)

# %% wrong: exp_twice
# why: The output is saved, and backward takes np.exp of it once more. The saved output already is the slope.
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

# %% wrong: power_rule
# why: backward uses the rule for powers, a · e^(a-1). The exponential is its own slope: it is grad · e^a.
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

# %% wrong: input_as_slope
# why: forward saves the input a, but backward multiplies by it as if it were the output. The slope is e^a, so the output should
# be saved.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.exp(a)

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out

# %% wrong: slope_only
# why: backward returns the slope without the upstream gradient. It must be grad times the saved output.
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
        return ctx.saved_tensors[0]

# %% wrong: rounded_e
# why: forward raises 2.718 to the power a. That is not exactly e, so outputs and gradients are off, the more the larger a; use np.exp.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = 2.718 ** a
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out

# %% wrong: tuple_times_array
# why: ctx.saved_tensors is a tuple even with one array in it, and it is multiplied as a whole. That adds an axis of
# size 1 in front; unpack it first.
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
        out = ctx.saved_tensors
        return grad * out

# %% wrong: out_in_attribute
# why: The output is kept as an attribute, ctx.out. Arrays go into ctx.save_for_backward: only then does the engine notice
# a change of it, and free it after backward.
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

# %% wrong: clipped
# why: The input is clipped to -50 … 50 before the exponential, so exp(60), exp(-inf) and exp(inf) come out wrong. np.exp handles large inputs by
# itself and gives 0 or infinity as PyTorch does.
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
