# %% right: norm_of_each_row
@piece
def gradient_penalty(function, x, target):
    copy = x.detach().clone().requires_grad_()
    out = function(copy)
    (g,) = torch.autograd.grad(
        out, copy, grad_outputs=torch.ones_like(out.detach()), create_graph=True
    )
    rows = g.reshape(x.shape[0], -1)
    return (rows.norm(dim=1) - target).pow(2).mean()


# %% right: double_where
@piece
def gradient_penalty(function, x, target):
    n = len(x)
    leaf = x.detach()
    leaf.requires_grad_(True)
    total = function(leaf).sum()
    slopes = torch.autograd.grad(total, [leaf], create_graph=True)[0]
    squares = (slopes * slopes).reshape(n, -1).sum(1)
    flat = squares == 0
    safe = torch.where(flat, torch.ones_like(squares), squares)
    length = torch.where(flat, torch.zeros_like(squares), safe.sqrt())
    away = length - target
    return (away * away).sum() / n


# %% wrong: the_norm_of_one_dimension
# why: The norm is taken over dimension 1 only. For samples that are images, this is a norm for each row or pixel, not one for each sample.
@piece
def gradient_penalty(function, x, target):
    data = x.detach().clone()
    data.requires_grad_()
    (grad,) = torch.autograd.grad(function(data).sum(), data, create_graph=True)
    if grad.dim() == 1:
        grad = grad.unsqueeze(1)
    lengths = grad.norm(dim=1)
    return ((lengths - target) ** 2).mean()


# %% wrong: gradient_of_the_mean
# why: The gradient of the mean of all outputs is taken, so that every gᵢ is n times too small. It must be that of the sum.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    mean = function(x).mean()
    gradient = torch.autograd.grad(mean, x, create_graph=True)[0]
    norms = gradient.flatten(1).norm(dim=1) if x.dim() > 1 else gradient.reshape(-1, 1).norm(dim=1)
    return torch.mean((norms - target) ** 2)


# %% wrong: requires_grad_is_switched_on
# why: requires_grad is switched on in the data of the caller, and stays on.
@piece
def gradient_penalty(function, x, target):
    x.requires_grad_()
    scores = function(x)
    ones = torch.ones_like(scores.detach())
    g = torch.autograd.grad([scores], [x], [ones], create_graph=True)[0]
    per_sample = g.reshape(g.shape[0], -1).norm(dim=1)
    difference = per_sample - target
    return (difference**2).mean()


# %% wrong: backward_fills_the_weights
# why: The first walk is made with backward(create_graph=True), which also adds to the .grad of the weights before anybody asked for it.
@piece
def gradient_penalty(function, x, target):
    samples = x.detach().clone().requires_grad_()
    function(samples).sum().backward(create_graph=True)
    slope = samples.grad
    length = slope.reshape(slope.shape[0], -1).norm(dim=1)
    penalties = (length - target).pow(2)
    return penalties.sum() / penalties.shape[0]


# %% wrong: a_bare_root
# why: The root of the sum of squares has an infinite slope at 0, so that a sample with the gradient 0 makes nan of all weights.
@piece
def gradient_penalty(function, x, target):
    z = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(z).sum(), [z], create_graph=True)
    squares = g.pow(2).reshape(x.shape[0], -1).sum(dim=1)
    penalty = 0.0
    for square in squares.unbind(0):
        penalty = penalty + (square**0.5 - target) ** 2
    return penalty / x.shape[0]
