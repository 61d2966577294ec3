# %% right: plain
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = grads.pop(node, None)
        sent = task.step(node, grad)
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is None or g is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + g
            else:
                grads[edge] = g


# %% right: helper
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        for edge, value in zip(node._edges, task.step(node, grads.pop(node, None)) or ()):
            if edge is not None and value is not None:
                before = grads.get(edge)
                grads[edge] = value if before is None else before + value


# %% right: verbose_indices
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        if node in grads:
            incoming = grads[node]
            del grads[node]
        else:
            incoming = None
        outgoing = task.step(node, incoming)
        incoming = None
        if outgoing is not None:
            edges = node._edges
            for k in range(len(edges)):
                target = edges[k]
                value = outgoing[k]
                if target is not None and value is not None:
                    if target not in grads:
                        grads[target] = value
                    else:
                        old = grads[target]
                        new = old + value
                        grads[target] = new
    return None


# %% right: try_except
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        results = task.step(node, grads.pop(node, None))
        if results is None:
            results = ()
        pairs = [(e, g) for e, g in zip(node._edges, results) if e is not None and g is not None]
        for e, g in pairs:
            try:
                arrived = grads[e]
            except KeyError:
                grads[e] = g
            else:
                grads[e] = arrived + g


# %% wrong: overwrites
# why: A second gradient that is sent to the same node overwrites the first instead of being added to it.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is not None and g is not None:
                grads[edge] = g


# %% wrong: in_place
# why: grads[edge] += g adds in place and changes an array that the user or another input owns as well.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is None or g is None:
                continue
            if edge in grads:
                grads[edge] += g
            else:
                grads[edge] = g


# %% wrong: get_not_pop
# why: The gradient of a node is read with get and never taken out of the dict, so all gradients stay in memory to the end of the pass.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.get(node))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is None or g is None:
                continue
            grads[edge] = grads[edge] + g if edge in grads else g


# %% wrong: skips_unsent
# why: A node to which nothing was sent is skipped; step must be called for every node, with None in that case.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = grads.pop(node, None)
        if grad is None:
            continue
        sent = task.step(node, grad)
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is None or g is None:
                continue
            grads[edge] = grads[edge] + g if edge in grads else g


# %% wrong: pop_without_default
# why: grads.pop(node) has no default, so a node to which nothing was sent raises a KeyError.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = grads.pop(node)
        sent = task.step(node, grad)
        if sent is not None:
            for edge, g in zip(node._edges, sent):
                if edge is not None and g is not None:
                    if edge in grads:
                        grads[edge] = grads[edge] + g
                    else:
                        grads[edge] = g


# %% wrong: step_none
# why: At a leaf step returns None, and zip cannot go through None.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = grads.pop(node, None)
        for edge, g in zip(node._edges, task.step(node, grad)):
            if edge is None or g is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + g
            else:
                grads[edge] = g


# %% wrong: starts_with_zero
# why: The sum starts with 0 (grads.get(edge, 0) + g), but what flows need not be an array to which 0 can be added.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is not None and g is not None:
                grads[edge] = grads.get(edge, 0) + g


# %% wrong: filtered_edges
# why: The None edges are removed before pairing, so the gradients no longer belong to their edges: with 2 * x the gradient of the 2 goes to x.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        edges = [e for e in node._edges if e is not None]
        for edge, g in zip(edges, sent):
            if g is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + g
            else:
                grads[edge] = g


# %% wrong: none_gradient_added
# why: A gradient that is None is not skipped: it is put into the dict, or added to what is there.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + g
            else:
                grads[edge] = g


# %% wrong: return_at_leaf
# why: At the first leaf (step returns None) the whole function returns; the nodes behind it in the order never run. It should be continue.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            return
        for edge, g in zip(node._edges, sent):
            if edge is None or g is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + g
            else:
                grads[edge] = g


# %% wrong: truth_of_gradient
# why: `if edge and g` asks a gradient for its truth value: an array with several entries raises an error, and a gradient of 0 is dropped.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent:
            for edge, g in zip(node._edges, sent):
                if edge and g:
                    if edge in grads:
                        grads[edge] = grads[edge] + g
                    else:
                        grads[edge] = g


# %% wrong: break_at_none
# why: break at the first edge or gradient that is None ends the loop over the edges; what belongs to later edges is lost. It should be continue.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is None or g is None:
                break
            if edge in grads:
                grads[edge] = grads[edge] + g
            else:
                grads[edge] = g


# %% wrong: setdefault_twice
# why: setdefault puts g in if nothing is there, and then g is added once more: the first gradient that arrives at a node counts twice.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is not None and g is not None:
                grads[edge] = grads.setdefault(edge, g) + g
