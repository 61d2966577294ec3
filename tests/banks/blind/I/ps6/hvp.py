# %% right: v_as_upstream_gradient
@piece
def hvp(function, inputs, vectors):
    value = function(*inputs)
    grads = torch.autograd.grad(value, inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v.detach()) for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(p) for p in inputs)
    out = torch.autograd.grad(
        [g for g, _ in pairs], inputs, [v for _, v in pairs], allow_unused=True
    )
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, out))

# %% right: scalar_of_the_gradient
def or_zeros(grads, inputs):
    return tuple(torch.zeros_like(p) if g is None else g for g, p in zip(grads, inputs))


@piece
def hvp(function, inputs, vectors):
    first = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    dot = 0
    for g, v in zip(or_zeros(first, inputs), vectors):
        dot = dot + (g * v.detach()).sum()
    if not dot.requires_grad:
        return or_zeros([None] * len(inputs), inputs)
    return or_zeros(torch.autograd.grad(dot, inputs, allow_unused=True), inputs)

# %% wrong: vectors_not_constant
# why: The product of gradient and vector is differentiated while the vector keeps its history. If it was computed from
# the inputs, its own derivative comes in; it counts as a constant and must be detached.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    gs = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    total = sum((g * v).sum() for g, v in zip(gs, vectors) if g is not None)
    if not torch.is_tensor(total) or not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(total, inputs, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for h, p in zip(hs, inputs))

# %% wrong: each_input_by_itself
# why: Each gradient is differentiated only with respect to its own input. The mixed second derivatives, of one input
# and another, are left out; each h is a sum over all inputs.
@piece
def hvp(function, inputs, vectors):
    value = function(*inputs)
    grads = torch.autograd.grad(value, inputs, create_graph=True, allow_unused=True)
    result = []
    for p, g, v in zip(inputs, grads, vectors):
        if g is None or not g.requires_grad:
            result.append(torch.zeros_like(p))
            continue
        (h,) = torch.autograd.grad(g, (p,), (v.detach(),), retain_graph=True, allow_unused=True)
        result.append(torch.zeros_like(p) if h is None else h)
    return tuple(result)

# %% wrong: linear_functions_fail
# why: All gradients are taken as starts of the second walk, also those that do not require grad because the function is
# linear there. That is an error; they must be left out, and give 0.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    starts, weights = [], []
    for g, v in zip(grads, vectors):
        if g is not None:
            starts.append(g)
            weights.append(v.detach())
    hs = torch.autograd.grad(starts, inputs, weights, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))

# %% wrong: second_derivatives_stay_none
# why: Where there is no second derivative the tuple holds None. A tensor of zeros in the shape of the input is asked for.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    live = [(g, v.detach()) for g, v in zip(grads, vectors) if g is not None and g.requires_grad]
    if len(live) == 0:
        return tuple(torch.zeros_like(p) for p in inputs)
    gs, vs = zip(*live)
    return torch.autograd.grad(gs, inputs, vs, allow_unused=True)

# %% wrong: backward_fills_grad
# why: The walks are made by backward(), which adds to the .grad of the inputs and of all weights in the function, and
# then .grad is cleared. The .grad of no tensor may be touched; torch.autograd.grad leaves it alone.
@piece
def hvp(function, inputs, vectors):
    for p in inputs:
        p.grad = None
    grads = torch.autograd.grad(function(*inputs), inputs, create_graph=True, allow_unused=True)
    total = sum((g * v.detach()).sum() for g, v in zip(grads, vectors) if g is not None)
    if torch.is_tensor(total) and total.requires_grad:
        total.backward()
    out = tuple(torch.zeros_like(p) if p.grad is None else p.grad.clone() for p in inputs)
    for p in inputs:
        p.grad = None
    return out

# %% wrong: difference_of_two_gradients
# why: The product is estimated by a difference quotient of the gradient. That is only an approximation, and in float32 a
# bad one; the gradient itself can be differentiated by a second walk.
@piece
def hvp(function, inputs, vectors):
    eps = 1e-4

    def gradient(shift):
        moved = [(p + shift * v).detach().requires_grad_() for p, v in zip(inputs, vectors)]
        value = function(*moved)
        gs = torch.autograd.grad(value, moved, allow_unused=True)
        return [torch.zeros_like(p) if g is None else g for g, p in zip(gs, moved)]

    return tuple((b - a) / eps for a, b in zip(gradient(0.0), gradient(eps)))
