# %% right: starts_from_what_has_history
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    starts, seeds = [], []
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            starts.append(g)
            seeds.append(v.detach())
    if not starts:
        return tuple(torch.zeros_like(p) for p in inputs)
    result = torch.autograd.grad(tuple(starts), inputs, tuple(seeds), allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for h, p in zip(result, inputs))

# %% right: gradient_of_a_dot_product
@piece
def hvp(function, inputs, vectors):
    value = function(*inputs)
    grads = torch.autograd.grad(value, inputs, create_graph=True, allow_unused=True)
    dot = None
    for g, v in zip(grads, vectors):
        if g is None or not g.requires_grad:
            continue
        term = (g * v.detach()).sum()
        dot = term if dot is None else dot + term
    zeros = tuple(torch.zeros_like(p) for p in inputs)
    if dot is None:
        return zeros
    hs = torch.autograd.grad(dot, inputs, allow_unused=True)
    return tuple(z if h is None else h for h, z in zip(hs, zeros))

# %% wrong: vectors_not_constant
# why: The vectors keep their history in the product with the gradient, so the second walk
# differentiates them too. They count as constants: use v.detach().
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    terms = [(g * v).sum() for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    if len(terms) == 0:
        return tuple(torch.zeros_like(p) for p in inputs)
    total = sum(terms)
    out = torch.autograd.grad(total, inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if o is None else o for o, p in zip(out, inputs))

# %% wrong: unused_only_in_first_walk
# why: Only the first walk allows unused inputs. If the gradients do not depend on one of the inputs,
# the second walk raises an error; it needs allow_unused=True too, and zeros for None.
@piece
def hvp(function, inputs, vectors):
    first = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v.detach()) for g, v in zip(first, vectors) if g is not None and g.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(p) for p in inputs)
    gs, vs = zip(*pairs)
    return tuple(torch.autograd.grad(gs, inputs, vs))

# %% wrong: only_diagonal_blocks
# why: Each gradient is differentiated by its own input only, so the mixed second derivatives are
# missing. h_i is the sum over all j: all gradients must be walked back together to all inputs.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    result = []
    for p, g, v in zip(inputs, grads, vectors):
        h = None
        if g is not None and g.requires_grad:
            (h,) = torch.autograd.grad(g, p, v.detach(), retain_graph=True, allow_unused=True)
        result.append(torch.zeros_like(p) if h is None else h)
    return tuple(result)

# %% wrong: first_walk_fills_grad
# why: The first walk is a backward(), which adds the gradient to the .grad of every leaf. No .grad may
# be touched: use torch.autograd.grad with create_graph=True.
@piece
def hvp(function, inputs, vectors):
    for p in inputs:
        p.grad = None
    function(*inputs).backward(create_graph=True)
    pairs = [(p.grad, v.detach()) for p, v in zip(inputs, vectors)
             if p.grad is not None and p.grad.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(p) for p in inputs)
    out = torch.autograd.grad(tuple(g for g, _ in pairs), inputs, tuple(v for _, v in pairs),
                              allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, out))

# %% wrong: starts_from_constant_gradients
# why: Only gradients that are None are left out, not those without history. Where the function is
# linear the gradient is a constant, and the second walk refuses to start from it; ask g.requires_grad too.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    keep = [i for i, g in enumerate(grads) if g is not None]
    if not keep:
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad([grads[i] for i in keep], inputs,
                             [vectors[i].detach() for i in keep], allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))

# %% wrong: vectors_out_of_step
# why: Gradients without history are sorted out, but the vectors are not: the first ones are taken. If
# an early gradient drops out, the others meet the wrong vectors; gradient and vector must be kept in pairs.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    grads = [g for g in grads if g is not None and g.requires_grad]
    zeros = [torch.zeros_like(p) for p in inputs]
    if len(grads) == 0:
        return tuple(zeros)
    dot = sum((g * v.detach()).sum() for g, v in zip(grads, vectors))
    hs = torch.autograd.grad(dot, inputs, allow_unused=True)
    return tuple(z if h is None else h for h, z in zip(hs, zeros))

# %% wrong: zeros_if_one_is_linear
# why: As soon as one gradient is None or has no history, everything is returned as zeros. The other
# inputs still have second derivatives; zeros for all are right only if no gradient has a history.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    if not all(g is not None and g.requires_grad for g in grads):
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(grads, inputs, tuple(v.detach() for v in vectors), allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))
