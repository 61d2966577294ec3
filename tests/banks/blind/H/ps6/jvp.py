# %% right: scalar_in_between
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones_like(y).detach().requires_grad_(True)
    (back,) = torch.autograd.grad(y, x, u, create_graph=True)
    number = (back * v.detach()).sum()
    (result,) = torch.autograd.grad(number, u)
    return result

# %% right: row_by_row
@piece
def jvp(function, x, v):
    y = function(x)
    v = v.detach()
    entries = []
    for entry in y.reshape(-1):
        row = torch.autograd.grad(entry, x, retain_graph=True, allow_unused=True)[0]
        zero = torch.zeros((), dtype=y.dtype)
        entries.append(zero if row is None else (row * v).sum())
    if not entries:
        return torch.zeros_like(y)
    return torch.stack(entries).reshape(y.shape)

# %% wrong: transposed_jacobian
# why: One walk with v as upstream gradient gives Jᵀ v, and that only where y has the shape of x.
@piece
def jvp(function, x, v):
    y = function(x)
    return torch.autograd.grad(y, x, grad_outputs=v.detach())[0]

# %% wrong: by_differences
# why: It moves x a little to both sides: the function is called twice, and the result is not exact.
@piece
def jvp(function, x, v):
    eps = 1e-4
    with torch.no_grad():
        step = eps * v.detach()
        forward = function(x.detach() + step)
        backward = function(x.detach() - step)
        return (forward - backward) / (2 * eps)

# %% wrong: shape_of_y_lost
# why: The products of the rows come back in one flat vector, where the result has the shape of y.
@piece
def jvp(function, x, v):
    y = function(x)
    direction = v.detach().reshape(-1)
    products = []
    for i in range(y.numel()):
        (row,) = torch.autograd.grad(y.reshape(-1)[i], x, retain_graph=True)
        products.append(row.reshape(-1) @ direction)
    return torch.stack(products)

# %% wrong: differentiated_by_x
# why: The second walk differentiates Jᵀu by x and not by u, which gives second derivatives in the shape of x.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones_like(y, requires_grad=True)
    (jtu,) = torch.autograd.grad(y, x, u, create_graph=True)
    (jv,) = torch.autograd.grad(
        jtu, x, v.detach(), allow_unused=True, materialize_grads=True
    )
    return jv

# %% wrong: rows_from_grad
# why: The rows of the Jacobian are collected by backward() in x.grad, which is emptied in between: the user's .grad is overwritten.
@piece
def jvp(function, x, v):
    y = function(x)
    out = []
    for entry in y.flatten():
        x.grad = None
        entry.backward(retain_graph=True)
        out.append((x.grad * v.detach()).sum())
    return torch.stack(out).reshape(y.shape)
