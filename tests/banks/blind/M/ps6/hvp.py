# %% right: start_from_what_has_a_history
@piece
def hvp(function, inputs, vectors):
    value = function(*inputs)
    grads = torch.autograd.grad(value, inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v.detach()) for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(p) for p in inputs)
    starts = [g for g, v in pairs]
    upstream = [v for g, v in pairs]
    seconds = torch.autograd.grad(starts, inputs, upstream, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, seconds))

# %% right: slope_along_the_vector
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    terms = [(g * v.detach()).sum() for g, v in zip(grads, vectors) if g is not None]
    result = [None] * len(inputs)
    if any(term.requires_grad for term in terms):
        result = torch.autograd.grad(sum(terms), inputs, allow_unused=True)
    return tuple(h if h is not None else torch.zeros_like(p) for h, p in zip(result, inputs))

# %% right: materialized_zeros
@piece
def hvp(function, inputs, vectors):
    inputs = tuple(inputs)
    first = torch.autograd.grad(function(*inputs), inputs, create_graph=True,
                                allow_unused=True, materialize_grads=True)
    # adding 0 times each input gives every gradient a history
    first = tuple(g + 0 * p for g, p in zip(first, inputs))
    constants = tuple(v.detach() for v in vectors)
    second = torch.autograd.grad(first, inputs, grad_outputs=constants,
                                 allow_unused=True, materialize_grads=True)
    return tuple(second)

# %% right: one_walk_for_each_gradient
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    totals = [torch.zeros_like(p) for p in inputs]
    for j in range(len(inputs)):
        g = grads[j]
        if g is None or not g.requires_grad:
            continue
        column = torch.autograd.grad(g, inputs, vectors[j].detach(),
                                     retain_graph=True, allow_unused=True)
        for i in range(len(inputs)):
            if column[i] is not None:
                totals[i] = totals[i] + column[i]
    return tuple(totals)

# %% wrong: vectors_not_constant
# why: The sum of gradient times vector is differentiated without detaching the vectors. Where a vector has been computed from the inputs, its own derivative comes in as well; vectors count as constants.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v) for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(p) for p in inputs)
    dot = sum((g * v).sum() for g, v in pairs)
    hs = torch.autograd.grad(dot, inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for h, p in zip(hs, inputs))

# %% wrong: vectors_out_of_step
# why: The gradients without a history are left out, but the vectors that belong to them are not, so the rest is paired with the wrong vectors. Gradient and vector must be left out together.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    grads = [g for g in grads if g is not None and g.requires_grad]
    if not grads:
        return tuple(torch.zeros_like(p) for p in inputs)
    total = 0
    for g, v in zip(grads, vectors):
        total = total + (g * v.detach()).sum()
    result = torch.autograd.grad(total, inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if r is None else r for r, p in zip(result, inputs))

# %% wrong: diagonal_blocks_only
# why: Each gradient is differentiated by its own input only. The mixed second derivatives are missing: h_i is a sum over all j, the gradients of all inputs.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    products = []
    for p, g, v in zip(inputs, grads, vectors):
        h = None
        if g is not None and g.requires_grad:
            h, = torch.autograd.grad(g, p, v.detach(), retain_graph=True, allow_unused=True)
        products.append(torch.zeros_like(p) if h is None else h)
    return tuple(products)

# %% wrong: backward_into_grad
# why: The second walk is made by backward() and the result read from .grad. This adds to (and resets) the .grad of the inputs and of whatever else the function holds; torch.autograd.grad touches no .grad.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    for p in inputs:
        p.grad = None
    pairs = [(g, v) for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    if pairs:
        sum((g * v.detach()).sum() for g, v in pairs).backward()
    return tuple(torch.zeros_like(p) if p.grad is None else p.grad for p in inputs)

# %% wrong: all_linear_not_expected
# why: A gradient that is None is replaced by zeros, but nobody asks whether the sum has a history. For a function that is linear in all inputs it has none, and the second walk is an error, where zeros should be returned.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    grads = [torch.zeros_like(p) if g is None else g for g, p in zip(grads, inputs)]
    dot = sum((g * v.detach()).sum() for g, v in zip(grads, vectors))
    hs = torch.autograd.grad(dot, inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for h, p in zip(hs, inputs))

# %% wrong: none_where_zeros_belong
# why: Where an input has no second derivative, None is returned. The result has a tensor for each input, and there it should be full of zeros.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    starts, ups = [], []
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            starts.append(g)
            ups.append(v.detach())
    if len(starts) == 0:
        return tuple(torch.zeros_like(p) for p in inputs)
    return tuple(torch.autograd.grad(starts, inputs, ups, allow_unused=True))

# %% wrong: row_sums_times_vector
# why: The sum of all gradients is differentiated, and the result multiplied by the vector afterwards. That is the sum of each row of the Hessian times one entry of v; the vector must go into the second walk as its upstream gradient.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    usable = [g.sum() for g in grads if g is not None and g.requires_grad]
    if not usable:
        return tuple(torch.zeros_like(p) for p in inputs)
    second = torch.autograd.grad(sum(usable), inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if s is None else s * v.detach()
                 for s, p, v in zip(second, inputs, vectors))

# %% wrong: zeros_in_default_dtype
# why: The zeros are made by torch.zeros(shape), which is float32. For inputs in float64 they must be float64 as well, as with zeros_like.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v.detach()) for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    if pairs:
        gs, vs = zip(*pairs)
        hs = torch.autograd.grad(gs, inputs, vs, allow_unused=True)
    else:
        hs = [None for _ in inputs]
    return tuple(torch.zeros(p.shape) if h is None else h for h, p in zip(hs, inputs))
