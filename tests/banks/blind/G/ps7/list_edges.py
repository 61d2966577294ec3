# %% right: a_list_that_grows
@piece
def list_edges(roots):
    nodes = list(dict.fromkeys(roots))
    known = set(nodes)
    for node in nodes:
        for position, (input, output) in enumerate(node.next_functions):
            if input is None:
                continue
            yield node, position, input, output
            if input not in known:
                known.add(input)
                nodes.append(input)


# %% right: first_the_nodes_then_the_edges
@piece
def list_edges(roots):
    done, waiting = {}, list(roots)
    while waiting:
        node = waiting.pop()
        if node in done:
            continue
        done[node] = tuple(node.next_functions)
        waiting += [pair[0] for pair in done[node] if pair[0] is not None]
    return [
        (node, place, pair[0], pair[1])
        for node, pairs in done.items()
        for place, pair in enumerate(pairs)
        if pair[0] is not None
    ]


# %% wrong: the_walk_calls_itself
# why: The walk calls itself for each input. A graph that is 5,000 nodes deep is deeper than Python's calls may be.
@piece
def list_edges(roots):
    seen, edges = set(), []

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


# %% wrong: an_edge_to_a_new_node_only
# why: An edge is listed only if its node is new. The second edge to a node that is used twice is lost.
@piece
def list_edges(roots):
    seen = set(roots)
    stack = list(seen)
    edges = []
    while stack:
        node = stack.pop()
        for position, (input, output) in enumerate(node.next_functions):
            if input is None or input in seen:
                continue
            seen.add(input)
            stack.append(input)
            edges.append((node, position, input, output))
    return edges


# %% wrong: none_is_not_counted
# why: The pairs with None are taken out before the places are counted, so that the positions behind them are too small.
@piece
def list_edges(roots):
    seen, queue = set(), list(roots)
    while queue:
        node = queue.pop(0)
        if node in seen:
            continue
        seen.add(node)
        pairs = [pair for pair in node.next_functions if pair[0] is not None]
        for position, (input, output) in enumerate(pairs):
            yield (node, position, input, output)
            queue.append(input)


# %% wrong: known_by_their_names
# why: Nodes are remembered by their names. Two products, or two leaves, have the same name, and the second one is not walked through.
@piece
def list_edges(roots):
    names, result = set(), []
    todo = list(roots)
    while len(todo) > 0:
        current = todo.pop()
        if current.name() in names:
            continue
        names.add(current.name())
        for i in range(len(current.next_functions)):
            source, number = current.next_functions[i]
            if source is not None:
                result.append((current, i, source, number))
                todo.append(source)
    return result


# %% wrong: the_roots_are_not_remembered
# why: Only inputs are remembered, not the roots. A root that stands in the list twice, or that another root leads to, has its edges listed twice.
@piece
def list_edges(roots):
    seen = set()
    edges = []
    level = list(roots)
    while level:
        below = []
        for node in level:
            for place, pair in enumerate(node.next_functions):
                input, output = pair
                if input is None:
                    continue
                edges.append((node, place, input, output))
                if input not in seen:
                    seen.add(input)
                    below.append(input)
        level = below
    return edges
