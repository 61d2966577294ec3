# %% right: pop_zip_in
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
                grads[edge] = grads[edge] + g
            else:
                grads[edge] = g

# %% right: helper_send
def send(grads, target, gradient):
    if target is None or gradient is None:
        return
    before = grads.get(target)
    grads[target] = gradient if before is None else before + gradient


@piece
def run(order, grads, task):
    for node in order:
        upstream = grads.pop(node, None)
        results = task.step(node, upstream) or ()
        for k, result in enumerate(results):
            send(grads, node._edges[k], result)

# %% right: try_and_except
@piece
def run(order, grads, task):
    for n in order:
        if n in grads:
            g = grads[n]
            del grads[n]
        else:
            g = None
        out = task.step(n, g)
        del g
        if out is not None:
            for i in range(len(n._edges)):
                e = n._edges[i]
                if e is not None and out[i] is not None:
                    try:
                        old = grads[e]
                    except KeyError:
                        grads[e] = out[i]
                    else:
                        grads[e] = old + out[i]

# %% right: pop_and_put_back
@piece
def run(order, grads, task):
    for node in order:
        outgoing = task.step(node, grads.pop(node, None))
        if outgoing is None:
            continue
        pairs = [(e, g) for e, g in zip(node._edges, outgoing) if e is not None and g is not None]
        for edge, grad in pairs:
            so_far = grads.pop(edge, None)
            if so_far is not None:
                grad = so_far + grad
            grads[edge] = grad

# %% wrong: setdefault_counts_twice
# why: setdefault puts the first gradient in, and then it is added to itself, so whatever comes first
# to a node counts double. Add only if there was something in grads for the edge already.
@piece
def run(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is not None:
            for edge, g in zip(node._edges, sent):
                if edge is not None and g is not None:
                    grads[edge] = grads.setdefault(edge, g) + g

# %% wrong: asks_whether_the_gradient_is_true
# why: "if edge and g" asks whether the gradient is true, not whether there is one: an array of several
# numbers has no truth value, and a gradient of 0 is not sent. Ask "is not None".
@piece
def run(order, grads, task):
    for node in order:
        results = task.step(node, grads.pop(node, None))
        if not results:
            continue
        for edge, g in zip(node._edges, results):
            if edge and g:
                if edge in grads:
                    grads[edge] = grads[edge] + g
                else:
                    grads[edge] = g

# %% wrong: none_edges_filtered_first
# why: The None edges are taken out before edges and gradients are paired, so the gradients after such
# an edge go to the wrong nodes. Pair first, gradient k with edge k, and skip afterwards.
@piece
def run(order, grads, task):
    for node in order:
        outs = task.step(node, grads.pop(node, None))
        if outs is None:
            continue
        targets = [e for e in node._edges if e is not None]
        for target, out in zip(targets, outs):
            if out is None:
                continue
            grads[target] = grads[target] + out if target in grads else out

# %% wrong: ends_at_the_first_leaf
# why: When step returns None the whole loop ends, so the nodes after the first leaf never run. There
# is nothing to send from this node, but the next ones still have their turn: continue.
@piece
def run(order, grads, task):
    for node in order:
        grad = grads.pop(node, None)
        to_send = task.step(node, grad)
        if to_send is None:
            return
        for e, g in zip(node._edges, to_send):
            if e is None or g is None:
                continue
            if e not in grads:
                grads[e] = g
            else:
                grads[e] = grads[e] + g

# %% wrong: nodes_without_gradient_skipped
# why: A node that was sent nothing is passed over, but step must be called for every node of the
# order. Hand it None as the gradient.
@piece
def run(order, grads, task):
    for node in order:
        if node not in grads:
            continue
        g = grads.pop(node)
        for edge, part in zip(node._edges, task.step(node, g) or []):
            if edge is not None and part is not None:
                if edge in grads:
                    grads[edge] = grads[edge] + part
                else:
                    grads[edge] = part

# %% wrong: sum_starts_with_zero
# why: The sum starts with 0, and the first gradient is added to it, but what flows need not be an
# array and may not be addable to a number. Put in the first gradient as it is and add the later ones.
@piece
def run(order, grads, task):
    for node in order:
        result = task.step(node, grads.pop(node, None))
        if result is None:
            continue
        for edge, g in zip(node._edges, result):
            if edge is not None and g is not None:
                grads[edge] = grads.get(edge, 0) + g

# %% wrong: never_taken_out
# why: The gradient of a node is read with get and stays in the dict, so all gradients are kept in
# memory until the pass ends. Take it out when the node has its turn: grads.pop(node, None).
@piece
def run(order, grads, task):
    for node in order:
        returned = task.step(node, grads.get(node))
        if returned is None:
            continue
        for k in range(len(returned)):
            edge = node._edges[k]
            if edge is None or returned[k] is None:
                continue
            if grads.get(edge) is None:
                grads[edge] = returned[k]
            else:
                grads[edge] = grads[edge] + returned[k]

# %% wrong: plus_equals_on_a_local_name
# why: total is the very array that was sent, and total += g writes into it: the user's upstream
# gradient, or what another input was sent, is changed as well. Make a new array with total + g.
@piece
def run(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is None or g is None:
                continue
            if edge in grads:
                total = grads[edge]
                total += g
                grads[edge] = total
            else:
                grads[edge] = g
