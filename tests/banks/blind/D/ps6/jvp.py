# %% right: double_backward
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    u = torch.zeros_like(y).detach().requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (out,) = torch.autograd.grad(g, u, v.detach())
    return out

# %% right: ones_for_u
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    u = torch.ones(y.shape, dtype=y.dtype, requires_grad=True)
    jtu = torch.autograd.grad(outputs=y, inputs=x, grad_outputs=u, create_graph=True)[0]
    result = torch.autograd.grad(outputs=jtu, inputs=u, grad_outputs=v.detach())[0]
    return result.detach()

# %% right: inner_product
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    u = torch.ones_like(y.detach())
    u.requires_grad_(True)
    (g,) = torch.autograd.grad(y, (x,), (u,), create_graph=True)
    number = (g * v.detach()).sum()
    return torch.autograd.grad(number, (u,))[0]

# %% right: helper_pullback
def _pullback(y, x, u):
    """Jᵀ u, which can be differentiated by u."""
    return torch.autograd.grad(y, x, grad_outputs=u, create_graph=True)[0]


@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    constant = v.detach()
    y = function(x)
    u = torch.full_like(y.detach(), 0.5).requires_grad_()
    jt_u = _pullback(y, x, u)
    answer = torch.autograd.grad(jt_u, u, grad_outputs=constant, allow_unused=True)[0]
    if answer is None:
        answer = torch.zeros_like(y)
    return answer

# %% wrong: vjp
# why: v is sent into the backward pass: that is the transposed Jacobian times v, whose shape does not even fit in general.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    (out,) = torch.autograd.grad(y, x, v.detach())
    return out

# %% wrong: finite_difference
# why: A difference quotient: two calls of function and only about half of the digits.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    eps = 1e-6
    with torch.no_grad():
        return (function(x + eps * v) - function(x)) / eps

# %% wrong: row_by_row
# why: The function is called once for each entry of y.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    n = function(x).numel()
    rows = []
    for i in range(n):
        y = function(x)
        (g,) = torch.autograd.grad(y.reshape(-1)[i], x)
        rows.append((g * v.detach()).sum())
    return torch.stack(rows).reshape(y.shape)

# %% wrong: differentiates_by_x
# why: The second walk goes to x and not to u: that is a second derivative and not the Jacobian.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    u = torch.ones_like(y).detach().requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (out,) = torch.autograd.grad(g, x, v.detach(), allow_unused=True, materialize_grads=True)
    return out

# %% wrong: u_without_grad
# why: u does not require grad, so the gradient has no history by way of u.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    u = torch.ones_like(y).detach()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (out,) = torch.autograd.grad(g, u, v.detach())
    return out

# %% wrong: no_create_graph
# why: The first walk is not recorded: its result cannot be differentiated.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    u = torch.zeros_like(y).detach().requires_grad_()
    (g,) = torch.autograd.grad(y, x, u)
    (out,) = torch.autograd.grad(g, u, v.detach())
    return out

# %% wrong: sum_of_outputs
# why: The outputs are summed first: a single number comes out, the slope of the sum along v.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    (g,) = torch.autograd.grad(y.sum(), x)
    return (g * v.detach()).sum()

# %% wrong: gradient_times_v
# why: The gradient of the sum times v, entry by entry, has the shape of x: it sums over the outputs and not over the inputs.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    (g,) = torch.autograd.grad(y.sum(), x)
    return g * v.detach()

# %% wrong: u_in_shape_of_x
# why: u has the shape of x, but the first walk needs one number for each output.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    u = torch.zeros_like(x).detach().requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (out,) = torch.autograd.grad(g, u, v.detach())
    return out

# %% wrong: returns_tuple
# why: The result of grad is returned as it is: a tuple, and not a tensor.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    u = torch.zeros_like(y).detach().requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    return torch.autograd.grad(g, u, v.detach())

# %% wrong: via_grad_attribute
# why: backward() leaves the gradient in x.grad, which must not be touched.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x)
    u = torch.zeros_like(y).detach().requires_grad_()
    x.grad = None
    y.backward(u, create_graph=True)
    (out,) = torch.autograd.grad(x.grad, u, v.detach())
    return out

# %% wrong: flat_result
# why: The result is one long row and has lost the shape of y.
@piece
def jvp(function, x, v):
    """The Jacobian of function at x, times v: how y moves if x moves by v."""
    y = function(x).reshape(-1)
    u = torch.zeros_like(y).detach().requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (out,) = torch.autograd.grad(g, u, v.detach())
    return out
