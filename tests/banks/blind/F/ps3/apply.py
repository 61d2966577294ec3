# %% right: comprehension
@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    recording = torch.is_grad_enabled()
    edges = [edge_of(arg) if recording else None for arg in args if isinstance(arg, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% right: long_loop
@piece
def apply(function, *args):
    edges = []
    was_on = torch.is_grad_enabled()
    for arg in args:
        if not isinstance(arg, torch.Tensor):
            continue
        if was_on:
            edges.append(edge_of(arg))
        else:
            edges.append(None)

    ctx = new_node(function, args, edges)

    with torch.no_grad():
        result = function.forward(ctx, *args)

    result = link(ctx, result)
    return result

# %% right: try_finally
@piece
def apply(function, *args):
    before = torch.is_grad_enabled()
    tensors = [a for a in args if isinstance(a, torch.Tensor)]
    if before:
        edges = [edge_of(t) for t in tensors]
    else:
        edges = [None] * len(tensors)
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    try:
        outputs = function.forward(node, *args)
    finally:
        torch.set_grad_enabled(before)
    return link(node, outputs)

# %% right: set_grad_context
@piece
def apply(function, *args):
    find = edge_of if torch.is_grad_enabled() else (lambda tensor: None)
    edges = list(map(find, filter(lambda a: isinstance(a, torch.Tensor), args)))
    node = new_node(function, args, edges)
    with torch.set_grad_enabled(False):
        out = function.forward(node, *args)
    return link(node, out)

# %% right: two_helpers
def edges_for(args):
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    if not torch.is_grad_enabled():
        return [None for _ in tensors]
    return [edge_of(tensor) for tensor in tensors]


def run_quietly(function, node, args):
    with torch.no_grad():
        return function.forward(node, *args)


@piece
def apply(function, *args):
    node = new_node(function, args, edges_for(args))
    return link(node, run_quietly(function, node, args))

# %% right: edges_emptied_after
@piece
def apply(function, *args):
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            edges.append(edge_of(arg))
    if not torch.is_grad_enabled():
        for k in range(len(edges)):
            edges[k] = None
    node = new_node(function, args, edges)
    guard = torch.no_grad()
    with guard:
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: edges_only_where_needed
# why: A tensor that needs no gradient has no place in the list of edges at all, though its edge should be None.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = []
    for a in args:
        if isinstance(a, torch.Tensor) and a.requires_grad:
            edges.append(edge_of(a) if on else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: edge_for_every_arg
# why: The list has an entry for numbers and words too, not only for the tensors.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = []
    for a in args:
        if on and isinstance(a, torch.Tensor):
            edges.append(edge_of(a))
        else:
            edges.append(None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: asks_too_late
# why: Whether recording is on is asked inside of no_grad, where it is always off, so no call is ever recorded.
@piece
def apply(function, *args):
    with torch.no_grad():
        on = torch.is_grad_enabled()
        edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
        node = new_node(function, args, edges)
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: never_asks
# why: It never asks whether recording is on, so a call under no_grad is recorded all the same.
@piece
def apply(function, *args):
    edges = [edge_of(a) for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: asks_function_object
# why: torch.is_grad_enabled without brackets is the function itself, which always counts as true.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: back_to_on
# why: Afterwards recording is switched on instead of back to what it was: a call under no_grad turns it on.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    try:
        outputs = function.forward(node, *args)
    finally:
        torch.set_grad_enabled(True)
    return link(node, outputs)

# %% wrong: no_finally
# why: If forward raises an error, recording stays off, since nothing puts it back.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    outputs = function.forward(node, *args)
    torch.set_grad_enabled(on)
    return link(node, outputs)

# %% wrong: calls_itself
# why: function.apply comes back to this very function; forward must be called.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.apply(*args)
    return link(node, outputs)

# %% wrong: returns_raw_outputs
# why: It returns what forward returned instead of what link returns, so an output that is an input is not another tensor.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    link(node, outputs)
    return outputs

# %% wrong: no_link
# why: link is never called, so the outputs do not point at the node.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return outputs

# %% wrong: forgets_return
# why: The result of link is not returned, so every Function returns None.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    link(node, outputs)

# %% wrong: forward_without_node
# why: forward gets the arguments without the node, which is its ctx.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(*args)
    return link(node, outputs)

# %% wrong: only_tensors_to_forward
# why: forward gets only the tensors; the numbers among the arguments are lost.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    tensors = [a for a in args if isinstance(a, torch.Tensor)]
    edges = [edge_of(t) if on else None for t in tensors]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *tensors)
    return link(node, outputs)

# %% wrong: detached_args
# why: forward gets detached copies of the tensors instead of the arguments as they are.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        plain = [a.detach() if isinstance(a, torch.Tensor) else a for a in args]
        outputs = function.forward(node, *plain)
    return link(node, outputs)

# %% wrong: two_nodes
# why: forward works on one node and another one is linked, so what was saved is lost.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    with torch.no_grad():
        outputs = function.forward(new_node(function, args, edges), *args)
    return link(new_node(function, args, edges), outputs)

# %% wrong: forward_twice
# why: forward is called twice for one call of apply, the first time only to be printed.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        print(function.forward(node, *args))
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: args_not_unpacked
# why: The star is missing: forward gets one tuple instead of the arguments.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, args)
    return link(node, outputs)

# %% wrong: recording_stays_on
# why: forward runs with recording on.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: shared_node
# why: The node is made once for each Function and used again, though every call needs its own.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    if not hasattr(function, "_node"):
        function._node = new_node(function, args, edges)
    node = function._node
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: reversed_edges
# why: The edges are in the wrong order, the last tensor first.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in reversed(args) if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: only_leaves
# why: Only leaves get an edge; the gradient of an input that was itself computed goes nowhere.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = []
    for a in args:
        if isinstance(a, torch.Tensor):
            edges.append(edge_of(a) if on and a.is_leaf else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: swallows_errors
# why: An error in forward is swallowed, though it should reach the caller.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        try:
            outputs = function.forward(node, *args)
        except Exception:
            return None
    return link(node, outputs)

# %% wrong: no_node_when_off
# why: When recording is off forward gets None in the place of a ctx, and cannot save anything.
@piece
def apply(function, *args):
    if not torch.is_grad_enabled():
        return function.forward(None, *args)
    edges = [edge_of(a) for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: no_edges_when_off
# why: When recording is off the list of edges is empty instead of holding a None for each tensor.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) for a in args if isinstance(a, torch.Tensor)] if on else []
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: link_each_output
# why: link is called for each output (or for each row of a single one) instead of once for what forward returned.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(a) if on else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return tuple(link(node, out) for out in outputs)

# %% wrong: return_in_loop
# why: Everything after the edges stands inside of the loop, so only the first argument gets an edge.
@piece
def apply(function, *args):
    edges = []
    for a in args:
        if isinstance(a, torch.Tensor):
            edges.append(edge_of(a) if torch.is_grad_enabled() else None)
        node = new_node(function, args, edges)
        with torch.no_grad():
            outputs = function.forward(node, *args)
        return link(node, outputs)

# %% wrong: first_tensor_only
# why: Only the first argument gets an edge.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [edge_of(args[0]) if on else None]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: tensor_itself_as_edge
# why: The edges hold the tensors themselves instead of edge_of(tensor).
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [a if on and a.requires_grad else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

