# %% right: zip_with_default
@piece
def run(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None)) or ()
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad

# %% right: helper_function
@piece
def run(order, grads, task):
    def send(target, value):
        if target is None or value is None:
            return
        earlier = grads.get(target)
        if earlier is None:
            grads[target] = value
        else:
            grads[target] = earlier + value

    for node in order:
        mine = None
        if node in grads:
            mine = grads[node]
            del grads[node]
        result = task.step(node, mine)
        if result is not None:
            for k in range(len(node._edges)):
                send(node._edges[k], result[k])

# %% wrong: added_in_place
# why: The second gradient is added in place, to an array that belongs to the user or to another node as well.
@piece
def run(order, grads, task):
    for node in order:
        out = task.step(node, grads.pop(node, None))
        if out is None:
            continue
        for edge, g in zip(node._edges, out):
            if edge is not None and g is not None:
                if edge in grads:
                    grads[edge] += g
                else:
                    grads[edge] = g

# %% wrong: nones_filtered_first
# why: The Nones are taken out of the edges and of the gradients separately, so that the pairs shift if there is a None in only one of them.
@piece
def run(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        targets = [edge for edge in node._edges if edge is not None]
        values = [g for g in sent if g is not None]
        for target, value in zip(targets, values):
            grads[target] = value if target not in grads else grads[target] + value

# %% wrong: stops_at_first_leaf
# why: If step returns None, the whole function returns. After the first leaf no other node runs.
@piece
def run(order, grads, task):
    for node in order:
        grad = grads.pop(node, None)
        sent = task.step(node, grad)
        if sent is None:
            return
        for i, edge in enumerate(node._edges):
            if edge is None or sent[i] is None:
                continue
            if edge in grads:
                grads[edge] = grads[edge] + sent[i]
            else:
                grads[edge] = sent[i]

# %% wrong: unreached_nodes_skipped
# why: A node that no gradient was sent to is left out. step must be called for it too, with None.
@piece
def run(order, grads, task):
    for node in order:
        try:
            grad = grads.pop(node)
        except KeyError:
            continue
        pieces = task.step(node, grad)
        if pieces is not None:
            for edge, piece_ in zip(node._edges, pieces):
                if edge is not None and piece_ is not None:
                    if edge not in grads:
                        grads[edge] = piece_
                    else:
                        grads[edge] = grads[edge] + piece_

# %% wrong: starts_with_zero
# why: The sum starts with 0, so whatever flows has to be something that can be added to a number. The text says that it need not be.
@piece
def run(order, grads, task):
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is not None:
            for edge, grad in zip(node._edges, sent):
                if edge is not None and grad is not None:
                    grads[edge] = grads.get(edge, 0) + grad
