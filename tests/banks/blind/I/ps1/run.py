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

# %% right: helper_put
def put(grads, edge, new):
    if edge is None or new is None:
        return
    old = grads.get(edge)
    grads[edge] = new if old is None else old + new


@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        incoming = None
        if node in grads:
            incoming = grads[node]
            del grads[node]
        for k, new in enumerate(task.step(node, incoming) or ()):
            put(grads, node._edges[k], new)

# %% right: try_except_keyerror
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for n in order:
        results = task.step(n, grads.pop(n, None))
        if results is not None:
            for e, g in zip(n._edges, results):
                if e is not None and g is not None:
                    try:
                        grads[e] = grads[e] + g
                    except KeyError:
                        grads[e] = g

# %% wrong: last_one_wins
# why: grads[edge] = grad overwrites what another node, or another edge of the same node, has sent there
# before. What several nodes send must be added up.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        out = task.step(node, grads.pop(node, None))
        if out is None:
            continue
        for edge, g in zip(node._edges, out):
            if edge is not None and g is not None:
                grads[edge] = g

# %% wrong: plus_equals
# why: grads[edge] += g writes into the array that was sent first, and this array may belong to the user
# or to another input as well. Make a new array with grads[edge] + g.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        out = task.step(node, grads.pop(node, None))
        if out is None:
            continue
        for edge, g in zip(node._edges, out):
            if edge is None or g is None:
                continue
            if edge in grads:
                grads[edge] += g
            else:
                grads[edge] = g

# %% wrong: gradient_stays_in_the_dict
# why: The gradient of a node is read by get and stays in grads, so all gradients of the pass are in
# memory until its end. It must be taken out when the turn of its node comes.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.get(node))
        if sent is not None:
            for edge, grad in zip(node._edges, sent):
                if edge is not None and grad is not None:
                    grads[edge] = grads[edge] + grad if edge in grads else grad

# %% wrong: silent_nodes_are_skipped
# why: A node to which no gradient was sent is passed over. step must be called for every node of the
# order, then with None.
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
            grads[edge] = grad if edge not in grads else grads[edge] + grad

# %% wrong: starts_from_zero
# why: The sum begins with 0, so that the first gradient is added to a number. What flows need not be an
# array, and 0 + something may not be defined or give another thing; start with the first gradient itself.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is not None and grad is not None:
                grads[edge] = grads.get(edge, 0) + grad

# %% wrong: edges_filtered_before_the_zip
# why: The None edges are thrown out before the edges are paired with the gradients. After a None edge
# every gradient goes to the wrong node; gradient k belongs to edge k of the full tuple.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        results = task.step(node, grads.pop(node, None))
        if results is None:
            continue
        targets = [e for e in node._edges if e is not None]
        for target, g in zip(targets, results):
            if g is None:
                continue
            if target in grads:
                grads[target] = grads[target] + g
            else:
                grads[target] = g

# %% wrong: ends_at_the_first_leaf
# why: When step returns None the function returns, and all later nodes of the order never run. None
# means only that this node has nothing to send; go on with the next one.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            return
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + grad
            else:
                grads[edge] = grad

# %% wrong: break_at_a_none_edge
# why: At the first edge or gradient that is None the inner loop is left, so the edges behind it get
# nothing. Only that one pair must be skipped.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                break
            if edge in grads:
                grads[edge] = grads[edge] + grad
            else:
                grads[edge] = grad

# %% wrong: pop_without_default
# why: grads.pop(node) raises a KeyError for a node to which no gradient was sent. Such a node must be
# run with None.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        g = grads.pop(node)
        res = task.step(node, g)
        if res is None:
            continue
        for i in range(len(node._edges)):
            e = node._edges[i]
            if e is not None and res[i] is not None:
                grads[e] = grads[e] + res[i] if e in grads else res[i]

# %% wrong: sums_kept_per_node_only
# why: What one node sends is first put into a dict of its own, where the second of two gradients for the
# same node, as in x * x, overwrites the first. Both edges must count.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        outgoing = dict(zip(node._edges, sent))
        for edge, grad in outgoing.items():
            if edge is None or grad is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad
