# %% right: with_no_grad
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            edges.append(edge_of(arg) if recording else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% right: terse
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    on = torch.is_grad_enabled()
    node = new_node(
        function,
        args,
        [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)],
    )
    with torch.no_grad():
        out = function.forward(node, *args)
    return link(node, out)


# %% right: try_finally
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    # step 0: remember what was
    was_recording = torch.is_grad_enabled()

    # step 1: the edges
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    if was_recording:
        edges = [edge_of(t) for t in tensors]
    else:
        edges = [None] * len(tensors)

    # step 2: the node
    ctx = new_node(function, args, edges)

    # step 3: forward
    torch.set_grad_enabled(False)
    try:
        result = function.forward(ctx, *args)
    finally:
        torch.set_grad_enabled(was_recording)

    # step 4: the link
    result = link(ctx, result)
    return result


# %% right: helpers
def where_to(tensor):
    if not torch.is_grad_enabled():
        return None
    if not tensor.requires_grad:
        return None
    return edge_of(tensor)


@torch.no_grad()
def quiet_forward(function, node, args):
    return function.forward(node, *args)


@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = [
        where_to(arg) for arg in filter(lambda a: isinstance(a, torch.Tensor), args)
    ]
    node = new_node(function, args, edges)
    return link(node, quiet_forward(function, node, args))


# %% right: only_if_on
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = []
    for arg in args:
        if not isinstance(arg, torch.Tensor):
            continue
        edge = None
        if torch.is_grad_enabled():
            edge = edge_of(arg)
        edges.append(edge)
    node = new_node(function, args, edges)
    if torch.is_grad_enabled():
        with torch.no_grad():
            outputs = function.forward(node, *args)
    else:
        # it is off already
        with torch.no_grad():
            outputs = function.forward(node, *args)
    linked = link(node, outputs)
    return linked


# %% wrong: recorded_forward
# why: Recording is never switched off, so every operation inside forward is recorded as well.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: asked_too_late
# why: is_grad_enabled() is asked inside of the no_grad block, where it is always False; so all edges are None and nothing is ever recorded.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    with torch.no_grad():
        edges = []
        for arg in args:
            if isinstance(arg, torch.Tensor):
                if torch.is_grad_enabled():
                    edges.append(edge_of(arg))
                else:
                    edges.append(None)
        node = new_node(function, args, edges)
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: only_requiring
# why: Tensors that need no gradient are left out of the list of edges instead of having None there, so the places of the others shift.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor) and arg.requires_grad:
            edges.append(edge_of(arg) if recording else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: none_for_numbers
# why: Numbers and words get an edge (None) as well; the list must have one entry for each tensor only.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor) and recording:
            edges.append(edge_of(arg))
        else:
            edges.append(None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: mode_ignored
# why: It does not ask whether recording is on: the edges are real ones also under no_grad, so the output is recorded there.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = [edge_of(a) for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: returns_unlinked
# why: link is called, but its result is thrown away; the raw outputs are returned, which is wrong where link gives another tensor (an output that is an input).
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    link(node, outputs)
    return outputs


# %% wrong: always_on_again
# why: After forward recording is switched on whatever it was before; within no_grad the rest of the program is suddenly recorded.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    try:
        outputs = function.forward(node, *args)
    finally:
        torch.set_grad_enabled(True)
    return link(node, outputs)


# %% wrong: not_after_an_error
# why: Recording is switched back only if forward comes to its end; after an error in forward it stays off, as there is no finally or with.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    outputs = function.forward(node, *args)
    torch.set_grad_enabled(recording)
    return link(node, outputs)


# %% wrong: calls_itself
# why: function.apply comes back to this very function: an endless recursion. forward was meant.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.apply(*args)
    return link(node, outputs)


# %% wrong: no_ctx
# why: forward is called without the node, so its first argument is taken for the ctx and one argument is missing.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(*args)
    return link(node, outputs)


# %% wrong: args_not_unpacked
# why: The star is missing: forward gets the tuple of all arguments as one argument.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, args)
    return link(node, outputs)


# %% wrong: detached_args
# why: forward gets detached copies instead of the arguments as they are; what it saves has lost its history, so a second derivative is wrong.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    plain = [a.detach() if isinstance(a, torch.Tensor) else a for a in args]
    with torch.no_grad():
        outputs = function.forward(node, *plain)
    return link(node, outputs)


# %% wrong: empty_when_off
# why: When nothing is recorded the list of edges is empty; it must still hold one None for each tensor.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = []
    if torch.is_grad_enabled():
        for arg in args:
            if isinstance(arg, torch.Tensor):
                edges.append(edge_of(arg))
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: mode_not_called
# why: The brackets after torch.is_grad_enabled are missing: a function counts as true, so the edges are real under no_grad too.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            if torch.is_grad_enabled:
                edges.append(edge_of(arg))
            else:
                edges.append(None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: only_leaves
# why: Only leaves get an edge; a tensor in the middle of a computation gets None, and the gradient does not flow on behind it.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            if arg.is_leaf and torch.is_grad_enabled():
                edges.append(edge_of(arg))
            else:
                edges.append(None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: each_tensor_once
# why: A tensor that is passed twice gets one edge only; each place among the arguments needs its own.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    tensors = {}
    for arg in args:
        if isinstance(arg, torch.Tensor):
            tensors[id(arg)] = arg
    edges = [edge_of(t) if recording else None for t in tensors.values()]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: only_tensors_passed
# why: forward gets only the tensors; numbers and other arguments are lost.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    tensors = [a for a in args if isinstance(a, torch.Tensor)]
    edges = [edge_of(t) if recording else None for t in tensors]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *tensors)
    return link(node, outputs)


# %% wrong: shared_node
# why: The node is kept at the Function and used again by the next call; each call needs a node of its own.
nodes = {}


@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    if function not in nodes:
        nodes[function] = new_node(function, args, edges)
    node = nodes[function]
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: exact_type
# why: type(arg) is torch.Tensor misses subclasses such as nn.Parameter; they get no edge at all.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if type(a) is torch.Tensor]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: no_return
# why: The result of link is not returned; apply gives None.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    output = link(node, outputs)


# %% wrong: error_changed
# why: An error in forward is caught and replaced by another one, so the caller no longer sees what was wrong; only the mode should be restored.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    outputs = None
    torch.set_grad_enabled(False)
    try:
        outputs = function.forward(node, *args)
    except Exception:
        print("forward failed")
    torch.set_grad_enabled(recording)
    return link(node, outputs)


# %% wrong: shortcut_without_node
# why: If nothing is recorded, forward is called with None as its ctx, and fails at ctx.save_for_backward; a node is needed also then.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    if not torch.is_grad_enabled():
        return function.forward(None, *args)
    edges = [edge_of(a) for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# %% wrong: forward_twice
# why: forward is run twice, the first time with recording on, only to have a look at the result; it must be called once, unrecorded.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    outputs = function.forward(node, *args)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)
