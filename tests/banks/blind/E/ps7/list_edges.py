# %% right: stack_and_set
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    edges, seen, waiting = [], set(), []
    for root in roots:
        if root not in seen:
            seen.add(root)
            waiting.append(root)
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% right: growing_list
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    order = list(dict.fromkeys(roots))
    known = set(order)
    for node in order:
        for i, pair in enumerate(node.next_functions):
            if pair[0] is not None:
                yield (node, i, *pair)
                if pair[0] not in known:
                    known.add(pair[0])
                    order.append(pair[0])

# %% right: checked_when_taken
from collections import deque


@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    queue = deque(roots)
    done = set()
    result = []
    while len(queue) > 0:
        node = queue.popleft()
        if node in done:
            continue
        done.add(node)
        position = 0
        for input, output in node.next_functions:
            if input is not None:
                result.append((node, position, input, output))
                queue.append(input)
            position += 1
    return result

# %% right: nodes_first
def all_nodes(roots):
    found, layer = {}, list(roots)
    while layer:
        next_layer = []
        for node in layer:
            if id(node) not in found:
                found[id(node)] = node
                next_layer += [i for i, _ in node.next_functions if i is not None]
        layer = next_layer
    return list(found.values())


@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    return [
        (node, position, input, output)
        for node in all_nodes(roots)
        for position, (input, output) in enumerate(node.next_functions)
        if input is not None
    ]

# %% wrong: recursive
# why: The function calls itself for each node below: a graph of 5,000 nodes is deeper than Python's limit.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    edges, seen = [], set()

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, position, input, output))
                visit(input)

    for root in roots:
        visit(root)
    return edges

# %% wrong: seen_decides_edges
# why: An edge is listed only if its node is new: the second edge to the same node (as in a * a) is missing.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = set(roots), list(dict.fromkeys(roots)), []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None or input in seen:
                continue
            seen.add(input)
            edges.append((node, position, input, output))
            waiting.append(input)
    return edges

# %% wrong: no_memory
# why: No node is remembered: a node that several edges reach is walked through once for each, and its edges are listed as often.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    waiting, edges = list(roots), []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, position, input, output))
                waiting.append(input)
    return edges

# %% wrong: place_not_counted
# why: The pairs with None are taken out before they are numbered: the positions behind them are too small.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = set(roots), list(dict.fromkeys(roots)), []
    while waiting:
        node = waiting.pop()
        pairs = [pair for pair in node.next_functions if pair[0] is not None]
        for position, (input, output) in enumerate(pairs):
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: none_listed
# why: Pairs with None are listed as edges, though no gradient flows there.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = set(roots), list(dict.fromkeys(roots)), []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            edges.append((node, position, input, output))
            if input is not None and input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: roots_not_remembered
# why: The roots wait without being remembered: a root that stands twice in the list, or is reached from another, is walked through twice.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = set(), list(roots), []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: remembered_too_late
# why: A node is remembered when it is taken, but whether it waits already is not asked: between the two it may be put in the list several times.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = set(), list(dict.fromkeys(roots)), []
    while waiting:
        node = waiting.pop(0)
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input not in seen:
                waiting.append(input)
    return edges

# %% wrong: break_at_none
# why: At a None the loop over the inputs is left: the inputs behind it are never listed.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = set(roots), list(dict.fromkeys(roots)), []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                break
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: reversed_tuple
# why: The node and its input are swapped in the tuple: the arrows point the other way.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = set(roots), list(dict.fromkeys(roots)), []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((input, position, node, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: no_output
# why: The number of the output is always 0, so that the two outputs of unbind cannot be told apart.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = set(roots), list(dict.fromkeys(roots)), []
    while waiting:
        node = waiting.pop()
        for position, pair in enumerate(node.next_functions):
            input = pair[0]
            if input is None:
                continue
            edges.append((node, position, input, 0))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: first_root_only
# why: Only the first root is walked from; the others are ignored.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = {roots[0]}, [roots[0]], []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: by_name
# why: Nodes are remembered by their names: two different products count as one, and only the first is walked through.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = set(), list(dict.fromkeys(roots)), []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input.name() not in seen:
                seen.add(input.name())
                waiting.append(input)
    return edges

# %% wrong: roots_emptied
# why: waiting is the caller's list itself: its roots are popped, and it is empty afterwards.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, edges = set(), []
    waiting = roots
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, position, input, output))
                waiting.append(input)
    return edges

# %% wrong: leaves_left_out
# why: Edges to leaves are left out, since an AccumulateGrad has no inputs; they are edges like all others.
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = set(roots), list(dict.fromkeys(roots)), []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None or not input.next_functions:
                continue
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: return_in_loop
# why: The return is indented into the while loop: only the edges of one node are listed (and None without roots).
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    seen, waiting, edges = set(roots), list(dict.fromkeys(roots)), []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
        return edges

# %% wrong: memory_kept_between_calls
# why: The set in the default argument is made once and kept from one call to the next: a second call for the same graph finds nothing.
@piece
def list_edges(roots, seen=set()):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    waiting, edges = list(roots), []
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, position, input, output))
                waiting.append(input)
    return edges
