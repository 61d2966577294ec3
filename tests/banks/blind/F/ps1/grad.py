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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% right: index_loop
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
    gradients = engine.arriving(
        inputs, outputs, grad_outputs, retain_graph, create_graph
    )
    for k in range(len(inputs)):
        if gradients[k] is not None:
            continue
        if materialize_grads:
            zeros = torch.zeros(inputs[k].shape, dtype=inputs[k].dtype)
            if create_graph:
                zeros.requires_grad_(True)
            gradients[k] = zeros
        elif allow_unused:
            pass
        else:
            raise RuntimeError(UNUSED.format(k))
    return (*gradients,)
# %% right: helper
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


def settle(place, tensor, arrived, create_graph, allow_unused, materialize_grads):
    if arrived is not None:
        return arrived
    if materialize_grads:
        return torch.zeros_like(tensor, requires_grad=bool(create_graph))
    if allow_unused:
        return None
    raise RuntimeError(UNUSED.format(place))


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
        settle(i, inputs[i], found[i], create_graph, allow_unused, materialize_grads)
        for i in range(len(inputs))
    )
# %% right: check_first
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
    found = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    missing = [i for i, each in enumerate(found) if each is None]
    if missing and not materialize_grads and not allow_unused:
        raise RuntimeError(UNUSED.format(missing[0]))
    answer = ()
    for i in range(len(found)):
        if i in missing and materialize_grads:
            answer += (torch.zeros_like(inputs[i], requires_grad=create_graph),)
        else:
            answer += (found[i],)
    return answer
# %% wrong: backward_and_read
# why: backward adds to what was in .grad and fills the .grad of other leaves; grad must touch none.
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
    for i, tensor in enumerate(inputs):
        g = tensor.grad
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: a_list
# why: The result must be a tuple; a list is returned.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return result
# %% wrong: single_unpacked
# why: For a single input the bare tensor is returned; it must be a tuple of one.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return result[0] if len(result) == 1 else tuple(result)
# %% wrong: unused_before_zeros
# why: allow_unused is asked before materialize_grads, so with both None stays None instead of zeros.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None and not allow_unused:
            if not materialize_grads:
                raise RuntimeError(UNUSED.format(i))
            g = torch.zeros_like(tensor, requires_grad=create_graph)
        result.append(g)
    return tuple(result)
# %% wrong: always_index_zero
# why: The error always names index 0, whichever input takes no part.
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
    for tensor, g in zip(inputs, arrived):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(0))
        result.append(g)
    return tuple(result)
# %% wrong: counted_from_one
# why: The places are counted from 1; the error wants them from 0.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived), start=1):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: last_missing
# why: The error names the last input that takes no part; the first is wanted.
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
    missing = None
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                missing = i
        result.append(g)
    if missing is not None:
        raise RuntimeError(UNUSED.format(missing))
    return tuple(result)
# %% wrong: not_formatted
# why: The words are raised with the braces still in them, so no place is named.
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
    for tensor, g in zip(inputs, arrived):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED)
        result.append(g)
    return tuple(result)
# %% wrong: zeros_without_grad
# why: With create_graph the zeros are to require grad; these never do.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: zeros_always_grad
# why: The zeros require grad always; they should only if create_graph is True.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=True)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: scalar_zero
# why: A single 0 is put in; the zeros need the shape of the input.
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
# %% wrong: zeros_of_outputs
# why: The zeros take the shape of the output; they need that of the input.
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
                g = torch.zeros_like(outputs[0], requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: flags_forgotten
# why: retain_graph and create_graph are not handed on, so the gradients have no history and the graph is always freed.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: flags_swapped
# why: create_graph and retain_graph are handed on in the wrong order.
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
    arrived = engine.arriving(inputs, outputs, grad_outputs, create_graph, retain_graph)
    result = []
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: outputs_first
# why: engine.arriving wants the inputs first; here the outputs stand in their place.
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
    arrived = engine.arriving(outputs, inputs, grad_outputs, retain_graph, create_graph)
    result = []
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: ones_upstream
# why: The upstream gradients of the user are replaced by ones.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: truth_of_gradient
# why: `if not g` asks for the value: a gradient that is 0 is taken for none, and one of several entries is an error.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if not g:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: value_error
# why: The text asks for a RuntimeError; another kind is raised.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise ValueError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: return_in_loop
# why: The return is inside of the loop, so only the gradient of the first input comes back.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
        return tuple(result)
# %% wrong: nones_dropped
# why: The inputs that take no part are left out, so the result is too short and the places are shifted.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif allow_unused:
                continue
            else:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: one_pass_each
# why: It runs a pass for each input; the second finds the graph freed by the first.
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
    for i, tensor in enumerate(inputs):
        (g,) = engine.arriving((tensor,), outputs, grad_outputs, retain_graph, create_graph)
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: always_retained
# why: retain_graph=True is handed on whatever the user said, so nothing is ever freed.
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
    arrived = engine.arriving(inputs, outputs, grad_outputs, True, create_graph)
    result = []
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: detached
# why: The gradients are detached, so with create_graph their history is lost.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                result.append(torch.zeros_like(tensor, requires_grad=create_graph))
            elif allow_unused:
                result.append(None)
            else:
                raise RuntimeError(UNUSED.format(i))
        else:
            result.append(g.detach())
    return tuple(result)
# %% wrong: first_output
# why: Only the first output is passed on, though outputs and upstream gradients may be several.
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
        inputs, outputs[:1], grad_outputs[:1], retain_graph, create_graph
    )
    result = []
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
# %% wrong: never_raises
# why: Whatever was asked for, None stays None; without allow_unused it must be an error.
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
    for tensor, g in zip(inputs, arrived):
        if g is None and materialize_grads:
            g = torch.zeros_like(tensor, requires_grad=create_graph)
        result.append(g)
    return tuple(result)
# %% wrong: fills_grad
# why: The gradients are also stored in .grad, which grad must not touch.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        tensor.grad = g
        result.append(g)
    return tuple(result)
# %% wrong: error_returned
# why: The error is made and returned, but not raised.
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
    for i, (tensor, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                return RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
