# %% right: two_walks_back
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_(True)
    (g,) = torch.autograd.grad(y, x, grad_outputs=u, create_graph=True)
    (result,) = torch.autograd.grad(g, u, grad_outputs=v.detach())
    return result

# %% right: row_by_row
@piece
def jvp(function, x, v):
    y = function(x)
    v = v.detach()
    flat = y.reshape(-1)
    answer = []
    for i in range(flat.numel()):
        row, = torch.autograd.grad(flat[i], x, retain_graph=True)
        answer.append((row * v).sum())
    if not answer:
        return torch.zeros_like(y)
    return torch.stack(answer).reshape(y.shape)

# %% wrong: from_the_wrong_side
# why: This is Jᵀ·v, one walk back with v as the upstream gradient. It needs a v in the shape of y, and has the shape of x; asked for is J·v.
@piece
def jvp(function, x, v):
    y = function(x)
    (out,) = torch.autograd.grad(y, x, grad_outputs=v.detach())
    return out

# %% wrong: a_small_step
# why: The derivative is taken from a small step along v. That is an approximation only, good for a few digits, and calls the function twice. It must be computed by the engine, with a single call.
@piece
def jvp(function, x, v):
    eps = 1e-4
    with torch.no_grad():
        return (function(x + eps * v) - function(x)) / eps

# %% wrong: stays_flat
# why: The rows' products are stacked to one long row, which is returned as it is. The result has the shape of y, so it must be reshaped.
@piece
def jvp(function, x, v):
    y = function(x)
    v = v.detach()
    parts = []
    for entry in y.reshape(-1):
        (row,) = torch.autograd.grad(entry, x, retain_graph=True)
        parts.append((row * v).sum())
    return torch.stack(parts)

# %% wrong: calls_for_each_entry
# why: The function is run again for each entry of y. It must be called once; retain_graph=True lets the same graph be walked again.
@piece
def jvp(function, x, v):
    v = v.detach()
    first = function(x)
    result = []
    for i in range(first.numel()):
        y = function(x).reshape(-1)
        (row,) = torch.autograd.grad(y[i], x)
        result.append((row * v).sum())
    return torch.stack(result).reshape(first.shape)

# %% wrong: gradient_of_the_sum
# why: All entries of y are added up first, and what comes out is one gradient for the sum, times v. The rows of J are mixed up, and the result has the shape of x; each entry of y has a row of its own.
@piece
def jvp(function, x, v):
    y = function(x)
    (g,) = torch.autograd.grad(y.sum(), x)
    return g * v.detach()

# %% wrong: differentiates_by_x_again
# why: The second walk goes to x, which makes second derivatives of it. Jᵀu is linear in u, and its derivative by u is wanted: the second walk must go to u.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones_like(y).requires_grad_(True)
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (h,) = torch.autograd.grad(g, x, v.detach(), allow_unused=True)
    return torch.zeros_like(x) if h is None else h

# %% wrong: vector_in_the_second_place
# why: The first walk starts with v in place of the dummy u, and the second one with ones. v has the shape of x and belongs into the second walk; the dummy has the shape of y.
@piece
def jvp(function, x, v):
    y = function(x)
    u = v.detach().clone().requires_grad_(True)
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (out,) = torch.autograd.grad(g, u, torch.ones_like(g))
    return out

# %% wrong: first_walk_forgets
# why: The first walk is done without create_graph=True, so g does not know that it depends on u, and the second walk cannot begin.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_(True)
    (g,) = torch.autograd.grad(y, x, u)
    (out,) = torch.autograd.grad(g, u, v.detach())
    return out

# %% wrong: matrix_for_rows_only
# why: Each row of J is multiplied by v with @, and the Jacobian is built with y and x taken for simple rows. For an x with more dimensions (or none), the row is no row, and @ multiplies matrices; multiply entry by entry and add up all.
@piece
def jvp(function, x, v):
    y = function(x)
    v = v.detach()
    parts = []
    for entry in y.reshape(-1):
        (row,) = torch.autograd.grad(entry, x, retain_graph=True)
        parts.append(row @ v)
    return torch.stack(parts).reshape(y.shape)

# %% wrong: rows_through_backward
# why: Each row is fetched with backward(). x itself is spared by a leaf of its own, but backward() also adds to the .grad of the weights that the function holds, and no .grad may be touched; torch.autograd.grad returns the row.
@piece
def jvp(function, x, v):
    leaf = x.detach().clone().requires_grad_(True)
    y = function(leaf)
    products = []
    for entry in y.reshape(-1):
        leaf.grad = None
        entry.backward(retain_graph=True)
        products.append((leaf.grad * v.detach()).sum())
    return torch.stack(products).reshape(y.shape)

# %% right: linear_in_the_dummy
def pull(y, x, u):
    return torch.autograd.grad(y, x, u, create_graph=True)[0]


@piece
def jvp(function, x, v):
    y = function(x)
    dummy = y.detach().clone().requires_grad_(True)
    back = pull(y, x, dummy)
    # back = Jᵀ dummy, so the derivative of (back · v) by dummy is J v
    return torch.autograd.grad((back * v.detach()).sum(), dummy)[0]
