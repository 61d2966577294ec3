# %% right: enumerate_zip
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
    for place, (tensor, gradient) in enumerate(zip(inputs, arrived)):
        if gradient is None:
            if materialize_grads:
                gradient = torch.zeros_like(tensor, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(place))
        result.append(gradient)
    return tuple(result)

# %% right: inner_function_replace
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
    def instead(k):
        """What stands for a gradient that did not arrive."""
        if materialize_grads:
            zeros = torch.zeros_like(inputs[k])
            if create_graph:
                zeros.requires_grad_()
            return zeros
        if allow_unused:
            return None
        raise RuntimeError(UNUSED.format(k))

    got = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    return tuple(instead(k) if g is None else g for k, g in enumerate(got))

# %% right: index_loop_in_place
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
    grads = list(engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph))
    for i in range(len(grads)):
        if grads[i] is not None:
            continue
        if materialize_grads:
            grads[i] = torch.zeros_like(inputs[i], requires_grad=bool(create_graph))
            continue
        if allow_unused:
            continue
        raise RuntimeError(UNUSED.format(i))
    return tuple(grads)

# %% right: tuple_addition
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
    answer = ()
    index = 0
    for g in engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph):
        if g is None and materialize_grads:
            g = torch.zeros_like(inputs[index], requires_grad=create_graph)
        elif g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(index))
        answer += (g,)
        index += 1
    return answer

# %% wrong: backward_then_dot_grad
# why: It runs a pass that fills .grad and reads the gradients from there. It adds to what was in .grad before and touches other leaves;
# engine.arriving gives the gradients without touching any .grad.
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
    for output, g in zip(outputs, grad_outputs):
        output.backward(g, retain_graph=True, create_graph=create_graph)
    result = []
    for i, x in enumerate(inputs):
        if x.grad is not None:
            result.append(x.grad)
        elif materialize_grads:
            result.append(torch.zeros_like(x, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)

# %% wrong: one_pass_for_each_input
# why: It runs a pass for each input. The first pass frees the graph, so that with two inputs the second one fails; one call of
# engine.arriving serves all inputs.
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
    result = []
    for i, x in enumerate(inputs):
        (g,) = engine.arriving((x,), outputs, grad_outputs, retain_graph, create_graph)
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)

# %% wrong: place_by_index_method
# why: inputs.index(x) compares by value: it names the first input that has the same number, and fails for tensors with several
# entries. The place must be counted along in the loop.
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
    result = []
    got = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    for x, g in zip(inputs, got):
        if g is not None:
            result.append(g)
        elif materialize_grads:
            result.append(torch.zeros_like(x, requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(inputs.index(x)))
    return tuple(result)

# %% wrong: zero_taken_for_none
# why: `if g` asks for the truth of the tensor: a gradient that arrived and is 0 is taken for one that is missing, and a tensor with several
# entries raises an error. It must be asked whether g is None.
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
    result = []
    for i, g in enumerate(
        engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    ):
        if g:
            result.append(g)
        elif materialize_grads:
            result.append(torch.zeros_like(inputs[i], requires_grad=create_graph))
        elif allow_unused:
            result.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)

# %% wrong: flags_not_passed_on
# why: retain_graph and create_graph are not handed to engine.arriving. So the graph is freed though it should be kept, and the gradients
# have no history under create_graph=True.
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
    arrived = engine.arriving(inputs, outputs, grad_outputs)
    result = []
    for index, gradient in enumerate(arrived):
        if gradient is None:
            if materialize_grads:
                gradient = torch.zeros_like(inputs[index], requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(index))
        result.append(gradient)
    return tuple(result)

# %% wrong: allow_unused_asked_first
# why: allow_unused is asked before materialize_grads, so with both an unused input gets None instead of zeros. materialize_grads
# comes first.
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
    result = []
    for i, g in enumerate(
        engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    ):
        if g is None and not allow_unused:
            if not materialize_grads:
                raise RuntimeError(UNUSED.format(i))
            g = torch.zeros_like(inputs[i], requires_grad=create_graph)
        result.append(g)
    return tuple(result)

# %% wrong: single_gradient_unpacked
# why: For a single input it returns the gradient itself instead of a tuple with one entry. The result is always a tuple.
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
    got = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    for i, g in enumerate(got):
        if g is not None:
            continue
        if materialize_grads:
            got[i] = torch.zeros_like(inputs[i], requires_grad=create_graph)
        elif not allow_unused:
            raise RuntimeError(UNUSED.format(i))
    if len(got) == 1:
        return got[0]
    return tuple(got)

# %% wrong: zeros_copy_the_inputs_requires_grad
# why: The zeros always require grad, because the inputs do. They must require grad only if create_graph is True.
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
    result = []
    got = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    for i, (x, g) in enumerate(zip(inputs, got)):
        if g is None and materialize_grads:
            g = torch.zeros_like(x, requires_grad=x.requires_grad)
        if g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)
