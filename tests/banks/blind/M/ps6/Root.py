# %% right: newton_thirty_rounds
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
        return grad / (3 * r ** 2 + 1)

# %% right: bisection
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        low = torch.zeros_like(a) - 3
        high = torch.zeros_like(a) + 3
        for _ in range(60):
            middle = (low + high) / 2
            too_small = middle * middle * middle + middle < a
            low = torch.where(too_small, middle, low)
            high = torch.where(too_small, high, middle)
        root = (low + high) / 2
        ctx.save_for_backward(root)
        return root

    @staticmethod
    def backward(ctx, grad):
        root, = ctx.saved_tensors
        slope = 1 / (1 + 3 * root * root)
        return grad * slope

# %% right: newton_until_small
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        x = a / 2
        rounds = 0
        while rounds < 100:
            f = x * x * x + x - a
            if bool((f.abs() < 1e-13).all()):
                break
            x = x - f / (3 * x * x + 1)
            rounds += 1
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        return grad * (3 * x.pow(2) + 1) ** -1

# %% right: numbers_from_numpy
def solve(a):
    r = np.zeros_like(a)
    for _ in range(40):
        r = (2 * r ** 3 + a) / (3 * r ** 2 + 1)
    return r


@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        numbers = solve(a.detach().numpy())
        out = torch.tensor(numbers, dtype=a.dtype)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        r, = ctx.saved_tensors
        return grad / (1 + 3 * r * r)

# %% wrong: slope_saved
# why: The slope 1 / (3r² + 1) is computed in forward and saved. It has no history there, so second derivatives take it for a constant; save r itself and compute the slope in backward.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(30):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(1 / (3 * r ** 2 + 1))
        return r

    @staticmethod
    def backward(ctx, grad):
        slope, = ctx.saved_tensors
        return grad * slope

# %% wrong: copy_returned
# why: What is saved is r, but what is returned is a copy of it. The saved tensor is then not the output, has no history, and second derivatives are lost; the very tensor that is returned must be saved.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(30):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(r)
        return r.clone()

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: residuals_added_up
# why: The loop ends when the sum of all residuals is small. Positive and negative ones cancel (for a = (2, -2) at once), so it stops too early; every single entry must be small.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(100):
            residual = r ** 3 + r - a
            if abs(residual.sum().item()) < 1e-12:
                break
            r = r - residual / (3 * r ** 2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: slope_at_a
# why: The slope is computed from the saved input, 1 / (3a² + 1). It is a formula of the root r, the output, not of a.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        r = torch.zeros_like(a)
        for i in range(30):
            r = r - (r * r * r + r - a) / (3 * r * r + 1)
        return r

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        return grad / (3 * a * a + 1)

# %% wrong: starts_at_a_in_place
# why: r = a gives the tensor a a second name, and r -= … then changes a itself (and the equation with it). The loop must start from a new tensor.
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

# %% wrong: minus_of_the_implicit_derivative
# why: The gradient has the wrong sign: the implicit derivative is -F_r⁻¹ · F_a, and F = r³ + r - a has the derivative -1 by a. The two signs cancel, and the slope is 1 / (3r² + 1).
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = a / 5
        for _ in range(40):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        r, = ctx.saved_tensors
        F_r = 3 * r ** 2 + 1
        return -grad / F_r

# %% wrong: largest_residual_of_none
# why: The loop asks for the largest residual, and a tensor without entries has none: that is an error. An empty tensor should come back as an empty one, e.g. by counting rounds.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(200):
            f = r ** 3 + r - a
            if f.abs().max() < 1e-12:
                break
            r = r - f / (3 * r ** 2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: too_few_rounds
# why: Five rounds from 0 are not enough for entries near 10 or -10, so that r³ + r is not a to within 1e-11. About thirty rounds are plenty.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(5):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)
