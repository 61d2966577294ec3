# %% right: pop_step_send
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

# %% right: helper_send_and_indices
def send(grads, node, value):
    if node is None or value is None:
        return
    before = grads.get(node)
    grads[node] = value if before is None else before + value


@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = None
        if node in grads:
            grad = grads[node]
            del grads[node]
        result = task.step(node, grad)
        if result is not None:
            for k in range(len(node._edges)):
                send(grads, node._edges[k], result[k])

# %% wrong: last_one_wins
# why: What is sent to a node is put into grads with =, so a second gradient for the same node replaces
# the first. In x * x both edges lead to x; what arrives must be added up.
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
# why: += changes the array that is in grads already, and that array may also be the user's upstream
# gradient or on its way to another node. Make a new one: grads[edge] = grads[edge] + g.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        g_out = grads.pop(node, None)
        g_ins = task.step(node, g_out)
        if g_ins is None:
            continue
        for edge, g in zip(node._edges, g_ins):
            if edge is None or g is None:
                continue
            if edge not in grads:
                grads[edge] = g
            else:
                grads[edge] += g

# %% wrong: starts_from_zero
# why: A node that has got nothing so far starts with the number 0, and the first gradient is added to it.
# What flows need not be an array, and then 0 + g fails or makes something else of it. Start with the
# first gradient itself.
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

# %% wrong: nodes_without_gradient_skipped
# why: If no gradient was sent to a node, step is not called for it. The text wants step for every node of
# order, with None in place of the gradient.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        if node not in grads:
            continue
        sent = task.step(node, grads.pop(node))
        for edge, g in zip(node._edges, sent or ()):
            if edge is None or g is None:
                continue
            grads[edge] = grads[edge] + g if edge in grads else g

# %% wrong: looked_up_but_not_taken_out
# why: The gradient of a node is read with get and stays in the dict, so all gradients stay in memory to
# the end of the pass. It must be taken out when the node's turn comes, with pop.
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
            grads[edge] = g if grads.get(edge) is None else grads[edge] + g

# %% wrong: ends_at_the_first_leaf
# why: When step returns None, the whole function returns. Only this node has nothing to send; those behind
# it in the order still have to run, so it must be continue.
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

# %% wrong: edges_without_none_paired_with_all_gradients
# why: The None edges are thrown out before pairing, the gradients are not. From the first None on, each
# gradient goes to the wrong edge: gradient k belongs to edge k, so pair first and skip then.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        targets = [e for e in node._edges if e is not None]
        for target, g in zip(targets, sent):
            if g is None:
                continue
            if target in grads:
                grads[target] = grads[target] + g
            else:
                grads[target] = g

# %% wrong: asks_whether_the_gradient_is_true
# why: `if edge and g` asks an array whether it is true. For an array of several entries that is an error,
# and a gradient that is 0 is taken for none. Ask `g is not None`.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is not None and g:
                if edge in grads:
                    grads[edge] = grads[edge] + g
                else:
                    grads[edge] = g

# %% wrong: edges_as_the_keys_of_a_dict
# why: dict(zip(edges, gradients)) holds one gradient for each node. In x * x both edges are the same node,
# and the first of its two gradients is lost before anything is added.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, g in dict(zip(node._edges, sent)).items():
            if edge is None or g is None:
                continue
            old = grads.get(edge)
            grads[edge] = g if old is None else old + g

# %% wrong: step_is_called_twice
# why: step is called once to see whether it returns None, and again to get the gradients. Each call does
# the whole work of the node, hooks and .grad included. Call it once and keep what it returns.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = grads.pop(node, None)
        if task.step(node, grad) is not None:
            for edge, g in zip(node._edges, task.step(node, grad)):
                if edge is None or g is None:
                    continue
                if edge in grads:
                    grads[edge] = grads[edge] + g
                else:
                    grads[edge] = g

# %% wrong: pop_without_a_default
# why: grads.pop(node) raises a KeyError for a node to which nothing was sent. Such a node is to be handed
# None: grads.pop(node, None).
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        gradient = grads.pop(node)
        answer = task.step(node, gradient)
        if answer is None:
            continue
        for e, g in zip(node._edges, answer):
            if e is None or g is None:
                continue
            grads[e] = grads[e] + g if e in grads else g

# %% wrong: a_none_is_sent_too
# why: Only the edge is asked for None, not the gradient. A gradient that is None is put into grads, or
# added to what is there, which fails. Skip the pair if either half is None.
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

# %% wrong: zero_for_nothing
# why: A node to which nothing was sent gets 0 in step. The text wants None there, which says that nothing
# came; 0 is a gradient.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, 0))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is None or g is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + g
            else:
                grads[edge] = g

# %% wrong: works_on_a_copy_of_the_dict
# why: The loop pops from its own copy of the dict, so the roots' gradients stay in the dict of the caller
# to the end of the pass. They are to be taken out of `grads` itself.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    inbox = dict(grads)
    for node in order:
        sent = task.step(node, inbox.pop(node, None))
        if sent is None:
            continue
        for edge, g in zip(node._edges, sent):
            if edge is None or g is None:
                continue
            inbox[edge] = inbox[edge] + g if edge in inbox else g
