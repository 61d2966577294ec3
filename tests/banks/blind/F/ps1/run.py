# %% right: plain
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
# %% right: nested_ifs
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        if node in grads:
            arrived = grads.pop(node)
        else:
            arrived = None
        results = task.step(node, arrived)
        if results is not None:
            for k in range(len(node._edges)):
                target = node._edges[k]
                if target is not None:
                    if results[k] is not None:
                        before = grads.get(target)
                        if before is None:
                            grads[target] = results[k]
                        else:
                            grads[target] = before + results[k]
# %% right: helper
def send(grads, edge, amount):
    if edge is None or amount is None:
        return
    try:
        grads[edge] = grads[edge] + amount
    except KeyError:
        grads[edge] = amount


@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        results = task.step(node, grads.pop(node, None))
        for edge, amount in zip(node._edges, results or ()):
            send(grads, edge, amount)
# %% right: enumerate_edges
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    position = 0
    while position < len(order):
        node = order[position]
        position += 1
        outgoing = task.step(node, grads.pop(node, None))
        if outgoing is None:
            outgoing = (None,) * len(node._edges)
        for k, edge in enumerate(node._edges):
            if edge is not None and outgoing[k] is not None:
                grads[edge] = outgoing[k] if edge not in grads else grads[edge] + outgoing[k]
# %% right: list_of_pairs
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        mine = grads.get(node, None)
        if node in grads:
            del grads[node]
        sent = task.step(node, mine)
        pairs = [] if sent is None else list(zip(node._edges, sent))
        pairs = [(edge, g) for edge, g in pairs if edge is not None and g is not None]
        for edge, g in pairs:
            old = grads.pop(edge, None)
            grads[edge] = g if old is None else old + g
# %% wrong: overwrites
# why: What is sent to a node a second time replaces the first instead of being added.
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
# %% wrong: in_place
# why: += writes into an array that may have other owners, such as the user who passed it to backward.
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
# %% wrong: starts_with_zero
# why: The sum starts with the number 0; what flows need not be something that can be added to a 0.
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
# %% wrong: keeps_gradients
# why: The gradient is only looked up and not taken out, so all of them stay in memory to the end of the pass.
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
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: skips_without_gradient
# why: step must be called for every node; a node to which nothing was sent is left out.
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
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: key_error
# why: pop without a second argument raises KeyError for a node to which nothing was sent.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: return_at_leaf
# why: At the first leaf the whole pass ends; it should go on with the next node.
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
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: break_at_none_edge
# why: At the first edge without a gradient the loop over the edges ends, and the later edges get nothing.
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
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: leaf_not_handled
# why: step returns None if nothing is to be sent, and None cannot be looped over.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: none_edge_kept
# why: An edge may be None; what belongs to it is put into the dict under None and stays there.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if grad is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: none_gradient_added
# why: A gradient may be None; it is added to what is there, and None cannot be added.
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
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: shifted_by_filter
# why: The None gradients are filtered out first, so the rest no longer stands beside its own edge.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        sent = [grad for grad in sent if grad is not None]
        for edge, grad in zip(node._edges, sent):
            if edge is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: truth_of_array
# why: `if grad` asks an array for one truth value, which is an error, and for a single 0 it is False.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge and grad:
                grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: loop_over_grads
# why: It loops over the dict instead of over the order, and the dict changes while it does.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in grads:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: reversed_order
# why: The order begins with the roots already; it is walked from its end.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in reversed(order):
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: step_twice
# why: step is called once to ask for None and once more for the result; it must run once for each node.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = grads.pop(node, None)
        if task.step(node, grad) is None:
            continue
        for edge, sent in zip(node._edges, task.step(node, grad)):
            if edge is None or sent is None:
                continue
            grads[edge] = grads[edge] + sent if edge in grads else sent
# %% wrong: stale_name
# why: The gradient that came in is sent on instead of the one that step returned for the edge.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        grad = grads.pop(node, None)
        results = task.step(node, grad)
        if results is None:
            continue
        for edge, result in zip(node._edges, results):
            if edge is None or result is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: set_of_edges
# why: In a set of the edges a node that is used twice stands once, and the order of the edges is lost.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(set(node._edges), sent):
            if edge is None or grad is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: index_of_edge
# why: index finds the first place of a node only, so its second edge gets the gradient of the first once more.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge in node._edges:
            grad = sent[node._edges.index(edge)]
            if edge is None or grad is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: averaged
# why: What several nodes send is added up; here it is averaged.
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
            grads[edge] = (grads[edge] + grad) / 2 if edge in grads else grad
# %% wrong: keeps_first
# why: If something has been sent to a node, what comes later is dropped.
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
            grads.setdefault(edge, grad)
# %% wrong: as_float_arrays
# why: np.asarray makes a float64 array of what flows; it may be float32, a Tensor with a history, or something else that can be added.
import numpy as np


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
                grad = np.asarray(grads[edge], dtype=float) + np.asarray(grad, dtype=float)
            grads[edge] = grad
# %% wrong: first_edge
# why: Only the first edge of each node is sent its gradient.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if not sent:
            continue
        edge, grad = node._edges[0], sent[0]
        if edge is not None and grad is not None:
            grads[edge] = grads[edge] + grad if edge in grads else grad
# %% wrong: sends_total
# why: Each edge is sent the sum of all gradients; gradient k belongs to edge k.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        total = None
        for grad in sent:
            if grad is not None:
                total = grad if total is None else total + grad
        for edge in node._edges:
            if edge is not None and total is not None:
                grads[edge] = grads[edge] + total if edge in grads else total
# %% wrong: leaves_not_stepped
# why: Nodes without edges are passed over, so no leaf ever gets its gradient.
@piece
def run(order, grads, task):
    """Carry the gradients in `grads` through the nodes of `order`."""
    for node in order:
        if not node._edges:
            continue
        sent = task.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent):
            if edge is None or grad is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad
