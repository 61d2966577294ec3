# %% right: derivative_by_u
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).detach().requires_grad_(True)
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (out,) = torch.autograd.grad(g, u, v.detach())
    return out

# %% right: dot_product_by_u
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones_like(y).detach()
    u.requires_grad_(True)
    g = torch.autograd.grad(y, x, grad_outputs=u, create_graph=True)[0]
    dot = (g * v.detach()).sum()
    return torch.autograd.grad(dot, u)[0]

# %% wrong: vector_from_the_left
# why: v is sent into the backward pass as the upstream gradient, which computes J^T v (and fits only
# if y has the shape of x). Asked is J v: a second walk, by the upstream gradient u.
@piece
def jvp(function, x, v):
    y = function(x)
    return torch.autograd.grad(y, x, v.detach())[0]

# %% wrong: finite_difference
# why: The product is estimated by a difference quotient, which is not exact and calls the function
# twice. It should be computed with two walks and a single call.
@piece
def jvp(function, x, v):
    eps = 1e-4
    with torch.no_grad():
        return (function(x + eps * v) - function(x)) / eps

# %% wrong: first_walk_not_recorded
# why: The first walk is not recorded, so its gradient does not depend on u and the second walk cannot
# start from it. It needs create_graph=True.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones_like(y).detach().requires_grad_(True)
    (g,) = torch.autograd.grad(y, x, u, retain_graph=True)
    (jv,) = torch.autograd.grad(g, u, v.detach())
    return jv

# %% wrong: first_walk_into_grad
# why: The first walk is y.backward, which fills the .grad of x and of every other leaf behind y. No
# .grad may be touched: use torch.autograd.grad.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).detach().requires_grad_(True)
    x.grad = None
    y.backward(u, create_graph=True)
    (jv,) = torch.autograd.grad(x.grad, u, v.detach())
    return jv

# %% wrong: second_walk_goes_to_x
# why: The second walk differentiates the gradient by x, which gives a Hessian times v. It should go to
# u, the upstream gradient of the first walk.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones_like(y).detach().requires_grad_(True)
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (jv,) = torch.autograd.grad(g, x, v.detach())
    return jv

# %% wrong: rows_stay_flat
# why: The entries are computed one by one and stacked to a vector, which is not given the shape of y
# any more. The result must have the shape of y, also if that is a matrix or 0-d.
@piece
def jvp(function, x, v):
    y = function(x).reshape(-1)
    v = v.detach()
    entries = []
    for i in range(y.shape[0]):
        (row,) = torch.autograd.grad(y[i], x, retain_graph=True)
        entries.append((row * v).sum())
    return torch.stack(entries)

# %% wrong: y_as_its_own_upstream
# why: y itself is used as the upstream gradient, in place of a new leaf u. Where a slope is computed
# from the output, as in exp or tanh, the second walk then reaches y on other paths too and adds too much.
@piece
def jvp(function, x, v):
    y = function(x)
    (g,) = torch.autograd.grad(y, x, y, create_graph=True)
    (jv,) = torch.autograd.grad(g, y, v.detach())
    return jv
