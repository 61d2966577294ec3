# %% right: two_walks
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (result,) = torch.autograd.grad(g, u, v)
    return result
# %% right: dot_product
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones(y.shape, dtype=y.dtype, requires_grad=True)
    g = torch.autograd.grad(y, x, grad_outputs=u, create_graph=True)[0]
    return torch.autograd.grad((g * v).sum(), u)[0]
# %% right: through_the_dot_with_u
@piece
def jvp(function, x, v):
    y = function(x)
    u = y.detach().clone().requires_grad_(True)
    (g,) = torch.autograd.grad((y * u).sum(), x, create_graph=True)
    (jv,) = torch.autograd.grad(g, u, grad_outputs=v.detach())
    return jv
# %% right: row_by_row
@piece
def jvp(function, x, v):
    y = function(x)
    flat = y.reshape(-1)
    v = v.detach()
    numbers = []
    for i in range(len(flat)):
        (row,) = torch.autograd.grad(flat[i], x, retain_graph=True)
        numbers.append((row * v).sum().to(y.dtype))
    if not numbers:
        return torch.zeros_like(y)
    return torch.stack(numbers).reshape(y.shape)
# %% right: any_vector_will_do
@piece
def jvp(function, x, v):
    v = v.detach()
    y = function(x)
    u = torch.full_like(y, 3.0).detach()
    u.requires_grad = True
    jtu, = torch.autograd.grad([y], [x], [u], create_graph=True)
    jv, = torch.autograd.grad([jtu], [u], [v])
    return jv.reshape(y.shape)
# %% wrong: the_other_side
# why: v is sent into an ordinary walk: that is Jᵀv (or an error, if the shapes differ).
@piece
def jvp(function, x, v):
    y = function(x)
    (result,) = torch.autograd.grad(y, x, v)
    return result
# %% wrong: unrecorded
# why: The first walk is not recorded: create_graph=True is missing.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u)
    (result,) = torch.autograd.grad(g, u, v)
    return result
# %% wrong: u_without_grad
# why: u does not require grad, so nothing can be differentiated by it.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y)
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (result,) = torch.autograd.grad(g, u, v)
    return result
# %% wrong: jtu_returned
# why: The result of the first walk is returned, Jᵀu, with u = 0.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (result,) = torch.autograd.grad(g, u, v)
    return g
# %% wrong: by_x_again
# why: The second walk goes to x in place of u: that is a second derivative.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (result,) = torch.autograd.grad(g, x, v, allow_unused=True)
    return result
# %% wrong: tuple_returned
# why: grad returns a tuple, and so does this function.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    result = torch.autograd.grad(g, u, v)
    return result
# %% wrong: slope_of_the_sum
# why: The outputs are added up first, so only one sum of the rows is left.
@piece
def jvp(function, x, v):
    y = function(x)
    (g,) = torch.autograd.grad(y.sum(), x)
    return g * v
# %% wrong: difference_quotient
# why: A difference quotient calls the function twice and is not exact.
@piece
def jvp(function, x, v):
    eps = 1e-3
    with torch.no_grad():
        return (function(x + eps * v) - function(x)) / eps
# %% wrong: function_for_each_entry
# why: The function is called anew for each entry, and it may be called only once.
@piece
def jvp(function, x, v):
    y = function(x)
    numbers = []
    for i in range(y.numel()):
        (row,) = torch.autograd.grad(function(x).reshape(-1)[i], x)
        numbers.append((row * v.detach()).sum())
    return torch.stack(numbers).reshape(y.shape)
# %% wrong: rows_not_summed
# why: Each row is multiplied by v entry by entry, and not added up.
@piece
def jvp(function, x, v):
    y = function(x)
    rows = []
    for i in range(y.numel()):
        (row,) = torch.autograd.grad(y.reshape(-1)[i], x, retain_graph=True)
        rows.append(row * v.detach())
    return torch.stack(rows)
# %% wrong: freed_after_a_row
# why: The graph is freed after the first row (retain_graph is missing).
@piece
def jvp(function, x, v):
    y = function(x)
    flat = y.reshape(-1)
    numbers = []
    for i in range(flat.numel()):
        (row,) = torch.autograd.grad(flat[i], x)
        numbers.append((row * v.detach()).sum())
    return torch.stack(numbers).reshape(y.shape)
# %% wrong: flat_result
# why: The result is one long row and has lost the shape of y.
@piece
def jvp(function, x, v):
    y = function(x).reshape(-1)
    u = torch.zeros_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (result,) = torch.autograd.grad(g, u, v)
    return result
# %% wrong: first_row_only
# why: Only the first output is differentiated.
@piece
def jvp(function, x, v):
    y = function(x)
    (row,) = torch.autograd.grad(y.reshape(-1)[0], x)
    return (row * v).sum() + torch.zeros_like(y)
# %% wrong: dot_grad_touched
# why: backward() leaves its traces in x.grad.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    y.backward(u, create_graph=True)
    (result,) = torch.autograd.grad(x.grad, u, v)
    return result
# %% wrong: gradient_detached
# why: The gradient is detached before the second walk, and depends on u no more.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (result,) = torch.autograd.grad(g.detach(), u, v)
    return result
# %% wrong: shape_of_x
# why: u is made in the shape of x; it is an upstream gradient of y.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(x).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (result,) = torch.autograd.grad(g, u, v)
    return result
# %% wrong: v_in_both
# why: v is forgotten: the second walk starts from ones, which gives the sums of the rows of J.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y).requires_grad_()
    (g,) = torch.autograd.grad(y, x, u, create_graph=True)
    (result,) = torch.autograd.grad(g, u, torch.ones_like(g))
    return result
# %% wrong: hessian_instead
# why: The outputs are added up and differentiated twice: a Hessian-vector product, not J v.
@piece
def jvp(function, x, v):
    y = function(x)
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    (h,) = torch.autograd.grad((g * v.detach()).sum(), x, allow_unused=True)
    return torch.zeros_like(x) if h is None else h
# %% wrong: one_number
# why: All entries of J v are added up to a single number.
@piece
def jvp(function, x, v):
    y = function(x)
    total = 0
    for entry in y.reshape(-1):
        (row,) = torch.autograd.grad(entry, x, retain_graph=True)
        total = total + (row * v.detach()).sum()
    return total
