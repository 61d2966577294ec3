# %% right: helper_and_membership
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""

    def send(target, value):
        if target is None or value is None:
            return
        if target in grads:
            grads[target] = grads[target] + value
        else:
            grads[target] = value

    for node in order:
        arrived = grads.pop(node) if node in grads else None
        results = task.step(node, arrived)
        if results is not None:
            for k in range(len(node._edges)):
                send(node._edges[k], results[k])

# %% right: try_and_except
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        try:
            mine = grads[node]
            del grads[node]
        except KeyError:
            mine = None
        sent = task.step(node, mine)
        pairs = () if sent is None else zip(node._edges, sent)
        for edge, value in pairs:
            if edge is not None and value is not None:
                before = grads.get(edge)
                grads[edge] = value if before is None else before + value

# %% wrong: overwrites_what_was_sent
# why: the second gradient that is sent to a node replaces the first; it must be added to it.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        out = task.step(node, grads.pop(node, None))
        if out is None:
            continue
        grads.update(
            {edge: g for edge, g in zip(node._edges, out) if edge is not None and g is not None}
        )

# %% wrong: adds_in_place
# why: += changes the array that was sent first, which may belong to the user or be on its way to another node as well.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        gradient = grads.pop(node, None)
        sent = task.step(node, gradient)
        if sent is None:
            continue
        for edge, piece_of_it in zip(node._edges, sent):
            if edge is None or piece_of_it is None:
                continue
            if edge in grads:
                grads[edge] += piece_of_it
            else:
                grads[edge] = piece_of_it

# %% wrong: left_in_the_dict
# why: the gradient of a node is only looked up and never taken out of the dict, so every gradient of the pass stays in memory to its end.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        current = grads.get(node)
        new = task.step(node, current)
        if new is None:
            new = ()
        for i, g in enumerate(new):
            target = node._edges[i]
            if target is None or g is None:
                continue
            grads[target] = g if target not in grads else grads[target] + g

# %% wrong: edges_filtered_before_pairing
# why: the None edges are thrown out before edges and gradients are paired, so the gradients shift: the one of edge 1 goes to what was edge 2.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        result = task.step(node, grads.pop(node, None))
        if result is not None:
            targets = [edge for edge in node._edges if edge is not None]
            for target, g in zip(targets, result):
                if g is None:
                    continue
                if target in grads:
                    grads[target] = grads[target] + g
                else:
                    grads[target] = g

# %% wrong: skips_nodes_without_gradient
# why: step is not called at all for a node that no gradient was sent to; it must be called with None.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        if node not in grads:
            continue
        for edge, value in zip(node._edges, task.step(node, grads.pop(node)) or ()):
            if edge is None or value is None:
                continue
            old = grads.pop(edge, None)
            grads[edge] = value if old is None else old + value
