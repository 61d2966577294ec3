# %% right: one_loop
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
    for k, (each, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(each, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
        result.append(g)
    return tuple(result)


# %% right: helper_and_generator
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
    def settle(k):
        if arrived[k] is not None:
            return arrived[k]
        if materialize_grads:
            return torch.zeros_like(inputs[k], requires_grad=create_graph)
        if allow_unused:
            return None
        raise RuntimeError(UNUSED.format(k))

    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    return tuple(settle(k) for k in range(len(inputs)))


# %% right: changed_in_the_list
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
    unused = [k for k, g in enumerate(grads) if g is None]
    if unused and not materialize_grads and not allow_unused:
        raise RuntimeError(UNUSED.format(unused[0]))
    if materialize_grads:
        for k in unused:
            grads[k] = torch.zeros_like(inputs[k], requires_grad=create_graph)
    return tuple(grads)


# %% right: verbose_cases
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
    answer = ()
    index = 0
    for one_input in inputs:
        gradient = gradients[index]
        if gradient is not None:
            answer = answer + (gradient,)
        elif materialize_grads:
            if create_graph:
                zeros = torch.zeros_like(one_input, requires_grad=True)
            else:
                zeros = torch.zeros_like(one_input)
            answer = answer + (zeros,)
        elif allow_unused:
            answer = answer + (None,)
        else:
            raise RuntimeError(UNUSED.format(index))
        index += 1
    return answer


# %% wrong: backward_and_read
# why: Runs backward() and reads .grad: that fills the .grad of every leaf, and adds to what was there before.
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
    torch.autograd.backward(
        outputs, grad_outputs, retain_graph=retain_graph, create_graph=create_graph
    )
    result = []
    for k, each in enumerate(inputs):
        g = each.grad
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(each, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
        result.append(g)
    return tuple(result)


# %% wrong: a_list
# why: Returns a list where a tuple is asked for.
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
    for k, (each, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(each, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
        result.append(g)
    return result


# %% wrong: single_without_tuple
# why: A single input gets its gradient bare; the result is always a tuple.
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
    for k, (each, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(each, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
        result.append(g)
    if len(result) == 1:
        return result[0]
    return tuple(result)


# %% wrong: allow_unused_first
# why: Asks for allow_unused before materialize_grads: if both are set, None stays None where zeros are due.
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
    for k, (each, g) in enumerate(zip(inputs, arrived)):
        if g is not None:
            result.append(g)
        elif allow_unused:
            result.append(None)
        elif materialize_grads:
            result.append(torch.zeros_like(each, requires_grad=create_graph))
        else:
            raise RuntimeError(UNUSED.format(k))
    return tuple(result)


# %% wrong: counted_from_one
# why: The place in the error is counted from 1 and not from 0.
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
    for k, (each, g) in enumerate(zip(inputs, arrived), 1):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(each, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
        result.append(g)
    return tuple(result)


# %% wrong: zeros_without_requires_grad
# why: The zeros never require grad; with create_graph=True they must.
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
    for k, (each, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(each)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
        result.append(g)
    return tuple(result)


# %% wrong: flags_not_passed_on
# why: arriving is called without retain_graph and create_graph (as in the example above): no graph of gradients is built, and the graph is always freed.
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
    for k, (each, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(each, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
        result.append(g)
    return tuple(result)


# %% wrong: scalar_zero
# why: The zero is a single number and not in the shape of the input.
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
    for k, (each, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.tensor(0.0, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
        result.append(g)
    return tuple(result)
