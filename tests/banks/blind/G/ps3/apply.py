# %% right: try_and_finally
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    before = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            edges.append(edge_of(arg) if before else None)
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    try:
        outputs = function.forward(node, *args)
    finally:
        torch.set_grad_enabled(before)
    return link(node, outputs)

# %% right: edges_by_function
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""

    def nowhere(tensor):
        return None

    where_to = edge_of if torch.is_grad_enabled() else nowhere
    tensors = filter(lambda arg: isinstance(arg, torch.Tensor), args)
    ctx = new_node(function, args, list(map(where_to, tensors)))
    with torch.no_grad():
        result = function.forward(ctx, *args)
    return link(ctx, result)

# %% wrong: edges_inside_of_no_grad
# why: whether recording is on is asked inside of the no_grad block, where it is always off; every edge is None and nothing is ever recorded.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    with torch.no_grad():
        recording = torch.is_grad_enabled()
        tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
        edges = [edge_of(each) if recording else None for each in tensors]
        node = new_node(function, args, edges)
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: one_edge_for_each_argument
# why: numbers and words get an edge (None) as well; there is one edge for each tensor only, so the gradients behind a number go astray.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = [None] * len(args)
    if torch.is_grad_enabled():
        for k, arg in enumerate(args):
            if isinstance(arg, torch.Tensor):
                edges[k] = edge_of(arg)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: not_put_back_after_an_error
# why: recording is put back only after forward has ended well; if forward raises an error, it stays off for the rest of the program.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    was_on = torch.is_grad_enabled()
    edges = [
        edge_of(arg) if was_on else None for arg in args if isinstance(arg, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    outputs = function.forward(node, *args)
    torch.set_grad_enabled(was_on)
    return link(node, outputs)

# %% wrong: returns_what_forward_returned
# why: link is called, but its result is thrown away; an output that is an input comes back from link as another tensor, and that one must be returned.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    if torch.is_grad_enabled():
        edges = [edge_of(tensor) for tensor in tensors]
    else:
        edges = [None for _ in tensors]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    link(node, outputs)
    return outputs

# %% wrong: only_edges_that_lead_somewhere
# why: tensors that need no gradient are left out of the edges; each tensor has its place in the list, with None if it needs nothing.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = []
    recording = torch.is_grad_enabled()
    for arg in args:
        if not isinstance(arg, torch.Tensor):
            continue
        edge = edge_of(arg) if recording else None
        if edge is not None or not recording:
            edges.append(edge)
    node = new_node(function, args, edges)
    with torch.no_grad():
        out = function.forward(node, *args)
    return link(node, out)
