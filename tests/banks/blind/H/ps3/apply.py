# %% right: try_finally
@piece
def apply(function, *args):
    before = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            edges.append(edge_of(arg) if before else None)
    ctx = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    try:
        result = function.forward(ctx, *args)
    finally:
        torch.set_grad_enabled(before)
    return link(ctx, result)

# %% right: choose_the_rule_first
@piece
def apply(function, *args):
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    if torch.is_grad_enabled():
        edges = list(map(edge_of, tensors))
    else:
        edges = [None] * len(tensors)
    node = new_node(function, args, edges)

    @torch.no_grad()
    def run_forward():
        return function.forward(node, *args)

    return link(node, run_forward())

# %% wrong: not_restored_after_an_error
# why: Recording is switched on again in a line after forward, which is not reached if forward raises an error.
@piece
def apply(function, *args):
    recording = torch.is_grad_enabled()
    edges = [
        edge_of(arg) if recording else None
        for arg in args
        if isinstance(arg, torch.Tensor)
    ]
    node = new_node(function, args, edges)
    torch.set_grad_enabled(False)
    outputs = function.forward(node, *args)
    torch.set_grad_enabled(recording)
    return link(node, outputs)

# %% wrong: always_switched_on
# why: Afterwards recording is switched on in any case. Inside of a no_grad block the rest of the block is recorded then.
@piece
def apply(function, *args):
    edges = []
    for arg in args:
        if not isinstance(arg, torch.Tensor):
            continue
        if torch.is_grad_enabled():
            edges.append(edge_of(arg))
        else:
            edges.append(None)
    node = new_node(function, args, edges)
    try:
        torch.set_grad_enabled(False)
        outputs = function.forward(node, *args)
    finally:
        torch.set_grad_enabled(True)
    return link(node, outputs)

# %% wrong: only_tensors_that_require_grad
# why: Tensors that need no gradient get no place among the edges, so the gradients of the others go to the wrong ones.
@piece
def apply(function, *args):
    on = torch.is_grad_enabled()
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor) and arg.requires_grad:
            edges.append(edge_of(arg) if on else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)

# %% wrong: recorded_in_no_grad
# why: It is never asked whether anything is recorded. Inside of no_grad the call gets edges and a history all the same.
@piece
def apply(function, *args):
    edges = [edge_of(each) for each in args if isinstance(each, torch.Tensor)]
    ctx = new_node(function, args, edges)
    with torch.no_grad():
        result = function.forward(ctx, *args)
    return link(ctx, result)

# %% wrong: edges_made_with_recording_off
# why: Everything stands inside of the no_grad block, where the answer of is_grad_enabled is always False. All edges are None, and no gradient flows.
@piece
def apply(function, *args):
    with torch.no_grad():
        tensors = filter(lambda arg: isinstance(arg, torch.Tensor), args)
        edges = [edge_of(t) if torch.is_grad_enabled() else None for t in tensors]
        node = new_node(function, args, edges)
        outputs = function.forward(node, *args)
    return link(node, outputs)
