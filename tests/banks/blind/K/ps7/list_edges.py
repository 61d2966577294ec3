# %% right: stack_and_set
@piece
def list_edges(roots):
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

# %% right: generator_by_layers
@piece
def list_edges(roots):
    done, layer = set(), list(roots)
    while layer:
        below = []
        for node in layer:
            if node in done:
                continue
            done.add(node)
            for i, pair in enumerate(node.next_functions):
                if pair[0] is not None:
                    yield (node, i, *pair)
                    below.append(pair[0])
        layer = below

# %% wrong: recursive_walk
# why: The function calls itself for each input, and a graph of 5,000 nodes is deeper than Python lets it:
# RecursionError. The nodes that wait should be kept in a list, with a loop.
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

# %% wrong: edges_to_new_nodes_only
# why: An edge is listed only if the node it leads to is new, so the second edge to the same node is lost, as
# in a * a. Whether a node was seen decides only whether it waits.
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
    edges = []
    while waiting:
        node = waiting.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None and input not in seen:
                seen.add(input)
                waiting.append(input)
                edges.append((node, position, input, output))
    return edges

# %% wrong: counted_without_none
# why: The pairs with None are thrown out before the counting, so an input behind one gets a position that is
# too small. There is no edge, but the place counts.
@piece
def list_edges(roots):
    seen = set(roots)
    waiting = list(seen)
    edges = []
    while waiting:
        node = waiting.pop()
        inputs = [pair for pair in node.next_functions if pair[0] is not None]
        for position, (input, output) in enumerate(inputs):
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: roots_walked_again
# why: Roots are not put among the seen nodes, so a root that stands in the list twice, or that another root
# leads to, has its edges listed twice. They should be listed once.
@piece
def list_edges(roots):
    waiting, seen, edges = list(roots), set(), []
    while waiting:
        node = waiting.pop(0)
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            edges.append((node, position, input, output))
            if input not in seen:
                seen.add(input)
                waiting.append(input)
    return edges

# %% wrong: one_edge_for_each_pair
# why: The edges are kept in a dict by their two ends, so of two edges between the same nodes (as in a * a, or
# from two outputs of an unbind) only the last is left. Each of them is an edge.
@piece
def list_edges(roots):
    arrows = {}
    seen = set(roots)
    waiting = list(seen)
    for node in waiting:
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                arrows[node, input] = (node, position, input, output)
                if input not in seen:
                    seen.add(input)
                    waiting.append(input)
    return list(arrows.values())

# %% wrong: seen_when_taken_only
# why: A node is marked when it is taken, but may wait several times before that, and is not looked up again
# when it is taken: its edges are listed twice. It should be marked as it is put in, or skipped if marked.
@piece
def list_edges(roots):
    waiting = list(dict.fromkeys(roots))
    seen, edges = set(), []
    while waiting:
        node = waiting.pop()
        seen.add(node)
        for position, (input, output) in enumerate(node.next_functions):
            if input is not None:
                edges.append((node, position, input, output))
                if input not in seen:
                    waiting.append(input)
    return edges
