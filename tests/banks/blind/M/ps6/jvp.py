# %% right: two_walks
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    if not g.requires_grad:
        return torch.zeros_like(y)
    (result,) = torch.autograd.grad(g, u, v.detach(), allow_unused=True)
    return torch.zeros_like(y) if result is None else result

# %% right: weighted_sum_of_outputs
@piece
def jvp(function, x, v):
    y = function(x)
    weights = torch.ones_like(y).detach().requires_grad_(True)
    slope, = torch.autograd.grad((weights * y).sum(), x, create_graph=True)
    along = (slope * v.detach()).sum()
    jv, = torch.autograd.grad(along, weights, allow_unused=True, materialize_grads=True)
    return jv

# %% right: row_by_row
@piece
def jvp(function, x, v):
    y = function(x)
    flat = y.reshape(-1)
    v = v.detach()
    entries = []
    for i in range(flat.shape[0]):
        (row,) = torch.autograd.grad(flat[i], x, retain_graph=True, allow_unused=True)
        entries.append(torch.zeros_like(flat[i].detach()) if row is None else (row * v).sum())
    if not entries:
        return torch.zeros_like(y)
    return torch.stack(entries).reshape(y.shape)

# %% right: one_hot_upstreams
@piece
def jvp(function, x, v):
    y = function(x)
    n = y.numel()
    v = v.detach().reshape(-1)
    out = torch.zeros(n, dtype=y.dtype)
    for i in range(n):
        one_hot = torch.zeros(n, dtype=y.dtype)
        one_hot[i] = 1
        g = torch.autograd.grad(y, x, one_hot.reshape(y.shape), retain_graph=True)[0]
        out[i] = (g.detach().reshape(-1) * v).sum()
    return out.reshape(y.shape)

# %% wrong: one_walk_is_the_transpose
# why: v is sent into a single backward pass as upstream gradient. That computes the transposed Jacobian times v, and fits at all only where y has the shape of x; Jv needs a second walk.
@piece
def jvp(function, x, v):
    y = function(x)
    (result,) = torch.autograd.grad(y, x, v.detach())
    return result

# %% wrong: differentiated_by_x
# why: The second walk differentiates the gradient by x, which gives a Hessian times v. It must differentiate by u, the upstream gradient of the first walk, in which the gradient is linear.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (out,) = torch.autograd.grad(g, x, v.detach(), allow_unused=True, materialize_grads=True)
    return out

# %% wrong: finite_difference
# why: The function is called twice and the difference of its values divided by a small step. The text allows one call, and the quotient is right to a few digits only; the product must be computed by backward passes.
@piece
def jvp(function, x, v):
    eps = 1e-6
    with torch.no_grad():
        return (function(x + eps * v) - function(x - eps * v)) / (2 * eps)

# %% wrong: function_for_each_entry
# why: The function is called anew for every entry of y. It must be called once, however many entries there are; the one graph can be walked several times with retain_graph=True.
@piece
def jvp(function, x, v):
    y = function(x)
    entries = []
    for i in range(y.numel()):
        row, = torch.autograd.grad(function(x).reshape(-1)[i], x)
        entries.append((row * v.detach()).sum())
    return torch.stack(entries).reshape(y.shape)

# %% wrong: first_axis_only
# why: The loop goes over y itself, so that each part is a row, and not a single number, where y has two axes (and a 0-d y cannot be looped over). All entries must be gone through, y.reshape(-1), and the result put back into the shape of y.
@piece
def jvp(function, x, v):
    y = function(x)
    products = []
    for yi in y:
        g, = torch.autograd.grad(yi, x, retain_graph=True)
        products.append((g * v.detach()).sum())
    return torch.stack(products)

# %% wrong: flat_result
# why: The products come back in one flat row. The result must have the shape of y.
@piece
def jvp(function, x, v):
    y = function(x).reshape(-1)
    u = torch.zeros_like(y).requires_grad_()
    g, = torch.autograd.grad(y, x, u, create_graph=True)
    return torch.autograd.grad(g, u, v.detach())[0]

# %% wrong: slopes_times_vector
# why: The gradient of the sum of all outputs is multiplied by v entry by entry. That is right only if each output depends on the input in the same place alone; Jv sums over all inputs, for each output by itself.
@piece
def jvp(function, x, v):
    y = function(x)
    slope, = torch.autograd.grad(y.sum(), x)
    return slope * v.detach()

# %% wrong: result_in_float32
# why: The result is collected in torch.zeros(n), which is float32, so that digits of a float64 function are lost. It must have the dtype of y.
@piece
def jvp(function, x, v):
    y = function(x)
    flat = y.reshape(-1)
    out = torch.zeros(flat.shape[0])
    for i in range(flat.shape[0]):
        row = torch.autograd.grad(flat[i], x, retain_graph=True)[0]
        out[i] = (row.detach() * v.detach()).sum().item()
    return out.reshape(y.shape)
