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
    for k, (input, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                g = torch.zeros_like(input, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(k))
        result.append(g)
    return tuple(result)

# %% right: errors_first_then_fill
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
    missing = [i for i, g in enumerate(got) if g is None]
    if missing and not materialize_grads and not allow_unused:
        raise RuntimeError(UNUSED.format(missing[0]))
    if materialize_grads:
        for i in missing:
            got[i] = torch.zeros_like(inputs[i], requires_grad=create_graph)
    return tuple(got)

# %% right: helper_for_one_input
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
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)

    def settle(i):
        if arrived[i] is not None:
            return arrived[i]
        if materialize_grads:
            return torch.zeros_like(inputs[i], requires_grad=create_graph)
        if allow_unused:
            return None
        raise RuntimeError(UNUSED.format(i))

    return tuple(settle(i) for i in range(len(inputs)))

# %% right: tuple_that_grows
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
    gs = ()
    n = 0
    for g in engine.arriving(
        inputs, outputs, grad_outputs, retain_graph=retain_graph, create_graph=create_graph
    ):
        if g is None and materialize_grads:
            g = torch.zeros_like(inputs[n])
            if create_graph:
                g.requires_grad_()
        elif g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(n))
        gs += (g,)
        n += 1
    return gs

# %% wrong: allow_unused_is_asked_first
# why: allow_unused is asked before materialize_grads, so where both are True a None stays None. Ask for
# materialize_grads first; it fills in zeros.
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
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    for i, (x, g) in enumerate(zip(inputs, arrived)):
        if g is not None or allow_unused:
            result.append(g)
        elif materialize_grads:
            result.append(torch.zeros_like(x, requires_grad=create_graph))
        else:
            raise RuntimeError(UNUSED.format(i))
    return tuple(result)

# %% wrong: nones_are_dropped
# why: With allow_unused an input without gradient gets no entry at all, so the result is shorter than
# inputs and the others shift. Its None must stay in its place.
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
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    collected = []
    for k in range(len(inputs)):
        if arrived[k] is not None:
            collected.append(arrived[k])
        elif materialize_grads:
            collected.append(torch.zeros_like(inputs[k], requires_grad=create_graph))
        elif not allow_unused:
            raise RuntimeError(UNUSED.format(k))
    return tuple(collected)

# %% wrong: create_graph_not_handed_on
# why: create_graph is not handed to arriving, so the gradients come back without a history and cannot be
# differentiated again. Hand on both retain_graph and create_graph.
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
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph)
    out = list(arrived)
    for idx, (inp, g) in enumerate(zip(inputs, arrived)):
        if g is None:
            if materialize_grads:
                out[idx] = torch.zeros_like(inp, requires_grad=create_graph)
            elif not allow_unused:
                raise RuntimeError(UNUSED.format(idx))
    return tuple(out)

# %% wrong: place_found_by_index
# why: inputs.index(x) compares tensors by ==, entry by entry, so it finds an earlier input with the same
# value, or fails on inputs of several entries. Count the place with enumerate.
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
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    for x, g in zip(inputs, arrived):
        if g is None and materialize_grads:
            g = torch.zeros_like(x, requires_grad=create_graph)
        if g is None and not allow_unused:
            raise RuntimeError(UNUSED.format(inputs.index(x)))
        result.append(g)
    return tuple(result)

# %% wrong: zeros_always_require_grad
# why: The zeros of materialize_grads require grad in every case. They should require grad only if
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
    got = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    for i in range(len(got)):
        if got[i] is not None:
            continue
        if materialize_grads:
            got[i] = torch.zeros_like(inputs[i], requires_grad=True)
        elif not allow_unused:
            raise RuntimeError(UNUSED.format(i))
    return tuple(got)

# %% wrong: last_unused_input_named
# why: The loop goes on and remembers the last input that takes no part, and the error names that one. It
# must name the first.
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
    grads = []
    unused = None
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    for i, g in enumerate(arrived):
        if g is None and materialize_grads:
            g = torch.zeros_like(inputs[i], requires_grad=create_graph)
        elif g is None:
            unused = i
        grads.append(g)
    if unused is not None and not allow_unused:
        raise RuntimeError(UNUSED.format(unused))
    return tuple(grads)

# %% wrong: zero_without_shape
# why: A missing gradient becomes the single number 0, whatever the input's shape. It should be zeros in the
# shape of the input.
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
    arrived = engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph)
    answer = []
    for number, g in enumerate(arrived):
        if g is None:
            if materialize_grads:
                g = torch.tensor(0.0, requires_grad=create_graph)
            elif allow_unused:
                pass
            else:
                raise RuntimeError(UNUSED.format(number))
        answer.append(g)
    return tuple(answer)

# %% wrong: single_input_unpacked
# why: For a single input the bare gradient is returned. The result must be a tuple also then, with one
# entry.
UNUSED = (
    "The differentiated Tensor at index {} appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior."
)


def fill(i, x, g, create_graph, allow_unused, materialize_grads):
    if g is not None:
        return g
    if materialize_grads:
        return torch.zeros_like(x, requires_grad=create_graph)
    if not allow_unused:
        raise RuntimeError(UNUSED.format(i))


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
    filled = [fill(i, x, g, create_graph, allow_unused, materialize_grads)
              for i, (x, g) in enumerate(zip(inputs, arrived))]
    if len(filled) == 1:
        return filled[0]
    return tuple(filled)
