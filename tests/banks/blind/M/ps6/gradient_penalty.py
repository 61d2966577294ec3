# %% right: norm_of_rows
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% right: double_where_root
def safe_root(squares):
    positive = squares > 0
    inside = torch.where(positive, squares, torch.ones_like(squares))
    return torch.where(positive, inside.sqrt(), torch.zeros_like(squares))


@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().requires_grad_(True)
    y = function(leaf)
    g = torch.autograd.grad(y, leaf, torch.ones_like(y), create_graph=True)[0]
    rows = g.reshape(len(x), -1)
    lengths = safe_root((rows * rows).sum(dim=1))
    differences = lengths - target
    return (differences * differences).sum() / len(x)

# %% right: sample_by_sample
@piece
def gradient_penalty(function, x, target):
    data = x.detach().clone().requires_grad_()
    outputs = function(data).reshape(-1)
    n = data.shape[0]
    terms = []
    for i in range(n):
        g, = torch.autograd.grad(outputs[i], data, create_graph=True)
        length = g[i].reshape(1, -1).norm(dim=1)
        terms.append((length[0] - target) ** 2)
    return torch.stack(terms).mean()

# %% right: squares_expanded
@piece
def gradient_penalty(function, x, target):
    n = x.shape[0]
    z = x.detach()
    z.requires_grad_()
    total = function(z).sum()
    slopes = torch.autograd.grad(total, z, create_graph=True)[0].reshape(n, -1)
    squares = (slopes ** 2).sum(dim=1)
    return (squares - 2 * target * slopes.norm(dim=1) + target ** 2).sum() / n

# %% wrong: one_norm_for_the_batch
# why: The norm is taken of the whole gradient, over all samples together. Each sample has its own norm, and the mean goes over the n squared differences.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    g, = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    return (g.norm() - target) ** 2

# %% wrong: norm_of_dim_one_unflattened
# why: The norm is taken along dimension 1 only. A sample may have more dimensions (or none besides the first); all its entries must be put into one row before the norm is taken.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    g, = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    return ((g.norm(dim=1) - target) ** 2).mean()

# %% wrong: eps_under_the_root
# why: A small number is added under the root so that it is never 0. At a gradient of 0 the norm is then 0.001 and not 0, and every norm is a little too large; use the norm of tensors, or two where.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    out = function(x)
    g, = torch.autograd.grad(out.sum(), x, create_graph=True)
    g = g.reshape(x.shape[0], -1)
    norm = torch.sqrt((g ** 2).sum(dim=1) + 1e-6)
    return ((norm - target) ** 2).mean()

# %% wrong: single_where_at_zero
# why: The root is taken of all sums of squares, and replaced by 0 afterwards where the sum is 0. On the way back 0 meets the infinite slope of the root at 0, and the weights get nan; the zeros must be replaced before the root as well.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    g, = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    sq = (g * g).reshape(x.shape[0], -1).sum(dim=1)
    norms = torch.where(sq > 0, torch.sqrt(sq), torch.zeros_like(sq))
    return ((norms - target) ** 2).mean()

# %% wrong: mean_of_the_outputs
# why: The gradient is that of the mean of the outputs, so that each g_i is divided by n. It must be the gradient of their sum.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    y = function(x)
    g, = torch.autograd.grad(y.mean(), x, create_graph=True)
    lengths = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((lengths - target) ** 2).mean()

# %% wrong: x_itself_switched_on
# why: requires_grad is switched on for x itself, the caller's data. x must be left as it is; x.detach() is another tensor with the same numbers.
@piece
def gradient_penalty(function, x, target):
    x.requires_grad_(True)
    g, = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% wrong: only_too_steep_counts
# why: Only norms above the target are punished. The penalty is the square of the difference in both directions, also where a norm is below the target.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    g, = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(x.shape[0], -1).norm(dim=1)
    excess = torch.where(norms > target, norms - target, torch.zeros_like(norms))
    return (excess ** 2).mean()

# %% wrong: backward_through_the_weights
# why: The slopes are computed by backward(), which also writes into the .grad of the weights that the function holds. No .grad may be touched before somebody calls backward() on the penalty; torch.autograd.grad returns the gradient of x alone.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    function(x).sum().backward(create_graph=True)
    g = x.grad.reshape(x.shape[0], -1)
    return ((g.norm(dim=1) - target) ** 2).mean()
