# %% right: loop_with_enumerate
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
    for index, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is None:
            if materialize_grads:
                gradient = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(index))
        result.append(gradient)
    return tuple(result)

# %% right: early_exits
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
    found = list(
        engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    )
    missing = [k for k, g in enumerate(found) if g is None]
    if materialize_grads:
        for k in missing:
            found[k] = torch.zeros_like(inputs[k], requires_grad=create_graph)
    elif missing and not allow_unused:
        raise RuntimeError(UNUSED.format(missing[0]))
    return tuple(found)

# %% wrong: backward_and_read
# why: It runs backward and reads .grad, so it adds to what was in .grad before and fills the .grad of
# all leaves. engine.arriving gives the gradients and touches no .grad.
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
    for output, upstream in zip(outputs, grad_outputs):
        output.backward(upstream, retain_graph=retain_graph, create_graph=create_graph)
    result = []
    for k, x in enumerate(inputs):
        g = x.grad
        if g is None and materialize_grads:
            g = torch.zeros_like(x, requires_grad=create_graph)
        elif g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(k))
        result.append(g)
    return tuple(result)

# %% wrong: returns_the_list
# why: The result is a list. It must always be a tuple.
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
    grads = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    for i, g in enumerate(grads):
        if g is not None:
            continue
        if materialize_grads:
            grads[i] = torch.zeros_like(inputs[i], requires_grad=create_graph)
        elif not allow_unused:
            raise RuntimeError(UNUSED.format(i))
    return grads

# %% wrong: counted_from_one
# why: The place of the unused input is counted from 1. The message must name it counted from 0.
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
    out = ()
    for place, (x, g) in enumerate(zip(inputs, arrived), 1):
        if g is None and materialize_grads:
            g = torch.zeros_like(x, requires_grad=create_graph)
        elif g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(place))
        out += (g,)
    return out

# %% wrong: allow_unused_first
# why: allow_unused is asked before materialize_grads, so with both set an unused input gets None. With
# materialize_grads it must get zeros, whatever allow_unused is.
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
    for k, (x, g) in enumerate(zip(inputs, arrived)):
        if g is not None:
            result.append(g)
        elif allow_unused:
            result.append(None)
        elif materialize_grads:
            result.append(torch.zeros_like(x, requires_grad=create_graph))
        else:
            raise RuntimeError(UNUSED.format(k))
    return tuple(result)

# %% wrong: plain_zeros
# why: The zeros of materialize_grads never require grad. With create_graph=True they must.
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

    def settle(k, g):
        if g is not None:
            return g
        if materialize_grads:
            return torch.zeros_like(inputs[k])
        if allow_unused:
            return None
        raise RuntimeError(UNUSED.format(k))

    return tuple(settle(k, g) for k, g in enumerate(arrived))

# %% wrong: one_pass_for_each_input
# why: The tool is called once for each input. The first pass frees the graph unless it is retained, so
# the second one raises an error; one call for all inputs is enough.
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
    result = []
    for k, x in enumerate(inputs):
        (g,) = engine.arriving((x,), outputs, grad_outputs, retain_graph, create_graph)
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
        result.append(g)
    return tuple(result)

# %% wrong: create_graph_not_handed_on
# why: create_graph is not handed to the tool, so the gradients have no history and cannot be
# differentiated again. Pass both retain_graph and create_graph on.
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
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, False)
    answer = []
    for k, g in enumerate(arrived):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(inputs[k], requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
        answer.append(g)
    return tuple(answer)

# %% wrong: single_input_unwrapped
# why: For a single input the gradient itself is returned. The result must be a tuple, also if it holds
# only one gradient.
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
    for k in range(len(inputs)):
        if arrived[k] is None:
            if materialize_grads:
                arrived[k] = torch.zeros_like(inputs[k], requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
    if len(arrived) == 1:
        return arrived[0]
    return tuple(arrived)

# %% wrong: unused_inputs_left_out
# why: With allow_unused an input that takes no part is left out of the result, and the gradients behind
# it move up. None must stay in its place.
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
    result = []
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    for k, (x, g) in enumerate(zip(inputs, arrived)):
        if g is not None:
            result.append(g)
        elif materialize_grads:
            result.append(torch.zeros_like(x, requires_grad=create_graph))
        elif not allow_unused:
            raise RuntimeError(UNUSED.format(k))
    return tuple(result)
