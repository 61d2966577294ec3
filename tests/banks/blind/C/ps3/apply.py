# %% right: with_no_grad
@piece
def apply(function, *args):
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
    on = torch.is_grad_enabled()
    node = new_node(function, args, [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)])
    with torch.no_grad():
        out = function.forward(node, *args)
    return link(node, out)

# %% right: try_finally
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    was_on = torch.is_grad_enabled()
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    if was_on:
        edges = [edge_of(tensor) for tensor in tensors]
    else:
        edges = [None] * len(tensors)
    ctx = new_node(function, args, edges)
    guard = torch.no_grad()
    guard.__enter__()
    try:
        outputs = function.forward(ctx, *args)
    finally:
        guard.__exit__(None, None, None)
    return link(ctx, outputs)

# %% right: helpers_link_inside_variable
def _edge(tensor):
    if not torch.is_grad_enabled():
        return None
    return edge_of(tensor)

def _edges(args):
    result = []
    for arg in args:
        if not isinstance(arg, torch.Tensor):
            continue
        result.append(_edge(arg))
    return result

@piece
def apply(function, *args):
    node = new_node(function, args, _edges(args))

    def run():
        with torch.no_grad():
            return function.forward(node, *args)

    outputs = run()
    linked = link(node, outputs)
    return linked

# %% wrong: edges_inside_no_grad
# why: asks whether recording is on inside the no_grad block, where it is always off, so every edge is None and no gradient ever flows
@piece
def apply(function, *args):
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

# %% wrong: ignores_recording_off
# why: never asks torch.is_grad_enabled(), so the call is recorded even under no_grad
@piece
def apply(function, *args):
    edges = [edge_of(arg) for arg in args if isinstance(arg, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: edge_for_every_arg
# why: an entry in the edges for every argument, also for numbers; there must be one per tensor
@piece
def apply(function, *args):
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

# %% wrong: skips_frozen_tensors
# why: leaves out the tensors that need no gradient, so the edges no longer match the tensors; their entry should be None
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor) and arg.requires_grad:
            edges.append(edge_of(arg) if recording else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: forward_recorded
# why: forward runs with recording still on; the no_grad block is missing
@piece
def apply(function, *args):
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            edges.append(edge_of(arg) if torch.is_grad_enabled() else None)
    node = new_node(function, args, edges)
    outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: switches_back_on_always
# why: afterwards recording is always switched on, also where it was off before the call, and after an error in forward it stays off
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    outputs = function.forward(node, *args)
    torch.set_grad_enabled(True)
    return link(node, outputs)

# %% wrong: stays_off_after_error
# why: recording is put back by hand without try/finally, so when forward raises an error it stays off
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    outputs = function.forward(node, *args)
    torch.set_grad_enabled(recording)
    return link(node, outputs)

# %% wrong: returns_outputs
# why: calls link but returns the outputs of forward instead of what link returns, so an output that is an input comes back as the same tensor
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    link(node, outputs)
    return outputs

# %% wrong: forgot_link
# why: link is never called, so the outputs do not point at the node and no history is recorded
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        return function.forward(node, *args)

# %% wrong: args_not_unpacked
# why: passes the tuple of arguments to forward as one argument; the star is missing
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, args)
    return link(node, outputs)

# %% wrong: only_tensors_to_forward
# why: hands only the tensors to forward; numbers and other arguments are lost on the way
@piece
def apply(function, *args):
    tensors = [a for a in args if isinstance(a, torch.Tensor)]
    edges = [edge_of(t) if torch.is_grad_enabled() else None for t in tensors]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *tensors)
    return link(node, outputs)

# %% wrong: detached_args
# why: gives detached copies of the tensors to forward although it must get the arguments as they are; saved tensors lose their history and needs no gradient
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    bare = [a.detach() if isinstance(a, torch.Tensor) else a for a in args]
    with torch.no_grad():
        outputs = function.forward(node, *bare)
    return link(node, outputs)

# %% wrong: calls_apply_again
# why: calls function.apply instead of function.forward, which comes back here for ever
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.apply(*args)
    return link(node, outputs)

# %% wrong: grad_fn_as_edge
# why: takes tensor.grad_fn as the edge, which is None for a leaf, so leaves never get a gradient; edge_of gives their AccumulateGrad node
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            edges.append(arg.grad_fn if recording else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: no_edges_when_off
# why: when nothing is recorded the list of edges is empty; it should have a None for each tensor
@piece
def apply(function, *args):
    edges = []
    if torch.is_grad_enabled():
        for arg in args:
            if isinstance(arg, torch.Tensor):
                edges.append(edge_of(arg))
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: enable_grad
# why: puts forward under torch.enable_grad instead of no_grad, so recording is on while forward runs
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.enable_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: shortcut_without_node
# why: if recording is off, takes a shortcut and calls forward with None as the ctx and without link; a forward that saves something on ctx breaks
@piece
def apply(function, *args):
    if not torch.is_grad_enabled():
        return function.forward(None, *args)
    edges = [edge_of(a) for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: set_of_edges
# why: an input used twice gets only one edge, since tensors that were already seen are skipped
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    seen, edges = [], []
    for arg in args:
        if isinstance(arg, torch.Tensor) and id(arg) not in seen:
            seen.append(id(arg))
            edges.append(edge_of(arg) if recording else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: node_without_function_order
# why: the arguments of new_node are in the wrong order: the edges are handed over where the args belong and the other way round
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, edges, args)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)
