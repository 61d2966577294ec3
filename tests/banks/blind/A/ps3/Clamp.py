# %% right: mask_factor
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high)), None, None


# %% right: two_factors
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.bounds = (low, high)
        ctx.save_for_backward(x)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        x = ctx.saved_tensors[0]
        low, high = ctx.bounds
        grad_x = grad * (x >= low)
        grad_x = grad_x * (x <= high)
        return grad_x, None, None


# %% right: unchanged_entries
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
        (x,) = ctx.saved_tensors
        # an entry is inside if clamp leaves it as it is
        inside = x == x.clamp(ctx.low, ctx.high)
        return grad * inside, None, None


# %% right: where
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
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        zeros = torch.zeros_like(grad)
        return torch.where(inside, grad, zeros), None, None


# %% right: outside_set_to_zero
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low = low
        ctx.high = high
        out = x.clone()
        out[x < low] = low
        out[x > high] = high
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        g = grad.clone()
        g[x < ctx.low] = 0
        g[x > ctx.high] = 0
        return g, None, None


# %% wrong: strict
# why: The bounds themselves are left out (< and >); at a bound the gradient should pass.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * ((x > ctx.low) & (x < ctx.high)), None, None


# %% wrong: half_open
# why: The upper bound is left out (x < high), like in a Python range; at both bounds the gradient should pass.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * (x >= ctx.low) * (x < ctx.high), None, None


# %% wrong: output_saved
# why: The output is saved instead of the input; every entry of the output lies within the bounds, so the gradient passes everywhere.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        out = x.clamp(low, high)
        ctx.save_for_backward(out)
        ctx.low, ctx.high = low, high
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (out,) = ctx.saved_tensors
        return grad * ((out >= ctx.low) & (out <= ctx.high)), None, None


# %% wrong: output_saved_strict
# why: The mask is made from the output: entries that lie exactly on a bound cannot be told from those that were clamped, and lose their gradient.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        y = x.clamp(low, high)
        ctx.save_for_backward(y)
        ctx.low, ctx.high = low, high
        return y

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (y,) = ctx.saved_tensors
        return grad * ((y != ctx.low) & (y != ctx.high)), None, None


# %% wrong: only_low
# why: Only the lower bound is looked at; entries above high keep their gradient.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low = low
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * (x >= ctx.low), None, None


# %% wrong: or_mask
# why: The two conditions are joined by | instead of &: one of them is true for every entry, so all the gradient passes.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) | (x <= ctx.high)), None, None


# %% wrong: python_and
# why: `and` asks for the truth of a whole tensor, which is ambiguous for more than one entry; entry by entry it is &.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        mask = x >= ctx.low and x <= ctx.high
        return grad * mask, None, None


# %% wrong: no_brackets
# why: Without brackets & binds closer than >=, so low & x is computed first, which fails for floats.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        mask = x >= ctx.low & x <= ctx.high
        return grad * mask, None, None


# %% wrong: clamps_the_gradient
# why: The upstream gradient itself is clamped between low and high; the bounds are for x, not for the gradient.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        return grad.clamp(ctx.low, ctx.high), None, None


# %% wrong: symmetric_bounds
# why: |x| <= high takes it for granted that low is -high; with other bounds the mask is wrong.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.high = high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= ctx.high), None, None


# %% wrong: bounds_of_the_example
# why: The bounds -1 and 1 of the example are written into backward.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * ((x >= -1) & (x <= 1)), None, None


# %% wrong: mask_only
# why: The mask itself is returned; the upstream gradient is not used.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        return torch.ones_like(x) * inside, None, None


# %% wrong: outside_passes
# why: The mask is the wrong way round: the gradient passes outside of the bounds and stops inside.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * ((x < ctx.low) | (x > ctx.high)), None, None


# %% wrong: one_gradient
# why: One value is returned, but forward has three arguments: low and high need a None each.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high))


# %% wrong: upstream_in_place
# why: The zeros are written into the upstream gradient itself, which others may still need.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        grad[x < ctx.low] = 0
        grad[x > ctx.high] = 0
        return grad, None, None


# %% wrong: bound_as_gradient
# why: Outside of the bounds the gradient is set to the bound, as in forward, instead of to 0.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        g = grad.clone()
        g[x < ctx.low] = ctx.low
        g[x > ctx.high] = ctx.high
        return g, None, None


# %% wrong: half_at_the_bounds
# why: At a bound half of the gradient passes, as for a central difference; PyTorch lets all of it pass.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        inside = 0.5 * ((x > ctx.low) & (x < ctx.high)) + 0.5 * (
            (x >= ctx.low) & (x <= ctx.high)
        )
        return grad * inside, None, None


# %% wrong: forward_in_place
# why: clamp_ changes the caller's input in place; moreover the saved x then is already clamped.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp_(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * ((x >= ctx.low) & (x <= ctx.high)), None, None


# %% wrong: times_x
# why: The gradient has x as a factor: the slope inside is 1, not x.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        (x,) = ctx.saved_tensors
        return grad * x * ((x >= ctx.low) & (x <= ctx.high)), None, None


# %% wrong: attribute
# why: The input is kept as an attribute of ctx; if it is changed in place before backward, nobody notices and the mask is wrong.
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        """x, but not below low and not above high."""
        ctx.x = x
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of x, low and high."""
        return grad * ((ctx.x >= ctx.low) & (ctx.x <= ctx.high)), None, None
