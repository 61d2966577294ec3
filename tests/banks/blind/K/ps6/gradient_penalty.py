# %% right: norm_of_rows
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_(True)
    y = function(x)
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    norms = g.reshape(x.shape[0], -1).norm(dim=1)
    return ((norms - target) ** 2).mean()

# %% right: double_where_root
def row_norms(g):
    squares = (g * g).reshape(g.shape[0], -1).sum(1)
    zero = squares == 0
    root = torch.where(zero, torch.ones_like(squares), squares) ** 0.5
    return torch.where(zero, torch.zeros_like(squares), root)


@piece
def gradient_penalty(function, x, target):
    leaf = x.detach()
    leaf.requires_grad_(True)
    out = function(leaf)
    g = torch.autograd.grad(out, leaf, torch.ones_like(out).detach(), create_graph=True)[0]
    off = row_norms(g) - target
    return (off * off).sum() / len(x)

# %% wrong: root_at_zero
# why: The root is taken of a sum of squares that may be 0, where its slope is infinite: the weights
# get nan. Use tensor.norm, or replace the 0 before and after the root.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    length = (g.reshape(len(x), -1) ** 2).sum(1) ** 0.5
    return ((length - target) ** 2).mean()

# %% wrong: gradient_of_the_mean
# why: The gradient of the mean of the outputs is taken, so each g_i is too small by the factor n. Use
# the sum of the outputs; only the penalty is a mean.
@piece
def gradient_penalty(function, x, target):
    data = x.detach().requires_grad_(True)
    g, = torch.autograd.grad(function(data).mean(), data, create_graph=True)
    norm = g.reshape(data.shape[0], -1).norm(dim=1)
    return ((norm - target) ** 2).mean()

# %% wrong: norm_over_one_axis_only
# why: The norm is taken over axis 1 only. A sample may have more axes (or none), and the norm is over
# all entries of a sample: make a row of each sample first.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_(True)
    scores = function(x).sum()
    (g,) = torch.autograd.grad(scores, x, create_graph=True)
    return ((g.norm(dim=1) - target) ** 2).mean()

# %% wrong: switches_x_on
# why: requires_grad is switched on at the tensor x of the caller and stays on. x must be left as it
# is: work with x.detach().
@piece
def gradient_penalty(function, x, target):
    x.requires_grad_(True)
    y = function(x)
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    n = x.shape[0]
    return ((g.reshape(n, -1).norm(dim=1) - target) ** 2).sum() / n

# %% wrong: flat_samples_left_out
# why: A sample with g_i = 0 is left out of the penalty altogether. It passes nothing on to the weights,
# but its norm is 0 and it still adds target^2 to the sum.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    sq = (g * g).reshape(x.shape[0], -1).sum(1)
    flat = sq == 0
    norm = torch.where(flat, torch.ones_like(sq), sq) ** 0.5
    terms = (norm - target) ** 2
    return torch.where(flat, torch.zeros_like(terms), terms).mean()

# %% wrong: backward_fills_weights
# why: The gradient is computed by backward(), which also adds to the .grad of the weights, before
# anybody called backward() on the penalty. Use torch.autograd.grad, by x alone.
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().requires_grad_(True)
    function(leaf).sum().backward(create_graph=True)
    rows = leaf.grad.reshape(x.shape[0], -1)
    return ((rows.norm(dim=1) - target) ** 2).mean()

# %% wrong: number_under_the_root
# why: A small number is added under the root against nan, so that the norms are wrong, at 0 most of
# all: 0.0001 in place of 0. The norm should be exact, with its slope at 0 taken as 0.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_(True)
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    squares = (g ** 2).reshape(x.shape[0], -1).sum(dim=1)
    norms = (squares + 1e-8) ** 0.5
    return ((norms - target) ** 2).mean()
