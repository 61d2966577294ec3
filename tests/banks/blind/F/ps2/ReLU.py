# %% right: plain
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
# %% right: from_the_output
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.maximum(0, a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (out > 0)
# %% right: where
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.where(a < 0, np.zeros_like(a), a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, np.zeros_like(grad))
# %% right: mask_saved
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        mask = a > 0
        ctx.save_for_backward(mask)
        return np.clip(a, 0, None)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return mask * grad
# %% right: copy_and_assign
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.array(a)
        out[out < 0] = 0
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        result = np.array(grad)
        result[out == 0] = 0
        return result
# %% right: loop
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        result = np.zeros_like(grad)
        for place in np.ndindex(grad.shape):
            if a[place] > 0:
                result[place] = grad[place]
        return result
# %% wrong: kink_one
# why: >= lets the gradient pass at 0; there it is to be 0.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a >= 0)
# %% wrong: kink_half
# why: The slope at 0 is taken as one half, the mean of both sides; PyTorch takes 0.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.where(a > 0, 1, np.where(a == 0, 0.5, 0)).astype(grad.dtype)
# %% wrong: flipped
# why: The mask is on the wrong side: the gradient passes where a is negative.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a < 0)
# %% wrong: mask_of_grad
# why: It looks at the sign of the upstream gradient; what counts is the sign of a.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.maximum(grad, 0)
# %% wrong: no_upstream
# why: It returns the mask, without the upstream gradient.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return (a > 0).astype(a.dtype)
# %% wrong: masked_forward
# why: Minus infinity times False is nan: a mask must not be multiplied in forward.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * (a > 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
# %% wrong: nan_lost
# why: Where a is nan, a > 0 is False and out becomes 0; it must stay nan.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.where(a > 0, a, np.zeros_like(a))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
# %% wrong: fmax
# why: np.fmax ignores nan and gives 0 there; np.maximum keeps it.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.fmax(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
# %% wrong: builtin_max
# why: Python's max asks for one truth value of an array and raises an error.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return max(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
# %% wrong: np_max
# why: np.max(a, 0) is the largest entry along axis 0, and not the larger of a and 0.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.max(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
# %% wrong: in_place_forward
# why: The negative entries of the user's own array are set to 0.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        a[a < 0] = 0
        ctx.save_for_backward(a)
        return a

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
# %% wrong: in_place_backward
# why: It sets entries of the upstream gradient to 0 in place; that array has other owners.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        grad[a <= 0] = 0
        return grad
# %% wrong: multiplied_by_a
# why: The gradient is multiplied by the output; the slope is 1, not a.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.maximum(a, 0)
# %% wrong: leaky
# why: A little gradient passes on the negative side; nothing may pass there.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, 0.01 * grad)
# %% wrong: attribute
# why: The mask, an array, is kept as an attribute: it is never freed, and a second backward goes through.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.mask = a > 0
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.mask
# %% wrong: mean_with_abs
# why: (a + |a|) / 2 is nan for minus infinity, where ReLU is 0.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return (a + np.abs(a)) / 2

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
# %% wrong: selects
# why: Indexing by the mask drops the other entries; the gradient needs the shape of a.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad[a > 0]
# %% wrong: abs
# why: The forward pass computes the absolute value, so negative entries come out positive.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
# %% wrong: relu6
# why: The output is cut off at 6, which ReLU does not do.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.clip(a, 0, 6)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
# %% wrong: epsilon_threshold
# why: The gradient starts at 1e-3 instead of at 0, so that small positive entries get nothing.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 1e-3)
# %% wrong: if_on_array
# why: `if a > 0` asks a whole array for one truth value.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if a > 0:
            return grad
        return np.zeros_like(grad)
