# %% right: gradient_times_vector
@piece
def hvp(function, inputs, vectors):
    first = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    product = None
    for g, v in zip(first, vectors):
        if g is not None and g.requires_grad:
            term = (g * v.detach()).sum()
            product = term if product is None else product + term
    if product is None or not product.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    second = torch.autograd.grad(product, inputs, allow_unused=True)
    return tuple(
        torch.zeros_like(p) if h is None else h for p, h in zip(inputs, second)
    )

# %% right: a_walk_for_each_gradient
@piece
def hvp(function, inputs, vectors):
    gradients = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    result = [torch.zeros_like(p) for p in inputs]
    for gradient, vector in zip(gradients, vectors):
        if gradient is None or not gradient.requires_grad:
            continue
        parts = torch.autograd.grad(
            gradient, inputs, vector.detach(), retain_graph=True, allow_unused=True
        )
        for i, part in enumerate(parts):
            if part is not None:
                result[i] = result[i] + part.detach()
    return tuple(result)

# %% wrong: vectors_have_a_history
# why: The vectors are not detached, so where they were computed from the inputs their own derivative comes into the result.
@piece
def hvp(function, inputs, vectors):
    out = function(*inputs)
    gs = torch.autograd.grad(out, inputs, create_graph=True, allow_unused=True)
    terms = [
        (g * v).sum()
        for g, v in zip(gs, vectors)
        if g is not None and g.requires_grad
    ]
    if not terms:
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(sum(terms), inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))

# %% wrong: diagonal_blocks_only
# why: Each gradient is differentiated by its own input alone, and the mixed second derivatives are lost.
@piece
def hvp(function, inputs, vectors):
    value = function(*inputs)
    firsts = torch.autograd.grad(value, inputs, create_graph=True, allow_unused=True)
    results = []
    for p, g, v in zip(inputs, firsts, vectors):
        h = None
        if g is not None and g.requires_grad:
            h = torch.autograd.grad(
                g, p, v.detach(), retain_graph=True, allow_unused=True
            )[0]
        results.append(torch.zeros_like(p) if h is None else h)
    return tuple(results)

# %% wrong: linear_functions_stop
# why: It is not asked whether a gradient has a history: for a function that is linear in everything the second walk stops with an error.
@piece
def hvp(function, inputs, vectors):
    g = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    pairs = [(a, v.detach()) for a, v in zip(g, vectors) if a is not None]
    h = torch.autograd.grad(
        [a for a, _ in pairs],
        inputs,
        grad_outputs=[v for _, v in pairs],
        allow_unused=True,
    )
    filled = []
    for p, each in zip(inputs, h):
        filled.append(each if each is not None else torch.zeros_like(p))
    return tuple(filled)

# %% wrong: second_walk_by_backward
# why: The second walk is a backward(), whose result is read from .grad: it adds to what is there and fills the .grad of others.
@piece
def hvp(function, inputs, vectors):
    first = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    for p in inputs:
        p.grad = None
    usable = [i for i, g in enumerate(first) if g is not None and g.requires_grad]
    if usable:
        total = sum((first[i] * vectors[i].detach()).sum() for i in usable)
        total.backward()
    return tuple(torch.zeros_like(p) if p.grad is None else p.grad for p in inputs)

# %% wrong: none_is_returned
# why: Where the second derivatives by an input are not there, None is returned in the place of zeros.
@piece
def hvp(function, inputs, vectors):
    g = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    outs, ups = [], []
    for each, v in zip(g, vectors):
        if each is not None and each.requires_grad:
            outs.append(each)
            ups.append(v.detach())
    if len(outs) == 0:
        return tuple(torch.zeros_like(p) for p in inputs)
    return tuple(torch.autograd.grad(outs, inputs, ups, allow_unused=True))
