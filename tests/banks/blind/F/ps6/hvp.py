# %% right: filter
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    starts, ups = [], []
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            starts.append(g)
            ups.append(v.detach())
    if not starts:
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(starts, inputs, ups, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))
# %% right: dot_product
@piece
def hvp(function, inputs, vectors):
    vectors = [v.detach() for v in vectors]
    grads = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    total = 0
    for g, v in zip(grads, vectors):
        if g is not None:
            total = total + (g * v).sum()
    if not isinstance(total, torch.Tensor) or not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    result = torch.autograd.grad(total, inputs, allow_unused=True)
    result = [torch.zeros_like(p) if r is None else r for p, r in zip(inputs, result)]
    return tuple(result)
# %% right: materialized
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, materialize_grads=True
    )
    alive = [i for i, g in enumerate(grads) if g.requires_grad]
    if len(alive) == 0:
        return tuple(torch.zeros_like(p) for p in inputs)
    return tuple(
        torch.autograd.grad(
            [grads[i] for i in alive],
            inputs,
            [vectors[i].detach() for i in alive],
            materialize_grads=True,
        )
    )
# %% right: row_by_row
@piece
def hvp(function, inputs, vectors):
    first = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    sums = [torch.zeros_like(p) for p in inputs]
    for g, v in zip(first, vectors):
        if g is None or not g.requires_grad:
            continue
        part = torch.autograd.grad(
            g, inputs, grad_outputs=v.detach(), retain_graph=True, allow_unused=True
        )
        for i in range(len(inputs)):
            if part[i] is not None:
                sums[i] = sums[i] + part[i]
    return tuple(sums)
# %% right: new_leaves
@piece
def hvp(function, inputs, vectors):
    leaves = tuple(p.detach().clone().requires_grad_() for p in inputs)
    grads = torch.autograd.grad(
        function(*leaves), leaves, create_graph=True, allow_unused=True
    )
    pairs = [(g, v.detach()) for g, v in zip(grads, vectors)]
    pairs = [(g, v) for g, v in pairs if g is not None and g.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(p) for p in leaves)
    gs, vs = zip(*pairs)
    hs = torch.autograd.grad(gs, leaves, vs, allow_unused=True)
    return tuple(h if h is not None else torch.zeros_like(p) for h, p in zip(hs, leaves))
# %% wrong: first_walk_unrecorded
# why: The first walk is not recorded (create_graph=True is missing), so there is nothing to differentiate.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, allow_unused=True)
    starts, ups = [], []
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            starts.append(g)
            ups.append(v.detach())
    if not starts:
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(starts, inputs, ups, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))
# %% wrong: vectors_not_constant
# why: The vectors are not detached, and in g · v their own history is differentiated as well.
@piece
def hvp(function, inputs, vectors):
    vectors = list(vectors)
    grads = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    total = 0
    for g, v in zip(grads, vectors):
        if g is not None:
            total = total + (g * v).sum()
    if not isinstance(total, torch.Tensor) or not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    result = torch.autograd.grad(total, inputs, allow_unused=True)
    result = [torch.zeros_like(p) if r is None else r for p, r in zip(inputs, result)]
    return tuple(result)
# %% wrong: linear_ones_not_left_out
# why: A gradient without a history (linear or unused) is no start for a walk: that raises an error.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True)
    return torch.autograd.grad(grads, inputs, vectors)
# %% wrong: none_is_returned
# why: Where there is no second derivative None is returned in place of zeros.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    starts, ups = [], []
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            starts.append(g)
            ups.append(v.detach())
    if not starts:
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(starts, inputs, ups, allow_unused=True)
    return tuple(hs)
# %% wrong: dot_grad_into_dot_grad
# why: backward() puts the gradients into .grad of the inputs, which is not to be touched.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    pairs = [(g, v.detach()) for g, v in zip(grads, vectors)]
    pairs = [(g, v) for g, v in pairs if g is not None and g.requires_grad]
    for p in inputs:
        p.grad = None
    if pairs:
        sum((g * v).sum() for g, v in pairs).backward()
    return tuple(torch.zeros_like(p) if p.grad is None else p.grad for p in inputs)
# %% wrong: diagonal_blocks
# why: Each gradient is differentiated by its own input only: the mixed derivatives are missing.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    result = []
    for p, g, v in zip(inputs, grads, vectors):
        h = None
        if g is not None and g.requires_grad:
            (h,) = torch.autograd.grad(
                g, p, v.detach(), retain_graph=True, allow_unused=True
            )
        result.append(torch.zeros_like(p) if h is None else h)
    return tuple(result)
# %% wrong: sum_times_vector
# why: The gradient's sum is differentiated and multiplied by v afterwards: that is not the product with the matrix.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    total = sum(g.sum() for g in grads if g is not None and g.requires_grad)
    if isinstance(total, int):
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(total, inputs, allow_unused=True)
    return tuple(
        torch.zeros_like(p) if h is None else h * v.detach()
        for p, h, v in zip(inputs, hs, vectors)
    )
