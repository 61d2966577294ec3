# %% right: only_those_with_history
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v.detach()) for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(p) for p in inputs)
    starts, vs = zip(*pairs)
    seconds = torch.autograd.grad(starts, inputs, vs, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, seconds))

# %% right: one_number_first
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    y = function(*inputs)
    first = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    total = None
    for g, v in zip(first, vectors):
        if g is None or not g.requires_grad:
            continue
        term = (g * v.detach()).sum()
        total = term if total is None else total + term
    result = [torch.zeros_like(p) for p in inputs]
    if total is not None:
        second = torch.autograd.grad(total, inputs, allow_unused=True)
        for i in range(len(inputs)):
            if second[i] is not None:
                result[i] = second[i]
    return tuple(result)

# %% right: one_walk_for_each_gradient
@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    sums = [torch.zeros_like(p) for p in inputs]
    grads = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            parts = torch.autograd.grad(
                g, inputs, grad_outputs=v.detach(), retain_graph=True, allow_unused=True
            )
            sums = [s if q is None else s + q for s, q in zip(sums, parts)]
    return tuple(s.detach() for s in sums)

# %% right: added_to_a_harmless_zero
def zeros_for_none(grads, inputs):
    return [torch.zeros_like(p) if g is None else g for g, p in zip(grads, inputs)]


@piece
def hvp(function, inputs, vectors):
    """The products of the Hessian of function with vectors, one for each input."""
    constants = [v.detach() for v in vectors]
    grads = zeros_for_none(
        torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True), inputs
    )
    dot = sum((g * v).sum() for g, v in zip(grads, constants))
    if not dot.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    return tuple(zeros_for_none(torch.autograd.grad(dot, inputs, allow_unused=True), inputs))

# %% wrong: vectors_with_their_history
# why: The dot product of gradient and vector is differentiated with a vector that has a history, so that its
# own derivative is added. The vectors are constants: detach them.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    total = 0
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            total = total + (g * v).sum()
    if isinstance(total, int):
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(total, inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for h, p in zip(hs, inputs))

# %% wrong: blocks_on_the_diagonal
# why: Each gradient is differentiated by its own input only. The mixed second derivatives, of one input's
# gradient by another input, are missing from the sum.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    out = []
    for p, g, v in zip(inputs, grads, vectors):
        h = None
        if g is not None and g.requires_grad:
            (h,) = torch.autograd.grad(g, p, v.detach(), retain_graph=True, allow_unused=True)
        out.append(torch.zeros_like(p) if h is None else h)
    return tuple(out)

# %% wrong: vectors_not_filtered
# why: Gradients without a history are left out, but the vectors are not left out with them. From there on
# each gradient meets the vector of another input. Filter both together, in pairs.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    grads = [g for g in grads if g is not None and g.requires_grad]
    if not grads:
        return tuple(torch.zeros_like(p) for p in inputs)
    dot = sum((g * v.detach()).sum() for g, v in zip(grads, vectors))
    hs = torch.autograd.grad(dot, inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))

# %% wrong: none_in_place_of_zeros
# why: Where a gradient does not depend on an input, None is returned for it. A second derivative that is
# not there is 0: return zeros in the shape of the input.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v.detach()) for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    if len(pairs) == 0:
        return tuple(torch.zeros_like(p) for p in inputs)
    return tuple(
        torch.autograd.grad(
            [g for g, v in pairs], inputs, [v for g, v in pairs], allow_unused=True
        )
    )

# %% wrong: one_constant_gradient_ends_it
# why: As soon as one gradient is None or has no history, zeros are returned for all inputs. The others may
# still have second derivatives; leave out only the gradients that have none.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    if any(g is None or not g.requires_grad for g in grads):
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(grads, inputs, tuple(v.detach() for v in vectors), allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))

# %% wrong: backward_called
# why: The first walk is made by backward(), and the gradients are taken from .grad, which is changed by
# that. No .grad may be touched: use torch.autograd.grad.
@piece
def hvp(function, inputs, vectors):
    for p in inputs:
        p.grad = None
    function(*inputs).backward(create_graph=True)
    dot = 0
    for p, v in zip(inputs, vectors):
        if p.grad is not None:
            dot = dot + (p.grad * v.detach()).sum()
    if isinstance(dot, int) or not dot.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(dot, inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))

# %% wrong: linear_function_not_thought_of
# why: The second walk is started whatever the gradients are. If the function is linear they have no
# history, and starting there is an error; every product is 0 then.
@piece
def hvp(function, inputs, vectors):
    value = function(*inputs)
    grads = torch.autograd.grad(value, inputs, create_graph=True, allow_unused=True)
    s = sum((g * v.detach()).sum() for g, v in zip(grads, vectors) if g is not None)
    hs = torch.autograd.grad(s, inputs, allow_unused=True)
    return tuple(h if h is not None else torch.zeros_like(p) for h, p in zip(hs, inputs))

# %% wrong: zeros_in_the_usual_dtype
# why: The zeros are made from the shape alone, in float32. The result must have the dtype of its input, as
# zeros_like makes it.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    hs = [torch.zeros(p.shape) for p in inputs]
    for g, v in zip(grads, vectors):
        if g is None or not g.requires_grad:
            continue
        row = torch.autograd.grad(g, inputs, v.detach(), retain_graph=True, allow_unused=True)
        for i, part in enumerate(row):
            if part is not None:
                hs[i] = hs[i] + part
    return tuple(hs)
