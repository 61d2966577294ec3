# %% right: terse
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    on = torch.is_grad_enabled()
    node = new_node(function, args, [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)])
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% right: beginner_loop
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    # step 1: edges
    edges = []
    recording = torch.is_grad_enabled()
    for arg in args:
        if isinstance(arg, torch.Tensor):
            if recording == True:
                edge = edge_of(arg)
            else:
                edge = None
            edges.append(edge)
    # step 2: node
    ctx = new_node(function, args, edges)
    # step 3: forward
    with torch.no_grad():
        result = function.forward(ctx, *args)
    # step 4: link
    linked = link(ctx, result)
    return linked

# %% right: exit_stack_and_helper
from contextlib import ExitStack


def _edges(args):
    tensors = list(filter(lambda a: isinstance(a, torch.Tensor), args))
    if not torch.is_grad_enabled():
        return [None] * len(tensors)
    return list(map(edge_of, tensors))


@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    node = new_node(function, args, _edges(args))
    with ExitStack() as stack:
        stack.enter_context(torch.no_grad())
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% right: try_finally
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    goes_to = edge_of if torch.is_grad_enabled() else (lambda tensor: None)
    edges = [goes_to(t) for t in args if isinstance(t, torch.Tensor)]
    node = new_node(function, args, edges)
    guard = torch.no_grad()
    guard.__enter__()
    try:
        outputs = function.forward(node, *args)
    finally:
        guard.__exit__(None, None, None)
    return link(node, outputs)

# %% wrong: edges_only_where_needed
# why: A tensor that needs no gradient gets no entry at all instead of None, so the edges of the later tensors move up one place.
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

# %% wrong: edge_for_every_argument
# why: Numbers and other arguments that are no tensors get an entry None in the list of edges too; there should be one only for each tensor.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = []
    for arg in args:
        if torch.is_grad_enabled() and isinstance(arg, torch.Tensor):
            edges.append(edge_of(arg))
        else:
            edges.append(None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: asks_inside_no_grad
# why: It asks is_grad_enabled() inside of the no_grad block, where the answer is always False: every edge is None and nothing is ever recorded.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    with torch.no_grad():
        tensors = [a for a in args if isinstance(a, torch.Tensor)]
        if torch.is_grad_enabled():
            edges = [edge_of(t) for t in tensors]
        else:
            edges = [None for t in tensors]
        node = new_node(function, args, edges)
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: never_asks_whether_recording
# why: It never asks whether recording is on: under no_grad the edges are still those of the tensors, so the call is recorded although it should not be.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = [edge_of(arg) for arg in args if isinstance(arg, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: stays_off_after_an_error
# why: Recording is switched off and on by hand without try/finally: if forward raises an error, recording stays off afterwards.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    off = torch.no_grad()
    off.__enter__()
    outputs = function.forward(node, *args)
    off.__exit__(None, None, None)
    return link(node, outputs)

# %% wrong: returns_the_bare_outputs
# why: It calls link but throws its result away and returns what forward returned; an output that is an input (and needs another tensor) is then not the linked one.
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

# %% wrong: always_switched_on_again
# why: After forward recording is switched on in any case, instead of being put back as it was: a call under no_grad turns recording on for what follows.
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

# %% wrong: no_edges_when_off
# why: When nothing is recorded the list of edges is empty; there should be a None for each tensor.
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    edges = []
    if torch.is_grad_enabled():
        edges = [edge_of(a) for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)
