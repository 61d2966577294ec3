# %% right: plain
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% right: copy_of_grad
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        return grad.clone()

# %% right: slope_one
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        rounded = x.round()
        return rounded

    @staticmethod
    def backward(ctx, grad):
        slope = torch.ones_like(grad)
        return grad * slope

# %% right: difference_added
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        change = x.round() - x
        return x + change

    @staticmethod
    def backward(ctx, grad):
        return 1 * grad

# %% right: half_to_even_by_hand
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        lower = x.floor()
        rest = x - lower
        odd = lower - 2 * (lower / 2).floor()
        up = (rest > 0.5) | ((rest == 0.5) & (odd == 1))
        return lower + up.to(x.dtype)

    @staticmethod
    def backward(ctx, grad):
        return (grad,)

# %% right: clone_and_fill
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = x.clone()
        out.copy_(x.round())
        return out

    @staticmethod
    def backward(ctx, grad):
        (upstream,) = (grad,)
        return upstream

# %% wrong: true_slope
# why: That is the true slope, 0 everywhere; the straight-through one is asked for.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return torch.zeros_like(grad)

# %% wrong: times_zero
# why: The gradient is multiplied by the true slope 0, so nothing gets through.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad * 0

# %% wrong: none
# why: None says that there is no gradient; it should pass unchanged.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return None

# %% wrong: halves_up
# why: Halves go upwards here; x.round() takes them to the even neighbour.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return (x + 0.5).floor()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: floor
# why: It rounds down instead of to the nearest whole number.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.floor()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: ceil
# why: It rounds up instead of to the nearest whole number.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.ceil()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: truncated
# why: Turning into whole numbers cuts the places off instead of rounding.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.to(torch.int64).to(x.dtype)

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: integers
# why: The output has an integer dtype; it should have the dtype of x, and an integer tensor takes no gradient.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round().to(torch.int64)

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: half_away_from_zero
# why: Halves go away from zero instead of to the even neighbour.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.sign() * (x.abs() + 0.5).floor()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: in_place
# why: The caller's tensor is rounded in place.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.copy_(x.round())
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: rounded_grad
# why: The gradient is rounded, too; it should pass as it is.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad.round()

# %% wrong: only_whole_numbers
# why: The gradient passes only where x was a whole number already.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x == x.round())

# %% wrong: times_x
# why: The gradient is multiplied by x; as if nothing had been rounded the slope is 1.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * x

# %% wrong: times_output
# why: The gradient is multiplied by the output; the slope of the identity is 1.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = x.round()
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out

# %% wrong: clipped
# why: The gradient is cut off outside of -1 to 1, a variant that is not asked for.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= 1)

# %% wrong: identity_forward
# why: forward does not round at all.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: ones
# why: The upstream gradient is not passed on, only the slope 1.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return torch.ones_like(grad)

# %% wrong: forgets_return
# why: backward returns nothing.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        straight_through = grad

# %% wrong: forward_forgets_return
# why: forward returns nothing.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: negated
# why: The sign of the gradient is turned round.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return -grad

# %% wrong: summed
# why: The gradient is summed to a single number; it has the shape of x.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad.sum()

# %% wrong: shrunk
# why: The gradient is weighted by the rounding error; it should pass as it is.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (1 - (x - x.round()).abs())

# %% wrong: one_decimal
# why: It rounds to one decimal place instead of whole numbers.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return (x * 10).round() / 10

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: not_static_grad_in_place
# why: The upstream gradient is changed in place, and shrunk besides.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        grad *= 1.0 - 1e-3
        return grad

# %% wrong: extra_argument
# why: backward reads ctx.x, which does not exist.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return ctx.x * grad

