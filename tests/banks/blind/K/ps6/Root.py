# %% right: newton_thirty_rounds
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(30):
            r = r - (r * r * r + r - a) / (3 * r * r + 1)
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
        low = torch.zeros_like(a) - 3
        high = torch.zeros_like(a) + 3
        for _ in range(70):
            middle = (low + high) / 2
            below = middle ** 3 + middle < a
            low = torch.where(below, middle, low)
            high = torch.where(below, high, middle)
        root = (low + high) / 2
        ctx.save_for_backward(root)
        return root

    @staticmethod
    def backward(ctx, grad):
        root, = ctx.saved_tensors
        slope = 1 / (1 + 3 * root ** 2)
        return slope * grad

# %% wrong: slope_as_formula_of_a
# why: The slope is computed from a instead of r. The implicit derivative is 1 / (3 r^2 + 1), at the
# root that forward found.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for i in range(40):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(a)
        return r

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        return grad / (3 * a ** 2 + 1)

# %% wrong: saved_a_copy_of_the_root
# why: What is saved is a detached copy of r, which the engine does not know as the output. The second
# derivative takes it for a constant; the very tensor that is returned must be saved.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = a * 0
        for _ in range(35):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r.detach().clone())
        return r

    @staticmethod
    def backward(ctx, grad):
        r = ctx.saved_tensors[0]
        return grad / (3 * r**2 + 1)

# %% wrong: times_instead_of_divided
# why: The upstream gradient is multiplied with 3 r^2 + 1, which is da/dr. The slope of the root is
# dr/da, its reciprocal, so the gradient is divided by it.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(30):
            f = r ** 3 + r - a
            df = 3 * r ** 2 + 1
            r = r - f / df
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad * (3 * r ** 2 + 1)

# %% wrong: five_rounds
# why: Five rounds of Newton's method are not enough for large entries: at a = 10 the root is still far
# from 2. About thirty rounds are needed so that r^3 + r is a to within 1e-11.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(5):
            r = r - (r * r * r + r - a) / (3 * r * r + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r * r + 1)

# %% wrong: slope_kept_on_ctx
# why: The slope is computed in forward and kept on ctx, where it has no history, so the second
# derivative is 0. Save the output r and compute the slope from it in backward.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(30):
            slope = 3 * r * r + 1
            r = r - (r * r * r + r - a) / slope
        ctx.slope = 1 / (3 * r * r + 1)
        return r

    @staticmethod
    def backward(ctx, grad):
        return ctx.slope * grad

# %% wrong: waits_for_the_signed_largest_step
# why: The loop ends when the largest step is small, but without the absolute value: if the steps are
# negative it ends after the first round. It should look at the largest absolute value of all steps.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(100):
            step = (a - r ** 3 - r) / (3 * r ** 2 + 1)
            r = r + step
            if not (step > 1e-12).any():
                break
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: divides_grad_in_place
# why: grad /= ... changes the upstream gradient, which must be left as it is. Return a new tensor:
# grad / (3 * r * r + 1).
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(30):
            r = r - (r * r * r + r - a) / (3 * r * r + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        grad /= 3 * r * r + 1
        return grad
