# %% right: np_divide
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        result = np.log(a)
        ctx.save_for_backward(a)
        return result

    @staticmethod
    def backward(ctx, grad):
        return np.divide(grad, *ctx.saved_tensors)

# %% right: times_the_slope
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        [a] = ctx.saved_tensors
        steepness = 1 / a
        return steepness * grad

# %% wrong: divides_by_the_output
# why: the output is saved and divided by; the slope is 1 / a, not 1 / log a.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        out = np.log(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad / x

# %% wrong: guarded_at_zero
# why: a tiny number is put in the place of zeros and negatives before the logarithm; -inf and nan, which PyTorch gives there, become about -69.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(np.maximum(a, 1e-30))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a

# %% wrong: no_gradient_outside_of_the_domain
# why: where a is not positive the gradient is set to 0; PyTorch divides there as everywhere, and finds infinity at 0.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        inside = a > 0
        divisor = np.where(inside, a, np.ones_like(a))
        return np.where(inside, grad / divisor, np.zeros_like(grad))

# %% wrong: logarithm_to_base_ten
# why: forward uses the logarithm to base 10; log is the natural one.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log10(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 / a)

# %% wrong: reciprocal_saved
# why: what is saved is the slope that was computed in forward, not the operand; a change of a in place before backward stays unnoticed.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        slope = np.reciprocal(a) if a.dtype.kind == "f" else 1 / a
        ctx.save_for_backward(slope)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return slope * grad
