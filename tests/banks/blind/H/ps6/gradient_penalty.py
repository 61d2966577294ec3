# %% right: double_where
@piece
def gradient_penalty(function, x, target):
    points = x.detach().clone().requires_grad_(True)
    outputs = function(points)
    slopes = torch.autograd.grad(
        outputs, points, torch.ones_like(outputs), create_graph=True
    )[0]
    squares = slopes.reshape(x.shape[0], -1).pow(2).sum(1)
    flat = squares == 0
    safe = torch.where(flat, torch.ones_like(squares), squares)
    norms = torch.where(flat, torch.zeros_like(squares), safe.sqrt())
    return (norms - target).pow(2).mean()

# %% right: norm_sample_by_sample
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf, create_graph=True)
    total = 0
    for row in g:
        distance = row.reshape(-1).norm() - target
        total = total + distance * distance
    return total / len(g)

# %% wrong: mean_of_the_outputs
# why: The mean of all outputs is differentiated instead of their sum, so each g is too small by the factor n.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    out = function(x).mean()
    (g,) = torch.autograd.grad(out, x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: by_backward
# why: The gradient is taken by backward(), which also adds to the .grad of all the weights.
@piece
def gradient_penalty(function, x, target):
    inputs = x.detach().clone()
    inputs.requires_grad = True
    function(inputs).sum().backward(create_graph=True)
    lengths = inputs.grad.flatten(1).norm(dim=1) if x.dim() > 1 else inputs.grad.abs()
    return torch.mean((lengths - target) ** 2)

# %% wrong: norm_over_one_dimension
# why: The norm is taken over the last dimension alone; a sample with several dimensions has one norm over all its entries.
@piece
def gradient_penalty(function, x, target):
    y = x.detach().requires_grad_()
    gradient = torch.autograd.grad(function(y).sum(), y, create_graph=True)[0]
    if gradient.dim() == 1:
        gradient = gradient.unsqueeze(1)
    norm = gradient.norm(dim=-1)
    penalty = (norm - target) * (norm - target)
    return penalty.mean()

# %% wrong: square_of_the_mean
# why: The mean of the norms is compared with the target, so samples that are too steep and too flat cancel.
@piece
def gradient_penalty(function, x, target):
    n = x.shape[0]
    copy = x.detach().requires_grad_(True)
    scores = function(copy).reshape(n)
    (g,) = torch.autograd.grad(scores.sum(), (copy,), create_graph=True)
    norms = g.reshape(n, -1).norm(dim=1)
    return (norms.sum() / n - target) ** 2

# %% wrong: bare_root
# why: The root of the sum of squares is taken without care for 0, where its slope is infinite: the weights get nan.
@piece
def gradient_penalty(function, x, target):
    samples = x.detach().requires_grad_()
    g = torch.autograd.grad(function(samples).sum(), samples, create_graph=True)[0]
    squares = (g * g).reshape(g.shape[0], -1).sum(dim=1)
    return (torch.sqrt(squares) - target).square().mean()
