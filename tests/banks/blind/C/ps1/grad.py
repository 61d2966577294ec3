# %% right: plain
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)


# %% right: helper
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


def fill(k, tensor, found, create_graph, allow_unused, materialize_grads):
    if found is not None:
        return found
    if materialize_grads:
        return torch.zeros_like(tensor, requires_grad=bool(create_graph))
    if allow_unused:
        return None
    raise RuntimeError(UNUSED.format(k))


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    found = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    return tuple(
        fill(k, inputs[k], found[k], create_graph, allow_unused, materialize_grads)
        for k in range(len(inputs))
    )


# %% right: error_first
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    grads = list(engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph))
    missing = [i for i, g in enumerate(grads) if g is None]
    if missing and not materialize_grads and not allow_unused:
        raise RuntimeError(UNUSED.format(missing[0]))
    if materialize_grads:
        for i in missing:
            zeros = torch.zeros_like(inputs[i])
            if create_graph:
                zeros.requires_grad = True
            grads[i] = zeros
    return tuple(grads)


# %% wrong: backward_and_dot_grad
# why: It runs backward and reads .grad. That adds to what was in .grad before, and fills the .grad of other leaves.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    for out, g in zip(outputs, grad_outputs):
        out.backward(g, retain_graph=True, create_graph=create_graph)
    result = []
    for i, x in enumerate(inputs):
        if x.grad is None:
            if materialize_grads:
                result.append(torch.zeros_like(x, requires_grad=create_graph))
                continue
            if not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(x.grad)
    return tuple(result)


# %% wrong: list_returned
# why: The result is a list, not a tuple.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return result


# %% wrong: counted_from_one
# why: The place of the unused input in the error is counted from 1, not from 0.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, (x, g) in enumerate(zip(inputs, arrived), start=1):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)


# %% wrong: zeros_without_requires_grad
# why: The zeros of materialize_grads never require grad, also with create_graph=True.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is None and materialize_grads:
            g = torch.zeros_like(x)
        elif g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)


# %% wrong: zeros_always_require_grad
# why: The zeros of materialize_grads require grad always, also when create_graph is False.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=True)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)


# %% wrong: allow_unused_first
# why: allow_unused is asked before materialize_grads: with both set the unused input gets None instead of zeros.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, g in enumerate(arrived):
        if g is not None:
            result.append(g)
        elif allow_unused:
            result.append(None)
        elif materialize_grads:
            result.append(torch.zeros_like(inputs[i], requires_grad=create_graph))
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)


# %% wrong: create_graph_not_passed
# why: retain_graph and create_graph are not handed on to arriving, so the gradients have no history and the graph is freed whatever was asked.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs)
    result = []
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)


# %% wrong: scalar_zero
# why: The zeros of materialize_grads are a single number, not zeros in the shape of the input.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, g in enumerate(arrived):
        if g is None:
            if materialize_grads:
                g = torch.tensor(0.0, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)


# %% wrong: bare_single
# why: For a single input the gradient itself is returned, not a tuple that holds it.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    if len(result) == 1:
        return result[0]
    return tuple(result)


# %% wrong: last_index_named
# why: The error is raised after the loop and names the last unused input instead of the first.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    unused = None
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            unused = i
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
        result.append(g)
    if unused is not None and not materialize_grads and not allow_unused:
        raise RuntimeError(UNUSED.format(unused))
    return tuple(result)


# %% wrong: error_despite_materialize
# why: allow_unused=False raises the error even if materialize_grads asks for zeros: the check for unused inputs comes first.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    for i, g in enumerate(arrived):
        if g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(i))
    if materialize_grads:
        arrived = [
            torch.zeros_like(x, requires_grad=create_graph) if g is None else g
            for x, g in zip(inputs, arrived)
        ]
    return tuple(arrived)


# %% wrong: unformatted
# why: UNUSED is raised as it is, without format: the message says {} instead of the place.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for x, g in zip(inputs, arrived):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED)
        result.append(g)
    return tuple(result)


# %% wrong: upstream_ones
# why: grad_outputs is ignored; ones are sent in from above.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    ones = tuple(torch.ones_like(out) for out in outputs)
    arrived = engine.arriving(inputs, outputs, ones, retain_graph, create_graph)
    result = []
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)


# %% wrong: dropped_none
# why: With allow_unused the None is left out of the result, which becomes shorter than inputs and shifts the later gradients.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


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
    """The gradient of each of `inputs`, in a tuple; no .grad is touched."""
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is not None:
            result.append(g)
        elif materialize_grads:
            result.append(torch.zeros_like(x, requires_grad=create_graph))
        elif not allow_unused:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)
