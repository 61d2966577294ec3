# %% right: halving_an_interval
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        low = torch.full_like(a, -3.0)
        high = torch.full_like(a, 3.0)
        for _ in range(80):
            middle = (low + high) / 2
            too_large = middle * middle * middle + middle > a
            high = torch.where(too_large, middle, high)
            low = torch.where(too_large, low, middle)
        r = (low + high) / 2
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (1 + 3 * r * r)

# %% right: newton_in_one_quotient
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = a * 0.2
        for _ in range(60):
            r = (2 * r**3 + a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        r = ctx.saved_tensors[0]
        slope = (3 * r**2 + 1) ** -1
        return slope * grad

# %% wrong: slope_saved
# why: The slope is computed in forward and saved; it has no history, so the second derivative takes it for a constant.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(40):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(1 / (3 * r**2 + 1))
        return r

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: slope_at_a
# why: The input a is put into the slope, which is a formula of the root r.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        root = torch.zeros_like(a)
        rounds = 0
        while rounds < 50:
            value = root * (root * root + 1) - a
            root = root - value / (3 * root * root + 1)
            rounds += 1
        return root

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (3 * a * a + 1)

# %% wrong: stops_with_the_first_entry
# why: The loop ends as soon as any entry has come to rest, and leaves the others where they are.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(100):
            step = (r**3 + r - a) / (3 * r**2 + 1)
            r = r - step
            if (step.abs() < 1e-12).any():
                break
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)

# %% wrong: not_inverted
# why: 3r² + 1 is how a changes with r; the gradient needs how r changes with a, its inverse.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        def residual(r):
            return r.pow(3) + r - a

        r = a / 5
        for _ in range(50):
            r = r - residual(r) / (3 * r.pow(2) + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        r, = ctx.saved_tensors
        return grad * (3 * r.pow(2) + 1)

# %% wrong: largest_of_nothing
# why: The loop waits for the largest step, and a tensor without entries has no largest one: it stops with an error.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r, rounds = torch.zeros_like(a), 0
        while True:
            change = (r * r * r + r - a) / (3 * r * r + 1)
            r = r - change
            rounds += 1
            if change.abs().max().item() < 1e-13 or rounds == 60:
                break
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad * (1 / (3 * r * r + 1))
