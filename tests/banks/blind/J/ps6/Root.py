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
            below = middle * middle * middle + middle < a
            low = torch.where(below, middle, low)
            high = torch.where(below, high, middle)
        root = (low + high) / 2
        ctx.save_for_backward(root)
        return root

    @staticmethod
    def backward(ctx, grad):
        root = ctx.saved_tensors[0]
        return grad * (1 + 3 * root * root) ** -1

# %% right: newton_until_it_stands
def newton(a):
    r = a / 3
    for _ in range(100):
        step = (r * r * r + r - a) / (3 * r * r + 1)
        r = r - step
        if bool((step.abs() < 1e-13).all()):
            break
    return r


@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = newton(a)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        r, = ctx.saved_tensors
        slope = 1 / (1 + 3 * r * r)
        return slope * grad

# %% wrong: slope_saved_in_forward
# why: The slope is computed in forward and saved. It has no history there, so that the second derivative takes it for a constant. The root itself must be saved, and the slope computed in backward.
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

# %% wrong: saves_another_tensor
# why: What is saved is a clone of the root, and not the tensor that is returned. The engine does not know that the clone depends on a, so the gradient cannot be differentiated again. The returned tensor itself must be saved.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(30):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(r.clone())
        return r

    @staticmethod
    def backward(ctx, grad):
        r, = ctx.saved_tensors
        return grad / (3 * r * r + 1)

# %% wrong: times_in_place_of_divided
# why: The upstream gradient is multiplied by 3r² + 1, which is the slope of a by r. The slope of r by a is its inverse, so it must be divided.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for i in range(30):
            f = r ** 3 + r - a
            df = 3 * r ** 2 + 1
            r = r - f / df
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        r, = ctx.saved_tensors
        return grad * (3 * r ** 2 + 1)

# %% wrong: slope_at_a
# why: The slope is computed at a, 1/(3a² + 1), since the input was saved. It is a formula of the root r, the output.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        r = torch.zeros_like(a)
        for _ in range(30):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        return r

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (3 * a ** 2 + 1)

# %% wrong: six_rounds
# why: Six rounds of Newton's method are too few: from 0, the first step for a = 10 goes to 10, and it takes several more to come near 2. The root must be right to within 1e-11 for all entries between -10 and 10.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = 0 * a
        for _ in range(6):
            r = r - (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (1 + 3 * r ** 2)

# %% wrong: starts_on_the_argument
# why: `r = a` is another name for the same tensor, and `r -= ...` writes into it: a itself is overwritten, and the equation changes under way. A new tensor must be started from.
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

# %% wrong: zeros_in_float32
# why: `torch.zeros(a.shape)` is float32, and the in-place steps keep it so: the root has seven digits and the wrong dtype. zeros_like(a) has the dtype of a.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros(a.shape)
        for _ in range(30):
            r -= (r ** 3 + r - a) / (3 * r ** 2 + 1)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: largest_of_nothing
# why: The loop waits until the largest step is small, and a tensor without entries has no largest one: max() is an error there. A tensor without entries is allowed; ask numel() first, or count rounds.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(100):
            step = (r ** 3 + r - a) / (3 * r ** 2 + 1)
            r = r - step
            if step.abs().max().item() < 1e-12:
                break
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: positive_interval
# why: The bisection looks between 0 and 3 only. For a negative a the root is negative, and the result there is 0. The interval must reach from -3 to 3.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        lo, hi = torch.zeros_like(a), torch.ones_like(a) * 3
        for _ in range(60):
            mid = (lo + hi) / 2
            small = mid ** 3 + mid < a
            lo = torch.where(small, mid, lo)
            hi = torch.where(small, hi, mid)
        r = (lo + hi) / 2
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: cardano_with_a_power
# why: Cardano's formula is right on paper, but one of its two cube roots is that of a negative number, and `** (1/3)` of a negative number is nan. The sign must be taken out first.
@piece
class Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        d = (a * a / 4 + 1 / 27) ** 0.5
        r = (a / 2 + d) ** (1 / 3) + (a / 2 - d) ** (1 / 3)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return grad / (3 * r ** 2 + 1)

# %% wrong: one_forgotten
# why: The slope is 1/(3r²), and the 1 that comes from the r in r³ + r is forgotten. At a = 0 this is a division by 0; it should be 1/(3r² + 1).
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
        return grad / (3 * r ** 2)
