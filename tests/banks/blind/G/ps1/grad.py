# %% right: loop_with_continue
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
    found = list(engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph))
    for index in range(len(inputs)):
        if found[index] is not None:
            continue
        if materialize_grads:
            found[index] = torch.zeros_like(inputs[index], requires_grad=bool(create_graph))
        elif not allow_unused:
            raise RuntimeError(UNUSED.format(index))
    return tuple(found)

# %% right: missing_places_first
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
    arrived = engine.arriving(
        inputs, outputs, grad_outputs, retain_graph=retain_graph, create_graph=create_graph
    )
    missing = [k for k, g in enumerate(arrived) if g is None]
    if missing and not (materialize_grads or allow_unused):
        raise RuntimeError(UNUSED.format(missing[0]))

    def fill(tensor, g):
        if g is None and materialize_grads:
            zeros = torch.zeros_like(tensor)
            return zeros.requires_grad_() if create_graph else zeros
        return g

    return tuple(map(fill, inputs, arrived))

# %% wrong: backward_and_read
# why: it runs backward() and reads .grad: that adds to what was in .grad before, and fills the .grad of leaves that nobody asked about.
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
    torch.autograd.backward(outputs, grad_outputs, retain_graph, create_graph)
    result = []
    for place, tensor in enumerate(inputs):
        g = tensor.grad
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(place))
        result.append(g)
    return tuple(result)

# %% wrong: allow_unused_asked_first
# why: allow_unused is asked before materialize_grads, so with both set a None is returned where zeros were wanted.
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
    gradients = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    if allow_unused:
        return tuple(gradients)
    out = ()
    for i, (x, g) in enumerate(zip(inputs, gradients)):
        if g is not None:
            out += (g,)
        elif materialize_grads:
            out += (torch.zeros_like(x, requires_grad=create_graph),)
        else:
            raise RuntimeError(UNUSED.format(i))
    return out

# %% wrong: single_gradient_unwrapped
# why: for a single input the gradient itself is returned; the result must always be a tuple.
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

    def one(i, x, g):
        if g is not None:
            return g
        if materialize_grads:
            return torch.zeros_like(x, requires_grad=create_graph)
        if allow_unused:
            return None
        raise RuntimeError(UNUSED.format(i))

    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    result = tuple(one(i, inputs[i], g) for i, g in enumerate(arrived))
    if len(result) == 1:
        return result[0]
    return result

# %% wrong: zeros_without_history
# why: the zeros of materialize_grads never require grad, also with create_graph=True where they must.
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
    if materialize_grads:
        return tuple(torch.zeros_like(x) if g is None else g for x, g in zip(inputs, arrived))
    if not allow_unused:
        for place, g in enumerate(arrived):
            if g is None:
                raise RuntimeError(UNUSED.format(place))
    return tuple(arrived)

# %% wrong: forgets_create_graph
# why: retain_graph and create_graph are not handed on to the pass, so the gradients have no history and the graph is freed whatever the user asked for.
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
    collected = []
    for g in engine.arriving(inputs, outputs, grad_outputs):
        at = len(collected)
        if g is None and materialize_grads:
            g = torch.zeros_like(inputs[at], requires_grad=create_graph)
        elif g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(at))
        collected.append(g)
    return tuple(collected)
