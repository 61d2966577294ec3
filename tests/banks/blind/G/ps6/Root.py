# %% right: halving
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        low, high = torch.zeros_like(a) - 3, torch.zeros_like(a) + 3
        for _ in range(70):
            middle = (low + high) / 2
            too_large = middle**3 + middle > a
            high = torch.where(too_large, middle, high)
            low = torch.where(too_large, low, middle)
        r = (low + high) / 2
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r * r + 1)


# %% right: hyperbolic_sine
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        # with r = 2/√3 sinh u the equation says sinh 3u = a √27 / 2
        numbers = np.asarray(a.detach().numpy())
        u = np.arcsinh(numbers * np.sqrt(27.0) / 2) / 3
        root = np.asarray(2 / np.sqrt(3.0) * np.sinh(u))
        # and one step of Newton's, for the last digits
        root = root - (root**3 + root - numbers) / (3 * root**2 + 1)
        result = torch.tensor(np.asarray(root), dtype=torch.float64)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        result = ctx.saved_tensors[0]
        derivative_of_a = result**2 * 3 + 1
        return grad * derivative_of_a**-1


# %% wrong: the_slope_of_forward
# why: The slope is computed in forward and saved. The second derivative takes it for a constant and is lost.
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


# %% wrong: the_slope_at_a
# why: The implicit derivative is 1 / (3 r² + 1), a formula of the root. Here a stands in its place.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        r = a / 5
        for _ in range(40):
            value, slope = r * r * r + r - a, 3 * r * r + 1
            r = r - value / slope
        return r

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (3 * a * a + 1)


# %% wrong: errors_that_cancel
# why: The loop stops when the mean of the errors is small. For a = (2, -2) the errors at the start cancel, and no step is made.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        if a.numel():
            for _ in range(100):
                error = r**3 + r - a
                if abs(error.mean().item()) < 1e-13:
                    break
                r = r - error / (3 * r**2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (1 + 3 * r**2)


# %% wrong: the_upstream_is_divided_in_place
# why: grad /= ... writes into the upstream gradient, which others may still need.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def newton(r, a):
        return r - (r.pow(3) + r - a) / (3 * r.pow(2) + 1)

    @staticmethod
    def forward(ctx, a):
        r = a * 0
        for _ in range(30):
            r = Root.newton(r, a)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        grad /= 3 * r.pow(2) + 1
        return grad


# %% wrong: no_maximum_of_nothing
# why: The loop asks for the largest error. A tensor without entries has none, and max() stops with an error.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r, rounds = torch.zeros_like(a), 0
        while rounds < 50:
            error = r * r * r + r - a
            if error.abs().max().item() < 1e-12:
                break
            r = r - error / (3 * r * r + 1)
            rounds += 1
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (root,) = ctx.saved_tensors
        return grad * (1 / (3 * root * root + 1))
