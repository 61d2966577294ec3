# %% right: detach_and_norm
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% right: root_with_double_where
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().clone().requires_grad_(True)
    out = function(leaf)
    grad = torch.autograd.grad(out, leaf, torch.ones_like(out), create_graph=True)[0]
    squares = grad.flatten(1).pow(2).sum(1) if grad.dim() > 1 else grad * grad
    zero = squares == 0
    root = torch.where(zero, torch.ones_like(squares), squares).sqrt()
    length = torch.where(zero, torch.zeros_like(root), root)
    total = 0
    for i in range(x.shape[0]):
        total = total + (length[i] - target) ** 2
    return total / x.shape[0]

# %% wrong: root_of_zero
# why: The norm is the root of the sum of squares. Where a gradient is 0, the slope of the root is infinite, and the
# weights get nan; such a sample must pass on nothing.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norm = (g.reshape(x.shape[0], -1) ** 2).sum(1).sqrt()
    return ((norm - target) ** 2).mean()

# %% wrong: gradient_without_history
# why: The gradient is computed without create_graph=True, so the penalty does not depend on the weights and cannot be
# differentiated.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    out = function(x).sum()
    g = torch.autograd.grad(out, x)[0]
    lengths = g.reshape(g.shape[0], -1).norm(dim=1)
    return (lengths - target).pow(2).mean()

# %% wrong: mean_of_the_outputs
# why: The gradient is that of the mean of all outputs, so that each sample's gradient is divided by n. The sum has the
# gradients of the single samples in its rows.
@piece
def gradient_penalty(function, x, target):
    points = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(points).mean(), points, create_graph=True)
    n = g.reshape(points.shape[0], -1).norm(dim=1)
    return ((n - target) ** 2).mean()

# %% wrong: norm_of_the_second_dimension
# why: norm(dim=1) is taken of the gradient as it is. A sample that is an image has more dimensions, and then there is a
# norm for each column of pixels; all entries of a sample belong into one norm.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    y = function(x)
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    if g.dim() == 1:
        g = g.unsqueeze(1)
    return ((g.norm(dim=1) - target) ** 2).mean()

# %% wrong: mean_norm_against_target
# why: The mean of all norms is compared with the target. Norms that are too large and too small cancel there; each
# sample's own difference is squared, and then the mean is taken.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(g), -1).norm(dim=1)
    return (norms.mean() - target) ** 2

# %% wrong: x_is_switched_on
# why: requires_grad_() is called on x itself, which is the caller's data and requires no grad. It must stay as it is; a
# detached tensor with the same numbers may be switched on.
@piece
def gradient_penalty(function, x, target):
    x.requires_grad_()
    scores = function(x)
    (g,) = torch.autograd.grad(scores.sum(), x, create_graph=True)
    lengths = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((lengths - target) ** 2).mean()

# %% wrong: backward_for_the_gradient
# why: The gradient of x is computed by backward(), which also adds to the .grad of all weights in the function. No .grad
# may be touched; torch.autograd.grad does it for x alone.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    function(x).sum().backward(create_graph=True)
    g = x.grad.reshape(x.shape[0], -1)
    return ((g.norm(dim=1) - target) ** 2).mean()
