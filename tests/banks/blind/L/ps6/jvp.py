# %% right: second_walk_by_u
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (result,) = torch.autograd.grad(g, u, v.detach())
    return result

# %% right: dot_product_by_u
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    u = torch.ones_like(y.detach()).requires_grad_()
    jt_u = torch.autograd.grad(y, x, grad_outputs=u, create_graph=True)[0]
    return torch.autograd.grad((jt_u * v.detach()).sum(), u)[0]

# %% right: row_by_row
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    flat = y.reshape(-1)
    constant = v.detach()
    entries = []
    for i in range(flat.shape[0]):
        (row,) = torch.autograd.grad(flat[i], x, retain_graph=True)
        entries.append((row * constant).sum())
    if not entries:
        return torch.zeros_like(y)
    return torch.stack(entries).reshape(y.shape)

# %% right: unit_vectors_upstream
def unit(y, i):
    e = np.zeros(y.numel())
    e[i] = 1
    return torch.tensor(e, dtype=y.dtype).reshape(y.shape)


@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    v = v.detach()
    out = torch.zeros_like(y).detach()
    for i in range(y.numel()):
        e = unit(y, i)
        row = torch.autograd.grad(y, x, e, retain_graph=True)[0]
        out = out + e * (row * v).sum()
    return out

# %% wrong: transposed_product
# why: A single walk with v as the upstream gradient gives Jᵀv. Asked is J v; for a Jacobian that is not
# square v does not even fit there.
@piece
def jvp(function, x, v):
    y = function(x)
    (g,) = torch.autograd.grad(y, x, v.detach())
    return g

# %% wrong: gradient_times_v
# why: The gradient of the sum of all outputs is multiplied by v, entry by entry. That is right only if
# each output depends on the input at its own place, and in general has not even the shape of y.
@piece
def jvp(function, x, v):
    y = function(x)
    g = torch.autograd.grad(y.sum(), x)[0]
    return g * v.detach()

# %% wrong: u_without_grad
# why: u does not require grad, so the first gradient does not depend on it and the second walk by u is an
# error. Switch requires_grad on for u.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones_like(y)
    g, = torch.autograd.grad(y, x, u, create_graph=True)
    out, = torch.autograd.grad(g, u, v.detach())
    return out

# %% wrong: second_walk_to_x
# why: The second walk goes to x, and so gives second derivatives of the function. J v comes out if the
# gradient is differentiated by u, the upstream gradient of the first walk.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (h,) = torch.autograd.grad(g, x, v.detach(), allow_unused=True)
    return torch.zeros_like(x) if h is None else h

# %% wrong: a_small_step
# why: The product is estimated from the function at two places, by a small step along v. That is not exact,
# and calls the function twice; it may be called once.
@piece
def jvp(function, x, v):
    eps = 1e-4
    x, v = x.detach(), v.detach()
    return ((function(x + eps * v) - function(x - eps * v)) / (2 * eps)).detach()

# %% wrong: always_a_row_of_numbers
# why: The entries of the product are returned as a flat row. The result must have the shape of y.
@piece
def jvp(function, x, v):
    y = function(x).reshape(-1)
    rows = [torch.autograd.grad(y[i], x, retain_graph=True)[0] for i in range(len(y))]
    return torch.stack([(row * v.detach()).sum() for row in rows])

# %% wrong: grad_of_x_used
# why: The first walk is made by y.backward(), which leaves a gradient in x.grad. No .grad may be touched;
# torch.autograd.grad returns the gradient instead.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    x.grad = None
    y.backward(u, create_graph=True)
    (out,) = torch.autograd.grad(x.grad, u, v.detach())
    return out

# %% wrong: matrix_needs_flat_x
# why: The rows of the Jacobian keep the shape of x and are multiplied by v with @, which is a sum over
# one axis only. For x with more or fewer dimensions than one it fails or gives another shape; sum over all
# entries of x.
@piece
def jvp(function, x, v):
    y = function(x)
    flat = y.reshape(-1)
    jac = torch.stack(
        [torch.autograd.grad(flat[i], x, retain_graph=True)[0] for i in range(flat.shape[0])]
    )
    return (jac @ v.detach()).reshape(y.shape)