# %% wrong: ones_for_vectors
# why: Ones are sent into the second walk, and the vectors are not used.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    starts, ups = [], []
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            starts.append(g)
            ups.append(torch.ones_like(v))
    if not starts:
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(starts, inputs, ups, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))
# %% wrong: vectors_out_of_step
# why: Some gradients are left out, the vectors are not: from there on each vector meets the wrong gradient.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    grads = [g for g in grads if g is not None and g.requires_grad]
    if not grads:
        return tuple(torch.zeros_like(p) for p in inputs)
    vectors = [v.detach() for v in vectors][: len(grads)]
    hs = torch.autograd.grad(grads, inputs, vectors, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))
# %% wrong: asks_the_first_only
# why: Whether there is a second derivative is decided by the first gradient alone.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    starts, ups = [], []
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            starts.append(g)
            ups.append(v.detach())
    if grads[0] is None or not grads[0].requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(starts, inputs, ups, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))
# %% wrong: zeros_as_soon_as_one_is_missing
# why: As soon as one gradient has no history, zeros are returned for all inputs.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    starts, ups = [], []
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            starts.append(g)
            ups.append(v.detach())
    if len(starts) < len(inputs):
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(starts, inputs, ups, allow_unused=True)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))
# %% wrong: zeros_of_another_shape
# why: The zeros have the shape (1,) and not the shape and dtype of the input.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    starts, ups = [], []
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            starts.append(g)
            ups.append(v.detach())
    if not starts:
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(starts, inputs, ups, allow_unused=True)
    return tuple(torch.zeros(1) if h is None else h for p, h in zip(inputs, hs))
# %% wrong: gradient_detached
# why: The gradient is detached before the second walk.
@piece
def hvp(function, inputs, vectors):
    vectors = [v.detach() for v in vectors]
    grads = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    total = 0
    for g, v in zip(grads, vectors):
        if g is not None:
            total = total + (g.detach() * v).sum()
    if not isinstance(total, torch.Tensor) or not total.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    result = torch.autograd.grad(total, inputs, allow_unused=True)
    result = [torch.zeros_like(p) if r is None else r for p, r in zip(inputs, result)]
    return tuple(result)
# %% wrong: first_input_only
# why: Only the first input is dealt with; the others get no product.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    (g,) = torch.autograd.grad(y, inputs[0], create_graph=True)
    (h,) = torch.autograd.grad(g, inputs[0], vectors[0].detach())
    return (h,)
# %% wrong: gradient_times_vector
# why: That is the gradient times the vector; nothing is differentiated a second time.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, allow_unused=True)
    return tuple(
        torch.zeros_like(p) if g is None else g * v
        for p, g, v in zip(inputs, grads, vectors)
    )
# %% wrong: freed_graph
# why: The second row walks a graph that the first row has freed (retain_graph is missing).
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    sums = [torch.zeros_like(p) for p in inputs]
    for g, v in zip(grads, vectors):
        if g is None or not g.requires_grad:
            continue
        part = torch.autograd.grad(g, inputs, v.detach(), allow_unused=True)
        sums = [s if q is None else s + q for s, q in zip(sums, part)]
    return tuple(sums)
# %% wrong: last_row_only
# why: The products overwrite one another: only the last vector counts.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    result = [torch.zeros_like(p) for p in inputs]
    for g, v in zip(grads, vectors):
        if g is None or not g.requires_grad:
            continue
        part = torch.autograd.grad(
            g, inputs, v.detach(), retain_graph=True, allow_unused=True
        )
        result = [torch.zeros_like(p) if q is None else q for p, q in zip(inputs, part)]
    return tuple(result)
# %% wrong: unused_not_allowed
# why: The second walk does not allow unused inputs, and fails where the gradient does not depend on one.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    starts, ups = [], []
    for g, v in zip(grads, vectors):
        if g is not None and g.requires_grad:
            starts.append(g)
            ups.append(v.detach())
    if not starts:
        return tuple(torch.zeros_like(p) for p in inputs)
    hs = torch.autograd.grad(starts, inputs, ups)
    return tuple(torch.zeros_like(p) if h is None else h for p, h in zip(inputs, hs))
# %% wrong: whole_hessian_of_one
# why: The Hessian is built row by row for each input by itself; what stands between two inputs is missing.
@piece
def hvp(function, inputs, vectors):
    grads = torch.autograd.grad(
        function(*inputs), inputs, create_graph=True, allow_unused=True
    )
    results = []
    for p, g, v in zip(inputs, grads, vectors):
        if g is None or not g.requires_grad:
            results.append(torch.zeros_like(p))
            continue
        numbers = []
        for entry in g.reshape(-1):
            (row,) = torch.autograd.grad(entry, p, retain_graph=True, allow_unused=True)
            row = torch.zeros_like(p) if row is None else row
            numbers.append((row * v.detach()).sum())
        results.append(torch.stack(numbers).reshape(p.shape))
    return tuple(results)
# %% wrong: none_times_vector
# why: A gradient that is None is multiplied by its vector: an error where the function does not depend on an input.
@piece
def hvp(function, inputs, vectors):
    y = function(*inputs)
    grads = torch.autograd.grad(y, inputs, create_graph=True, allow_unused=True)
    dot = sum((g * v.detach()).sum() for g, v in zip(grads, vectors))
    if not dot.requires_grad:
        return tuple(torch.zeros_like(p) for p in inputs)
    return torch.autograd.grad(dot, inputs, materialize_grads=True)
