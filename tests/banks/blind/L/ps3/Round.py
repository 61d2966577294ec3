# %% right: grad_as_it_is
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """The nearest whole numbers."""
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, as if nothing had been rounded."""
        return grad

# %% right: a_copy_of_grad
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        rounded = x.round()
        return rounded

    @staticmethod
    def backward(ctx, grad):
        grad_x = grad.clone()
        return grad_x

# %% right: slope_one
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        slope = 1
        return slope * grad

# %% right: tuple_of_one
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.clone()
        return y.round()

    @staticmethod
    def backward(ctx, *grads):
        (grad,) = grads
        return (grad,)

# %% wrong: gradient_rounded_too
# why: backward rounds the gradient. It should hand the upstream gradient on as it is, as if nothing had been rounded.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad.round()

# %% wrong: true_slope
# why: backward returns zeros, the true slope. Here the straight-through estimator is asked for, which hands on the upstream gradient.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return torch.zeros_like(grad)

# %% wrong: floor_of_x_plus_half
# why: floor(x + 0.5) takes every half upwards. x.round() takes a half to the even neighbour: 0.5 to 0, 2.5 to 2.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return (x + 0.5).floor()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: cut_off_towards_zero
# why: trunc cuts off what stands behind the point, so 2.7 becomes 2. The nearest whole number is asked for, x.round().
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.trunc()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: rounded_in_place
# why: round_ with the underscore rounds the user's tensor x itself. An argument must not be changed; round makes a new tensor.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.round_()
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: ones_without_upstream
# why: backward returns ones, the slope alone. The slope 1 must be multiplied by the upstream gradient, so the upstream gradient comes back.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return torch.ones_like(grad)

# %% wrong: passes_between_minus_one_and_one
# why: The gradient passes only where |x| <= 1, as is done with weights of one bit. Here it must pass everywhere, as if nothing had been rounded.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= 1)

# %% wrong: multiplied_by_the_rounded_values
# why: backward multiplies the upstream gradient by the rounded values, as if x had been multiplied by them. As if nothing had been rounded means the slope 1.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = x.round()
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out
