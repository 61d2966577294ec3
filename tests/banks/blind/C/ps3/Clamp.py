# %% right: mask
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        return grad * inside, None, None

# %% right: unchanged_entries
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        out = x.clamp(low, high)
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        return grad * (x == out), None, None

# %% right: two_factors
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low = low
        ctx.high = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        x, = ctx.saved_tensors
        not_too_low = x >= ctx.low
        not_too_high = x <= ctx.high
        grad_x = grad * not_too_low * not_too_high
        return grad_x, None, None

# %% right: where
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.bounds = (low, high)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        low, high = ctx.bounds
        outside = (x < low) | (x > high)
        return torch.where(outside, torch.zeros_like(grad), grad), None, None

# %% right: saved_mask
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward((x >= low) & (x <= high))
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (inside,) = ctx.saved_tensors
        return grad * inside, None, None

# %% wrong: strict
# why: uses > and <, so the gradient is stopped at the bounds themselves, where it should pass
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x > ctx.low) & (x < ctx.high)), None, None

# %% wrong: strict_above
# why: the upper bound is compared by <, so the gradient is stopped at high itself
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x < ctx.high)), None, None

# %% wrong: output_saved
# why: saves the output; of the output every entry lies within the bounds, so the gradient passes everywhere
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        out = x.clamp(low, high)
        ctx.save_for_backward(out)
        ctx.low, ctx.high = low, high
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * ((out >= ctx.low) & (out <= ctx.high)), None, None

# %% wrong: output_saved_strict
# why: saves the output and asks for entries strictly inside: an input that stood on a bound looks just like one that was clamped
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        out = x.clamp(low, high)
        ctx.save_for_backward(out)
        ctx.low, ctx.high = low, high
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * ((out > ctx.low) & (out < ctx.high)), None, None

# %% wrong: straight_through
# why: the upstream gradient passes everywhere, also outside of the bounds
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad, None, None

# %% wrong: clamps_the_gradient
# why: clamps the upstream gradient between low and high, instead of letting it pass where x was inside
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad.clamp(ctx.low, ctx.high), None, None

# %% wrong: or_for_and
# why: | in the place of &: every entry is above the lower or below the upper bound, so the gradient passes everywhere
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) | (x <= ctx.high)), None, None

# %% wrong: python_and
# why: the word and asks for the truth of a whole tensor, which is an error for more than one entry
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) and (x <= ctx.high)), None, None

# %% wrong: chained_comparison
# why: low <= x <= high is an and of two tensors in disguise, which asks for the truth of a whole tensor
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = ctx.low <= x <= ctx.high
        return grad * inside, None, None

# %% wrong: no_brackets
# why: the brackets around the comparisons are missing, and & binds closer than >=
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = x >= ctx.low & x <= ctx.high
        return grad * inside, None, None

# %% wrong: upside_down
# why: the gradient passes outside of the bounds and is stopped inside
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        outside = (x < ctx.low) | (x > ctx.high)
        return grad * outside, None, None

# %% wrong: upstream_ignored
# why: returns the slope 0 or 1 itself, without the upstream gradient
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        return torch.ones_like(x) * inside, None, None

# %% wrong: one_gradient
# why: the two None for low and high are missing
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high))

# %% wrong: only_upper_bound
# why: only the upper bound is looked at; below low the gradient passes
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x <= ctx.high), None, None

# %% wrong: symmetric_bounds
# why: compares |x| with high, as if low were always -high as in the example
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.high = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= ctx.high), None, None

# %% wrong: hard_coded_bounds
# why: the bounds -1 and 1 of the example stand in backward
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x >= -1) & (x <= 1)), None, None

# %% wrong: upstream_in_place
# why: sets entries of the upstream gradient itself to zero; others may still need the tensor grad
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        grad *= (x >= ctx.low) & (x <= ctx.high)
        return grad, None, None

# %% wrong: min_max_swapped
# why: takes the maximum with high and the minimum with low in forward, so everything ends on the lower bound
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        out = torch.where(x > high, x, high * torch.ones_like(x))
        return torch.where(out < low, out, low * torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high)), None, None

# %% wrong: attribute
# why: keeps the tensor x as an attribute instead of save_for_backward; a change in place goes unnoticed
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.x, ctx.low, ctx.high = x, low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad * ((ctx.x >= ctx.low) & (ctx.x <= ctx.high)), None, None

# %% wrong: float32_mask
# why: turns the mask into float32 numbers and the gradient with it, by .float() on the product, so the gradient of a float64 tensor has lost digits
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        return (grad * inside).float(), None, None
