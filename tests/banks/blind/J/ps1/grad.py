# %% right: enumerate_and_zip
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

# %% right: inner_function
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
    def settle(place):
        g = gs[place]
        if g is not None:
            return g
        if materialize_grads:
            return torch.zeros_like(inputs[place], requires_grad=bool(create_graph))
        if allow_unused:
            return None
        raise RuntimeError(UNUSED.format(place))

    gs = engine.arriving(
        inputs, outputs, grad_outputs, retain_graph=retain_graph, create_graph=create_graph
    )
    return tuple(settle(k) for k in range(len(inputs)))

# %% right: error_first_then_zeros
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
    missing = [k for k, g in enumerate(found) if g is None]
    if missing and not (allow_unused or materialize_grads):
        raise RuntimeError(UNUSED.format(missing[0]))
    if materialize_grads:
        for k in missing:
            found[k] = torch.zeros_like(inputs[k], requires_grad=create_graph)
    return tuple(found)

# %% wrong: backward_and_read_grad
# why: It runs backward() and reads the .grad of the inputs. That fills the .grad of other leaves as
# well, and wipes out what was in the inputs' own. engine.arriving stops at the inputs and touches no
# .grad.
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
    for x in inputs:
        x.grad = None
    for out, g in zip(outputs, grad_outputs):
        out.backward(g, retain_graph=True, create_graph=create_graph)
    result = []
    for i, x in enumerate(inputs):
        g, x.grad = x.grad, None
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)

# %% wrong: returns_a_list
# why: The list that arriving gave is returned as it is. The result is always a tuple.
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
        if g is not None:
            continue
        if materialize_grads:
            arrived[i] = torch.zeros_like(inputs[i], requires_grad=create_graph)
        elif not allow_unused:
            raise RuntimeError(UNUSED.format(i))
    return arrived

# %% wrong: counted_from_one
# why: The places are counted from 1, so the error names the input after the one that is meant. Count
# from 0.
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
    for place, (x, g) in enumerate(zip(inputs, arrived), start=1):
        if g is None and materialize_grads:
            g = torch.zeros_like(x, requires_grad=create_graph)
        elif g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(place))
        result.append(g)
    return tuple(result)

# %% wrong: allow_unused_asked_first
# why: It asks for allow_unused before materialize_grads. If both are given, None stays None where zeros
# are wanted.
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
            if allow_unused:
                pass
            elif materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            else:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)

# %% wrong: zeros_without_requires_grad
# why: The zeros never require grad. With create_graph=True they should: requires_grad=create_graph.
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
    out = []
    for i in range(len(inputs)):
        if arrived[i] is not None:
            out.append(arrived[i])
        elif materialize_grads:
            out.append(torch.zeros_like(inputs[i]))
        elif allow_unused:
            out.append(None)
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(out)

# %% wrong: zeros_require_grad_as_the_input_does
# why: The zeros require grad whenever the input does, which is always. They should require grad only if
# create_graph is True.
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
    out = []
    for i in range(len(inputs)):
        g = arrived[i]
        if g is None and materialize_grads:
            g = torch.zeros_like(inputs[i], requires_grad=inputs[i].requires_grad)
        if g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(i))
        out.append(g)
    return tuple(out)

# %% wrong: one_zero_for_any_shape
# why: For an unused input it returns a single 0 without axes (and of the default dtype), whatever the
# input looks like. The zeros must have the shape of the input.
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
    result = ()
    for i, g in enumerate(arrived):
        if g is None and materialize_grads:
            g = torch.tensor(0.0, requires_grad=create_graph)
        elif g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(i))
        result += (g,)
    return result

# %% wrong: flags_not_handed_on
# why: retain_graph and create_graph are not handed on to arriving. So the graph is freed though the
# user wants to keep it, and the gradients have no history.
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

# %% wrong: outputs_before_inputs
# why: arriving wants the inputs first and then the outputs; here they are swapped, as if the pass
# started at the inputs.
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
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)

# %% wrong: each_input_in_a_pass_of_its_own
# why: It runs one pass for each input. The first pass frees the graph, and the second then fails (and
# it takes several times the work). One call with all inputs gives everything.
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
    for i, x in enumerate(inputs):
        (g,) = engine.arriving((x,), outputs, grad_outputs, retain_graph, create_graph)
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)

# %% wrong: asks_whether_the_gradient_is_true
# why: `not g` asks the tensor whether it is true: an error for several entries, and a gradient that is
# 0 is taken for missing. Ask `g is None`.
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
        if not g:
            if materialize_grads:
                g = torch.zeros_like(x, requires_grad=create_graph)
            elif allow_unused:
                g = None
            else:
                raise RuntimeError(UNUSED.format(i))
        result.append(g)
    return tuple(result)

# %% wrong: place_among_the_unused_only
# why: The number in the error is counted among the unused inputs, so it is always 0. It should be the
# place in `inputs`.
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
    unused = [x for x, g in zip(inputs, arrived) if g is None]
    if not materialize_grads and not allow_unused:
        for place, _ in enumerate(unused):
            raise RuntimeError(UNUSED.format(place))
    if materialize_grads:
        arrived = [
            torch.zeros_like(x, requires_grad=create_graph) if g is None else g
            for x, g in zip(inputs, arrived)
        ]
    return tuple(arrived)

# %% wrong: unused_ones_are_dropped
# why: With allow_unused an unused input is left out of the result, so the gradients behind it move
# forward. Its place must hold None.
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

# %% wrong: single_input_without_a_tuple
# why: For a single input the gradient is returned by itself. The result is always a tuple, also for a
# single input.
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
    return result[0] if len(result) == 1 else tuple(result)

# %% wrong: number_not_put_into_the_words
# why: The place is given to RuntimeError as a second argument, so the message still has {} in it. It
# must be put into the words with UNUSED.format(i).
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
            g = torch.zeros_like(x, requires_grad=create_graph)
        if g is None and not allow_unused:
            raise RuntimeError(UNUSED, i)
        result.append(g)
    return tuple(result)

# %% wrong: names_the_last_unused_input
# why: `bad` is overwritten by every later unused input, so the error names the last of them. It should
# name the first.
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
    bad = None
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is None and materialize_grads:
            g = torch.zeros_like(x, requires_grad=create_graph)
        if g is None:
            bad = i
        result.append(g)
    if bad is not None and not allow_unused:
        raise RuntimeError(UNUSED.format(bad))
    return tuple(result)

# %% wrong: ones_from_above
# why: The pass always starts with ones, whatever grad_outputs says. The upstream gradients that were
# handed in must be used.
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
    ones = tuple(torch.ones_like(o) for o in outputs)
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
