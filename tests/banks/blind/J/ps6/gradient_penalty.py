# %% right: sum_of_all_outputs
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    leaf = x.detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% right: root_with_two_wheres
def length(rows):
    square = (rows * rows).sum(1)
    nothing = square == 0
    root = torch.where(nothing, torch.ones_like(square), square) ** 0.5
    return torch.where(nothing, torch.zeros_like(root), root)


@piece
def gradient_penalty(function, x, target):
    n = x.shape[0]
    data = x.detach().clone()
    data.requires_grad_(True)
    out = function(data)
    grads = torch.autograd.grad(out, data, grad_outputs=torch.ones_like(out), create_graph=True)[0]
    deviation = length(grads.reshape(n, -1)) - target
    return (deviation * deviation).sum() / n

# %% wrong: one_norm_for_the_batch
# why: One norm is taken of the gradients of all samples together. Each sample has a norm of its own, and the mean is taken over the squares of their deviations.
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf, create_graph=True)
    return (g.reshape(-1).norm(dim=0) - target) ** 2

# %% wrong: norm_over_one_axis
# why: The norm is taken over axis 1 only. A sample may have any shape, and all of its entries belong to one norm: first a row must be made of each sample.
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf, create_graph=True)
    return ((g.norm(dim=1) - target) ** 2).mean()

# %% wrong: mean_of_the_outputs
# why: The mean of the outputs is differentiated, and so every gradient is divided by n. The sum must be taken: row i of its gradient is the gradient of sample i.
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(leaf).mean(), leaf, create_graph=True)
    norms = g.reshape(g.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: gradient_without_a_history
# why: The gradient is computed without create_graph=True, so it is a constant, and the penalty cannot be differentiated with respect to the weights.
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf)
    norms = g.reshape(g.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: switches_on_the_data
# why: requires_grad is switched on at x itself, which is the caller's data and stays that way afterwards. A detached tensor with the same numbers must be used.
@piece
def gradient_penalty(function, x, target):
    x.requires_grad_(True)
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    return ((g.reshape(x.shape[0], -1).norm(dim=1) - target) ** 2).mean()

# %% wrong: bare_root
# why: The norm is taken as the root of the sum of squares. Where a gradient is 0 the root has an infinite slope, and 0 times infinity is nan: it goes to all weights. There the slope must be 0.
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().clone().requires_grad_(True)
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf, create_graph=True)
    norm = (g.reshape(g.shape[0], -1) ** 2).sum(1) ** 0.5
    return ((norm - target) ** 2).mean()

# %% wrong: only_where_too_long
# why: Only norms above the target are punished, the shorter ones are clamped to 0. Deviations on both sides count.
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf, create_graph=True)
    excess = g.reshape(g.shape[0], -1).norm(dim=1) - target
    excess = torch.where(excess > 0, excess, torch.zeros_like(excess))
    return (excess ** 2).mean()

# %% wrong: mean_before_the_square
# why: The norms are averaged first, and the mean's distance from the target is squared. Norms above and below the target cancel that way; the squares must be taken for each sample, and then the mean.
@piece
def gradient_penalty(function, x, target):
    n = x.shape[0]
    leaf = x.detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf, create_graph=True)
    mean_norm = g.reshape(n, -1).norm(dim=1).sum() / n
    return (mean_norm - target) ** 2

# %% wrong: gradient_through_backward
# why: The gradient for x is fetched by backward(), which also adds gradients to the .grad of all weights. No .grad may be touched before somebody calls backward() on the penalty; torch.autograd.grad leaves them alone.
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().requires_grad_(True)
    function(leaf).sum().backward(create_graph=True)
    g = leaf.grad
    norms = g.reshape(g.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: squares_compared
# why: The sum of the squares is compared with the square of the target, to avoid the root. (|g|² - target²)² is another penalty than (|g| - target)²; the norm itself is asked for.
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf, create_graph=True)
    squares = (g * g).reshape(g.shape[0], -1).sum(1)
    return ((squares - target ** 2) ** 2).mean()

# %% wrong: between_the_samples
# why: The function is asked at random points on the way from 0 to x, as in papers about GANs. Here the gradients belong to x itself.
@piece
def gradient_penalty(function, x, target):
    n = x.shape[0]
    alpha = torch.rand(n, *([1] * (len(x.shape) - 1)), dtype=x.dtype)
    leaf = (alpha * x).detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf, create_graph=True)
    return ((g.reshape(n, -1).norm(dim=1) - target) ** 2).mean()
