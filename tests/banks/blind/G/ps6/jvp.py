# %% right: by_the_dummy
@piece
def jvp(function, x, v):
    y = function(x)
    dummy = torch.ones_like(y.detach()).requires_grad_()
    (back,) = torch.autograd.grad(y, x, grad_outputs=dummy, create_graph=True)
    moved = (back * v.detach()).sum()
    (result,) = torch.autograd.grad(moved, dummy)
    return result


# %% right: a_row_of_the_jacobian_at_a_time
@piece
def jvp(function, x, v):
    y = function(x)
    direction = v.detach()
    result = torch.zeros_like(y.detach()).reshape(-1)
    for i in range(y.numel()):
        unit = torch.zeros_like(result)
        unit[i] = 1
        (row,) = torch.autograd.grad(
            y, x, unit.reshape(y.shape), retain_graph=True, allow_unused=True
        )
        if row is not None:
            result[i] = (row.detach() * direction).sum()
    return result.reshape(y.shape)


# %% wrong: the_transposed_product
# why: One backward pass with v as upstream gradient computes Jᵀ v. J is not symmetric, and need not even be square.
@piece
def jvp(function, x, v):
    output = function(x)
    vector = v.detach()
    return torch.autograd.grad(output, x, grad_outputs=vector)[0]


# %% wrong: a_difference_quotient
# why: The product is estimated by a difference quotient. It is off by rounding, and calls the function twice.
@piece
def jvp(function, x, v):
    eps = 1e-5
    with torch.no_grad():
        up = function(x + eps * v)
        down = function(x - eps * v)
        return (up - down) / (2 * eps)


# %% wrong: gradient_of_the_sum_entry_by_entry
# why: The gradient of the sum of all outputs, times v, is J v only where each output depends on its own input alone, and has the shape of x.
@piece
def jvp(function, x, v):
    y = function(x)
    slopes = torch.autograd.grad(y.sum(), [x])
    return slopes[0] * v.detach()


# %% wrong: backward_leaves_traces
# why: The second walk is made by backward(), which adds to the .grad of x and of whatever the function holds.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.zeros_like(y.detach())
    u.requires_grad_()
    g = torch.autograd.grad(y, [x], [u], create_graph=True)[0]
    g.backward(v.detach())
    return u.grad


# %% wrong: the_second_walk_goes_to_x
# why: The second walk differentiates the gradient by x, and not by u: that is a Hessian of the sum of the outputs times v.
@piece
def jvp(function, x, v):
    y = function(x)
    u = torch.ones_like(y.detach())
    (jt_u,) = torch.autograd.grad(y, x, grad_outputs=u, create_graph=True)
    if not jt_u.requires_grad:
        return torch.zeros_like(y.detach())
    (result,) = torch.autograd.grad(
        jt_u, x, grad_outputs=v.detach(), allow_unused=True, materialize_grads=True
    )
    return result
