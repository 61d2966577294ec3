# %% right: stack_and_seen
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    edges = []
    seen = set(roots)
    waiting = list(seen)
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

# %% right: generator_with_a_queue
from collections import deque


@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    queue, done = deque(roots), set()
    while queue:
        node = queue.popleft()
        if node in done:
            continue
        done.add(node)
        for place, (source, which) in enumerate(node.next_functions):
            if source is not None:
                yield node, place, source, which
                if source not in done:
                    queue.append(source)

# %% right: growing_list
@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    known, order, result = set(), [], []

    def meet(node):
        if node not in known:
            known.add(node)
            order.append(node)

    for root in roots:
        meet(root)
    for node in order:  # it grows while we walk
        for i, pair in enumerate(node.next_functions):
            if pair[0] is not None:
                result.append((node, i, *pair))
                meet(pair[0])
    return result

# %% right: layer_after_layer
def edges_of(node):
    pairs = enumerate(node.next_functions)
    return [(node, i, input, k) for i, (input, k) in pairs if input is not None]


@piece
def list_edges(roots):
    """A tuple (node, position, input, output) for each edge behind the roots."""
    layer, seen, edges = set(roots), set(), []
    while layer:
        seen |= layer
        found = [edge for node in layer for edge in edges_of(node)]
        edges += found
        layer = {edge[2] for edge in found} - seen
    return edges

# %% wrong: recursive_walk
# why: The walk calls itself for each input, so a graph that is thousands of nodes deep exceeds Python's
# recursion limit. The nodes that wait must be kept in a list, and taken from it in a loop.
@piece
def list_edges(roots):
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

# %% wrong: edge_to_a_known_node_is_skipped
# why: An edge is only listed if the node it leads to is new, so the second edge to a node (as in a * a)
# is missing. Every edge is listed; only the visit depends on whether the node was seen.
@piece
def list_edges(roots):
    edges = []
    seen = set(roots)
    waiting = list(seen)
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None or input in seen:
                continue
            seen.add(input)
            edges.append((node, position, input, output))
            waiting.append(input)
    return edges

# %% wrong: roots_are_not_remembered
# why: The roots are not put into the set of seen nodes. A root that stands in the list twice, or that
# another root leads to, is walked twice, and its edges are listed twice.
@piece
def list_edges(roots):
    edges = []
    seen = set()
    waiting = list(roots)
    while waiting:
        node = waiting.pop(0)
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, position, input, output))
                if input not in seen:
                    seen.add(input)
                    waiting.append(input)
    return edges

# %% wrong: stops_at_the_first_none
# why: break leaves the loop over the inputs at the first None, so the edges behind it are missing. A pair
# with None is to be skipped, with continue.
@piece
def list_edges(roots):
    seen, waiting = set(roots), list(dict.fromkeys(roots))
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                break
            yield node, position, input, output
            if input not in seen:
                seen.add(input)
                waiting.append(input)

# %% wrong: positions_without_the_nones
# why: The pairs with None are thrown out before the others are numbered, so an input behind a None gets a
# position that is too small. The place of a None counts.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(roots), list(set(roots))
    while waiting:
        node = waiting.pop()
        inputs = [pair for pair in node.next_functions if pair[0] is not None]
        for position, (input, output) in enumerate(inputs):
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: one_edge_for_each_pair_of_nodes
# why: The edges are kept in a dict whose key is the two nodes, so of two edges between the same
# nodes (as in a * a, or from two outputs of one node) only the last is left. Each of them is an edge.
@piece
def list_edges(roots):
    edges = {}
    seen, waiting = set(roots), list(set(roots))
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges[node, input] = (node, position, input, output)
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return list(edges.values())

# %% wrong: remembers_names
# why: It remembers the names of the nodes it has seen, but many nodes have the same name. A second
# multiplication, say, is taken for the first and is never walked. The nodes themselves must be
# remembered.
@piece
def list_edges(roots):
    edges, seen, waiting = [], set(), list(roots)
    while waiting:
        node = waiting.pop()
        if node.name() in seen:
            continue
        seen.add(node.name())
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, position, input, output))
                waiting.append(input)
    return edges

# %% wrong: leaves_are_left_out
# why: An input that has no inputs of its own is skipped, so the edges to the leaves (AccumulateGrad) are
# missing. They are edges like all others; there is only nothing behind them.
@piece
def list_edges(roots):
    edges, seen = [], set(roots)
    waiting = list(seen)
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
