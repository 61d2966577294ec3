# %% right: plain
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = grads.pop(node, None)
        sent = task.step(node, grad)
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge is None or part is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + part
            else:
                grads[edge] = part


# %% right: get_and_conditional
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        for edge, new in zip(node._edges, task.step(node, grads.pop(node, None)) or ()):
            if edge is not None and new is not None:
                old = grads.get(edge)
                grads[edge] = new if old is None else old + new


# %% right: helper
def _send(grads, edge, part):
    if edge is None or part is None:
        return
    so_far = grads.get(edge, None)
    if so_far is None:
        grads[edge] = part
    else:
        grads[edge] = so_far + part


@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is not None:
            for i in range(len(node._edges)):
                _send(grads, node._edges[i], sent[i])


# %% right: beginner
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    i = 0
    while i < len(order):
        node = order[i]
        # take the gradient out
        if node in grads:
            grad = grads[node]
            del grads[node]
        else:
            grad = None
        results = task.step(node, grad)
        if results is not None:
            number = 0
            for edge in node._edges:
                result = results[number]
                number = number + 1
                if edge is not None:
                    if result is not None:
                        if edge in grads:
                            total = grads[edge] + result
                            grads[edge] = total
                        else:
                            grads[edge] = result
        i = i + 1


# %% wrong: overwrites
# why: What was sent to a node before is overwritten, not added to: x * x gets only one of the two gradients.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge is not None and part is not None:
                grads[edge] = part


# %% wrong: added_in_place
# why: += changes the array that was sent first, which may belong to the user or to another input.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge is None or part is None:
                continue
            if edge in grads:
                grads[edge] += part
            else:
                grads[edge] = part


# %% wrong: starts_with_zero
# why: Starts every sum with 0; what flows need not be a number or an array to which 0 can be added.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge is not None and part is not None:
                grads[edge] = grads.get(edge, 0) + part


# %% wrong: return_at_leaf
# why: At the first leaf step returns None and the function returns; the nodes after it never run.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            return
        for edge, part in zip(node._edges, sent):
            if edge is not None and part is not None:
                grads[edge] = grads[edge] + part if edge in grads else part


# %% wrong: skips_nodes_without
# why: Nodes to which nothing was sent are skipped; step must be called for every node, with None.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        if node not in grads:
            continue
        sent = task.step(node, grads.pop(node))
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge is not None and part is not None:
                grads[edge] = grads[edge] + part if edge in grads else part


# %% wrong: key_error
# why: Takes the gradient by grads.pop(node): a KeyError for a node to which nothing was sent.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node))
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge is not None and part is not None:
                grads[edge] = grads[edge] + part if edge in grads else part


# %% wrong: not_taken_out
# why: Reads the gradient but leaves it in the dict, so all gradients of the pass are kept to the end.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.get(node))
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge is not None and part is not None:
                grads[edge] = grads[edge] + part if edge in grads else part


# %% wrong: pairs_shifted
# why: Leaves out the None edges before pairing, so the gradients are paired with the wrong edges.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        edges = [edge for edge in node._edges if edge is not None]
        for edge, part in zip(edges, sent):
            if part is not None:
                grads[edge] = grads[edge] + part if edge in grads else part


# %% wrong: none_part_stored
# why: Only the edge is looked at, not the gradient: a None is stored or added.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + part
            else:
                grads[edge] = part


# %% wrong: truth_of_a_gradient
# why: Asks `if part`: a gradient of 0 counts as nothing, and an array of several entries has no truth value.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge and part:
                grads[edge] = grads[edge] + part if edge in grads else part


# %% wrong: leaf_not_expected
# why: step returns None at a leaf, and zip cannot go through None.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        for edge, part in zip(node._edges, sent):
            if edge is not None and part is not None:
                grads[edge] = grads[edge] + part if edge in grads else part


# %% wrong: break_at_none_edge
# why: break at a None ends the loop over the edges; the inputs after it get nothing.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge is None or part is None:
                break
            grads[edge] = grads[edge] + part if edge in grads else part


# %% wrong: step_called_twice
# why: Calls step once for the question and once for the result, so every node runs twice.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = grads.pop(node, None)
        if task.step(node, grad) is None:
            continue
        for edge, part in zip(node._edges, task.step(node, grad)):
            if edge is not None and part is not None:
                grads[edge] = grads[edge] + part if edge in grads else part


# %% wrong: from_the_back
# why: Goes through the order from the end, so the leaves run before anything was sent to them.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in reversed(order):
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge is not None and part is not None:
                grads[edge] = grads[edge] + part if edge in grads else part


# %% wrong: total_in_place
# why: Gives the array another name and then uses +=: that still changes the array itself, which may have other owners.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, part in zip(node._edges, sent):
            if edge is None or part is None:
                continue
            if edge not in grads:
                grads[edge] = part
            else:
                total = grads[edge]
                total += part
                grads[edge] = total
