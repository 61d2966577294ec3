# %% right: four_steps
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

# %% right: try_and_finally
@piece
def apply(function, *args):
    before = torch.is_grad_enabled()
    tensors = [a for a in args if isinstance(a, torch.Tensor)]
    if before:
        edges = [edge_of(t) for t in tensors]
    else:
        edges = [None] * len(tensors)
    ctx = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    try:
        result = function.forward(ctx, *args)
    finally:
        torch.set_grad_enabled(before)
    return link(ctx, result)

# %% right: helper_functions
def edges_for(args):
    where = edge_of if torch.is_grad_enabled() else lambda tensor: None
    return [where(arg) for arg in args if isinstance(arg, torch.Tensor)]


def run_forward(function, node, args):
    with torch.no_grad():
        return function.forward(node, *args)


@piece
def apply(function, *args):
    node = new_node(function, args, edges_for(args))
    return link(node, run_forward(function, node, args))

# %% right: filter_and_map
@piece
def apply(function, *args):
    is_tensor = lambda value: isinstance(value, torch.Tensor)
    edges = list(map(edge_of, filter(is_tensor, args)))
    if not torch.is_grad_enabled():
        edges = [None for _ in edges]
    node = new_node(function, args, edges)
    no_recording = torch.no_grad()
    with no_recording:
        out = function.forward(node, *args)
    out = link(node, out)
    return out

# %% wrong: asked_after_switching_off
# why: Whether recording is on is asked inside of the no_grad block, where it is always off, so every
# edge is None and nothing is ever recorded. Make edges and node before the block.
@piece
def apply(function, *args):
    with torch.no_grad():
        recording = torch.is_grad_enabled()
        edges = [
            edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)
        ]
        node = new_node(function, args, edges)
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: not_put_back_after_an_error
# why: If forward raises an error, the line that switches recording back is never reached, and
# recording stays off for the rest of the program. Use no_grad, or try and finally.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    outputs = function.forward(node, *args)
    torch.set_grad_enabled(recording)
    return link(node, outputs)

# %% wrong: same_tensor_one_edge
# why: A tensor that stands twice among the arguments gets one edge only, and the edges no longer
# belong to the arguments one by one. Each tensor argument has an edge of its own.
@piece
def apply(function, *args):
    tensors = []
    for a in args:
        if isinstance(a, torch.Tensor) and not any(a is t for t in tensors):
            tensors.append(a)
    on = torch.is_grad_enabled()
    edges = [edge_of(t) if on else None for t in tensors]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: result_of_link_dropped
# why: What forward returned is handed back, not what link returns; an output that is an input then
# stays the input, without the new node. Return link(node, outputs).
@piece
def apply(function, *args):
    grad_mode = torch.is_grad_enabled()
    edges = []
    for x in args:
        if isinstance(x, torch.Tensor):
            if grad_mode:
                edges.append(edge_of(x))
            else:
                edges.append(None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    link(node, outputs)
    return outputs

# %% wrong: arguments_detached
# why: forward gets detached copies of the tensors instead of the arguments as they are, so what it
# saves or returns is not the caller's tensor. Switching recording off is enough; hand on *args.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    plain = [a.detach() if isinstance(a, torch.Tensor) else a for a in args]
    with torch.no_grad():
        outputs = function.forward(node, *plain)
    return link(node, outputs)

# %% wrong: exact_type
# why: type(a) is torch.Tensor leaves out tensors of a subclass, such as a Parameter, so they get no
# edge. Use isinstance, which takes subclasses as well.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = []
    for a in args:
        if type(a) is torch.Tensor:
            edges.append(edge_of(a) if recording else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        results = function.forward(node, *args)
    return link(node, results)

# %% wrong: no_edges_while_off
# why: While nothing is recorded the list of edges is empty. It should have its entry for each tensor
# all the same, and each entry is None.
@piece
def apply(function, *args):
    edges = []
    if torch.is_grad_enabled():
        edges = [edge_of(arg) for arg in args if isinstance(arg, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: looks_into_lists
# why: Tensors inside of a list get edges too, which shifts the edges of the arguments after it. A
# tensor in a list has no edge; only the arguments themselves count.
@piece
def apply(function, *args):
    def tensors_in(values):
        for value in values:
            if isinstance(value, torch.Tensor):
                yield value
            elif isinstance(value, (list, tuple)):
                yield from tensors_in(value)

    recording = torch.is_grad_enabled()
    edges = [edge_of(t) if recording else None for t in tensors_in(args)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)
