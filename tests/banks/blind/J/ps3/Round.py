# %% right: plain
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% right: difference_added
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        error = x.round() - x
        return x + error

    @staticmethod
    def backward(ctx, grad):
        return grad.clone()

# %% right: times_one
class Round(torch.autograd.Function):
    slope = 1

    @staticmethod
    def forward(ctx, x):
        rounded = torch.round(x)
        return rounded

    @staticmethod
    def backward(ctx, grad):
        grad_x = Round.slope * grad
        return grad_x

# %% wrong: halves_away_from_zero
# why: A half is rounded away from zero, 0.5 to 1 and 2.5 to 3, as at school. x.round() takes a half to the
# even neighbour: 0.5 to 0, 2.5 to 2.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.sign() * (x.abs() + 0.5).floor()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: turned_into_integers
# why: The output is turned into an integer tensor, through which no gradient can flow. It must keep the
# dtype of x: return x.round() as it is.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round().long()

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: gradient_rounded_too
# why: backward rounds the gradient. It should hand on the upstream gradient unchanged, as if nothing had
# been rounded.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad.round()

# %% wrong: slope_one_without_upstream
# why: backward returns ones, the slope alone. The gradient is the slope times the upstream gradient, which
# is the upstream gradient itself.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return torch.ones_like(grad)

# %% wrong: gate_of_binary_networks
# why: The gradient is stopped where |x| is larger than 1, a habit from networks with binary weights. Here
# it passes everywhere, whatever x is.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * (x.abs() <= 1)

# %% wrong: python_round_in_a_list
# why: Python's round is applied to the entries of a list, which works for vectors only (a single number or
# a matrix fails), and the new tensor is float32 whatever x was. x.round() does every shape and keeps the dtype.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.tensor([float(round(value)) for value in x.tolist()])

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: input_overwritten
# why: The whole numbers are written into x itself, so the caller's tensor is rounded as well. Return a new
# tensor, x.round().
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x[...] = x.round()
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: multiplied_by_x
# why: The gradient is multiplied by the unrounded x. As if nothing had been rounded means as if the output
# were x, whose slope is 1 and not x.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * x

# %% wrong: true_slope
# why: backward returns the true slope of rounding, 0 everywhere, so nothing before it learns. Asked for is
# the gradient as if nothing had been rounded: the upstream gradient.
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad * 0
