# %% right: newton_and_output_saved
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(40):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r * r + 1)

# %% right: bisection
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        low, high = torch.full_like(a, -3.0), torch.full_like(a, 3.0)
        for _ in range(60):
            middle = (low + high) / 2
            too_large = middle**3 + middle > a
            high = torch.where(too_large, middle, high)
            low = torch.where(too_large, low, middle)
        root = (low + high) / 2
        ctx.save_for_backward(root)
        return root

    @staticmethod
    def backward(ctx, grad):
        root = ctx.saved_tensors[0]
        return grad * (1 + 3 * root**2) ** -1

# %% right: hyperbolic_formula_in_numpy
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        numbers = a.detach().numpy()
        r = 2 / np.sqrt(3) * np.sinh(np.arcsinh(1.5 * np.sqrt(3) * numbers) / 3)
        out = torch.tensor(r, dtype=torch.float64)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        slope = 1 / (3 * r * r + 1)
        return grad * slope

# %% wrong: slope_computed_in_forward
# why: The slope is computed in forward and saved. It has no history there, so that the second derivative takes it for a
# constant; save the output r and compute the slope in backward.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(30):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(1 / (3 * r**2 + 1))
        return r

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: saves_a_twin_of_the_output
# why: It saves r but returns a clone of it. What was saved is not the output then, but an intermediate without a
# history, and second derivatives are wrong; save the very tensor that is returned.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = a * 0
        for _ in range(30):
            step = (r * r * r + r - a) / (3 * r * r + 1)
            r = r - step
        ctx.save_for_backward(r)
        return r.clone()

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r * r + 1)

# %% wrong: slope_upside_down
# why: backward multiplies by 3r² + 1, which says how a moves with r. How r moves with a is its inverse.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(30):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad * (3 * r**2 + 1)

# %% wrong: too_few_rounds
# why: Five rounds of Newton's method from 0 are not enough for large a: the root is not exact to 1e-11. More rounds, or
# rounds until the equation is true closely enough, are needed.
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

# %% wrong: slope_from_a
# why: The slope is written with a in place of r, 1 / (3a² + 1). The implicit derivative is a formula of the root r.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        r = torch.zeros_like(a)
        for _ in range(30):
            f = r**3 + r - a
            r = r - f / (3 * r**2 + 1)
        return r

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (3 * a**2 + 1)

# %% wrong: starts_in_a_itself
# why: "r = a" is no copy, and "r -= …" then writes into the tensor a of the caller. Besides the change, the equation is
# solved for an a that moves along; start with a tensor of its own.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = a
        for _ in range(30):
            r -= (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)

# %% wrong: stops_when_the_mean_is_small
# why: The rounds end when the mean of all errors, with their signs, is small. Errors of opposite entries cancel there,
# so it may stop at once; every single entry must be close enough.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(100):
            error = r**3 + r - a
            if a.numel() == 0 or abs(error.mean().item()) < 1e-12:
                break
            r = r - error / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
