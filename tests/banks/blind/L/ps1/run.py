# %% right: pop_step_send
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
                grads[edge] = grads[edge] + grad
            else:
                grads[edge] = grad

# %% right: helper_deliver
def deliver(grads, receiver, gradient):
    if receiver is None or gradient is None:
        return
    before = grads.get(receiver)
    grads[receiver] = gradient if before is None else before + gradient


@piece
def run(order, grads, task):
    for node in order:
        arrived = grads.pop(node, None)
        results = task.step(node, arrived)
        if results is not None:
            for k, receiver in enumerate(node._edges):
                deliver(grads, receiver, results[k])

# %% right: try_except_key_error
@piece
def run(order, grads, task):
    for n in order:
        try:
            g = grads[n]
            del grads[n]
        except KeyError:
            g = None
        out = task.step(n, g)
        del g
        for e, o in zip(n._edges, out or ()):
            if e is not None and o is not None:
                try:
                    grads[e] = grads[e] + o
                except KeyError:
                    grads[e] = o

# %% right: filtered_pairs
@piece
def run(order, grads, task):
    for node in order:
        g = None
        if node in grads:
            g = grads.pop(node)
        back = task.step(node, g)
        pairs = [] if back is None else list(zip(node._edges, back))
        pairs = [(e, b) for (e, b) in pairs if e is not None and b is not None]
        for e, b in pairs:
            grads[e] = (grads[e] + b) if e in grads else b

# %% wrong: sums_per_node_then_update
# why: What one node sends is summed in a dict of its own, and grads.update(...) then writes it over what other nodes have
# sent before. It must be added to what is in grads already.
@piece
def run(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        mine = {}
        for edge, g in zip(node._edges, sent):
            if edge is not None and g is not None:
                mine[edge] = mine[edge] + g if edge in mine else g
        grads.update(mine)

# %% wrong: added_in_place
# why: grads[edge] += g changes the array that was sent first, and this array may belong to the user or be on its way to
# another input as well. A new array must be made: grads[edge] = grads[edge] + g.
@piece
def run(order, grads, task):
    for node in order:
        grad = grads.pop(node, None)
        results = task.step(node, grad)
        if results is None:
            continue
        for edge, g in zip(node._edges, results):
            if edge is None or g is None:
                continue
            if edge not in grads:
                grads[edge] = g
            else:
                grads[edge] += g

# %% wrong: edges_filtered_before_pairing
# why: The edges that are None are taken out before they are paired with the gradients, so the pairs shift: an edge gets the
# gradient of another input. Gradient k belongs to edge k; pair first, skip afterwards.
@piece
def run(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        receivers = [e for e in node._edges if e is not None]
        for receiver, g in zip(receivers, sent):
            if g is None:
                continue
            if receiver in grads:
                g = grads[receiver] + g
            grads[receiver] = g

# %% wrong: return_at_the_first_leaf
# why: When step returns None, the function returns and all later nodes are never run. It should only go on to the next node.
@piece
def run(order, grads, task):
    for node in order:
        g = grads.pop(node, None)
        sent = task.step(node, g)
        if sent is None:
            return
        for edge, piece_of_grad in zip(node._edges, sent):
            if edge is None or piece_of_grad is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + piece_of_grad
            else:
                grads[edge] = piece_of_grad

# %% wrong: nodes_without_gradient_skipped
# why: A node to which no gradient was sent is passed over. step must be called for every node of the order, with None if
# nothing was sent to it.
@piece
def run(order, grads, task):
    for node in order:
        if node not in grads:
            continue
        sent = task.step(node, grads.pop(node))
        if sent is not None:
            for edge, g in zip(node._edges, sent):
                if edge is not None and g is not None:
                    grads[edge] = grads[edge] + g if edge in grads else g

# %% wrong: never_taken_out
# why: The gradient of a node is only read and stays in the dict, so all gradients stay in memory until the end of the pass.
# It must be taken out when the turn of the node comes.
@piece
def run(order, grads, task):
    for node in order:
        results = task.step(node, grads.get(node))
        if results is None:
            continue
        for i in range(len(node._edges)):
            target = node._edges[i]
            if target is None or results[i] is None:
                continue
            if grads.get(target) is None:
                grads[target] = results[i]
            else:
                grads[target] = grads[target] + results[i]

# %% wrong: sum_starts_with_zero
# why: Each sum starts with 0, as grads.get(edge, 0) + g. What flows need not be a number or an array, and then 0 + g fails;
# the sum must start with the first gradient that comes.
@piece
def run(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        for edge, g in zip(node._edges, sent or []):
            if edge is not None and g is not None:
                grads[edge] = grads.get(edge, 0) + g

# %% wrong: truth_of_the_gradient
# why: `if edge and g` asks for the truth of the gradient. For an array of several entries this is an error, and a gradient that
# is 0 counts as not sent, so that the node gets None; the question must be `g is not None`.
@piece
def run(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge and g:
                if edge in grads:
                    grads[edge] = grads[edge] + g
                else:
                    grads[edge] = g
