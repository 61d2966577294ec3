# %% right: gradient_times_vector
@piece
def hvp(function, inputs, vectors):
    inputs = tuple(inputs)
    value = function(*inputs)
    slopes = torch.autograd.grad(value, inputs, create_graph=True, allow_unused=True)
    total = None
    for slope, vector in zip(slopes, vectors):
        if slope is None or not slope.requires_grad:
            continue
        part = (slope * vector.detach()).sum()
        total = part if total is None else total + part
    if total is None:
        return tuple(torch.zeros_like(each.detach()) for each in inputs)
    result = torch.autograd.grad(total, inputs, allow_unused=True)
    return tuple(
        torch.zeros_like(each.detach()) if h is None else h
        for each, h in zip(inputs, result)
    )


# %% right: row_after_row_of_blocks
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    result = [torch.zeros_like(p.detach()) for p in inputs]
    for grad, v in zip(grads, vectors):
        if grad is not None and grad.requires_grad:
            # H is symmetric: vᵀ times a row of blocks
            parts = torch.autograd.grad(
                grad, inputs, v.detach(), retain_graph=True, allow_unused=True
            )
            for i, part in enumerate(parts):
                if part is not None:
                    result[i] = result[i] + part.detach()
    return tuple(result)


# %% wrong: the_vectors_have_a_history
# why: The product of gradient and vector is differentiated as it is. A vector that was computed from the inputs adds terms of its own, although it counts as a constant.
@piece
def hvp(function, inputs, vectors):
    gradients = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    pairs = [
        (g, v) for g, v in zip(gradients, vectors) if g is not None and g.requires_grad
    ]
    if not pairs:
        return tuple(torch.zeros_like(p) for p in inputs)
    product = sum((g * v).sum() for g, v in pairs)
    products = torch.autograd.grad(product, inputs, allow_unused=True)
    return tuple(
        torch.zeros_like(p) if h is None else h for p, h in zip(inputs, products)
    )


# %% wrong: backward_into_grad
# why: The second walk is made with backward(), which writes the products into the .grad of the inputs and of everything else behind the function.
@piece
def hvp(function, inputs, vectors):
    first = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    for p in inputs:
        p.grad = None
    dot = 0
    for g, v in zip(first, vectors):
        if g is not None and g.requires_grad:
            dot = dot + (g * v.detach()).sum()
    if isinstance(dot, torch.Tensor):
        dot.backward()
    out = []
    for p in inputs:
        out.append(torch.zeros_like(p) if p.grad is None else p.grad)
    return tuple(out)


# %% wrong: only_the_blocks_of_the_diagonal
# why: Each gradient is differentiated by its own input alone. The mixed second derivatives are left out of the sum.
@piece
def hvp(function, inputs, vectors):
    out = function(*inputs)
    result = []
    for p, v in zip(inputs, vectors):
        (g,) = torch.autograd.grad(out, [p], create_graph=True, allow_unused=True)
        if g is None or not g.requires_grad:
            result.append(torch.zeros_like(p))
            continue
        (h,) = torch.autograd.grad(
            g, [p], grad_outputs=v.detach(), retain_graph=True, allow_unused=True
        )
        result.append(torch.zeros_like(p) if h is None else h)
    return tuple(result)


# %% wrong: one_linear_input_and_all_is_zero
# why: As soon as the gradient of one input has no history, zeros are returned for all of them, also where the second derivatives of the others are there.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    if any(g is None or not g.requires_grad for g in grads):
        return tuple(torch.zeros_like(p) for p in inputs)
    constants = tuple(v.detach() for v in vectors)
    return tuple(
        torch.autograd.grad(
            grads,
            inputs,
            grad_outputs=constants,
            allow_unused=True,
            materialize_grads=True,
        )
    )


# %% wrong: none_in_place_of_zeros
# why: An input by which nothing more can be differentiated gets None. Second derivatives that are not there are zeros.
@piece
def hvp(function, inputs, vectors):
    loss = function(*inputs)
    grads = torch.autograd.grad(loss, inputs, create_graph=True, allow_unused=True)
    kept = [i for i, g in enumerate(grads) if g is not None and g.requires_grad]
    if len(kept) == 0:
        return tuple(p.detach() * 0 for p in inputs)
    return tuple(
        torch.autograd.grad(
            [grads[i] for i in kept],
            inputs,
            [vectors[i].detach() for i in kept],
            allow_unused=True,
        )
    )
