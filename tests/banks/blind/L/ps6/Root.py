# %% right: thirty_rounds
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        """The r with r³ + r = a, entry by entry."""
        r = torch.zeros_like(a)
        for _ in range(30):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        """The gradient of a, by the implicit derivative."""
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% right: halving
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        """The r with r³ + r = a, entry by entry."""
        low = torch.zeros_like(a) - 3
        high = torch.zeros_like(a) + 3
        for _ in range(70):
            mid = (low + high) / 2
            too_small = mid * mid * mid + mid < a
            low = torch.where(too_small, mid, low)
            high = torch.where(too_small, high, mid)
        r = (low + high) / 2
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        """The gradient of a, by the implicit derivative."""
        r = ctx.saved_tensors[0]
        slope = 1 / (1 + 3 * r * r)
        return slope * grad

# %% right: until_the_steps_are_small
def step(r, a):
    return (r * r * r + r - a) / (3 * r * r + 1)


@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        """The r with r³ + r = a, entry by entry."""
        r = a / 2
        for _ in range(100):
            d = step(r, a)
            r = r - d
            if d.numel() == 0 or d.abs().max().item() < 1e-13:
                break
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        """The gradient of a, by the implicit derivative."""
        r, = ctx.saved_tensors
        return grad * (3 * r ** 2 + 1) ** -1

# %% right: entry_by_entry_in_python
def root(a):
    r = 0.0
    for _ in range(40):
        r -= (r ** 3 + r - a) / (3 * r ** 2 + 1)
    return r


@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        """The r with r³ + r = a, entry by entry."""
        numbers = [root(x) for x in a.reshape(-1).tolist()]
        r = torch.tensor(numbers, dtype=torch.float64).reshape(a.shape)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        """The gradient of a, by the implicit derivative."""
        (r,) = ctx.saved_tensors
        return grad / (1 + 3 * r * r)

# %% wrong: slope_at_a
# why: The slope is computed from a, 1 / (3a² + 1). The implicit derivative is a formula of r, the root:
# 1 / (3r² + 1).
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(30):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(a)
        return r

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (3 * a ** 2 + 1)

# %% wrong: slope_computed_in_forward
# why: The slope is computed and saved in forward, where nothing is recorded. For the second derivative it
# is a constant; save r, the output, and compute the slope in backward.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(40):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(1 / (3 * r ** 2 + 1))
        return r

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: a_copy_of_the_output
# why: A clone of r is saved, and r is returned. The clone is not the output, so it has no history and the
# second derivative is lost. Save the very tensor that is returned.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for i in range(30):
            f = r ** 3 + r - a
            df = 3 * r ** 2 + 1
            r = r - f / df
        ctx.save_for_backward(r.clone())
        return r

    @staticmethod
    def backward(ctx, grad):
        r, = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: close_enough_for_allclose
# why: The loop ends as soon as allclose is content, which by default allows for a relative error of
# 1e-5. Each r³ + r must be a to within 1e-11.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(100):
            if torch.allclose(r ** 3 + r, a):
                break
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: newton_inside_of_a
# why: r is only another name for a, and `r -= ...` changes a itself in place: the argument is overwritten,
# and the equation is solved for numbers that move. Start from a tensor of its own.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = a
        for _ in range(30):
            r -= (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: largest_of_nothing
# why: The loop asks for the largest error, which does not exist for a tensor without entries: max() fails
# there. Count rounds, or ask for the number of entries first.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        rounds = 0
        while (r ** 3 + r - a).abs().max() > 1e-12 and rounds < 100:
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
            rounds += 1
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: back_in_single_precision
# why: The roots are put into a tensor without saying the dtype, so they become float32 and keep 7 digits
# only. The output must be float64 as a is.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        found = []
        for value in a.reshape(-1).tolist():
            r = 0.0
            for _ in range(30):
                r = r - (r ** 3 + r - value) / (3 * r ** 2 + 1)
            found.append(r)
        out = torch.tensor(found).reshape(a.shape)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: multiplied_by_the_inner_slope
# why: The gradient is multiplied by 3r² + 1, which is the derivative of a by r. Asked is that of r by a,
# its reciprocal: divide.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(30):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad * (3 * r ** 2 + 1)
