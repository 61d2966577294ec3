# %% right: derivative_by_u
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).detach().requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (out,) = torch.autograd.grad(g, u, v.detach())
    return out

# %% right: row_by_row
@piece
def jvp(function, x, v):
    y = function(x)
    v = v.detach()
    numbers = []
    for entry in y.reshape(-1):
        row = torch.autograd.grad(entry, x, retain_graph=True)[0]
        numbers.append((row * v).sum())
    if not numbers:
        return torch.zeros_like(y)
    return torch.stack(numbers).reshape(y.shape).to(y.dtype)

# %% wrong: vector_from_the_other_side
# why: v is sent into the backward pass as upstream gradient, which gives Jᵀ v. Asked for is J v; v has the shape of x
# and not that of y.
@piece
def jvp(function, x, v):
    y = function(x)
    (out,) = torch.autograd.grad(y, x, v.detach())
    return out

# %% wrong: sum_of_all_rows
# why: The gradient of the sum of all outputs is taken and multiplied by v. That adds up all rows of the Jacobian, and
# every entry of the result is the same; each output has its own row.
@piece
def jvp(function, x, v):
    y = function(x)
    (total,) = torch.autograd.grad(y.sum(), x)
    return torch.ones_like(y).detach() * (total * v.detach()).sum()

# %% wrong: difference_quotient
# why: It moves x by a small step and divides the difference by it. The function is called twice, and the result is only
# approximate; the exact product comes from two walks through one graph.
@piece
def jvp(function, x, v):
    h = 1e-6
    with torch.no_grad():
        return (function(x + h * v) - function(x - h * v)) / (2 * h)

# %% wrong: result_is_flat
# why: The products of the rows are returned in one long row. The result must have the shape of y.
@piece
def jvp(function, x, v):
    y = function(x)
    flat = y.reshape(-1)
    rows = [
        torch.autograd.grad(flat[i], x, retain_graph=True)[0].reshape(-1)
        for i in range(flat.numel())
    ]
    return torch.stack(rows) @ v.detach().reshape(-1)

# %% wrong: first_walk_not_recorded
# why: The first walk is made without create_graph=True, so its result does not depend on u, and the second walk has
# nothing to start from.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones_like(y).detach().requires_grad_()
    (g,) = torch.autograd.grad(y, x, grad_outputs=u)
    return torch.autograd.grad(g, u, grad_outputs=v.detach())[0]

# %% wrong: function_called_for_each_entry
# why: The function is called again for each entry of y, to have a fresh graph each time. It must be called once; with
# retain_graph=True one graph serves all rows.
@piece
def jvp(function, x, v):
    y = function(x)
    out = []
    for i in range(y.numel()):
        yi = function(x).reshape(-1)[i]
        (row,) = torch.autograd.grad(yi, x)
        out.append((row * v.detach()).sum())
    return torch.stack(out).reshape(y.shape)
