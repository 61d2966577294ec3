# %% right: function_and_clone
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
        nearest = x.round()
        return nearest

    @staticmethod
    def backward(ctx, grad):
        slope = 1
        return slope * grad

# %% wrong: halves_upwards
# why: floor(x + 0.5) takes every half upwards: 0.5 to 1 and 2.5 to 3. x.round() takes them to the even neighbour.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.floor(x + 0.5)

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: gradient_rounded
# why: The upstream gradient is rounded as well. It should pass as it is.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return Round.forward(None, grad)

# %% wrong: ones
# why: The slope 1 is returned, without the upstream gradient.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return torch.ones_like(x)

# %% wrong: only_between_minus_1_and_1
# why: The gradient passes only where |x| is at most 1, as with binary weights. Nothing of that is asked here.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return torch.where(x.abs() <= 1, grad, torch.zeros_like(grad))

# %% wrong: true_slope
# why: The true slope of the steps is returned, which is 0. So nothing that comes before can learn.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad * 0
