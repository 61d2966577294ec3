# %% right: loop_over_args
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if not isinstance(arg, torch.Tensor):
            continue
        edges.append(edge_of(arg) if recording else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% right: comprehension_two_cases
def tensors_of(args):
    return [a for a in args if isinstance(a, torch.Tensor)]


@piece
def apply(function, *args):
    """Call function.forward unrecorded, and record the call as one node."""
    tensors = tensors_of(args)
    if torch.is_grad_enabled():
        edges = [edge_of(t) for t in tensors]
    else:
        edges = [None] * len(tensors)
    ctx = new_node(function, args, edges)
    with torch.no_grad():
        out = function.forward(ctx, *args)
    return link(ctx, out)

# %% right: guard_by_hand_with_finally
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = [on and edge_of(arg) or None for arg in args if isinstance(arg, torch.Tensor)]
    node = new_node(function, args, edges)
    guard = torch.no_grad()
    guard.__enter__()
    try:
        outputs = function.forward(node, *args)
    finally:
        guard.__exit__(None, None, None)
    return link(node, outputs)

# %% right: set_grad_enabled_as_a_block
@piece
def apply(function, *args):
    was_on = torch.is_grad_enabled()
    edges = list(filter_edges(args, was_on))
    node = new_node(function, args, edges)
    with torch.set_grad_enabled(False):
        result = function.forward(node, *args)
    return link(node, result)


def filter_edges(args, was_on):
    for arg in args:
        if isinstance(arg, torch.Tensor):
            yield edge_of(arg) if was_on else None

# %% wrong: all_in_the_block
# why: Whether recording is on is asked inside of the no_grad block, where it is always off. So each
# edge is None and no gradient ever flows; it must be asked before recording is switched off.
@piece
def apply(function, *args):
    with torch.no_grad():
        edges = [
            edge_of(arg) if torch.is_grad_enabled() else None
            for arg in args
            if isinstance(arg, torch.Tensor)
        ]
        node = new_node(function, args, edges)
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: only_tensors_that_require_grad
# why: Tensors that need no gradient are left out of the list of edges, so the later ones shift to a
# wrong place. Each tensor has a place in the list, with None if it needs no gradient.
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

# %% wrong: edge_for_every_argument
# why: Numbers and other arguments that are no tensors get an edge (None) too. The list has one entry for
# each tensor among the arguments only.
@piece
def apply(function, *args):
    enabled = torch.is_grad_enabled()

    def edge(arg):
        if enabled and isinstance(arg, torch.Tensor):
            return edge_of(arg)
        return None

    node = new_node(function, args, list(map(edge, args)))
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: what_link_returns_is_lost
# why: link is called but its result is thrown away, and the bare outputs of forward are returned. An output
# that is an input comes back from link as another tensor, so what link returns must be returned.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    link(node, outputs)
    return outputs

# %% wrong: recording_never_asked
# why: The edges are made even if nothing is recorded now. Under no_grad each edge must be None, so that the
# output gets no history.
@piece
def apply(function, *args):
    edges = [edge_of(arg) for arg in args if isinstance(arg, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: detached_arguments
# why: forward gets detached copies of the tensors and not the arguments as they are. What it saves has then
# no history, so a second derivative is lost, and ctx cannot recognise an input that is returned.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    plain = [a.detach() if isinstance(a, torch.Tensor) else a for a in args]
    with torch.no_grad():
        outputs = function.forward(node, *plain)
    return link(node, outputs)

# %% wrong: same_tensor_twice_one_edge
# why: The tensors are put through a dict, so a tensor that is given twice, as in f(x, x), has one edge
# only. Each tensor argument has an edge of its own, also if it is the same tensor again.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    where = {}
    for arg in args:
        if isinstance(arg, torch.Tensor):
            where[id(arg)] = edge_of(arg) if recording else None
    node = new_node(function, args, list(where.values()))
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: not_restored_after_an_error
# why: Recording is switched off and on again by hand. If forward raises an error, the second line is never
# reached and recording stays off; it must be put back in any case (with, or finally).
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    outputs = function.forward(node, *args)
    torch.set_grad_enabled(recording)
    return link(node, outputs)

# %% wrong: off_only_if_something_flows
# why: Recording is switched off only if some edge is there. Without one, forward runs while recording is
# on, so what it computes with other tensors that require grad is recorded; it must always be off.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    if any(edge is not None for edge in edges):
        with torch.no_grad():
            outputs = function.forward(node, *args)
    else:
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: unlinked_if_nothing_flows
# why: If no edge is there, the bare outputs are returned without link. An output that is an input must come
# back as another tensor, and what was saved must be kept, in that case too.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    if all(edge is None for edge in edges):
        return outputs
    return link(node, outputs)

# %% wrong: tensors_inside_lists_too
# why: Tensors inside of a list or tuple get an edge as well. Only the arguments that are tensors themselves
# have one.
def flatten(args):
    for arg in args:
        if isinstance(arg, (list, tuple)):
            yield from flatten(arg)
        else:
            yield arg


@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in flatten(args) if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: always_on_afterwards
# why: After forward recording is switched on, whatever it was before. If apply is called under no_grad, recording
# must be off afterwards, as it was.
@piece
def apply(function, *args):
    edges = [
        edge_of(arg) if torch.is_grad_enabled() else None
        for arg in args
        if isinstance(arg, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    try:
        outputs = function.forward(node, *args)
    finally:
        torch.set_grad_enabled(True)
    return link(node, outputs)

# %% wrong: apply_of_the_function
# why: It calls function.apply, which comes back to this very function, again and again. What runs the Function is
# function.forward, with the node as its first argument.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [edge_of(a) if recording else None for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.apply(*args)
    return link(node, outputs)

# %% wrong: no_edges_at_all
# why: If nothing is recorded, the list of edges is empty. It must have a None for each tensor.
@piece
def apply(function, *args):
    edges = []
    if torch.is_grad_enabled():
        edges = [edge_of(a) for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: parameters_are_no_tensors
# why: type(arg) == torch.Tensor is False for a tensor of a subclass, such as a Parameter, so it gets no edge.
# isinstance is the right question.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if type(arg) == torch.Tensor:
            edges.append(edge_of(arg) if recording else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: forward_gets_tensors_only
# why: forward is called with the tensors only. It gets all the arguments, as they are, numbers included.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    tensors = [a for a in args if isinstance(a, torch.Tensor)]
    node = new_node(function, args, [edge_of(t) if recording else None for t in tensors])
    with torch.no_grad():
        outputs = function.forward(node, *tensors)
    return link(node, outputs)
