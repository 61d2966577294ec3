# %% right: pop_and_get
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                continue
            before = grads.get(edge)
            grads[edge] = grad if before is None else before + grad


# %% right: membership_and_del
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = None
        if node in grads:
            grad = grads[node]
            del grads[node]
        results = task.step(node, grad)
        if results is not None:
            for k in range(len(results)):
                target = node._edges[k]
                result = results[k]
                if target is not None and result is not None:
                    if target in grads:
                        total = grads[target] + result
                        grads[target] = total
                    else:
                        grads[target] = result


# %% right: helper_send
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""

    def send(target, grad):
        try:
            waiting = grads.pop(target)
        except KeyError:
            grads[target] = grad
        else:
            grads[target] = waiting + grad

    for node in order:
        for target, grad in zip(node._edges, task.step(node, grads.pop(node, None)) or ()):
            if target is not None and grad is not None:
                send(target, grad)


# %% right: list_of_pairs
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for current in order:
        arrived = grads.pop(current, None)
        out = task.step(current, arrived)
        if out is None:
            out = [None] * len(current._edges)
        pairs = [(e, g) for e, g in zip(current._edges, out) if e is not None and g is not None]
        for e, g in pairs:
            grads[e] = g if e not in grads else grads[e] + g


# %% wrong: overwritten
# why: What is sent replaces what was sent to that node before; with x * x the second gradient overwrites the first.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is not None and grad is not None:
                grads[edge] = grad


# %% wrong: added_in_place
# why: += adds in place, into an array that may have other owners (the user's upstream gradient, or a second input that was sent the same array).
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                continue
            if edge in grads:
                grads[edge] += grad
            else:
                grads[edge] = grad


# %% wrong: not_taken_out
# why: The gradient is read with get and stays in the dict, so all gradients stay in memory to the end of the pass.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.get(node))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + grad
            else:
                grads[edge] = grad


# %% wrong: nodes_without_gradient_skipped
# why: A node to which nothing was sent is skipped; step must be called for every node of order, with None.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        if node not in grads:
            continue
        sent = task.step(node, grads.pop(node))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + grad
            else:
                grads[edge] = grad


# %% wrong: return_at_the_first_leaf
# why: return where continue was meant: the pass ends at the first node that sends nothing, and the nodes after it never run.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = grads.pop(node, None)
        sent = task.step(node, grad)
        if sent is None:
            return
        for edge, g in zip(node._edges, sent):
            if edge is not None and g is not None:
                if edge in grads:
                    grads[edge] = grads[edge] + g
                else:
                    grads[edge] = g


# %% wrong: starts_with_zero
# why: The sum starts with 0 and not with the first gradient that comes; what flows need not be something that can be added to 0 (and 0 + g needlessly makes a new one).
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is not None:
            for edge, grad in zip(node._edges, sent):
                if edge is not None and grad is not None:
                    grads[edge] = grads.get(edge, 0) + grad


# %% wrong: none_gradient_sent
# why: Only edges that are None are skipped, gradients that are None are sent along: adding one to a gradient fails.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + grad
            else:
                grads[edge] = grad


# %% wrong: pairs_shifted
# why: The None edges are filtered out before pairing, so the gradients behind a None edge go to the wrong node: gradient k belongs to edge k.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        edges = [edge for edge in node._edges if edge is not None]
        for edge, grad in zip(edges, sent):
            if grad is None:
                continue
            before = grads.get(edge)
            grads[edge] = grad if before is None else before + grad
