# %% right: second_walk_from_the_gradients
@piece
def hvp(function, inputs, vectors):
    out = function(*inputs)
    first = torch.autograd.grad(out, inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v.detach()) for g, v in zip(first, vectors) if g is not None and g.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(p) for p in inputs)
    gs, vs = zip(*pairs)
    second = torch.autograd.grad(gs, inputs, grad_outputs=vs, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, second))

# %% right: one_number_derived_again
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    total = None
    for g, v in zip(grads, vectors):
        if g is None:
            continue
        part = (g * v.detach()).sum()
        total = part if total is None else total + part
    result = [torch.zeros_like(p) for p in inputs]
    if total is not None and total.requires_grad:
        for i, h in enumerate(torch.autograd.grad(total, inputs, allow_unused=True)):
            if h is not None:
                result[i] = h
    return tuple(result)

# %% wrong: vectors_with_a_history
# why: The product of gradient and vector is differentiated with the vector's history in it. If a vector was computed from the inputs, a term with its derivative comes in. The vectors count as constants: v.detach().
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
    return tuple(h if h is not None else torch.zeros_like(p) for h, p in zip(hs, inputs))

# %% wrong: blocks_on_the_diagonal
# why: Each gradient is differentiated by its own input only. The mixed second derivatives are missing: h_i is a sum over all j, so every gradient must be differentiated by every input.
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

# %% wrong: one_linear_input_and_all_is_zero
# why: As soon as one of the gradients has no history, zeros are returned for all inputs. The others may well have second derivatives; only the gradients without a history are to be left out.
@piece
def hvp(function, inputs, vectors):
    zeros = tuple(torch.zeros_like(p) for p in inputs)
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    if any(g is None or not g.requires_grad for g in grads):
        return zeros
    hs = torch.autograd.grad(grads, inputs, [v.detach() for v in vectors], allow_unused=True)
    return tuple(z if h is None else h for z, h in zip(zeros, hs))

# %% wrong: unused_inputs_not_allowed
# why: The walks are done without allow_unused, so that an input which the function does not use, or whose second derivatives are not there, ends in an error. In these places the result is 0.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True)
    dot = sum((g * v.detach()).sum() for g, v in zip(grads, vectors))
    return tuple(torch.autograd.grad(dot, inputs))

# %% wrong: none_stays_none
# why: Where there are no second derivatives, None is returned. It should be zeros in the shape of the input.
@piece
def hvp(function, inputs, vectors):
    first = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    usable = [(g, v.detach()) for g, v in zip(first, vectors) if g is not None and g.requires_grad]
    if len(usable) == 0:
        return tuple(None for _ in inputs)
    return tuple(torch.autograd.grad([g for g, _ in usable], inputs, [v for _, v in usable], allow_unused=True))

# %% wrong: backward_into_grad
# why: The second walk is done with backward(), which adds to the .grad of the inputs and of all weights behind. The .grad of no tensor may be touched; torch.autograd.grad returns the gradients and leaves them alone.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    total = sum((g * v.detach()).sum() for g, v in zip(grads, vectors) if g is not None)
    for p in inputs:
        p.grad = None
    if not isinstance(total, int) and total.requires_grad:
        total.backward()
    return tuple(torch.zeros_like(p) if p.grad is None else p.grad for p in inputs)

# %% wrong: first_walk_not_recorded
# why: The first walk is done without create_graph=True. The gradients have no history then, all are taken for constants, and the result is zeros everywhere.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, allow_unused=True)
    keep = [(g, v) for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    hs = [None] * len(inputs)
    if keep:
        hs = torch.autograd.grad([g for g, v in keep], inputs, [v.detach() for g, v in keep], allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))

# %% wrong: vector_multiplied_afterwards
# why: The gradients are differentiated with ones as the upstream gradient, and the result is multiplied by the vector. That is the sum of each row of the Hessian times v_i. The vector must be what is sent into the second walk.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    starts = [g.sum() for g in grads if g is not None and g.requires_grad]
    if not starts:
        return tuple(torch.zeros_like(p) for p in inputs)
    rows = torch.autograd.grad(sum(starts), inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if r is None else r * v.detach()
                 for p, r, v in zip(inputs, rows, vectors))

# %% wrong: pairs_slip_after_a_gap
# why: The gradients without a history are left out, but the vectors are not: zip pairs the gradients that are left with the first vectors. Each gradient must keep the vector of its own input.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    grads = [g for g in grads if g is not None and g.requires_grad]
    if not grads:
        return tuple(torch.zeros_like(p) for p in inputs)
    total = sum((g * v.detach()).sum() for g, v in zip(grads, vectors))
    hs = torch.autograd.grad(total, inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))

# %% right: zeros_by_the_engine
@piece
def hvp(function, inputs, vectors):
    vectors = [v.detach() for v in vectors]
    value = function(*inputs)
    grads = torch.autograd.grad(value, inputs, create_graph=True, materialize_grads=True)
    starts, seeds = [], []
    for g, v in zip(grads, vectors):
        if g.requires_grad:
            starts.append(g)
            seeds.append(v)
    if len(starts) == 0:
        return tuple(torch.zeros_like(p) for p in inputs)
    return tuple(torch.autograd.grad(starts, inputs, seeds, materialize_grads=True))
