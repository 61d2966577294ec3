# %% right: norm_of_rows
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    lengths = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((lengths - target) ** 2).mean()

# %% right: double_where
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    leaf = x.detach().clone()
    leaf.requires_grad_(True)
    out = function(leaf)
    g = torch.autograd.grad(out, leaf, torch.ones_like(out), create_graph=True)[0]
    squares = (g * g).reshape(len(x), -1).sum(1)
    zero = squares == 0
    safe = torch.where(zero, torch.ones_like(squares), squares)
    norm = torch.where(zero, torch.zeros_like(squares), torch.sqrt(safe))
    return (norm - target).pow(2).mean()

# %% right: verbose_sum
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    n = x.shape[0]
    samples = x.detach()
    samples = samples.requires_grad_()
    total = function(samples).sum()
    gradients = torch.autograd.grad(total, [samples], create_graph=True)
    gradient = gradients[0]
    rows = gradient.reshape(n, -1)
    norms = rows.norm(dim=1)
    differences = norms - target
    penalty = (differences * differences).sum() / n
    return penalty

# %% right: helper_safe_norm
def _row_norms(rows):
    squares = (rows**2).sum(dim=1)
    is_zero = squares == 0
    filled = torch.where(is_zero, torch.ones_like(squares), squares)
    return torch.where(is_zero, torch.zeros_like(squares), filled**0.5)


@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    copy = x.detach().requires_grad_()
    y = function(copy).reshape(-1)
    (g,) = torch.autograd.grad(y, copy, grad_outputs=torch.ones_like(y), create_graph=True)
    return torch.mean((_row_norms(g.reshape(x.shape[0], -1)) - target) ** 2)

# %% wrong: root_by_hand
# why: The root of the sum of squares has an infinite slope at 0, and the weights get nan there.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = (g.reshape(x.shape[0], -1) ** 2).sum(1).sqrt()
    return ((norms - target) ** 2).mean()

# %% wrong: epsilon_under_root
# why: An epsilon under the root keeps nan away, but the norms are wrong by it: 1e-3 and not 0 for a gradient of 0.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = ((g.reshape(x.shape[0], -1) ** 2).sum(1) + 1e-6).sqrt()
    return ((norms - target) ** 2).mean()

# %% wrong: no_create_graph
# why: The gradient has no history, so the weights get no gradient from the penalty.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x)
    norms = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: one_norm_for_all
# why: One norm of the whole gradient is taken, and not one for each sample.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    return (g.norm() - target) ** 2

# %% wrong: mean_of_outputs
# why: The gradient is that of the mean of the outputs, and so too small by the factor n.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).mean(), x, create_graph=True)
    norms = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: requires_grad_on_x
# why: requires_grad is switched on at x itself, the data of the caller.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x.requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: norm_dim_1_only
# why: The norm is taken along axis 1 without making a row of each sample: samples of more dimensions give several norms each.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: summed_not_mean
# why: The squares are summed over the samples and not averaged.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).sum()

# %% wrong: squared_norms
# why: The root was forgotten: the sum of squares is compared with the target, not the norm.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    squares = (g.reshape(x.shape[0], -1) ** 2).sum(1)
    return ((squares - target) ** 2).mean()

# %% wrong: mean_before_square
# why: The norms are averaged before the square: the deviations of single samples cancel.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(x.shape[0], -1).norm(dim=1)
    return (norms.mean() - target) ** 2

# %% wrong: backward_fills_grad
# why: backward() is used for the first walk: it adds to the .grad of the weights before anybody has called backward on the penalty.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    function(x).sum().backward(create_graph=True)
    norms = x.grad.reshape(x.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: detached_gradient
# why: The gradient is detached before the norm, so nothing reaches the weights.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.detach().reshape(x.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: one_sided
# why: Only norms above the target are punished; the formula punishes shorter ones, too.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((norms - target).clamp(min=0) ** 2).mean()

# %% wrong: single_where
# why: One where around the root: the value is right, but the gradient at 0 is still 0 times infinity, nan.
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    squares = (g.reshape(x.shape[0], -1) ** 2).sum(1)
    norms = torch.where(squares == 0, torch.zeros_like(squares), squares.sqrt())
    return ((norms - target) ** 2).mean()
