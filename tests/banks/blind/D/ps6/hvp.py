# %% right: two_walks
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v.detach()) for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(p) for p in inputs)
    starts = tuple(g for g, _ in pairs)
    sent = tuple(v for _, v in pairs)
    result = torch.autograd.grad(starts, inputs, sent, allow_unused=True)
    return tuple(torch.zeros_like(p) if r is None else r for r, p in zip(result, inputs))

# %% right: one_walk_for_each_gradient
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    value = function(*inputs)
    grads = torch.autograd.grad(value, inputs, create_graph=True, allow_unused=True)
    totals = [torch.zeros_like(p).detach() for p in inputs]
    for g, v in zip(grads, vectors):
        if g is None or not g.requires_grad:
            continue
        parts = torch.autograd.grad(g, inputs, v.detach(), retain_graph=True, allow_unused=True)
        for i, part in enumerate(parts):
            if part is not None:
                totals[i] = totals[i] + part
    return tuple(totals)

# %% right: inner_product
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    product = None
    for g, v in zip(grads, vectors):
        if g is not None:
            term = (g * v.detach()).sum()
            product = term if product is None else product + term
    if product is None or not product.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    return tuple(torch.autograd.grad(product, inputs, allow_unused=True, materialize_grads=True))

# %% right: materialize
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    first = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True, materialize_grads=True
    )
    outputs, upstream = [], []
    for g, v in zip(first, vectors):
        if g.requires_grad:
            outputs.append(g)
            upstream.append(v.detach())
    if len(outputs) == 0:
        return tuple([torch.zeros_like(p) for p in inputs])
    second = torch.autograd.grad(
        tuple(outputs), inputs, tuple(upstream), allow_unused=True, materialize_grads=True
    )
    return tuple(second)

# %% wrong: no_create_graph
# why: The first walk is not recorded, so the gradient has no history to walk through.
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs)
    return torch.autograd.grad(grads, inputs, tuple(vectors))

# %% wrong: linear_not_considered
# why: Gradients that are None or constants are not sorted out: a function that is linear or does not use an input raises an error.
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True)
    return torch.autograd.grad(grads, inputs, tuple(v.detach() for v in vectors))

# %% wrong: vectors_with_history
# why: The vectors are not detached: in the product g·v a vector that was computed from the inputs is differentiated, too.
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    total = 0
    for g, v in zip(grads, vectors):
        if g is not None:
            total = total + (g * v).sum()
    if not isinstance(total, torch.Tensor) or not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    return torch.autograd.grad(total, inputs, allow_unused=True, materialize_grads=True)

# %% wrong: diagonal_blocks
# why: Each gradient is differentiated by its own input only: the mixed second derivatives are missing.
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    result = []
    for g, p, v in zip(grads, inputs, vectors):
        if g is None or not g.requires_grad:
            result.append(torch.zeros_like(p))
            continue
        (h,) = torch.autograd.grad(g, (p,), v.detach(), retain_graph=True, allow_unused=True)
        result.append(torch.zeros_like(p) if h is None else h)
    return tuple(result)

# %% wrong: backward_into_grad
# why: The second walk is done by backward() and read from .grad, which touches the .grad of the inputs.
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    total = sum((g * v.detach()).sum() for g, v in zip(grads, vectors) if g is not None)
    for p in inputs:
        p.grad = None
    if isinstance(total, torch.Tensor) and total.requires_grad:
        total.backward()
    return tuple(torch.zeros_like(p) if p.grad is None else p.grad for p in inputs)

# %% wrong: none_returned
# why: Second derivatives that are not there come back as None and not as zeros.
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v.detach()) for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(p) for p in inputs)
    return torch.autograd.grad(tuple(g for g, v in pairs), inputs, tuple(v for g, v in pairs), allow_unused=True)

# %% wrong: all_linear_forgotten
# why: If no gradient has a history at all, there is nothing to start from, and the second walk raises an error in place of zeros.
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v.detach()) for g, v in zip(grads, vectors) if g is not None]
    total = sum((g * v).sum() for g, v in pairs)
    return torch.autograd.grad(total, inputs, allow_unused=True, materialize_grads=True)

# %% wrong: gradient_times_vector
# why: Only one walk: the gradient times the vector, which is no second derivative.
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, allow_unused=True, materialize_grads=True)
    return tuple(g * v for g, v in zip(grads, vectors))

# %% wrong: hessian_row_sums
# why: The vectors are multiplied after the second walk, entry by entry: the row sums of the Hessian times v, not the product.
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    total = sum(g.sum() for g in grads if g is not None)
    if not isinstance(total, torch.Tensor) or not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    second = torch.autograd.grad(total, inputs, allow_unused=True, materialize_grads=True)
    return tuple(s * v.detach() for s, v in zip(second, vectors))

# %% wrong: drops_unused_from_result
# why: The inputs whose gradient has no history are left out of the result, which is shorter than the inputs.
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    keep = [(g, p, v.detach()) for g, p, v in zip(grads, inputs, vectors) if g is not None and g.requires_grad]
    if not keep:
        return tuple(torch.zeros_like(p) for p in inputs)
    return torch.autograd.grad(
        tuple(k[0] for k in keep), tuple(k[1] for k in keep), tuple(k[2] for k in keep),
        allow_unused=True, materialize_grads=True,
    )

# %% wrong: first_input_only
# why: Only the first gradient is sent through the second walk, the contributions of the other vectors are missing.
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    g, v = grads[0], vectors[0].detach()
    if g is None or not g.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    return torch.autograd.grad(g, inputs, v, allow_unused=True, materialize_grads=True)
