# %% right: comprehension_and_no_grad
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(arg) if recording else None
        for arg in args
        if isinstance(arg, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% right: try_finally
def edges_of(args):
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            edges.append(edge_of(arg))
    if not torch.is_grad_enabled():
        edges = [None] * len(edges)
    return edges


@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    ctx = new_node(function, args, edges_of(args))
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    try:
        result = function.forward(ctx, *args)
    finally:
        torch.set_grad_enabled(before)
    return link(ctx, result)

# %% wrong: only_edges_that_need_a_gradient
# why: A tensor that needs no gradient is left out of the edges, and the others move up. Each tensor has a place
# in the list, with None if it needs none.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor) and arg.requires_grad:
            edges.append(edge_of(arg) if torch.is_grad_enabled() else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: an_edge_for_every_argument
# why: Numbers and other arguments get an edge None as well. The list has one entry for each tensor among the
# arguments, and none for the rest.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(a) if isinstance(a, torch.Tensor) and recording else None for a in args
    ]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: forward_is_recorded
# why: forward runs while recording is on, so each of its operations makes nodes of its own. It must be called
# inside of no_grad.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    on = torch.is_grad_enabled()
    tensors = [a for a in args if isinstance(a, torch.Tensor)]
    edges = [edge_of(t) if on else None for t in tensors]
    node = new_node(function, args, edges)
    return link(node, function.forward(node, *args))

# %% wrong: asked_inside_of_no_grad
# why: Whether something is recorded is asked inside of the no_grad block, where the answer is always no. So
# every edge is None and nothing is ever recorded; ask before.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    with torch.no_grad():
        recording = torch.is_grad_enabled()
        edges = []
        for arg in args:
            if isinstance(arg, torch.Tensor):
                edges.append(edge_of(arg) if recording else None)
        node = new_node(function, args, edges)
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: outputs_returned_themselves
# why: The outputs of forward are returned instead of what link returns. An output that is an input comes back
# as another tensor, and only that one points at the node.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    link(node, outputs)
    return outputs

# %% wrong: switched_on_at_the_end
# why: After forward recording is always switched on, also if it was off before the call. It must be put back as
# it was.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    try:
        outputs = function.forward(node, *args)
    finally:
        torch.set_grad_enabled(True)
    return link(node, outputs)

# %% wrong: left_off_after_an_error
# why: If forward raises an error, the line that puts recording back is never reached and recording stays off.
# Use no_grad, or try and finally.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    outputs = function.forward(node, *args)
    torch.set_grad_enabled(recording)
    return link(node, outputs)

# %% wrong: edges_also_when_nothing_is_recorded
# why: The edges are made without asking whether anything is recorded now. Under no_grad each edge must be None,
# or the output gets a history.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = [edge_of(arg) for arg in args if isinstance(arg, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: only_the_tensors_go_in
# why: forward gets the tensors alone, and numbers and words are lost. It must get all the arguments, as they
# are.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    enabled = torch.is_grad_enabled()
    node = new_node(function, args, [edge_of(t) if enabled else None for t in tensors])
    with torch.no_grad():
        outputs = function.forward(node, *tensors)
    return link(node, outputs)

# %% wrong: calls_itself
# why: function.apply comes back to this very function, again and again, until Python gives up. What runs the
# Function is function.forward.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.apply(*args)
    return link(node, outputs)

# %% wrong: arguments_detached
# why: forward gets detached copies instead of the arguments as they are. So it does not see that they require
# grad, and returns or saves other tensors than the caller's.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges, bare = [], []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            edges.append(edge_of(arg) if recording else None)
            arg = arg.detach()
        bare.append(arg)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *bare)
    return link(node, outputs)
