# %% right: newton
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        """The r with r³ + r = a, entry by entry."""
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)

# %% right: bisection
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        low = torch.zeros_like(a) - 3
        high = torch.zeros_like(a) + 3
        for _ in range(80):
            mid = (low + high) / 2
            too_small = mid * mid * mid + mid < a
            low = torch.where(too_small, mid, low)
            high = torch.where(too_small, high, mid)
        root = (low + high) / 2
        ctx.save_for_backward(root)
        return root

    @staticmethod
    def backward(ctx, grad):
        r = ctx.saved_tensors[0]
        slope = 1 / (1 + 3 * r * r)
        return grad * slope

# %% right: numpy_newton
def _solve(a):
    r = np.zeros_like(a)
    for _ in range(40):
        r = r - (r**3 + r - a) / (3 * r**2 + 1)
    return r


@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.tensor(_solve(a.detach().numpy()), dtype=a.dtype)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad * (3 * r * r + 1) ** -1

# %% right: rounds_from_a
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = a / 5
        rounds = 0
        while rounds < 30:
            f = r * r * r + r - a
            fprime = 3 * r * r + 1
            r = r - f / fprime
            rounds += 1
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        root, = ctx.saved_tensors
        denominator = 3 * root * root + 1
        return grad / denominator

# %% wrong: too_few_rounds
# why: Five rounds from 0 are not enough for large a: the loop ends before the root is found.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(5):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)

# %% wrong: slope_not_inverted
# why: The derivative of a by r is used, 3r² + 1, and not its reciprocal.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        """The r with r³ + r = a, entry by entry."""
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad * (3 * r**2 + 1)

# %% wrong: one_forgotten
# why: The 1 of the derivative of r³ + r is missing: 3r² is 0 at a = 0.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        """The r with r³ + r = a, entry by entry."""
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2)

# %% wrong: slope_of_a
# why: The slope is computed from a and not from the root r.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(a)
        return r

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (3 * a**2 + 1)

# %% wrong: slope_saved
# why: The slope is computed in forward and saved: it has no history, so the second derivative is 0.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(1 / (3 * r**2 + 1))
        return r

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: r_as_attribute
# why: A detached copy of r is kept on ctx. It is right once, but has no history for the second derivative.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.r = r.detach().clone()
        return r

    @staticmethod
    def backward(ctx, grad):
        return grad / (3 * ctx.r**2 + 1)

# %% wrong: saves_a_copy
# why: What is saved is another tensor than the one returned, a clone, which the engine does not know as the output.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r.clone()

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)

# %% wrong: upstream_ignored
# why: The upstream gradient does not occur.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        """The r with r³ + r = a, entry by entry."""
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return 1 / (3 * r**2 + 1)

# %% wrong: wait_for_sum
# why: The loop waits until the sum of all errors is small; positive and negative errors cancel, and it stops too early.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(100):
            error = r**3 + r - a
            if abs(error.sum().item()) < 1e-12:
                break
            r = r - error / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)

# %% wrong: tolerance_too_coarse
# why: The loop stops when the step is below 1e-3, which is too coarse for 1e-11.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(100):
            step = (r**3 + r - a) / (3 * r**2 + 1)
            if r.numel() and step.abs().max().item() < 1e-3:
                break
            r = r - step
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)

# %% wrong: single_number_only
# why: float(a) takes a single number: tensors with more entries are an error.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        value = float(a)
        x = 0.0
        for _ in range(50):
            x = x - (x**3 + x - value) / (3 * x**2 + 1)
        r = torch.tensor(x, dtype=a.dtype)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)

# %% wrong: max_of_empty
# why: The loop asks for the largest step, which does not exist for a tensor without entries.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(60):
            step = (r**3 + r - a) / (3 * r**2 + 1)
            r = r - step
            if step.abs().max().item() < 1e-13:
                break
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)

# %% wrong: brackets_lost_in_newton
# why: The brackets around the denominator are missing in Newton's step: it divides by 3r² and then adds 1.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.ones_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / 3 * r**2 + 1
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
