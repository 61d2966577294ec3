# %% right: norm_of_rows
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    z = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(z).sum(), z, create_graph=True)
    norms = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% right: root_with_two_wheres
def safe_root(s):
    zero = s == 0
    root = torch.where(zero, torch.ones_like(s), s) ** 0.5
    return torch.where(zero, torch.zeros_like(s), root)


@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    data = x.detach().clone().requires_grad_(True)
    out = function(data)
    g = torch.autograd.grad(out, data, torch.ones_like(out), create_graph=True)[0]
    squares = (g * g).reshape(len(x), -1).sum(1)
    d = safe_root(squares) - target
    return (d * d).sum() / len(x)

# %% right: sample_by_sample
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    n = x.shape[0]
    leaf = x.detach()
    leaf.requires_grad_()
    out = function(leaf).reshape(-1)
    total = 0
    for i in range(n):
        (g,) = torch.autograd.grad(out[i], leaf, create_graph=True)
        length = g[i].reshape(1, -1).norm(dim=1).sum()
        total = total + (length - target) ** 2
    return total / n

# %% right: one_added_under_the_root
@piece
def gradient_penalty(function, x, target):
    """The mean of (|g| - target)², where g is the gradient for one sample."""
    xs = x.detach()
    xs.requires_grad_()
    values = function(xs)
    slopes, = torch.autograd.grad(values.sum(), xs, create_graph=True)
    squares = (slopes ** 2).reshape(slopes.shape[0], -1).sum(1)
    flat = squares.detach() == 0
    extra = torch.where(flat, torch.ones_like(squares), torch.zeros_like(squares)).detach()
    lengths = (squares + extra).sqrt() - extra
    return ((lengths - target) ** 2).mean()

# %% wrong: root_at_zero
# why: The root of the sum of squares is taken as it is. Where a gradient is 0 its slope is infinite, and
# the weights get nan; take 0 for the slope there.
@piece
def gradient_penalty(function, x, target):
    z = x.detach().requires_grad_()
    g, = torch.autograd.grad(function(z).sum(), z, create_graph=True)
    length = (g ** 2).reshape(len(x), -1).sum(1).sqrt()
    return ((length - target) ** 2).mean()

# %% wrong: mean_of_the_outputs
# why: The mean of the outputs is differentiated, so that each gradient is too small by the factor n. Row i
# of the gradient of the sum is the gradient of sample i.
@piece
def gradient_penalty(function, x, target):
    z = x.detach().requires_grad_()
    g, = torch.autograd.grad(function(z).mean(), z, create_graph=True)
    norms = g.reshape(len(z), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: one_norm_for_all
# why: A single norm is taken of the gradients of all samples together. Each sample has a norm of its own,
# and the mean is taken of what comes of those.
@piece
def gradient_penalty(function, x, target):
    z = x.detach().requires_grad_()
    g, = torch.autograd.grad(function(z).sum(), z, create_graph=True)
    norm = g.reshape(1, -1).norm(dim=1)
    return ((norm - target) ** 2).mean()

# %% wrong: norm_along_one_axis
# why: The norm is taken along the second axis only. If a sample has more than one axis, several norms are
# left for each sample (and none can be taken if it is a single number); all entries of a sample count.
@piece
def gradient_penalty(function, x, target):
    z = x.detach().requires_grad_()
    g, = torch.autograd.grad(function(z).sum(), z, create_graph=True)
    norms = g.norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: square_of_the_mean
# why: The norms are averaged first, and the mean is compared with the target. Slopes that are too large and
# too small then cancel; square first, and take the mean of the squares.
@piece
def gradient_penalty(function, x, target):
    data = x.detach().clone().requires_grad_()
    g = torch.autograd.grad(function(data).sum(), data, create_graph=True)[0]
    norms = g.reshape(data.shape[0], -1).norm(dim=1)
    return (norms.mean() - target) ** 2

# %% wrong: flat_samples_left_out
# why: Samples with the gradient 0 are left out, also from the mean. They pass nothing on to the weights,
# but they still count, with target² each.
@piece
def gradient_penalty(function, x, target):
    z = x.detach().requires_grad_()
    g, = torch.autograd.grad(function(z).sum(), z, create_graph=True)
    squares = (g * g).reshape(len(x), -1).sum(1)
    keep = [i for i in range(len(x)) if squares[i].item() > 0]
    if not keep:
        return (g * 0).sum()
    lengths = torch.stack([squares[i] for i in keep]) ** 0.5
    return ((lengths - target) ** 2).mean()

# %% wrong: grad_switched_on_for_x
# why: x itself is made to require grad. It is data and must be left as it is; do that with x.detach().
@piece
def gradient_penalty(function, x, target):
    x.requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    lengths = g.reshape(len(x), -1).norm(dim=1)
    return ((lengths - target) ** 2).mean()

# %% wrong: only_what_is_too_steep
# why: Only slopes above the target are punished, as in another method; those below it give 0. Here the
# distance counts on both sides.
@piece
def gradient_penalty(function, x, target):
    z = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(z).sum(), z, create_graph=True)
    over = g.reshape(len(z), -1).norm(dim=1) - target
    return (torch.where(over > 0, over, torch.zeros_like(over)) ** 2).mean()
