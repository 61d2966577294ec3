# %% right: norm
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()
# %% right: double_where
@piece
def gradient_penalty(function, x, target):
    data = x.detach().clone()
    data.requires_grad_(True)
    out = function(data)
    g = torch.autograd.grad(out, data, torch.ones_like(out), create_graph=True)[0]
    squares = (g * g).reshape(data.shape[0], -1).sum(1)
    flat = squares == 0
    safe = torch.where(flat, torch.ones_like(squares), squares)
    lengths = torch.where(flat, torch.zeros_like(squares), safe.sqrt())
    return (lengths - target).pow(2).mean()
# %% right: norm_of_each
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (grads,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    total = 0
    n = x.shape[0]
    for i in range(n):
        length = grads[i].reshape(-1).norm()
        total = total + (length - target) ** 2
    return total / n
# %% right: one_walk_each
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().requires_grad_()
    outputs = function(leaf).reshape(-1)
    terms = []
    for i in range(len(leaf)):
        (g,) = torch.autograd.grad(outputs[i], leaf, create_graph=True)
        terms.append((g[i].reshape(1, -1).norm(dim=1) - target) ** 2)
    return torch.cat(terms).mean()
# %% right: ones_under_the_root
@piece
def gradient_penalty(function, x, target):
    z = x.detach().requires_grad_()
    (g,) = torch.autograd.grad([function(z).sum()], [z], create_graph=True)
    n = z.shape[0]
    s = g.pow(2).reshape(n, -1).sum(dim=-1)
    zero = (s == 0).to(s.dtype)
    norm = (s + zero).sqrt() * (1 - zero)
    return ((norm - target) * (norm - target)).sum() / n
# %% wrong: root_without_guard
# why: The root is taken without a guard: at a gradient of 0 its slope is infinite, and the weights get nan.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).pow(2).sum(1).sqrt()
    return ((norms - target) ** 2).mean()
# %% wrong: epsilon_under_the_root
# why: A number under the root keeps nan away, and the norm of a gradient of 0 is no longer 0.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = (g.reshape(len(x), -1).pow(2).sum(1) + 1e-4).sqrt()
    return ((norms - target) ** 2).mean()
# %% wrong: one_norm_for_all
# why: One norm is taken over all samples together.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.norm()
    return ((norms - target) ** 2).mean()
# %% wrong: sum_for_mean
# why: The samples are added up and not averaged.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).sum()
# %% wrong: mean_of_norms_first
# why: The norms are averaged first and then compared with the target.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return (norms.mean() - target) ** 2
# %% wrong: squares_compared
# why: The squares are subtracted, |g|² - target², instead of the lengths.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms**2 - target**2) ** 2).mean()
# %% wrong: unrecorded
# why: The gradient is not recorded (create_graph is missing): the weights get nothing.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()
# %% wrong: detached
# why: The gradient is detached, so the penalty does not depend on the weights any more.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.detach().reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()
# %% wrong: x_switched_on
# why: x itself gets requires_grad, and it is data that must be left as it is.
@piece
def gradient_penalty(function, x, target):
    x.requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()
# %% wrong: flatten_of_numbers
# why: flatten(1) fails where a sample is a single number, x of shape (n,).
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.flatten(1).norm(dim=1)
    return ((norms - target) ** 2).mean()
# %% wrong: last_dimension_only
# why: The norm goes over the last dimension only, so an image has one norm for each of its rows.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.norm(dim=-1)
    return ((norms - target) ** 2).mean()
# %% wrong: absolute_values
# why: That is the sum of absolute values, not the length.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).abs().sum(1)
    return ((norms - target) ** 2).mean()
# %% wrong: mean_of_outputs
# why: The mean of the outputs is differentiated, so each gradient is n times too small.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).mean(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()
# %% wrong: one_sided
# why: Only slopes that are too long are punished; those below the target count as well.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target).clamp(min=0) ** 2).mean()
# %% wrong: dot_grad_touched
# why: backward() writes into the .grad of the weights before anybody calls backward on the penalty.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    function(x).sum().backward(create_graph=True)
    norms = x.grad.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()
# %% wrong: numbers_by_item
# why: item() makes plain numbers of the norms; the history is gone.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    norms = torch.tensor([n.item() for n in norms], dtype=x.dtype)
    return ((norms - target) ** 2).mean()
# %% wrong: first_sample_only
# why: Only the first sample is looked at.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return (norms[0] - target) ** 2
# %% wrong: flat_samples_left_out
# why: Samples with the gradient 0 are left out, though (0 - target)² counts in the mean.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    squares = g.reshape(len(x), -1).pow(2).sum(1)
    norms = squares[squares > 0].sqrt()
    return ((norms - target) ** 2).sum() / max(len(norms), 1)
# %% wrong: not_reduced
# why: There is no mean: one number for each sample is returned.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2)
# %% wrong: x_not_a_leaf
# why: x requires no grad, and nobody made a leaf of it: an error.
@piece
def gradient_penalty(function, x, target):
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).norm(dim=1)
    return ((norms - target) ** 2).mean()
# %% wrong: norm_clamped
# why: clamp keeps the norm away from 0, so the value at a gradient of 0 is wrong.
@piece
def gradient_penalty(function, x, target):
    x = x.detach().requires_grad_()
    (g,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    norms = g.reshape(len(x), -1).pow(2).sum(1).clamp(min=1e-3).sqrt()
    return ((norms - target) ** 2).mean()
# %% wrong: one_walk_without_sum
# why: grad starts from a vector without an upstream gradient, which is an error for more than one sample.
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().clone().requires_grad_()
    outputs = function(leaf)
    g = torch.autograd.grad(outputs, leaf, create_graph=True)[0]
    lengths = g.reshape(len(leaf), -1).norm(dim=1)
    return ((lengths - target) ** 2).mean()
# %% wrong: half_a_double_where
# why: The where stands behind the root only: the root still sees the 0, and its gradient is nan.
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().clone().requires_grad_()
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf, create_graph=True)
    squares = (g * g).reshape(len(leaf), -1).sum(1)
    lengths = torch.where(squares == 0, torch.zeros_like(squares), squares.sqrt())
    return (lengths - target).pow(2).mean()
# %% wrong: zero_gradients_cost_nothing
# why: Where the gradient is 0 the whole term is set to 0, and it is target².
@piece
def gradient_penalty(function, x, target):
    leaf = x.detach().clone().requires_grad_()
    (g,) = torch.autograd.grad(function(leaf).sum(), leaf, create_graph=True)
    squares = (g * g).reshape(len(leaf), -1).sum(1)
    zero = squares == 0
    lengths = torch.where(zero, torch.ones_like(squares), squares).sqrt()
    terms = (lengths - target).pow(2)
    return torch.where(zero, torch.zeros_like(terms), terms).mean()
