# %% right: loop_and_no_grad
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

# %% right: try_finally
@piece
def apply(function, *args):
    was_on = torch.is_grad_enabled()
    tensors = [a for a in args if isinstance(a, torch.Tensor)]
    if was_on:
        edges = [edge_of(t) for t in tensors]
    else:
        edges = [None] * len(tensors)
    ctx = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    try:
        out = function.forward(ctx, *args)
    finally:
        torch.set_grad_enabled(was_on)
    return link(ctx, out)

# %% right: helper_for_the_edges
def where_to(tensor):
    if not torch.is_grad_enabled():
        return None
    return edge_of(tensor)


@piece
def apply(function, *args):
    node = new_node(
        function, args, [where_to(arg) for arg in args if isinstance(arg, torch.Tensor)]
    )
    with torch.no_grad():
        result = function.forward(node, *args)
    return link(node, result)

# %% right: tuple_of_edges
@piece
def apply(function, *args):
    is_tensor = lambda a: isinstance(a, torch.Tensor)
    if torch.is_grad_enabled():
        edges = tuple(map(edge_of, filter(is_tensor, args)))
    else:
        edges = tuple(None for _ in filter(is_tensor, args))
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    linked = link(node, outputs)
    return linked

# %% wrong: recording_asked_inside_of_no_grad
# why: Whether recording is on is asked inside of the no_grad block, where the answer is always no. So every edge is None and no
# gradient flows; it must be asked before.
@piece
def apply(function, *args):
    with torch.no_grad():
        edges = []
        for arg in args:
            if isinstance(arg, torch.Tensor):
                edges.append(edge_of(arg) if torch.is_grad_enabled() else None)
        node = new_node(function, args, edges)
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: none_edges_left_out
# why: Edges that are None are left out, so the edges behind them move to another place and belong to the wrong tensor. Each tensor among the
# arguments has its place, also with the edge None.
@piece
def apply(function, *args):
    edges = []
    if torch.is_grad_enabled():
        for arg in args:
            if isinstance(arg, torch.Tensor):
                edge = edge_of(arg)
                if edge is not None:
                    edges.append(edge)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: switched_on_afterwards
# why: After forward recording is always switched on. If it was off before the call it must stay off: what was in force before is to be put back.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(arg) if recording else None for arg in args if isinstance(arg, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    try:
        outputs = function.forward(node, *args)
    finally:
        torch.set_grad_enabled(True)
    return link(node, outputs)

# %% wrong: not_restored_when_forward_raises
# why: When forward raises an error, the line that puts recording back is never reached and recording stays off. It needs try/finally or a with block.
@piece
def apply(function, *args):
    before = torch.is_grad_enabled()
    edges = []
    for a in args:
        if not isinstance(a, torch.Tensor):
            continue
        edges.append(edge_of(a) if before else None)
    ctx = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    out = function.forward(ctx, *args)
    torch.set_grad_enabled(before)
    return link(ctx, out)

# %% wrong: forward_gets_detached_tensors
# why: forward gets detached tensors instead of the arguments as they are. They are other objects without history, so what is saved of them leads
# to no second derivative, and requires_grad is False in forward.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [
        (edge_of(a) if recording else None) for a in args if isinstance(a, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    plain = [a.detach() if isinstance(a, torch.Tensor) else a for a in args]
    with torch.no_grad():
        outputs = function.forward(node, *plain)
    return link(node, outputs)

# %% wrong: no_node_if_nothing_needs_grad
# why: If no tensor needs a gradient it makes no node and calls forward with None as ctx. A forward that calls ctx.save_for_backward then fails;
# the node must be made in any case.
@piece
def apply(function, *args):
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            edges.append(edge_of(arg) if torch.is_grad_enabled() else None)
    if all(edge is None for edge in edges):
        with torch.no_grad():
            return function.forward(None, *args)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: one_edge_for_a_tensor_that_stands_twice
# why: A tensor that stands among the arguments twice is counted only once, so there is an edge too few. It has two edges, one for each place.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges, seen = [], set()
    for arg in args:
        if isinstance(arg, torch.Tensor) and id(arg) not in seen:
            seen.add(id(arg))
            edges.append(edge_of(arg) if recording else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: returns_what_forward_returned
# why: link is called, but what forward returned is returned instead of what link returns. An output that is an input comes back from link as
# another tensor, and that one is then lost.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            if recording:
                edges.append(edge_of(arg))
            else:
                edges.append(None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    link(node, outputs)
    return outputs
