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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)


# %% right: helper
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


def _or_instead(g, place, x, create_graph, allow_unused, materialize_grads):
    if g is not None:
        return g
    if materialize_grads:
        return torch.zeros_like(x, requires_grad=create_graph)
    if not allow_unused:
        raise RuntimeError(UNUSED.format(place))
    return None


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
    return tuple(
        _or_instead(g, place, x, create_graph, allow_unused, materialize_grads)
        for place, (x, g) in enumerate(zip(inputs, arrived))
    )


# %% right: by_number
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
    grads = list(
        engine.arriving(
            inputs,
            outputs,
            grad_outputs,
            retain_graph=retain_graph,
            create_graph=create_graph,
        )
    )
    for i in range(len(inputs)):
        if grads[i] is not None:
            continue
        if materialize_grads:
            zeros = torch.zeros_like(inputs[i], requires_grad=bool(create_graph))
            grads[i] = zeros
        elif allow_unused:
            pass
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(grads)


# %% right: errors_first
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
    missing = [i for i, g in enumerate(found) if g is None]
    if missing and not materialize_grads and not allow_unused:
        raise RuntimeError(UNUSED.format(missing[0]))
    if materialize_grads:
        return tuple(
            torch.zeros_like(x, requires_grad=create_graph) if g is None else g
            for x, g in zip(inputs, found)
        )
    return tuple(found)


# %% wrong: arguments_swapped
# why: inputs and outputs are handed to the tool in the wrong order: it asks for the inputs first.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)


# %% wrong: backward_and_read
# why: Runs backward() and reads .grad: it adds to what was there and fills the .grad of all leaves.
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
        output.backward(upstream, retain_graph=True, create_graph=create_graph)
    result = []
    for i, tensor in enumerate(inputs):
        if tensor.grad is not None:
            result.append(tensor.grad)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)


# %% wrong: a_list
# why: Returns a list; the result is always a tuple.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return result


# %% wrong: single_unpacked
# why: For a single input it returns the tensor itself instead of a tuple of one.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    if len(result) == 1:
        return result[0]
    return tuple(result)


# %% wrong: counted_from_one
# why: The place in the error is counted from 1, not from 0.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived), 1):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)


# %% wrong: place_not_filled_in
# why: The error has the {} still in it: the place was never put in.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED)
    return tuple(result)


# %% wrong: place_zero
# why: The error always names the input 0, wherever the unused one stands.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(0))
    return tuple(result)


# %% wrong: zeros_frozen
# why: The zeros do not require grad, also with create_graph=True.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)


# %% wrong: zeros_always_require
# why: The zeros always require grad, not only with create_graph.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=True))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)


# %% wrong: scalar_zero
# why: Puts a single 0 instead of zeros in the shape of the input.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.tensor(0.0, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)


# %% wrong: allow_unused_first
# why: Asks for allow_unused first: with both flags None stays None instead of becoming zeros.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif allow_unused:
            result.append(None)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)


# %% wrong: create_graph_lost
# why: retain_graph and create_graph are not handed on to the tool: no second derivative, and the graph is freed.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)


# %% wrong: only_last_checked
# why: The name is overwritten in each round of the loop, so only the last input is looked at.
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
    for i, gradient in enumerate(arrived):
        unused = gradient is None
    if unused and not materialize_grads and not allow_unused:
        raise RuntimeError(UNUSED.format(i))
    if materialize_grads:
        arrived = [
            torch.zeros_like(x, requires_grad=create_graph) if g is None else g
            for x, g in zip(inputs, arrived)
        ]
    return tuple(arrived)


# %% wrong: value_error
# why: Raises a ValueError; a RuntimeError was asked for.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise ValueError(UNUSED.format(i))
    return tuple(result)


# %% wrong: unused_left_out
# why: An unused input is left out of the result instead of standing there as None, so the tuple is too short.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is None:
            if materialize_grads:
                gradient = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
            else:
                continue
        result.append(gradient)
    return tuple(result)


# %% wrong: place_by_index
# why: inputs.index compares tensors by ==, that is by value: an error for several entries, and the wrong place if an earlier input has the same value.
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
    for tensor, gradient in zip(inputs, arrived):
        if gradient is not None:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(inputs.index(tensor)))
    return tuple(result)


# %% wrong: return_in_loop
# why: return stands in the loop: only the first input gets an answer.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is None and materialize_grads:
            gradient = torch.zeros_like(tensor, requires_grad=create_graph)
        elif gradient is None and not allow_unused:
            raise RuntimeError(UNUSED.format(i))
        result.append(gradient)
        return tuple(result)


# %% wrong: truth_of_a_gradient
# why: Asks for the truth of the gradient: a gradient of 0 counts as unused, and one with several entries is an error.
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
    for i, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient:
            result.append(gradient)
        elif materialize_grads:
            result.append(torch.zeros_like(tensor, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)
