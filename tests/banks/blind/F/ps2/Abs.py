# %% right: plain
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.sign(a)
# %% right: sign_saved
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(np.sign(a))
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (sign,) = ctx.saved_tensors
        return sign * grad
# %% right: where_twice
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.where(a < 0, -a, a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        negative = np.where(a < 0, -grad, np.zeros_like(grad))
        return np.where(a > 0, grad, negative)
# %% right: two_masks
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, -a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0) - grad * (a < 0)
# %% right: loop
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        result = np.zeros_like(grad)
        for place in np.ndindex(grad.shape):
            if a[place] > 0:
                result[place] = grad[place]
            elif a[place] < 0:
                result[place] = -grad[place]
        return result
# %% right: select
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.absolute(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.select([a > 0, a < 0], [grad, -grad], default=grad * 0)
# %% wrong: quotient
# why: a / |a| is nan at 0, where the slope is to be 0.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a / np.abs(a)
# %% wrong: quotient_nan_to_num
# why: nan_to_num hides 0/0, but makes 0 of inf/inf too, where the slope is 1.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        with np.errstate(all="ignore"):
            return grad * np.nan_to_num(a / np.abs(a))
# %% wrong: quotient_epsilon
# why: With a small number in the divisor the slope is less than 1 near 0, and nan at infinity.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a / (np.abs(a) + 1e-3)
# %% wrong: plus_at_zero
# why: At 0 it takes the slope 1; it is to be 0.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a >= 0, grad, -grad)
# %% wrong: minus_at_zero
# why: At 0 it takes the slope -1; it is to be 0.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, -grad)
# %% wrong: output_saved
# why: It saves the output, which has lost the sign, so the slope is 1 everywhere.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.abs(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * np.sign(out)
# %% wrong: abs_of_grad
# why: The absolute value is taken of the upstream gradient; the slope is the sign of a.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.abs(grad)
# %% wrong: copysign
# why: copysign gives grad the sign of a and forgets grad's own sign.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.copysign(grad, a) * (a != 0)
# %% wrong: like_relu
# why: The negative side gets nothing; there the slope is -1.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
# %% wrong: no_upstream
# why: The sign is returned without the upstream gradient.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.sign(a)
# %% wrong: sign_of_grad
# why: It takes the sign of the product, so the size of the upstream gradient is lost.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.sign(grad * a)
# %% wrong: times_a
# why: The gradient is multiplied by a itself; the slope is only its sign.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a
# %% wrong: attribute
# why: The sign, an array, is kept as an attribute, is never freed, and lets a second backward through.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.sign = np.sign(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.sign
# %% wrong: in_place
# why: The output is written into the user's own array.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(np.sign(a))
        return np.abs(a, out=a)

    @staticmethod
    def backward(ctx, grad):
        (sign,) = ctx.saved_tensors
        return grad * sign
# %% wrong: negated
# why: The sign is turned round: it gives -1 where a is positive.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * -np.sign(a)
# %% wrong: int_list
# why: The slopes are collected for the first axis only, as though a had always one axis.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        slopes = []
        for each in a:
            slopes.append(1 if each > 0 else -1 if each < 0 else 0)
        return grad * np.array(slopes, dtype=grad.dtype)
# %% wrong: square_root
# why: The root of the square without a root in the slope: the gradient is that of a².
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return 2 * a * grad
# %% wrong: grad_mutated
# why: It turns the signs of the upstream gradient in place; that array belongs to others.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        grad[a < 0] *= -1
        grad[a == 0] = 0
        return grad
