# %% right: two_comparisons
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

# %% right: product_of_masks
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x >= ctx.low) * (x <= ctx.high), None, None

# %% right: unchanged_entries
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        same = x.clamp(ctx.low, ctx.high) == x
        return grad * same, None, None

# %% right: mask_saved
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward((x >= low) & (x <= high))
        out = x.clone()
        out[x < low] = low
        out[x > high] = high
        return out

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return mask * grad, None, None

# %% right: copy_with_zeros
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors

        g = grad.clone()
        g[x < ctx.low] = 0
        g[x > ctx.high] = 0
        return g, None, None

# %% right: where
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors

        zero = torch.zeros_like(grad)
        g = torch.where(x < ctx.low, zero, grad)
        g = torch.where(x > ctx.high, zero, g)
        return g, None, None

# %% right: minus_outside
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors

        below = (x < ctx.low).to(grad.dtype)
        above = (x > ctx.high).to(grad.dtype)
        return grad * (1 - torch.maximum(below, above)), None, None

# %% wrong: strict
# why: At the bounds themselves the gradient must pass; < and > leave them out.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x > ctx.low) & (x < ctx.high)
        return grad * inside, None, None

# %% wrong: strict_at_low
# why: At the lower bound the gradient must pass, too.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x > ctx.low) & (x <= ctx.high)
        return grad * inside, None, None

# %% wrong: strict_at_high
# why: At the upper bound the gradient must pass, too.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x < ctx.high)
        return grad * inside, None, None

# %% wrong: half_at_bounds
# why: At a bound half of the gradient passes; it should pass whole.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors

        inside = ((x > ctx.low) & (x < ctx.high)).to(grad.dtype)
        edge = ((x == ctx.low) | (x == ctx.high)).to(grad.dtype)
        return grad * (inside + 0.5 * edge), None, None

# %% wrong: looks_at_output
# why: Every entry of the output lies within the bounds; whether it was clamped is seen by the input.
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

# %% wrong: output_strict
# why: By the output one cannot tell an entry at the bound from a clamped one, so the gradient at the bounds is lost.
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

# %% wrong: low_only
# why: Entries above the upper bound still get their gradient.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x >= ctx.low), None, None

# %% wrong: high_only
# why: Entries below the lower bound still get their gradient.
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

# %% wrong: or_for_and
# why: With | the condition always holds; both must.
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

# %% wrong: grad_in_place
# why: The upstream gradient is changed in place.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors

        grad[x < ctx.low] = 0
        grad[x > ctx.high] = 0
        return grad, None, None

# %% wrong: attribute
# why: x is kept as an attribute, so a change in place gives a wrong gradient without a word.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.x = x
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        inside = (ctx.x >= ctx.low) & (ctx.x <= ctx.high)
        return grad * inside, None, None

# %% wrong: one_gradient
# why: forward has three arguments besides ctx, so backward must return three values.
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
        return grad * inside

# %% wrong: clamps_gradient
# why: The gradient itself is clamped, instead of being cut off where the input was outside.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad.clamp(ctx.low, ctx.high), None, None

# %% wrong: no_upstream
# why: The slope is returned without the upstream gradient.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ((x >= ctx.low) & (x <= ctx.high)).to(x.dtype), None, None

# %% wrong: chained
# why: A chained comparison asks for one truth value of a whole tensor, and raises an error.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (ctx.low <= x <= ctx.high), None, None

# %% wrong: no_brackets
# why: & binds closer than >=, so without brackets this is an error.
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

# %% wrong: hard_coded
# why: The bounds of the example stand in backward instead of low and high.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x >= -1) & (x <= 1)), None, None

# %% wrong: symmetric
# why: It takes for granted that low is -high.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= ctx.high), None, None

# %% wrong: outside_passes
# why: The slope is turned round: 1 outside and 0 inside.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ((x < ctx.low) | (x > ctx.high)), None, None

# %% wrong: bounds_swapped
# why: low and high are exchanged when they are kept, so no entry lies between them.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.high, ctx.low = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        return grad * inside, None, None

# %% wrong: clamps_in_place
# why: The caller's tensor is changed in place.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        x[x < low] = low
        x[x > high] = high
        return x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        return grad * inside, None, None

# %% wrong: upper_forgotten_in_forward
# why: forward ignores the upper bound.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        return grad * inside, None, None

# %% wrong: times_x
# why: The gradient is multiplied by the output instead of the slope.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * x.clamp(ctx.low, ctx.high), None, None

# %% wrong: sign_like_slope
# why: Outside the slope is 0, not a sign.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors

        g = grad.clone()
        g[x < ctx.low] = -1
        g[x > ctx.high] = 1
        return g, None, None

# %% wrong: vectors_only
# why: The loop goes over single entries of a vector, and fails for an input with more dimensions.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors

        g = grad.clone()
        for i in range(len(x)):
            if x[i] < ctx.low or x[i] > ctx.high:
                g[i] = 0
        return g, None, None

# %% wrong: numbers_in_wrong_place
# why: The gradient of x stands in the second place.
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
        return None, grad * inside, None

# %% wrong: saved_not_unpacked
# why: saved_tensors is a tuple, and x is not taken out of it.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high)), None, None

# %% wrong: tolerance
# why: A margin around the bounds lets gradients pass where the entry was clamped.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low - 0.1) & (x <= ctx.high + 0.1)
        return grad * inside, None, None

# %% wrong: all_or_nothing
# why: One entry outside cuts off the gradient of all others.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors

        if ((x >= ctx.low) & (x <= ctx.high)).all():
            return grad, None, None
        return torch.zeros_like(grad), None, None

