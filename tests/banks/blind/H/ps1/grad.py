# %% right: inner_function
@piece
def grad(
    outputs,
    inputs,
    grad_outputs,
    retain_graph,
    create_graph,
    allow_unused,
    materialize_grads,
):
    def settle(place, tensor, found):
        if found is not None:
            return found
        if materialize_grads:
            return torch.zeros_like(tensor, requires_grad=bool(create_graph))
        if allow_unused:
            return None
        raise RuntimeError(UNUSED.format(place))

    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    return tuple([settle(k, inputs[k], arrived[k]) for k in range(len(inputs))])

# %% right: repair_the_list
@piece
def grad(
    outputs,
    inputs,
    grad_outputs,
    retain_graph,
    create_graph,
    allow_unused,
    materialize_grads,
):
    found = list(engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph))
    missing = [k for k, each in enumerate(found) if each is None]
    if missing and not materialize_grads and not allow_unused:
        raise RuntimeError(UNUSED.format(missing[0]))
    if materialize_grads:
        for k in missing:
            found[k] = torch.zeros_like(inputs[k], requires_grad=True if create_graph else False)
    return tuple(found)

# %% wrong: allow_unused_first
# why: allow_unused is asked before materialize_grads. If both are given, None comes back instead of zeros.
@piece
def grad(
    outputs,
    inputs,
    grad_outputs,
    retain_graph,
    create_graph,
    allow_unused,
    materialize_grads,
):
    results = []
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is not None or allow_unused:
            results.append(g)
        elif materialize_grads:
            results.append(torch.zeros_like(x, requires_grad=create_graph))
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(results)

# %% wrong: backward_and_put_back
# why: It runs backward and reads .grad. The .grad of the inputs is put back, but that of every other leaf of the graph is filled.
@piece
def grad(
    outputs,
    inputs,
    grad_outputs,
    retain_graph,
    create_graph,
    allow_unused,
    materialize_grads,
):
    before = [x.grad for x in inputs]
    for x in inputs:
        x.grad = None
        if not x.is_leaf:
            x.retain_grad()
    torch.autograd.backward(
        outputs, grad_outputs, retain_graph=retain_graph, create_graph=create_graph
    )
    result = []
    for i, x in enumerate(inputs):
        g = x.grad
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    for x, old in zip(inputs, before):
        x.grad = old
    return tuple(result)

# %% wrong: single_unpacked
# why: For a single input the gradient is returned without a tuple around it. The result must always be a tuple.
@piece
def grad(
    outputs,
    inputs,
    grad_outputs,
    retain_graph,
    create_graph,
    allow_unused,
    materialize_grads,
):
    gradients = ()
    for tensor, g in zip(
        inputs, engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    ):
        if g is None and materialize_grads:
            g = torch.zeros_like(tensor, requires_grad=create_graph)
        if g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(len(gradients)))
        gradients += (g,)
    if len(gradients) == 1:
        return gradients[0]
    return gradients

# %% wrong: create_graph_lost
# why: create_graph is not handed on to the tool, so the gradients have no history and cannot be differentiated again.
@piece
def grad(
    outputs,
    inputs,
    grad_outputs,
    retain_graph,
    create_graph,
    allow_unused,
    materialize_grads,
):
    keep = create_graph if retain_graph is None else retain_graph
    answers = engine.arriving(inputs, outputs, grad_outputs, keep, False)
    for place, answer in enumerate(answers):
        if answer is not None:
            continue
        if materialize_grads:
            answers[place] = torch.zeros_like(inputs[place], requires_grad=create_graph)
        elif not allow_unused:
            raise RuntimeError(UNUSED.format(place))
    return tuple(answers)

# %% wrong: zeros_like_the_output
# why: The zeros of materialize_grads get the shape of the output. A gradient has the shape of its input.
@piece
def grad(
    outputs,
    inputs,
    grad_outputs,
    retain_graph,
    create_graph,
    allow_unused,
    materialize_grads,
):
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    if all(g is not None for g in arrived):
        return tuple(arrived)
    if materialize_grads:
        zero = torch.zeros_like(outputs[0], requires_grad=create_graph)
        return tuple(zero if g is None else g for g in arrived)
    if allow_unused:
        return tuple(arrived)
    for index, g in enumerate(arrived):
        if g is None:
            raise RuntimeError(UNUSED.format(index))
