# %% right: saves_the_output
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

# %% right: saves_the_input
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.exp(a)

    @staticmethod
    def backward(ctx, grad):
        return np.exp(ctx.saved_tensors[0]) * grad

# %% wrong: exp_once_more
# why: The output is saved, and backward takes the exponential of it again. What was saved is the slope
# already.
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
# why: The rule for powers is used, as if a stood in the base. The exponential is its own slope: exp(a),
# not a * exp(a - 1).
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

# %% wrong: upstream_forgotten
# why: backward returns the slope alone. It must be multiplied by the upstream gradient.
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

# %% wrong: output_as_attribute
# why: The output is kept as an attribute of ctx, where the engine neither notices a change nor frees it;
# a second backward raises no error. Use save_for_backward.
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

# %% wrong: multiplies_into_the_output
# why: out *= grad writes the gradient into the saved output, which is the array of the result itself.
# Make a new array with grad * out.
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

# %% wrong: exponent_clipped
# why: The exponent is clipped to -50 … 50 against overflow, so the output is wrong beyond, and for
# infinities. np.exp gives what PyTorch gives, also inf and 0.
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

# %% wrong: multiplied_by_the_input
# why: The input is saved and used as the slope. The slope of the exponential is its output.
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
