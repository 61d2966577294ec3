# %% right: newton
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
# %% right: numpy_loop
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        numbers = a.detach().numpy()
        r = np.zeros_like(numbers)
        for _ in range(40):
            r = r - (r * r * r + r - numbers) / (3 * r * r + 1)
        r = torch.tensor(np.asarray(r), dtype=a.dtype)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        r = ctx.saved_tensors[0]
        slope = 1 / (1 + 3 * r * r)
        return grad * slope
# %% right: bisection
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        low = torch.zeros_like(a) - 3
        high = torch.zeros_like(a) + 3
        for _ in range(80):
            middle = (low + high) / 2
            too_big = middle**3 + middle > a
            high = torch.where(too_big, middle, high)
            low = torch.where(too_big, low, middle)
        root = (low + high) / 2
        ctx.save_for_backward(root)
        return root

    @staticmethod
    def backward(ctx, grad):
        (root,) = ctx.saved_tensors
        return grad * (3 * root.pow(2) + 1) ** -1
# %% right: a_formula_after_all
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        # r = 2/sqrt(3) sinh(t), and sinh(3t) = 3 sinh(t) + 4 sinh(t)^3
        k = 2 / np.sqrt(3.0)
        t = np.arcsinh(3 / k * a.detach().numpy()) / 3
        r = torch.tensor(np.array(k * np.sinh(t)), dtype=torch.float64)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        r, = ctx.saved_tensors
        return torch.div(grad, r * r * 3 + 1)
# %% right: until_it_is_good
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = a * 0.5
        rounds = 0
        while ((r**3 + r - a).abs() > 1e-12).any() and rounds < 100:
            r = r - (r**3 + r - a) / (3 * r * r + 1)
            rounds += 1
        ctx.save_for_backward(a, r)
        return r

    @staticmethod
    def backward(ctx, grad):
        _, r = ctx.saved_tensors
        return grad / (r * r + r * r + r * r + 1)
# %% right: itself_again
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for i in range(30):
            f = r**3 + r - a
            df = 3 * r**2 + 1
            r = r - f / df
        ctx.save_for_backward(a)
        return r

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        r = Root.apply(a)
        return grad / (3 * r**2 + 1)
# %% wrong: slope_on_ctx
# why: The slope is computed in forward and kept on ctx: a constant for the second derivative.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.slope = 1 / (3 * r**2 + 1)
        return r

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.slope
# %% wrong: copy_saved
# why: A copy of the output is saved, not the output itself, so it has no history.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r.clone())
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
# %% wrong: detached
# why: r is detached in backward: right once, not twice.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        r = ctx.saved_tensors[0].detach()
        return grad / (3 * r**2 + 1)
# %% wrong: slope_not_inverted
# why: The gradient is multiplied by 3r² + 1; that is the slope of a as a function of r, and must be inverted.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad * (3 * r**2 + 1)
# %% wrong: formula_of_a
# why: The slope is computed at a and not at the root r.
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
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
# %% wrong: one_forgotten
# why: The derivative of r³ + r is 3r² + 1; the 1 is missing, and at r = 0 the slope is infinite.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2)
# %% wrong: brackets_lost
# why: Brackets are lost: grad / 3 · r² + 1.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / 3 * r**2 + 1
# %% wrong: upstream_forgotten
# why: The slope is returned without the upstream gradient.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return 1 / (3 * r**2 + 1)
# %% wrong: five_rounds
# why: Five rounds of Newton from 0 are too few for a = 10.
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
# %% wrong: max_of_nothing
# why: The loop asks for the largest error, and a tensor without entries has none: an error.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        while (r**3 + r - a).abs().max() > 1e-12:
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
# %% wrong: while_on_a_tensor
# why: `while tensor > number` has one answer for each entry; with several it raises an error.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        while abs(r**3 + r - a) > 1e-12:
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
# %% wrong: small_steps
# why: Plain descent with a small rate has not arrived after 1000 rounds; the roots are off by far more than 1e-11.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(1000):
            r = r - 0.01 * (r**3 + r - a)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
# %% wrong: a_in_place
# why: r is a second name for a, and the steps in place change the argument.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = a
        b = a.clone()
        for _ in range(50):
            r -= (r**3 + r - b) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
# %% wrong: cube_root_iteration
# why: The iteration r = (a - r)^(1/3) gives nan for negative numbers and does not settle near 0.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(100):
            r = (a - r) ** (1 / 3)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
# %% wrong: single_precision
# why: Newton's method runs in float32, whose seven digits are not 1e-11.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        a = a.float()
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        r = r.double()
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
# %% wrong: grad_in_place
# why: The upstream gradient is divided in place.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        grad /= 3 * r**2 + 1
        return grad
# %% wrong: newton_sign
# why: The step of Newton goes the wrong way (plus for minus) and runs off.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r + (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
# %% wrong: wrong_slope
# why: The derivative of r³ is written as 3r in place of 3r².
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(50):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r + 1)
# %% wrong: differentiates_the_loop
# why: The gradient is that of the last Newton step alone, by the formula of a: 1 / (3a² + 1) plus what is left.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(40):
            r = r - (r**3 + r - a) / (3 * r**2 + 1)
        ctx.save_for_backward(a, r)
        return r

    @staticmethod
    def backward(ctx, grad):
        a, r = ctx.saved_tensors
        return grad * (1 / (3 * a**2 + 1) + (r**3 + r - a))
# %% wrong: difference_quotient
# why: The slope is a difference quotient of two more loops, which is neither exact nor differentiable.
def solve(a):
    r = torch.zeros_like(a)
    for _ in range(40):
        r = r - (r**3 + r - a) / (3 * r**2 + 1)
    return r


@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return solve(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        with torch.no_grad():
            slope = (solve(a + 1e-5) - solve(a - 1e-5)) / 2e-5
        return grad * slope
# %% wrong: one_start_for_all
# why: The root is looked for with one number for all entries: the mean of a.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(40):
            step = (r**3 + r - a) / (3 * r**2 + 1)
            r = r - step.mean()
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r**2 + 1)
